"""Half-open intervals from printed periods, months that end, and intervals merged."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastro.core.dates import (
    Interval,
    add_months,
    civil_year,
    closed,
    end_of_month,
    end_of_quarter,
    merged,
    months_between,
)

DAYS = st.dates(date(1990, 1, 1), date(2060, 12, 31))
ONE_DAY = timedelta(days=1)


@given(DAYS, st.integers(0, 4000))
def test_both_printed_days_are_inside_and_their_neighbours_outside(first: date, length: int) -> None:
    last = first + timedelta(days=length)
    interval = closed(first, last)
    assert first in interval
    assert last in interval
    assert first - ONE_DAY not in interval
    assert last + ONE_DAY not in interval
    assert interval.last_day == last


def test_a_period_without_a_last_day_is_open() -> None:
    interval = closed(date(2023, 1, 1), None)
    assert date(9999, 12, 31) in interval
    assert interval.last_day is None


def test_an_interval_that_ends_before_it_starts_is_refused() -> None:
    with pytest.raises(ValueError):
        Interval(date(2023, 1, 1), date(2023, 1, 1))
    with pytest.raises(ValueError):
        closed(date(2023, 1, 2), date(2023, 1, 1))


@pytest.mark.parametrize(
    "day, months, expected",
    [
        (date(2023, 1, 31), 1, date(2023, 2, 28)),
        (date(2024, 1, 31), 1, date(2024, 2, 29)),
        (date(2024, 2, 29), 12, date(2025, 2, 28)),
        (date(2024, 2, 29), -12, date(2023, 2, 28)),
        (date(2024, 2, 29), 48, date(2028, 2, 29)),
        (date(2023, 8, 31), 6, date(2024, 2, 29)),
        (date(2023, 12, 31), 1, date(2024, 1, 31)),
        (date(2023, 1, 1), -1, date(2022, 12, 1)),
    ],
)
def test_a_month_later_is_the_same_day_or_the_last_of_the_month(day: date, months: int, expected: date) -> None:
    assert add_months(day, months) == expected


@given(DAYS, st.integers(0, 240))
def test_as_many_months_pass_as_were_added(day: date, months: int) -> None:
    assert months_between(day, add_months(day, months)) == months


@given(DAYS, DAYS)
def test_months_between_are_complete_months(one: date, two: date) -> None:
    start, end = min(one, two), max(one, two)
    months = months_between(start, end)
    assert add_months(start, months) <= end < add_months(start, months + 1)


def test_months_do_not_run_backwards() -> None:
    with pytest.raises(ValueError):
        months_between(date(2023, 2, 1), date(2023, 1, 31))


@given(DAYS)
def test_the_ends_of_month_and_quarter_are_followed_by_a_first_day(day: date) -> None:
    assert (end_of_month(day) + ONE_DAY).day == 1
    after = end_of_quarter(day) + ONE_DAY
    assert after.day == 1
    assert after.month in {1, 4, 7, 10}
    assert 0 <= (end_of_quarter(day) - day).days < 92


def test_29_february_ends_its_month() -> None:
    assert end_of_month(date(2024, 2, 1)) == date(2024, 2, 29)
    assert end_of_month(date(2100, 2, 1)) == date(2100, 2, 28)


INTERVALS = st.lists(
    st.builds(lambda s, n: Interval(s, None if n == 0 else s + timedelta(days=n)), DAYS, st.integers(0, 900)),
    max_size=8,
)


@given(INTERVALS, DAYS)
def test_a_day_is_in_the_union_exactly_when_it_is_in_a_part(intervals: list[Interval], day: date) -> None:
    assert any(day in i for i in merged(intervals)) == any(day in i for i in intervals)


@given(INTERVALS)
def test_the_union_has_no_neighbours_left(intervals: list[Interval]) -> None:
    union = merged(intervals)
    assert all(a.end is not None and a.end < b.start for a, b in pairwise(union))


def test_a_civil_year_holds_its_first_and_last_day() -> None:
    year = civil_year(2023)
    assert date(2023, 1, 1) in year
    assert date(2023, 12, 31) in year
    assert date(2022, 12, 31) not in year
    assert date(2024, 1, 1) not in year


def test_touching_intervals_do_not_overlap() -> None:
    one, two = Interval(date(2023, 1, 1), date(2023, 2, 1)), Interval(date(2023, 2, 1))
    assert not one.overlaps(two)
    assert not two.overlaps(one)
    assert one.overlaps(Interval(date(2023, 1, 31)))
