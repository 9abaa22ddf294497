"""Business days: Monday to Friday minus the holidays of a given table. Outside the table it raises."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

from lastro.core.dates import end_of_month
from lastro.core.errors import OutsideCalendar

_SATURDAY = 5


@dataclass(frozen=True)
class Calendar:
    """Holidays known from `first` to `last`, both included. Which holidays count is the reading `calendar.holidays`."""

    holidays: frozenset[date]
    first: date
    last: date

    def is_business_day(self, day: date) -> bool:
        """Raises OutsideCalendar when the table does not cover `day`."""
        if not self.first <= day <= self.last:
            raise OutsideCalendar("calendar.outside", day=day, first=self.first, last=self.last)
        return day.weekday() < _SATURDAY and day not in self.holidays

    def add_business_days(self, day: date, count: int) -> date:
        """The `count`-th business day after `day` (before it when negative); `day` itself when zero."""
        step = timedelta(days=1 if count > 0 else -1)
        for _ in range(abs(count)):
            day += step
            while not self.is_business_day(day):
                day += step
        return day

    def business_days_between(self, start: date, end: date) -> int:
        """Business days after `start` up to and including `end`; negative when `end` comes first."""
        if end < start:
            return -self.business_days_between(end, start)
        days = (start + timedelta(days=n) for n in range(1, (end - start).days + 1))
        return sum(self.is_business_day(day) for day in days)

    def last_business_day_of_month(self, day: date) -> date:
        """The last business day of the month of `day`."""
        last = end_of_month(day)
        return last if self.is_business_day(last) else self.add_business_days(last, -1)
