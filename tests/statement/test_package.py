"""The package shows its public names and loads them only when used."""

from __future__ import annotations

import subprocess
import sys

import pytest

import lastro.statement


def test_every_public_name_can_be_had() -> None:
    assert all(getattr(lastro.statement, name) is not None for name in lastro.statement.__all__)


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        _ = lastro.statement.nothing  # type: ignore[attr-defined]


def test_texts_are_read_without_arrow_and_terminal_without_workbook_or_engine() -> None:
    program = (
        "import sys; import lastro.statement.catalogue; assert 'pyarrow' not in sys.modules;"
        "import lastro.render.terminal, lastro.render.json_file, lastro.render.xlsx;"
        "assert not {'xlsxwriter', 'rich', 'duckdb', 'typst'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
