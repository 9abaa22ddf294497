# Everything a person or a machine needs: `make demo` runs the main job, `make test` proves the product.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
JOBS   ?= 2

.PHONY: setup demo test format bench lock clean

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else f"Lastro needs Python 3.11 or newer; {sys.executable} is {v.major}.{v.minor}. Run: make PYTHON=python3.12 ...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --no-index -e .
	@touch $(STAMP)

demo: $(STAMP)
	$(BIN)/lastro demo demo

test: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n $(JOBS)

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run

lock:
	uv pip compile --universal --python-version 3.11 --extra dev --generate-hashes --no-annotate --no-header --upgrade pyproject.toml -o requirements.lock

clean:
	rm -rf demo .mypy_cache .ruff_cache .import_linter_cache
