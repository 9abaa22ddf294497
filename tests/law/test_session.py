"""A session answers by date, records what it handed out, hides what was published later, and takes overrides."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from fractions import Fraction

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastro.core.dates import Interval, civil_year
from lastro.core.errors import ParameterNotEstablished, WrongUse
from lastro.law import DatedValue, Evidence, load, parse_cite
from lastro.law.session import Session, overlaid

BOOK = load()
CITE = (parse_cite("decreto-10527-2020 art. 3"),)


def value(start: date, end: date | None, number: int | None, published: date | None = None) -> DatedValue:
    return DatedValue(
        "k",
        Interval(start, end),
        None if number is None else Fraction(number, 10),
        "factor",
        CITE,
        Evidence.SEED,
        established=number is not None,
        published=published,
    )


def session(*values: DatedValue, known_on: date | None = None, overrides: tuple[DatedValue, ...] = ()) -> Session:
    return Session({"k": values}, BOOK.readings, {}, known_on, overrides)


JAN, APR, JUL, END = date(2023, 1, 1), date(2023, 4, 1), date(2023, 7, 1), date(2024, 1, 1)


def test_values_and_readings_handed_out_are_recorded_once_and_in_order() -> None:
    asked = BOOK.session(readings={"selo.cap_base": "weighted"})
    for _ in range(2):
        asked.number("selo.280.factor.cooperative", date(2023, 5, 1))
        asked.number("selo.280.cap.corn", date(2023, 5, 1))
        asked.reading("selo.subject")
        asked.reading("selo.cap_base")
    assert [(used.key, used.value, used.start, used.end) for used in asked.used()] == [
        ("selo.280.cap.corn", "0.3", "2022-05-30", "2024-06-28"),
        ("selo.280.factor.cooperative", "1.3", "2022-05-30", "2024-06-28"),
    ]
    assert asked.used()[0].cites == ("portaria-saf-mapa-280-2022 art. 3 § 6",)
    assert [(r.key, r.option, r.is_default) for r in asked.readings_used()] == [
        ("selo.cap_base", "weighted", False),
        ("selo.subject", "unit", True),
    ]


def test_a_value_that_was_not_established_is_not_recorded_as_used() -> None:
    asked = BOOK.session()
    with pytest.raises(ParameterNotEstablished):
        asked.value("selo.regime", date(2022, 1, 1))
    assert asked.used() == ()


HELD = Interval(date(2022, 5, 30), date(2024, 6, 28))


@pytest.mark.parametrize(
    "day", [date(2005, 1, 1), date(2022, 5, 30), date(2024, 6, 27), date(2024, 6, 28), date(2026, 1, 1)]
)
def test_a_held_regulation_answers_any_day_as_on_the_nearest_of_its_time(day: date) -> None:
    asked = BOOK.session(held={"selo.280.": HELD})
    assert asked.number("selo.280.factor.priority_origin", day) == 5
    assert asked.found("selo.regional.minimum", date(2005, 1, 1)) is None


@pytest.mark.parametrize("year", [2022, 2023, 2024, 2026])
def test_a_held_regulation_fills_every_day_of_a_table(year: int) -> None:
    asked = BOOK.session(held={"selo.280.": HELD})
    table = asked.table({"corn": "selo.280.cap.corn"}, {"corn": 10}, civil_year(year))
    assert table.to_pydict() == {
        "valid_from": [date(year, 1, 1)], "valid_to": [date(year + 1, 1, 1)], "corn": [3],
    }  # fmt: skip


def test_a_soft_column_is_null_where_nobody_established_it() -> None:
    soft = {"ceiling": "selo.pronaf_income_ceiling", "nothing": ""}
    table = BOOK.session().table({}, {"ceiling": 1}, civil_year(2026), soft)
    assert table.to_pydict() == {
        "valid_from": [date(2026, 1, 1), date(2026, 2, 1)], "valid_to": [date(2026, 2, 1), date(2027, 1, 1)],
        "ceiling": [500_000, None], "nothing": [None, None],
    }  # fmt: skip


def test_an_unknown_reading_or_option_is_wrong_use() -> None:
    with pytest.raises(WrongUse) as unknown:
        BOOK.session(readings={"selo.nothing": "x"})
    assert unknown.value.code == "law.reading_unknown"
    with pytest.raises(WrongUse) as option:
        BOOK.session(readings={"selo.cap_base": "heavy"})
    assert option.value.arguments["options"] == "unweighted, weighted"
    with pytest.raises(WrongUse):
        BOOK.session().reading("selo.nothing")


def test_an_unknown_key_is_a_key_error_and_not_a_hole() -> None:
    with pytest.raises(KeyError):
        BOOK.session().value("selo.nothing", JAN)


def test_intervals_are_clipped_and_neighbours_that_agree_are_one() -> None:
    asked = session(value(date(2020, 1, 1), APR, 10), value(APR, JUL, 10), value(JUL, None, 20))
    found = asked.intervals("k", civil_year(2023))
    assert [(v.interval.start, v.interval.end, v.value) for v in found] == [(JAN, JUL, 1), (JUL, END, 2)]


def test_a_hole_inside_the_period_stops_at_its_first_day() -> None:
    with pytest.raises(ParameterNotEstablished) as stopped:
        session(value(JAN, APR, 10), value(JUL, None, 20)).intervals("k", civil_year(2023))
    assert stopped.value.arguments["on"] == "2023-04-01"
    assert stopped.value.code == "law.hole"
    assert stopped.value.arguments["cites"] == "decreto-10527-2020 art. 3"


def test_a_named_hole_stops_with_its_provision() -> None:
    with pytest.raises(ParameterNotEstablished) as stopped:
        session(value(JAN, APR, None)).value("k", JAN)
    assert stopped.value.code == "law.not_established"
    assert stopped.value.arguments["cites"] == "decreto-10527-2020 art. 3"


def test_a_table_has_one_row_per_interval_without_change_and_exact_integers() -> None:
    parameters = {"k": (value(JAN, JUL, 13), value(JUL, None, 20)), "l": (value(JAN, APR, 5), value(APR, None, 7))}
    asked = Session(parameters, BOOK.readings, {}, None, ())
    table = asked.table({"one": "k", "two": "l"}, {"one": 10, "two": 10}, civil_year(2023))
    assert table.to_pylist() == [
        {"valid_from": JAN, "valid_to": APR, "one": 13, "two": 5},
        {"valid_from": APR, "valid_to": JUL, "one": 13, "two": 7},
        {"valid_from": JUL, "valid_to": END, "one": 20, "two": 7},
    ]
    assert table.schema.field("one").type == pa.int64()


def test_a_scale_that_does_not_make_the_value_whole_is_refused() -> None:
    with pytest.raises(ValueError, match="not whole"):
        session(value(JAN, None, 13)).table({"one": "k"}, {"one": 1}, civil_year(2023))


def test_what_was_published_later_is_unknown_and_what_it_replaced_goes_on() -> None:
    values = (value(JAN, APR, 10, date(2022, 1, 1)), value(APR, None, 20, date(2023, 3, 1)))
    assert session(*values).number("k", APR) == 2
    assert session(*values, known_on=date(2023, 3, 1)).number("k", APR) == 2
    assert session(*values, known_on=date(2023, 2, 28)).number("k", APR) == 1
    with pytest.raises(ParameterNotEstablished):
        session(*values, known_on=date(2021, 12, 31)).number("k", APR)


def test_in_2022_nobody_knew_the_end_of_portaria_280() -> None:
    later = date(2024, 12, 31)
    assert BOOK.session(known_on=date(2024, 6, 27)).number("selo.minimum_percentage", later) == Fraction(51, 100)
    with pytest.raises(ParameterNotEstablished):
        BOOK.session(known_on=date(2024, 6, 28)).number("selo.minimum_percentage", later)
    with pytest.raises(ParameterNotEstablished):
        BOOK.session(known_on=date(2022, 5, 29)).number("selo.minimum_percentage", date(2023, 1, 1))


def test_an_override_stands_in_its_interval_and_is_marked_where_it_was_used() -> None:
    mine = replace(value(APR, JUL, 99), overridden=True, evidence=Evidence.UNVERIFIED)
    asked = session(value(JAN, None, 10), overrides=(mine,))
    numbers = [asked.number("k", day) for day in (JAN, date(2023, 3, 31), APR, date(2023, 6, 30), JUL)]
    assert numbers == [1, 1, Fraction(99, 10), Fraction(99, 10), 1]
    assert [used.overridden for used in asked.used()] == [False, True, False]


STARTS = st.dates(date(2020, 1, 1), date(2025, 1, 1))
PIECES = st.builds(
    lambda a, b, n: value(min(a, b), max(a, b), n) if a != b else value(a, None, n), STARTS, STARTS, st.integers(1, 99)
)


@given(PIECES, PIECES, STARTS)
def test_an_override_answers_inside_its_interval_and_the_law_outside(
    base: DatedValue, mine: DatedValue, day: date
) -> None:
    expected = mine.value if day in mine.interval else base.value if day in base.interval else None
    found = [v.value for v in overlaid([base], [mine]) if day in v.interval]
    assert found == ([] if expected is None else [expected])
