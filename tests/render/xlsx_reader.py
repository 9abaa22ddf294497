"""Reads back what a workbook shows, by the labels that a person would follow."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

import openpyxl
from openpyxl.workbook import Workbook

_VALUE, _ID = 1, 6


def opened(path: Path, *, formulas: bool = False) -> Workbook:
    """The workbook with its results, or with its formulas."""
    return openpyxl.load_workbook(path, data_only=not formulas)


def line_values(book: Workbook) -> dict[str, object]:
    """The cell of the value of every line of the first sheet, by line id."""
    sheet = book.worksheets[0]
    rows = sheet.iter_rows(values_only=True)
    return {
        str(row[_ID]): row[_VALUE]
        for row in rows
        if len(row) > _ID and str(row[_ID] or "").startswith(("selo.", "law."))
    }


def as_text(value: object, places: int) -> str:
    """A number of the workbook as the statement writes it: the double's shortest decimal, half-up to `places`."""
    assert isinstance(value, int | float), value
    rounded = Decimal(repr(value)).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return f"{rounded:f}"


def column(book: Workbook, sheet: int, heading: str) -> list[object]:
    """The values below a heading of a sheet of rows (headings in the fourth row, rows from the sixth)."""
    cells = book.worksheets[sheet]
    heads = [cell.value for cell in cells[4]]
    at = heads.index(heading) + 1
    return [cells.cell(row, at).value for row in range(6, cells.max_row + 1)]
