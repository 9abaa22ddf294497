"""The wheel holds every file of the package, its licences and its command: what is forgotten fails at the user's."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from email.message import Message
from email.parser import BytesParser
from pathlib import Path

import pytest

import lastro

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """The wheel as the build backend makes it, without a network."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def metadata(wheel: zipfile.ZipFile) -> Message:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    return BytesParser().parsebytes(wheel.read(name))


def test_every_file_of_the_package_is_in_the_wheel_and_no_other(wheel: zipfile.ZipFile) -> None:
    packed = {name for name in wheel.namelist() if ".dist-info/" not in name}
    files = (path for path in (SOURCE / "lastro").rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    assert packed == {path.relative_to(SOURCE).as_posix() for path in files}


@pytest.mark.parametrize(
    "needed",
    [
        "lastro/py.typed",
        "lastro/evidence/columns.yaml",
        "lastro/law/data/acts.yaml",
        "lastro/law/data/municipalities.csv",
        "lastro/law/data/parameters/selo_280.yaml",
        "lastro/statement/texts/core.yaml",
        "lastro/render/pdf/template/main.typ",
        "lastro/render/pdf/fonts/IBMPlexSans-Regular.ttf",
    ],
)
def test_what_the_program_reads_at_run_time_is_in_the_wheel(wheel: zipfile.ZipFile, needed: str) -> None:
    assert len(wheel.read(needed)) > 0 or needed.endswith("py.typed")


def test_the_licences_of_the_code_and_of_the_fonts_are_in_the_wheel(wheel: zipfile.ZipFile) -> None:
    told = metadata(wheel)
    assert told["License-Expression"] == "Apache-2.0"
    assert set(told.get_all("License-File", [])) == {"LICENSE", "src/lastro/render/pdf/fonts/OFL.txt"}
    (folder,) = {name.split("/")[0] for name in wheel.namelist() if ".dist-info/" in name}
    licences = f"{folder}/licenses"
    assert b"Apache License" in wheel.read(f"{licences}/LICENSE")
    assert b"SIL OPEN FONT LICENSE" in wheel.read(f"{licences}/src/lastro/render/pdf/fonts/OFL.txt")


def test_the_wheel_names_its_version_python_and_readme(wheel: zipfile.ZipFile) -> None:
    told = metadata(wheel)
    assert (told["Name"], told["Version"], told["Requires-Python"]) == ("lastro", lastro.__version__, ">=3.11")
    assert "# Lastro" in str(told.get_payload())


def test_the_wheel_gives_the_command(wheel: zipfile.ZipFile) -> None:
    (name,) = (name for name in wheel.namelist() if name.endswith(".dist-info/entry_points.txt"))
    assert "lastro = lastro.cli.main:main" in wheel.read(name).decode()


def test_the_same_sources_give_the_same_wheel(wheel: zipfile.ZipFile, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(command, check=True, cwd=ROOT, capture_output=True)
    (again,) = tmp_path.glob("*.whl")
    assert wheel.filename is not None
    assert again.read_bytes() == Path(wheel.filename).read_bytes()
