"""The percentage if a little more counted: the same tail, over sums with an addition. Nothing is written.

Points of findings come from here, so that a remedy which a cap would swallow shows no points.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from lastro.law import Session
from lastro.selo import tail
from lastro.selo.trace import Trace
from lastro.selo.turnover import Turnover, denominator_lines
from lastro.statement.formula import Sums
from lastro.statement.formula_nodes import SumCall

_CENTAVOS, _MILLI = 100, 100_000
_ACCEPTED = frozenset(("accepted_centavos", "safe_centavos", "requested_centavos"))
_WEIGHTED = frozenset(("weighted", "safe_weighted"))


@dataclass(frozen=True)
class Addition:
    """What would count besides: centavos of a line with these properties, or reais of spending by (item, region)."""

    centavos: Fraction = Fraction(0)
    cap_group: str = "main"
    spending_region: str = "other"
    weight: int = 1_000  # thousandths
    spending: Mapping[tuple[str, str], Fraction] = field(default_factory=dict)


@dataclass(frozen=True)
class Cuts:
    """How the caps fall on lines and on spending with an addition; None is in proportion."""

    lines: Callable[[Addition], tail.CutByOrder | None]
    spending: Callable[[Addition], tail.Keep | None]


IN_PROPORTION = Cuts(lambda _: None, lambda _: None)


@dataclass(frozen=True)
class WhatIf:
    """The inputs of the tail, kept to ask again. `spending` are reais by (item, region) in each figure."""

    session: Session
    sums: Sums
    sold: Turnover
    spending: Mapping[tail.Figure, tail.Amounts]
    cuts: Mapping[tail.Figure, Cuts]
    plant_region: str
    on: date

    def percentage(self, figure: tail.Figure, addition: Addition) -> Fraction:
        """The weighted percentage of that figure with the addition, in percent (60.84)."""
        trace = Trace(self.session, self._with(addition))
        denominator_lines(trace, self.sold, self.session)
        amounts, cuts = dict(self.spending[figure]), self.cuts[figure]
        for slot, more in addition.spending.items():
            amounts[slot] = amounts.get(slot, Fraction(0)) + more
        tail.item_one(trace, figure, self.session, self.on, cuts.lines(addition))
        keep = cuts.spending(addition)
        tail.items_two_to_five(trace, figure, self.session, self.on, amounts, self.plant_region, keep)
        tail.percentages(trace, figure, self.on)
        declared = figure is tail.DECLARED
        return trace.value("selo.weighted_percentage" if declared else "selo.weighted_percentage_after_risk")

    def _with(self, addition: Addition) -> Sums:
        """The sums of the totals plus the addition, where it passes the filters."""
        of_line = {"cap_group": addition.cap_group, "spending_region": addition.spending_region}

        def answer(call: SumCall) -> Fraction:
            base = self.sums(call)
            if any(name in of_line and of_line[name] not in values for name, values in call.filters):
                return base
            if call.column in _ACCEPTED:
                return base + addition.centavos / _CENTAVOS
            if call.column in _WEIGHTED:
                return base + addition.centavos * addition.weight / _MILLI
            return base

        return answer
