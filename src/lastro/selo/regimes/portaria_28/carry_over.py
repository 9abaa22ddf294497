"""Balances of the evaluation of 2024: Portaria MDA 28/2024, art. 58.

A positive balance enters the calculation of the civil year after its result was notified; a negative one may be made
up until the end of the year after the notice. The user enters it in `decisoes` (tipo saldo_2024, data, valor).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.core.dates import Interval, civil_year
from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.selo.regime import Tables

KIND = "saldo_2024"


@dataclass(frozen=True)
class Balance:
    """One balance in reais, with the day of its notice."""

    noticed_on: date
    reais: Fraction

    @property
    def following(self) -> Interval:
        """The civil year after the notice."""
        return civil_year(self.noticed_on.year + 1)


def balances(tables: Tables) -> Iterator[Balance]:
    """The balances that the user entered; one without a day or a value says nothing."""
    for row in tables["decisoes"].to_pylist():
        if row["tipo"] == KIND and isinstance(row["data"], date) and isinstance(row["valor"], int):
            yield Balance(row["data"], Fraction(row["valor"], CENTAVOS_PER_REAL))


def carried(tables: Tables, period: Interval) -> Fraction:
    """Reais of positive balances that enter the calculation of the period."""
    return sum((b.reais for b in balances(tables) if b.reais > 0 and b.following == period), Fraction(0))


def debts(tables: Tables, period: Interval) -> Iterator[Balance]:
    """Negative balances that are still to be made up in the period."""
    for balance in balances(tables):
        if balance.reais < 0 and balance.noticed_on.year <= period.start.year <= balance.following.start.year:
            yield balance
