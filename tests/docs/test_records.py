"""Decision records are short, numbered once, and say what was decided."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

RECORDS = sorted((Path(__file__).parents[2] / "docs" / "adr").glob("[0-9]*.md"))
MOST_LINES = 60


def test_no_number_is_given_twice() -> None:
    numbers = [path.name[:4] for path in RECORDS]
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("record", RECORDS, ids=lambda path: path.stem)
def test_a_record_bears_its_number_fits_a_page_and_decides(record: Path) -> None:
    told = record.read_text(encoding="utf-8")
    found = re.match(r"# (\d+)\. \S", told)
    assert found is not None, "the first line is: # NUMBER. TITLE"
    assert int(found[1]) == int(record.name[:4])
    assert "**Decision.**" in told
    assert len(told.splitlines()) <= MOST_LINES
