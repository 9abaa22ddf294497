"""Dates of law: half-open intervals, months between, ends of periods. Dates are civil days in Brasília.

A six-month term is six months, never 180 days; 31 January plus one month is the last day of February.
"""

from __future__ import annotations

import calendar as _month_lengths
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, order=True)
class Interval:
    """Days from `start` up to, not including, `end`; `end` None is open. `start` must come before `end`."""

    start: date
    end: date | None = None

    def __post_init__(self) -> None:
        if self.end is not None and self.end <= self.start:
            raise ValueError(f"interval ends {self.end} on or before its start {self.start}")

    def __contains__(self, day: date) -> bool:
        return self.start <= day and (self.end is None or day < self.end)

    def overlaps(self, other: Interval) -> bool:
        return (other.end is None or self.start < other.end) and (self.end is None or other.start < self.end)

    @property
    def last_day(self) -> date | None:
        """The last day inside, or None when open."""
        return None if self.end is None else self.end - timedelta(days=1)


def closed(first: date, last: date | None) -> Interval:
    """The half-open interval of a period printed with both its first and its last day."""
    return Interval(first, None if last is None else last + timedelta(days=1))


def merged(intervals: Iterable[Interval]) -> tuple[Interval, ...]:
    """The union as disjoint intervals in order; touching ones become one."""
    result: list[Interval] = []
    for interval in sorted(intervals, key=lambda i: (i.start, i.end or date.max)):
        if result and (result[-1].end is None or interval.start <= result[-1].end):
            ends = (result[-1].end, interval.end)
            last = None if None in ends else max(end for end in ends if end is not None)
            result[-1] = Interval(result[-1].start, last)
        else:
            result.append(interval)
    return tuple(result)


def civil_year(year: int) -> Interval:
    """1 January to 31 December of `year`."""
    return Interval(date(year, 1, 1), date(year + 1, 1, 1))


def end_of_month(day: date) -> date:
    """The last day of the month of `day`."""
    return day.replace(day=_month_lengths.monthrange(day.year, day.month)[1])


def end_of_quarter(day: date) -> date:
    """The last day of the civil quarter of `day`."""
    return end_of_month(day.replace(day=1, month=3 * ((day.month - 1) // 3) + 3))


def add_months(day: date, months: int) -> date:
    """The same day `months` later (or earlier), or the last day of that month when it has no such day."""
    index = day.year * 12 + day.month - 1 + months
    year, month = divmod(index, 12)
    last = _month_lengths.monthrange(year, month + 1)[1]
    return date(year, month + 1, min(day.day, last))


def months_between(start: date, end: date) -> int:
    """Complete months from `start` to `end` (31 January to 28 February of a common year is one).

    Raises ValueError when `end` comes before `start`.
    """
    if end < start:
        raise ValueError(f"{end} comes before {start}")
    months = (end.year - start.year) * 12 + end.month - start.month
    return months if add_months(start, months) <= end else months - 1
