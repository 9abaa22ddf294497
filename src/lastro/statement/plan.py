"""The answer of a plan and of a what-if: what to buy, what it costs and brings, and what stands in the way.

Amounts are centavos, percentages in percent (60.84), points in percentage points.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lastro.statement.model import Statement


@dataclass(frozen=True)
class Figures:
    """What a statement answers, to be set beside another: None where a figure cannot be measured."""

    declared: Fraction | None
    after_risk: Fraction | None
    regional: Fraction | None
    numerator: Fraction | None  # reais

    @staticmethod
    def of(statement: Statement) -> Figures:
        """The figures of a statement of the Selo."""
        found = {line.id: Fraction(line.exact) for line in statement.lines if line.exact}
        names = ("weighted_percentage", "weighted_percentage_after_risk", "regional_share", "numerator")
        return Figures(*(found.get(f"selo.{name}") for name in names))


@dataclass(frozen=True)
class Bought:
    """One offer that the plan takes, in part or whole. `families` counts the family farmers that must stand behind it
    when the offer names nobody (0: it names them, or none is needed). `weight` is None for spending."""

    offer: str
    kind: str
    product: str
    letter: str
    place: str  # IBGE code
    supplier: str
    centavos: int
    quantity_micro: int
    unit: str
    cost: Fraction  # reais
    all_of_it: bool
    weight_thousandths: int | None = None
    families: int = 0


@dataclass(frozen=True)
class NextReal:
    """What more of an offer would bring where the plan ends: points per `STEP` reais of it, and what that step costs.

    `left` is what of it is not taken yet. `refused` names the reasons of the rules for which it never counts.
    """

    offer: str
    points: Fraction
    cost: Fraction
    left: int
    refused: str = ""


STEP = 1_000
"""Reais of the step that `NextReal` measures: small beside a plan, large beside the rounding of the numerator."""


@dataclass(frozen=True)
class Binding:
    """A limit that the plan touches: `kind` is availability, cap, income, yield or regional; `subject` the offer, the
    line of the cap, or the family; `cut` what a cap takes away, in centavos."""

    kind: str
    subject: str
    cut: int = 0


@dataclass(frozen=True)
class Plan:
    """The cheapest set of offers that reaches `target`, verified by the rules; or, when `reached` is false, the best
    that the offers can do, and by how much it falls short.

    `cost` is what the plan costs beyond the market, `spent` the value of all that it takes, both in reais. `proven` is
    false when the search ended before the cheapest was certain; then `lower_bound` is the least it could cost.
    `beyond_caps` tells that it buys what a cap cuts: worth its cost only as long as caps cut in proportion.
    """

    year: int
    plant: str
    regime: str
    minimum: Fraction
    margin: Fraction
    target: Fraction
    regional_minimum: Fraction | None
    before: Figures
    after: Figures
    reached: bool
    bought: tuple[Bought, ...] = ()
    cost: Fraction = Fraction(0)
    spent: Fraction = Fraction(0)
    proven: bool = True
    lower_bound: Fraction = Fraction(0)
    short_points: Fraction = Fraction(0)
    short_value: Fraction = Fraction(0)
    short_regional: Fraction = Fraction(0)
    next_reals: tuple[NextReal, ...] = ()
    binding: tuple[Binding, ...] = ()
    beyond_caps: bool = False
    unread_offers: int = 0


@dataclass(frozen=True)
class Supposed:
    """One addition of a what-if as the rules took it. `word` is the place as it was typed, `place` the municipality
    that stands for it; `refused` names the reasons for which nothing of it counts."""

    product: str
    word: str
    place: str
    supplier_kind: str
    centavos: int
    accepted_centavos: int
    weight_thousandths: int
    families: int
    refused: str = ""


@dataclass(frozen=True)
class WhatIfAnswer:
    """The year as it is and as it would be with the additions, by the same rules."""

    year: int
    plant: str
    regime: str
    supposed: tuple[Supposed, ...]
    before: Figures
    after: Figures
    minimum: Fraction | None
    regional_minimum: Fraction | None = None
