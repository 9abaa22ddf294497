"""Exact numbers: half-up away from zero against Python's integers on both signs, and the doors from text."""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastro.core import numbers
from lastro.core.errors import InexactNumber

INT64 = st.integers(-(2**63) + 1, 2**63 - 1)
NONZERO = INT64.filter(bool)


@given(INT64, INT64, NONZERO)
def test_muldiv_is_the_nearest_integer_and_a_half_goes_away_from_zero(a: int, b: int, c: int) -> None:
    result = numbers.muldiv_half_up(a, b, c)
    exact = Fraction(a * b, c)
    gap = abs(exact - result)
    assert gap < Fraction(1, 2) or (gap == Fraction(1, 2) and abs(result) > abs(exact))


@given(INT64, INT64, NONZERO)
def test_muldiv_is_odd_in_each_argument(a: int, b: int, c: int) -> None:
    result = numbers.muldiv_half_up(a, b, c)
    assert numbers.muldiv_half_up(-a, b, c) == -result
    assert numbers.muldiv_half_up(a, -b, c) == -result
    assert numbers.muldiv_half_up(a, b, -c) == -result


@given(INT64, INT64, NONZERO)
def test_muldiv_agrees_with_truncating_integers_as_the_engines_divide(a: int, b: int, c: int) -> None:
    negative = [a < 0, b < 0, c < 0].count(True) % 2 == 1
    magnitude = (2 * abs(a) * abs(b) + abs(c)) // (2 * abs(c))
    assert numbers.muldiv_half_up(a, b, c) == (-magnitude if negative else magnitude)


@pytest.mark.parametrize(
    "a, b, c, expected",
    [
        (1, 1, 2, 1),
        (-1, 1, 2, -1),
        (1, 1, 3, 0),
        (5, 1, 2, 3),
        (-5, 1, 2, -3),
        (0, 7, 9, 0),
        (10**18, 10**18, 10**18, 10**18),
    ],
)
def test_muldiv_of_plain_cases(a: int, b: int, c: int, expected: int) -> None:
    assert numbers.muldiv_half_up(a, b, c) == expected


def test_division_by_zero_raises() -> None:
    with pytest.raises(ZeroDivisionError):
        numbers.muldiv_half_up(1, 1, 0)


@given(st.integers(-(10**18), 10**18), st.integers(0, 12), st.integers(0, 8))
def test_fixed_prints_what_decimal_rounds_half_up(units: int, scale: int, places: int) -> None:
    exact = Decimal(units).scaleb(-scale)
    expected = exact.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    assert numbers.fixed(Fraction(units, 10**scale), places) == f"{expected if expected else abs(expected):f}"


@given(st.integers(-(10**15), 10**15))
def test_centavos_survive_the_way_to_text_and_back(value: int) -> None:
    assert numbers.centavos(numbers.reais(value)) == value


def test_zero_is_never_printed_with_a_minus() -> None:
    assert numbers.fixed(Fraction(-1, 1000), 2) == "0.00"
    assert numbers.percent(Fraction(6084, 10000)) == "60.8400"
    assert numbers.fraction_text(Fraction(6084, 10000)) == "1521/2500"


@pytest.mark.parametrize("text", ["", "1e3", "NaN", "Infinity", "1.234,56", "1,5", "0x10", "1_000", "--1", "1.", ".5"])
def test_what_is_not_a_plain_number_is_refused(text: str) -> None:
    with pytest.raises(InexactNumber):
        numbers.decimal(text)


def test_a_float_is_refused() -> None:
    with pytest.raises(InexactNumber):
        numbers.decimal(1.5)  # type: ignore[arg-type]
    with pytest.raises(InexactNumber):
        numbers.decimal(Decimal("NaN"))


def test_a_third_decimal_of_a_real_is_refused_and_not_rounded() -> None:
    with pytest.raises(InexactNumber) as refused:
        numbers.centavos("10.005")
    assert refused.value.code == "number.too_many_places"
    assert numbers.scaled_half_up("10.005", 100) == 1001


@pytest.mark.parametrize("value", [2**63, -(2**63), 2**70])
def test_what_leaves_64_bits_is_refused(value: int) -> None:
    with pytest.raises(InexactNumber):
        numbers.int64(value)
