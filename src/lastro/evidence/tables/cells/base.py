"""What every kind of cell has in common: cleaning of text, emptiness, cells that hold no value."""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Protocol

from lastro.evidence.columns import Column
from lastro.evidence.tables import findings as codes
from lastro.evidence.tables.findings import Fault
from lastro.evidence.tables.model import BadCell, Cell

Value = str | int | bool | date | None
MAX_TEXT = 5_000
EXCEL_DIGITS = 10**15  # a cell keeps fifteen digits: a whole number from here on has lost some

_BLANKS = frozenset({"-", "--", "–", "—", "n/a", "n.a.", "n/d"})
_INVISIBLE = re.compile("[\u200b-\u200f\u2060\ufeff\u00ad]")
_QUOTED_FORMULA = re.compile(r'="([^"]*)"')  # ="00123", how people keep zeros in a CSV
_ERRORS = re.compile(
    r"#(REF|N/A|N/D|DIV/0|VALUE|VALOR|NAME|NOME|NULL|NULO|NUM|N[ÚU]M|SPILL|CALC|GETTING_DATA)[!?]?|Err:\d{3}", re.I
)
_BAD_CELL_CODES = {
    "error": codes.ERROR_CELL,
    "formula": codes.FORMULA_WITHOUT_VALUE,
    "merged": codes.MERGED_CELL,
}


class Places(Protocol):
    """What the reader asks of the law: which municipality a person means."""

    def find_municipality(self, text: str) -> str: ...


@dataclass
class Context:
    """What the cells of one sheet know of each other. `decimal_signs`: signs proven by any number of the sheet."""

    places: Places
    epoch: date | None = None
    decimal_signs: set[str] = field(default_factory=set)


def clean(text: str) -> str:
    """The text a person meant: one line, no invisible characters, composed accents, a CSV's ="…" unwrapped."""
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFC", text))
    text = " ".join(text.split())
    quoted = _QUOTED_FORMULA.fullmatch(text)
    return quoted[1].strip() if quoted else text


class CellReader:
    """Reads the cells of one column. `read` gives the typed value, None when empty, or a Fault.

    A kind of cell overrides `from_text` (cleaned, never empty) and what it takes of `from_number`, `from_day` and
    `from_truth`; what it does not take is a fault.
    """

    def __init__(self, column: Column, context: Context) -> None:
        self.column = column
        self.context = context

    def learn(self, texts: Iterable[str]) -> None:
        """See every distinct text of the column before any is read: evidence about how it is written."""

    def settle(self) -> None:
        """Called once all columns of the sheet have learned."""

    def read(self, cell: Cell) -> Value | Fault:
        """The value of a cell of any kind."""
        if isinstance(cell, str):
            return self._read_text(cell)
        if isinstance(cell, BadCell):
            return Fault(_BAD_CELL_CODES[cell.kind])
        if isinstance(cell, bool):
            return self.from_truth(cell)
        if isinstance(cell, int | float):
            return self.from_number(cell) if math.isfinite(cell) else Fault(codes.OTHER_KIND, "number")
        if isinstance(cell, datetime):
            return self.from_day(cell.date())
        if isinstance(cell, date):
            return self.from_day(cell)
        return self.from_time(cell)

    def _read_text(self, raw: str) -> Value | Fault:
        text = clean(raw)
        if not text or text.lower() in _BLANKS:
            return self.empty()
        if len(text) > MAX_TEXT:
            return Fault(codes.BAD_TEXT, "too_long", {"limit": str(MAX_TEXT)})
        if not text.isprintable():
            return Fault(codes.BAD_TEXT, "control")
        if _ERRORS.fullmatch(text):
            return Fault(codes.ERROR_CELL)
        return self.from_text(text)

    def empty(self) -> Value:
        return None

    def from_text(self, text: str) -> Value | Fault:
        raise NotImplementedError

    def from_number(self, number: int | float) -> Value | Fault:
        return Fault(codes.OTHER_KIND, "number")

    def from_day(self, day: date) -> Value | Fault:
        return Fault(codes.OTHER_KIND, "date")

    def from_truth(self, truth: bool) -> Value | Fault:
        return Fault(codes.OTHER_KIND, "truth")

    def from_time(self, when: time | timedelta) -> Value | Fault:
        return Fault(codes.OTHER_KIND, "time")


def whole_number_text(number: int | float) -> str | None:
    """The digits of a numeric cell that holds an identifier; None when digits were lost or it has decimals."""
    if abs(number) >= EXCEL_DIGITS or number < 0 or number != int(number):
        return None
    return str(int(number))
