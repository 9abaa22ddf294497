"""Writing into one sheet: text that can never run as a formula, numbers digit by digit, formulas with their result.

A text from the user's files that starts with `=`, `+`, `-`, `@`, a tab or a carriage return gets an apostrophe in
front, so that it stays text also after the sheet is saved as CSV. So does one that would be read as rich text markup.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

_RUNS = ("=", "+", "-", "@", "\t", "\r", "\n")
_MARKUP = "<r>"
LONGEST = 32_000  # a cell holds 32,767 characters
_CUT = "…"

_LINE_HEIGHT = 13.5
_HIGHEST = 400


def neutral(text: str) -> str:
    """`text` as a cell may hold it: never a formula, never markup, never longer than a cell."""
    shown = text if len(text) <= LONGEST else text[:LONGEST] + _CUT
    return f"'{shown}" if shown.startswith((*_RUNS, _MARKUP)) else shown


class Sheet:
    """One sheet. Rows must be written in order (the workbook streams them), columns in any."""

    def __init__(self, worksheet: Worksheet, clean: Callable[[str], str]) -> None:
        self.sheet = worksheet
        self._clean = clean
        self._seen: dict[str, str] = {}

    def fit(self, row: int, texts: Mapping[str, int]) -> None:
        """Make the row as high as its longest text needs at the width of its column. Before anything else in it."""
        lines = max((-(-len(text) // width) for text, width in texts.items()), default=1)
        if lines > 1:
            self.sheet.set_row(row, min(lines * _LINE_HEIGHT, _HIGHEST))

    def text(self, row: int, column: int, text: str, style: Format | None = None) -> None:
        """A text, with CPFs masked and nothing that runs."""
        shown = self._seen.get(text)
        if shown is None:
            shown = self._seen.setdefault(text, neutral(self._clean(text)))
        self.sheet.write_string(row, column, shown, style)

    def number(self, row: int, column: int, digits: str, style: Format | None = None) -> None:
        """A number from its plain text."""
        self.sheet.write_number(row, column, Decimal(digits), style)

    def live(self, row: int, column: int, expression: str, result: str, style: Format | None = None) -> None:
        """A formula with the result that the statement has, for viewers that do not calculate."""
        self.sheet.write_formula(row, column, f"={expression}", style, Decimal(result))

    def day(self, row: int, column: int, day: date, style: Format | None = None) -> None:
        """A date."""
        self.sheet.write_datetime(row, column, day, style)


@cache
def plain_worksheet() -> type[Worksheet]:
    """XlsxWriter's sheet without its search for functions newer than Excel 2007 in every formula: ours have none, and
    the search took a third of the time of a large workbook."""
    from xlsxwriter.worksheet import Worksheet

    class PlainWorksheet(Worksheet):  # type: ignore[misc, unused-ignore]
        def _prepare_formula(self, formula: str, *_: object) -> str:
            return formula.removeprefix("=")

    return PlainWorksheet


def address(row: int, column: int, *, fixed: bool = True) -> str:
    """The address of a cell: `$B$5` or `B5`."""
    letters = column_letters(column)
    return f"${letters}${row + 1}" if fixed else f"{letters}{row + 1}"


def column_letters(column: int) -> str:
    """0 → A, 26 → AA."""
    letters = ""
    column += 1
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def span(sheet: str, column: int, first: int, last: int) -> str:
    """The address of a column's rows in another sheet: `'Totais'!$B$5:$B$49`."""
    letters = column_letters(column)
    quoted = sheet.replace("'", "''")
    return f"'{quoted}'!${letters}${first + 1}:${letters}${last + 1}"
