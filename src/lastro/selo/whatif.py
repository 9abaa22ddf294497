"""The percentage if a little more counted: the same tail, over sums with an addition. Nothing is written.

Points of findings come from here, so that a remedy which a cap would swallow shows no points.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.law import Session
from lastro.selo.additions import Addition, Cuts
from lastro.selo.figures import Amounts, Figure
from lastro.selo.regime import Costs, Regime
from lastro.selo.trace import Trace
from lastro.selo.turnover import Turnover
from lastro.statement.formula import Sums
from lastro.statement.formula_nodes import SumCall

_CENTAVOS, _MILLI = 100, 100_000
_ACCEPTED = frozenset(("accepted_centavos", "safe_centavos", "requested_centavos"))
_WEIGHTED = frozenset(("weighted", "safe_weighted"))


@dataclass(frozen=True)
class WhatIf:
    """The inputs of the tail, kept to ask again. `spending` are reais by (item, region) in each figure."""

    regime: Regime
    session: Session
    sums: Sums
    sold: Turnover
    spending: Mapping[Figure, Amounts]
    cuts: Mapping[Figure, Cuts]
    plant_region: str
    on: date
    carried: Fraction = Fraction(0)

    def percentage(self, figure: Figure, addition: Addition) -> Fraction:
        """The weighted percentage of that figure with the addition, in percent (60.84)."""
        trace = Trace(self.session, self._with(addition))
        self.regime.denominators(trace, self.sold, self.session)
        amounts = dict(self.spending[figure])
        for slot, more in addition.spending.items():
            amounts[slot] = amounts.get(slot, Fraction(0)) + more
        costs = Costs(amounts, self.plant_region, self.carried, self.cuts[figure], addition)
        self.regime.figure(trace, figure, self.session, self.on, costs)
        return trace.value(figure.percentage)

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
