"""Business days by the shipped table, compared with the `holidays` package and with counting by hand."""

from __future__ import annotations

from datetime import date, timedelta

import holidays as holidays_package
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastro.core.errors import OutsideCalendar
from lastro.law import load

NATIONAL = load().calendar("national")
WITH_CARNIVAL = load().calendar("with_carnival_and_corpus_christi")
DAYS = st.dates(date(2019, 1, 1), date(2029, 12, 31))


def easter(year: int) -> date:
    """The Gregorian computus of Butcher and Meeus."""
    a, b, c = year % 19, year // 100, year % 100
    d, e = divmod(b, 4)
    g = (8 * b + 13) // 25
    h = (19 * a + b - d - g + 15) % 30
    i, k = divmod(c, 4)
    ell = (32 + 2 * e + 2 * i - h - k) % 7
    m = (a + 11 * h + 19 * ell) // 433
    month, day = divmod(h + ell - 7 * m + 90, 25)
    return date(year, month, (h + ell - 7 * m + 33 * month + 19) % 32) if day >= 0 else date(year, month, 1)


def test_the_national_holidays_are_those_of_the_holidays_package() -> None:
    expected = holidays_package.country_holidays("BR", years=range(2018, 2031))
    assert frozenset(expected) == NATIONAL.holidays


@pytest.mark.parametrize("year", range(2018, 2031))
def test_carnival_and_corpus_christi_follow_easter(year: int) -> None:
    optional = sorted(day for day in WITH_CARNIVAL.holidays - NATIONAL.holidays if day.year == year)
    assert optional == [easter(year) + timedelta(days=days) for days in (-48, -47, 60)]
    assert easter(year) - timedelta(days=2) in NATIONAL.holidays


def test_20_november_is_national_from_2024() -> None:
    assert NATIONAL.is_business_day(date(2023, 11, 20))
    assert not NATIONAL.is_business_day(date(2024, 11, 20))


@pytest.mark.parametrize("day", [date(2017, 12, 31), date(2031, 1, 1)])
def test_a_day_outside_the_table_raises(day: date) -> None:
    with pytest.raises(OutsideCalendar):
        NATIONAL.is_business_day(day)


def test_the_first_and_last_day_of_the_table_answer() -> None:
    assert not NATIONAL.is_business_day(date(2018, 1, 1))
    assert NATIONAL.is_business_day(date(2030, 12, 31))


@given(DAYS, st.integers(-40, 40))
def test_adding_business_days_is_counting_them(day: date, count: int) -> None:
    moved = NATIONAL.add_business_days(day, count)
    if count == 0:
        assert moved == day
        return
    assert NATIONAL.is_business_day(moved)
    if count > 0:
        assert NATIONAL.business_days_between(day, moved) == count
    else:
        walked = [day - timedelta(days=n) for n in range(1, (day - moved).days + 1)]
        assert sum(NATIONAL.is_business_day(d) for d in walked) == -count


@given(DAYS)
def test_the_last_business_day_has_only_free_days_after_it_in_its_month(day: date) -> None:
    last = NATIONAL.last_business_day_of_month(day)
    assert NATIONAL.is_business_day(last)
    later = last + timedelta(days=1)
    while later.month == last.month:
        assert not NATIONAL.is_business_day(later)
        later += timedelta(days=1)
