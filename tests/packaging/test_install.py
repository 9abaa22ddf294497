"""`pip install .` from a clone into an empty environment gives a working command, and its download stays small.

Needs a package registry: `.ci/run` runs it, `make test` does not.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

import lastro

pytestmark = [pytest.mark.network, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
MOST_BYTES = 130 * 1000 * 1000
WINDOWS = os.name == "nt"


def run(*command: str | Path, folder: Path, **environment: str) -> str:
    """What a command prints; its complaint when it fails. It sees neither this environment nor this source tree."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    done = subprocess.run(
        [str(part) for part in command], cwd=folder, env={**inherited, **environment}, capture_output=True, text=True,
        encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The committed files, as a user gets them."""
    folder = tmp_path_factory.mktemp("clone")
    packed = folder / "packed.tar"
    run("git", "-c", f"safe.directory={ROOT}", "archive", "--output", packed, "HEAD", folder=ROOT)
    with tarfile.open(packed) as archive:
        archive.extractall(folder / "lastro")
    return folder / "lastro"


@pytest.fixture(scope="module")
def wheels(clone: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything that the base installation downloads, and Lastro's own wheel."""
    folder = tmp_path_factory.mktemp("wheels")
    quiet = ("--quiet", "--disable-pip-version-check")
    run(sys.executable, "-m", "pip", "wheel", *quiet, "--wheel-dir", folder, clone, folder=folder)
    return folder


@pytest.fixture(scope="module")
def program(wheels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that holds the base installation and nothing else."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if WINDOWS else "bin")
    quiet = ("--quiet", "--disable-pip-version-check")
    run(programs / "python", "-m", "pip", "install", *quiet, "--no-index", "--find-links", wheels, "lastro",
        folder=folder)  # fmt: skip
    return programs


def test_the_base_installation_downloads_at_most_130_megabytes(wheels: Path) -> None:
    sizes = {path.name: path.stat().st_size for path in wheels.glob("*.whl") if not path.name.startswith("lastro-")}
    total = sum(sizes.values())
    print(f"base installation: {total / 1e6:.1f} MB in {len(sizes)} packages")
    assert len(sizes) >= 7
    assert total <= MOST_BYTES, sorted(sizes.items(), key=lambda pair: -pair[1])[:5]


def test_the_installed_command_tells_its_version(program: Path, tmp_path: Path) -> None:
    assert run(program / "lastro", "--version", folder=tmp_path) == f"lastro {lastro.__version__}\n"


def test_the_installed_law_is_whole(program: Path, tmp_path: Path) -> None:
    assert "No fault" in run(program / "lastro", "law", "check", "--lang", "en", folder=tmp_path)


def test_the_installed_command_writes_templates(program: Path, tmp_path: Path) -> None:
    run(program / "lastro", "init", "usina", folder=tmp_path)
    assert {path.name for path in (tmp_path / "usina").iterdir()} == {"lastro.toml", "modelo-lastro.xlsx", "nfe"}


def test_the_demo_runs_without_the_pdf_extra_and_says_how_to_get_it(program: Path, tmp_path: Path) -> None:
    page = run(program / "lastro", "demo", "demo", "--lang", "en", folder=tmp_path, COLUMNS="80")
    assert "Typst" in page or "[pdf]" in page
    written = {path.name for path in (tmp_path / "demo" / "saida").iterdir()}
    assert written == {"apuracao.json", "apuracao.xlsx"}
    statement = json.loads((tmp_path / "demo" / "saida" / "apuracao.json").read_text(encoding="utf-8"))
    assert statement["product"] == {"name": "lastro", "version": lastro.__version__}
