"""The cells of one XLSX sheet, from the events of its part.

A number keeps the digits the file stores. A formula gives its stored value; one without, or in a workbook that
declares its results out of date, is a bad cell, as is an error: never an empty one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from lastro.evidence.tables.limits import MAX_CELLS, MAX_COLUMNS, MAX_MERGED_CELLS, MAX_ROWS, Unreadable
from lastro.evidence.tables.model import BadCell, Cell, Merged, Sheet

_LAST_SERIAL = 2_958_465  # 31/12/9999
_WHOLE = re.compile(r"-?\d{1,15}")
_COLLECTED = frozenset({"v", "f", "t"})
_EMPTY: list[Cell] = []


@dataclass(frozen=True)
class Book:
    """What the sheets of a workbook share. `kinds`: per cell style, date, percent or ""."""

    strings: list[str]
    kinds: list[str]
    epoch: date
    stale: bool


class SheetHandler:
    """Takes the events of a worksheet part; `sheet()` gives its rows."""

    def __init__(self, name: str, book: Book) -> None:
        self._name, self._book = name, book
        self._rows: list[list[Cell]] = []
        self._row: list[Cell] = []
        self._cells = 0
        self._columns: dict[str, int] = {}
        self._merged: list[Merged] = []
        self._merged_cells = 0
        self._row_text = "0"
        self._column = -1
        self._parts: list[str] | None = None
        self._phonetic = False
        self._clear({})

    def sheet(self) -> Sheet:
        """The rows read. Call it when the document has ended."""
        return Sheet(self._name, self._rows, epoch=self._book.epoch, merged=tuple(self._merged))

    def _clear(self, attributes: Mapping[str, str]) -> None:
        self._type = attributes.get("t", "n")
        self._style = attributes.get("s", "0")
        self._value: str | None = None
        self._formula: str | None = None
        self._inline: list[str] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in _COLLECTED:
            self._parts = []
        elif name == "c":
            self._clear(attributes)
            self._column = self._position(attributes.get("r"))
        elif name == "row":
            self._start_row(attributes.get("r"))
        elif name == "rPh":
            self._phonetic = True
        elif name == "mergeCell":
            self._merge(attributes.get("ref", ""))

    def text(self, text: str) -> None:
        if self._parts is not None:
            self._parts.append(text)

    def end(self, name: str) -> None:
        if name == "v":
            self._value = self._collected()
        elif name == "c":
            self._end_cell()
        elif name == "row":
            self._rows.append(self._row)
        elif name == "f":
            self._formula = self._collected()
        elif name == "t":
            text = self._collected()
            if not self._phonetic:
                self._inline.append(text)
        elif name == "rPh":
            self._phonetic = False

    def _collected(self) -> str:
        text, self._parts = "".join(self._parts or ()), None
        return text

    def _start_row(self, reference: str | None) -> None:
        """Rows come in order; those left out are blank."""
        number = len(self._rows) + 1
        if reference is not None:
            if not reference.isascii() or not reference.isdigit() or not number <= int(reference) <= MAX_ROWS:
                raise Unreadable("malformed")
            self._rows.extend([_EMPTY] * (int(reference) - number))
        if len(self._rows) >= MAX_ROWS:
            raise Unreadable("too_many_cells", limit=MAX_CELLS)
        self._row_text = str(len(self._rows) + 1)
        self._row = []
        self._column = -1

    def _position(self, reference: str | None) -> int:
        """The column of a cell, after the one before it in the row."""
        if reference is None:
            column = self._column + 1
        else:
            letters = reference.rstrip("0123456789")
            column = self._columns.get(letters, -2)
            if column == -2:
                column = self._columns[letters] = column_number(letters)
            if reference[len(letters) :] != self._row_text:
                raise Unreadable("malformed")
        if not self._column < column < MAX_COLUMNS:
            raise Unreadable("malformed")
        return column

    def _end_cell(self) -> None:
        value = self._typed()
        if value == "":
            return
        gap = self._column - len(self._row)
        self._cells += gap + 1
        if self._cells > MAX_CELLS:
            raise Unreadable("too_many_cells", limit=MAX_CELLS)
        self._row.extend([""] * gap)
        self._row.append(value)

    def _typed(self) -> Cell:
        kind, value = self._type, self._value
        if self._formula is not None and (self._book.stale or (not value and kind != "str")):
            return BadCell("formula", f"={self._formula}")
        if kind == "inlineStr":
            return "".join(self._inline)
        if not value:
            return ""
        if kind == "s":
            return self._shared(value)
        if kind == "e":
            return BadCell("error", value)
        if kind == "b":
            return value in ("1", "true")
        return value if kind in ("str", "d") else self._number(value)

    def _shared(self, value: str) -> str:
        if not value.isascii() or not value.isdigit() or int(value) >= len(self._book.strings):
            raise Unreadable("malformed")
        return self._book.strings[int(value)]

    def _number(self, value: str) -> Cell:
        whole = _WHOLE.fullmatch(value)
        try:
            number = int(value) if whole else float(value)
        except ValueError as fault:
            raise Unreadable("malformed") from fault
        kind = self._kind()
        if kind == "date" and 0 <= number <= _LAST_SERIAL:
            return moment(number, self._book.epoch)
        return percentage(number) if kind == "percent" else number

    def _kind(self) -> str:
        kinds, style = self._book.kinds, self._style
        return kinds[int(style)] if style.isascii() and style.isdigit() and int(style) < len(kinds) else ""

    def _merge(self, reference: str) -> None:
        first, _, last = reference.partition(":")
        (top, left), (bottom, right) = _corner(first), _corner(last or first)
        self._merged_cells += max(0, min(bottom, MAX_ROWS) - top + 1) * max(0, min(right, MAX_COLUMNS) - left + 1)
        if self._merged_cells > MAX_MERGED_CELLS:
            raise Unreadable("too_many_cells", limit=MAX_MERGED_CELLS)
        self._merged.append(((top, left), (bottom, right)))


def column_number(letters: str) -> int:
    """Position of a column from 0: A → 0, XFD → 16383. Raises Unreadable when it is none."""
    if not letters.isascii() or not letters.isalpha() or len(letters) > 3:
        raise Unreadable("malformed")
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number - 1


def _corner(reference: str) -> tuple[int, int]:
    letters = reference.rstrip("0123456789").replace("$", "")
    digits = reference[len(reference.rstrip("0123456789")) :]
    if not digits or len(digits) > 7:
        raise Unreadable("malformed")
    return int(digits) - 1, column_number(letters)


def moment(serial: int | float, epoch: date) -> Cell:
    """The day or time that a serial number formatted as a date shows."""
    days = int(serial)
    if days == 0:
        return timedelta(days=serial)
    try:
        return epoch + timedelta(days=days)
    except OverflowError:
        return serial


def percentage(number: int | float) -> str:
    """What a cell formatted as a percentage shows: 0.75 is "75%"."""
    exact = Decimal(format(number, ".15g")) * 100
    return f"{exact.normalize():f}%"
