# Everything a person or a machine needs: `make demo` runs the main job, `make test` proves the product.
# Both set themselves up in one .venv on the first run (network), and need no network after it.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
STAMP  := $(VENV)/.installed
JOBS   ?= 2
PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check

.PHONY: setup demo test format docs readme bench lock clean

setup: $(STAMP)

$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; v = sys.version_info; sys.exit(0 if v >= (3, 11) else f"Lastro needs Python 3.11 or newer; {sys.executable} is {v.major}.{v.minor}. Run: make PYTHON=python3.12 ...")'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo 'Python cannot make a virtual environment here. On Debian or Ubuntu run: apt-get install python3-venv' >&2; exit 1; }
	$(PIP) install --require-hashes -r requirements.lock
	$(PIP) install --no-deps --no-build-isolation --no-index -e .
	@touch $(STAMP)

demo: $(STAMP)
	$(BIN)/lastro demo demo

# The whole suite, except what needs LibreOffice, a package registry or minutes of its own: .ci/run has those.
test: $(STAMP)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python -m pytest -n $(JOBS) -m "not libreoffice and not network and not long"

format: $(STAMP)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Writes every generated page; tests tell when one is stale.
docs: $(STAMP)
	$(BIN)/python -m lastro.statement.schema docs
	$(BIN)/python -m lastro.evidence.document docs
	$(BIN)/python -m lastro.law.glossary > docs/glossary.md
	$(BIN)/python -m docs.generate

# Runs the example and rewrites what the READMEs print; with pdftoppm also the pictures of the PDF.
readme: $(STAMP)
	$(BIN)/python -m docs.readme

bench: $(STAMP)
	$(BIN)/python -m benchmarks.run

lock:
	uv pip compile --universal --python-version 3.11 --extra dev --generate-hashes --no-annotate --no-header --upgrade pyproject.toml -o requirements.lock

clean:
	rm -rf demo .mypy_cache .ruff_cache .import_linter_cache
