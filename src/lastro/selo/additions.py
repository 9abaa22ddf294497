"""A little more than what counted, and how the caps of a regime would fall on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from lastro.selo.figures import Amounts


@dataclass(frozen=True)
class Addition:
    """What would count besides: centavos of a line with these properties, or reais of spending by (item, region)."""

    centavos: Fraction = Fraction(0)
    cap_group: str = "main"
    spending_region: str = "other"
    weight: int = 1_000  # thousandths
    spending: Mapping[tuple[str, str], Fraction] = field(default_factory=dict)


@dataclass(frozen=True)
class CutByOrder:
    """What a cap keeps of corn and inputs when lines are cut in an order instead of in proportion: reais."""

    counted: Mapping[str, Fraction]  # by region group
    weighted: Mapping[str, Fraction]


Keep = Callable[[str, Mapping[str, Fraction]], Amounts]
"""Cuts the spending in an order: given "research" or "spending" and the room of each pool (region group, or "" for
all), answers what stays of each (item, region group), in reais. Called once per cap, in their order."""


@dataclass(frozen=True)
class Cuts:
    """How the caps fall on lines and on spending with an addition; None is in proportion."""

    lines: Callable[[Addition], CutByOrder | None]
    spending: Callable[[Addition], Keep | None]


IN_PROPORTION = Cuts(lambda _: None, lambda _: None)
