"""The base installation stays small, the extras exist, and the lock pins all of it by hash."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PINS = dict(re.findall(r"^([\w.-]+)==([^ ;\\]+)", LOCK, re.MULTILINE))


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def named(requirements: list[str]) -> set[str]:
    return {normal(re.split(r"[\[<>=!~; ]", requirement)[0]) for requirement in requirements}


def test_the_base_installation_needs_seven_packages() -> None:
    """90.8 MB to download on Linux and Python 3.11 (pyarrow 55.0, duckdb 24.9, lxml 5.2), of 130 allowed.

    An eighth package is a decision: measure it (tests/packaging/test_install.py prints the sum) before adding it here.
    """
    expected = {"duckdb", "pyarrow", "lxml", "xlsxwriter", "typer", "rich", "pyyaml"}
    assert named(PROJECT["dependencies"]) == expected


def test_every_package_of_the_base_is_imported() -> None:
    """A dependency that nothing imports is only weight and risk."""
    modules = {"pyyaml": "yaml"}
    source = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "src").rglob("*.py"))
    imported = set(re.findall(r"^\s*(?:import|from) (\w+)", source, re.MULTILINE))
    assert {modules.get(name, name) for name in named(PROJECT["dependencies"])} <= imported


def test_the_extras_are_pdf_plan_spark_all_and_dev() -> None:
    """The optimiser (3.2 MB) brings numpy (16.9 MB), and pyarrow imports numpy wherever it finds it: every command that
    reads tables would start 0.04 s later."""
    assert set(EXTRAS) == {"pdf", "plan", "spark", "all", "dev"}
    assert named(EXTRAS["plan"]) == {"highspy"}
    assert named(EXTRAS["pdf"]) == {"typst"}
    assert named(EXTRAS["spark"]) == {"pyspark"}
    assert EXTRAS["all"] == ["lastro[pdf,plan,spark]"]


def test_all_that_make_needs_is_pinned_with_hashes() -> None:
    wanted = named(PROJECT["dependencies"]) | named(EXTRAS["dev"]) | named(EXTRAS["pdf"]) | named(EXTRAS["plan"])
    assert wanted - {"lastro"} <= {normal(name) for name in PINS}
    blocks = re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert [block.split("==")[0] for block in blocks if "--hash=sha256:" not in block] == []


@pytest.mark.parametrize("requirement", [*PROJECT["dependencies"], *EXTRAS["pdf"], *EXTRAS["plan"], *EXTRAS["dev"]])
def test_a_pin_obeys_what_the_project_asks(requirement: str) -> None:
    name = normal(re.split(r"[\[<>=!~; ]", requirement)[0])
    pins = {normal(pinned): version for pinned, version in PINS.items()}
    for relation, bound in re.findall(r"(==|>=|<)([\d.]+)", requirement):
        pinned, limit = numbers(pins[name]), numbers(bound)
        assert {"==": pinned == limit, ">=": pinned >= limit, "<": pinned < limit}[relation], (name, pins[name])


def numbers(version: str) -> list[int]:
    """A version's numbers without trailing zeros, so that 9 and 9.0 compare equal."""
    found = [int(part) for part in re.findall(r"\d+", version)]
    while found and found[-1] == 0:
        found.pop()
    return found
