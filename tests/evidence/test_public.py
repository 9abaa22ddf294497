"""The names that the package shows are there, and looking at it loads no engine."""

from __future__ import annotations

import subprocess
import sys

import pytest

import lastro.evidence


@pytest.mark.parametrize("name", lastro.evidence.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(lastro.evidence, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = lastro.evidence.nonsense


def test_opening_a_workspace_loads_neither_arrow_nor_duckdb() -> None:
    code = (
        "import sys, lastro.evidence; lastro.evidence.open_workspace; print({'pyarrow', 'duckdb'} & set(sys.modules))"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "set()"
