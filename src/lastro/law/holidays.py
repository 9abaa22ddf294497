"""The holiday tables behind the reading `calendar.holidays`."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cache

from lastro.core.calendar import Calendar
from lastro.core.errors import WrongUse
from lastro.law.reader import read_csv

_KINDS: Mapping[str, frozenset[str]] = {
    "national": frozenset({"national"}),
    "with_carnival_and_corpus_christi": frozenset({"national", "optional"}),
}


@cache
def holidays() -> tuple[tuple[date, str, str, str], ...]:
    """Every row of the table: day, kind (`national` or `optional`), name in Portuguese, name in English."""
    return tuple(
        (date.fromisoformat(row["date"]), row["kind"], row["name_pt"], row["name_en"])
        for row in read_csv("holidays.csv")
    )


@cache
def calendar(option: str) -> Calendar:
    """The calendar of that option of `calendar.holidays`. Raises WrongUse for an option that does not exist."""
    if option not in _KINDS:
        raise WrongUse("law.reading_option", key="calendar.holidays", option=option, options=", ".join(_KINDS))
    days = frozenset(day for day, kind, _, _ in holidays() if kind in _KINDS[option])
    years = [day.year for day, _, _, _ in holidays()]
    return Calendar(days, date(min(years), 1, 1), date(max(years), 12, 31))
