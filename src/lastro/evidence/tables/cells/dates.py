"""Days, months and crop years: dd/mm/yyyy or ISO, never mm/dd; 03/2023, 2023-03, mar/23; 2022/23.

One date that can only be mm/dd (03/25/2023) makes every date of its column doubtful: those that could be read both
ways are refused as well, since half of them would silently be swapped. That holds for true date cells too: a
spreadsheet set to dd/mm turns 03/04/2023 of such a list into 3 April and leaves 03/25/2023 as text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date, timedelta

from lastro.evidence.columns import Column, folded
from lastro.evidence.tables import findings as codes
from lastro.evidence.tables.cells.base import CellReader, Context, Value, clean
from lastro.evidence.tables.findings import Fault

FIRST_YEAR, LAST_YEAR = 1930, 2100
_CENTURY, _TWO_DIGIT_PIVOT = 2000, 70
_ISO = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ]\d{1,2}:\d{2}.*)?")
_DAY_FIRST = re.compile(r"(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?: \d{1,2}:\d{2}.*)?")
_MONTH_NUMBER = re.compile(r"(?:(\d{1,2})[-/. ](\d{4}|\d{2})|(\d{4})[-/. ](\d{1,2}))")
_MONTH_NAME = re.compile(r"([a-z]{3,9}) (?:de )?(\d{4}|\d{2})")
_CROP_YEAR = re.compile(r"(?:safra )?(\d{4}|\d{2})(?: ?[-/] ?(\d{4}|\d{2}))?", re.I)
_SEPARATORS = re.compile(r"[;,|\s]+")
_MONTHS = (
    ("jan", "janeiro", "january"), ("fev", "fevereiro", "feb", "february"), ("mar", "marco", "march"),
    ("abr", "abril", "apr", "april"), ("mai", "maio", "may"), ("jun", "junho", "june"),
    ("jul", "julho", "july"), ("ago", "agosto", "aug", "august"), ("set", "setembro", "sep", "september"),
    ("out", "outubro", "oct", "october"), ("nov", "novembro", "november"), ("dez", "dezembro", "dec", "december"),
)  # fmt: skip
_MONTH_OF = {name: number for number, names in enumerate(_MONTHS, start=1) for name in names}


def full_year(text: str) -> int | None:
    """A year of four digits, or of two in this century; None for 70 to 99, which may be of either."""
    year = int(text)
    if len(text) == 4:
        return year
    return _CENTURY + year if year < _TWO_DIGIT_PIVOT else None


def _day(year: int | None, month: int, day: int) -> date | None:
    try:
        return date(year, month, day) if year is not None else None
    except ValueError:
        return None


def parse_day(text: str) -> date | None:
    """The day written as dd/mm/yyyy or ISO; None when it is neither. Never mm/dd."""
    if found := _ISO.fullmatch(text):
        return _day(int(found[1]), int(found[2]), int(found[3]))
    if found := _DAY_FIRST.fullmatch(text):
        return _day(full_year(found[3]), int(found[2]), int(found[1]))
    return None


def _only_month_first(text: str) -> bool:
    """Whether the text is a date when its first number is a month, and none when it is a day."""
    found = _DAY_FIRST.fullmatch(text)
    if not found:
        return False
    first, second, year = int(found[1]), int(found[2]), full_year(found[3])
    return _day(year, second, first) is None and _day(year, first, second) is not None


def _reads_both_ways(text: str) -> bool:
    found = _DAY_FIRST.fullmatch(text)
    return bool(found) and found[1] != found[2] and int(found[1]) <= 12 and int(found[2]) <= 12  # type: ignore[index]


class DateReader(CellReader):
    """A civil day. A time of day is dropped: the fiscal date is the local one that is written."""

    def __init__(self, column: Column, context: Context) -> None:
        super().__init__(column, context)
        self._month_first = ""

    def learn(self, texts: Iterable[str]) -> None:
        doubtful = sorted(text for text in map(clean, texts) if _only_month_first(text))
        self._month_first = doubtful[0] if doubtful else ""

    def from_text(self, text: str) -> Value | Fault:
        if _only_month_first(text):
            return Fault(codes.NOT_A_DATE, "month_first")
        if self._month_first and _reads_both_ways(text):
            return Fault(codes.NOT_A_DATE, "month_first_column", {"other": self._month_first})
        if text.isdigit():
            return Fault(codes.NOT_A_DATE, "serial")
        return self._in_range(parse_day(text))

    def _in_range(self, day: date | None) -> date | Fault:
        if day is None:
            return Fault(codes.NOT_A_DATE)
        if not FIRST_YEAR <= day.year <= LAST_YEAR:
            return Fault(codes.NOT_A_DATE, "year", {"first": str(FIRST_YEAR), "last": str(LAST_YEAR)})
        return day

    def from_day(self, day: date) -> Value | Fault:
        if self._month_first and day.day != day.month and day.day <= 12:
            return Fault(codes.NOT_A_DATE, "month_first_column", {"other": self._month_first})
        return self._in_range(day)

    def from_number(self, number: int | float) -> Value | Fault:
        """An unformatted serial counts from the epoch the workbook states; without one it means nothing."""
        if self.context.epoch is None or not 0 < number < 100_000:
            return Fault(codes.NOT_A_DATE, "serial")
        return self._in_range(self.context.epoch + timedelta(days=int(number)))


class DatesReader(DateReader):
    """Several days in one cell, kept as ISO dates joined by ";"."""

    def learn(self, texts: Iterable[str]) -> None:
        super().learn(part for text in texts for part in _SEPARATORS.split(clean(text)))

    def from_text(self, text: str) -> Value | Fault:
        days: set[date] = set()
        for part in filter(None, _SEPARATORS.split(text)):
            day = super().from_text(part)
            if not isinstance(day, date):
                return day
            days.add(day)
        return ";".join(day.isoformat() for day in sorted(days)) or None

    def from_day(self, day: date) -> Value | Fault:
        read = super().from_day(day)
        return read.isoformat() if isinstance(read, date) else read

    def from_number(self, number: int | float) -> Value | Fault:
        read = super().from_number(number)
        return read.isoformat() if isinstance(read, date) else read


class MonthReader(CellReader):
    """A month as YYYY-MM. A whole date stands for its month."""

    def from_text(self, text: str) -> Value | Fault:
        if day := parse_day(text):
            return self.from_day(day)
        if found := _MONTH_NUMBER.fullmatch(text):
            return self._month(full_year(found[2] or found[3]), int(found[1] or found[4]))
        if found := _MONTH_NAME.fullmatch(folded(text)):
            return self._month(full_year(found[2]), _MONTH_OF.get(found[1], 0))
        return Fault(codes.NOT_A_MONTH)

    def from_day(self, day: date) -> Value | Fault:
        return self._month(day.year, day.month)

    def from_number(self, number: int | float) -> Value | Fault:
        return Fault(codes.NOT_A_MONTH)

    @staticmethod
    def _month(year: int | None, month: int) -> Value | Fault:
        if year is None or not 1 <= month <= 12 or not FIRST_YEAR <= year <= LAST_YEAR:
            return Fault(codes.NOT_A_MONTH)
        return f"{year:04d}-{month:02d}"


class CropYearReader(CellReader):
    """ "2022/23" or "2023"; the second year is the one after the first."""

    def from_text(self, text: str) -> Value | Fault:
        found = _CROP_YEAR.fullmatch(text)
        if not found or (found[2] is None and len(found[1]) == 2):
            return Fault(codes.NOT_A_CROP_YEAR)
        return self._crop_year(full_year(found[1]), full_year(found[2]) if found[2] else None, bool(found[2]))

    def from_number(self, number: int | float) -> Value | Fault:
        return self._crop_year(int(number), None, False) if number == int(number) else Fault(codes.NOT_A_CROP_YEAR)

    def from_day(self, day: date) -> Value | Fault:
        return Fault(codes.NOT_A_CROP_YEAR, "date")

    @staticmethod
    def _crop_year(first: int | None, second: int | None, two: bool) -> Value | Fault:
        if first is None or not FIRST_YEAR <= first <= LAST_YEAR or (two and second != first + 1):
            return Fault(codes.NOT_A_CROP_YEAR)
        return f"{first}/{(first + 1) % 100:02d}" if two else str(first)
