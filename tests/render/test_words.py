"""Numbers, dates and identifiers as people of both languages write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from lastro.render import words
from lastro.statement.model import PER_UNIT, Line, Unit

NB = words.NBSP


@pytest.mark.parametrize(
    "text, pt, en",
    [
        ("0", "0", "0"),
        ("999.90", "999,90", "999.90"),
        ("1234567.89", "1.234.567,89", "1,234,567.89"),
        ("-1000", "-1.000", "-1,000"),
        ("123456789012345678.01", "123.456.789.012.345.678,01", "123,456,789,012,345,678.01"),
    ],
)
def test_a_number_keeps_its_places(text: str, pt: str, en: str) -> None:
    assert (words.number(text, "pt"), words.number(text, "en")) == (pt, en)


def test_money_has_its_sign_before_the_symbol() -> None:
    assert words.money("1234.56", "pt") == f"R${NB}1.234,56"
    assert words.money("-1234.56", "en") == f"-R${NB}1,234.56"
    assert words.money_of_centavos(-5, "pt") == f"-R${NB}0,05"


def test_a_percentage_shows_four_places() -> None:
    assert words.percent("60.8400", "pt") == f"60,8400{NB}%"


def test_points_always_show_their_sign() -> None:
    assert words.points(Fraction(5, 4), "pt") == "+1,2500"
    assert words.points(Fraction(-3, 10), "en") == "-0.3000"


def test_a_date_is_written_as_each_language_reads_it() -> None:
    assert words.day("2023-04-10", "pt") == "10/04/2023"
    assert words.day("2023-04-10", "en") == "2023-04-10"
    assert words.day("2022/23", "pt") == "2022/23"


def test_a_value_that_is_not_established_is_a_dash() -> None:
    assert words.line_value(Line("x", None, Unit.BRL), "pt") == words.ABSENT


@pytest.mark.parametrize(
    "text, unit, shown",
    [
        ("608.40", Unit.BRL, f"R${NB}608,40"),
        ("60.8400", Unit.PERCENT, f"60,8400{NB}%"),
        ("1500.000", Unit.KG, f"1.500,000{NB}kg"),
        ("bovino,caprino", Unit.FACTOR, "bovino,caprino"),
        ("280/2022", Unit.TEXT, "280/2022"),
        ("2023-12-31", Unit.DATE, "31/12/2023"),
    ],
)
def test_a_value_is_written_in_its_unit(text: str, unit: Unit, shown: str) -> None:
    assert words.by_unit(text, unit, "pt") == shown


@pytest.mark.parametrize(
    "value, kind, shown",
    [
        (104000, "thousandths", "104"),
        (5200, "thousandths", "5,2"),
        (13, "tenths", "1,3"),
        (50, "tenths", "5"),
        (1_234_567, "grams", "1.234,567"),
        (10_452_000_000, "milli_centavos", f"R${NB}104.520,00"),
    ],
)
def test_a_stored_integer_is_shown_in_the_unit_people_read(value: int, kind: str, shown: str) -> None:
    assert words.scaled_integer(value, kind, "pt") == shown


def test_a_cpf_is_masked_unless_asked() -> None:
    assert words.person("12345678909") == "***.456.789-**"
    assert words.person("12345678909", unmask=True) == "123.456.789-09"
    assert words.person("11222333000181") == "11.222.333/0001-81"


@pytest.mark.parametrize(
    "value, kind, shown",
    [
        (-5, "centavos", "-0.05"),
        (0, "grams", "0.000"),
        (12_345_678, "milli_centavos", "123.45678"),
        (-7, "integer", "-7"),
    ],
)
def test_a_stored_integer_is_written_exactly(value: int, kind: str, shown: str) -> None:
    assert words.plain(value, kind) == shown


def test_every_stored_unit_is_a_power_of_ten() -> None:
    assert all(str(per_unit).strip("0") == "1" for per_unit in PER_UNIT.values())


def test_a_share_is_shown_as_percent_without_idle_zeros() -> None:
    assert words.percent_of_share("0.3", "pt") == f"30{NB}%"
    assert words.percent_of_share("0.125", "pt") == f"12,5{NB}%"
