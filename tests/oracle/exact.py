"""Exact helpers of the oracle: reais to centavos, half-up, units of mass. No float."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

Row = Mapping[str, Any]
_GRAMS = {"kg": 1_000, "t": 1_000_000, "sc60": 60_000}
_TRADE_SACK = {"soja": 60_000, "milho": 60_000}


def half_up(value: Fraction | int) -> int:
    """The nearest integer, halves away from zero."""
    exact = Fraction(value)
    lower = abs(exact) + Fraction(1, 2)
    whole = lower.numerator // lower.denominator
    return whole if exact >= 0 else -whole


def share(amount: int, part: int, whole: int) -> int:
    """`amount` in the proportion part : whole, half-up."""
    return half_up(Fraction(amount * part, whole))


def centavos(value: Decimal | None) -> int:
    """Reais to centavos; a third place is a fault of the test, not something to round."""
    exact = Fraction(value or 0) * 100
    assert exact.denominator == 1, value
    return exact.numerator


def fraction(value: Decimal | int | None) -> Fraction:
    return Fraction(value or 0)


def unit_grams(unit: str, product: str, sack_kg: Decimal | None = None) -> int | None:
    """Grams of one unit of mass; a bare sack is the contract's, else the trade's for soy and corn; None otherwise."""
    if unit == "sc":
        return half_up(Fraction(sack_kg) * 1_000) if sack_kg is not None else _TRADE_SACK.get(product)
    return _GRAMS.get(unit)


def grams(quantity: Decimal | None, unit: str, product: str, sack_kg: Decimal | None = None) -> int | None:
    """A quantity in grams, half-up; None when the unit is not one of mass or the quantity is not known."""
    factor = unit_grams(unit, product, sack_kg)
    return None if quantity is None or factor is None else half_up(Fraction(quantity) * factor)


def square_metres(hectares: Decimal | None) -> int:
    return half_up(fraction(hectares) * 10_000)


def text(row: Row, column: str) -> str:
    """The text of a cell, "" when empty."""
    value = row.get(column)
    return "" if value is None else str(value).strip()


def covers(row: Row, on: date, start: str = "inicio", end: str = "fim") -> bool:
    """Whether the interval of the row, both printed days included, has that day; an empty end is open."""
    first, last = row.get(start), row.get(end)
    return (first is None or first <= on) and (last is None or on <= last)


def running_clamp(wanted: Iterable[int], room: int) -> list[int]:
    """What each of a sequence gets out of one room, first come first served."""
    given = []
    for amount in wanted:
        taken = max(0, min(amount, room))
        given.append(taken)
        room -= taken
    return given


def largest_remainder(total: int, weights: list[Fraction], names: list[str]) -> list[int]:
    """`total` divided by weight into integers: floors first, then one more to the largest remainders, ties by name."""
    whole = sum(weights)
    exact = [total * weight / whole for weight in weights]
    floors = [value.numerator // value.denominator for value in exact]
    order = sorted(range(len(weights)), key=lambda i: (-(exact[i] - floors[i]), names[i]))
    for i in order[: total - sum(floors)]:
        floors[i] += 1
    return floors
