"""From sums to the percentage of the regimes before 2022: family purchases with multipliers and counted costs, over the
value of all feedstock bought in the year, against the minimum of each region of origin.

`selo.minimum_percentage` is what the regions require together over the denominator, or, when each region stands alone,
the minimum of the region that decides.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from lastro.law import Session
from lastro.selo.conclusions import MINIMUM, regional_condition
from lastro.selo.figures import DECLARED, REGIONS, Figure
from lastro.selo.regime import Costs
from lastro.selo.regimes.cost_based.columns import BASE
from lastro.selo.regimes.cost_based.minimum import (
    ALL_GROUPS,
    has_purchases,
    lacking,
    minimum_key,
    share_of,
    worst,
)
from lastro.selo.trace import Trace
from lastro.selo.turnover import Turnover
from lastro.statement.model import Unit

COMBINED = "selo.regions_combined"
_BASE_CITES = ("in-mda-2-2005 art. 3 § 1", "in-mda-2-2005 art. 3 § 2", "in-mda-2-2005 art. 3 § 3")
_LABEL = {"label": "selo.denominator.feedstock"}
MULTIPLIERS = {
    "priority_origin": "origin_added",
    "diversified": "diversified_added",
    "own_region": "own_region_added",
}


def _told(region: str, figure: str) -> dict[str, str]:
    return {"region_group": region, "region_figure": figure}


def denominator_lines(trace: Trace, sold: Turnover, session: Session) -> None:
    """`selo.region.<R>.base`, and their sum as `selo.denominator` and `selo.after_risk.denominator`."""
    for region in ALL_GROUPS:
        text = f"sum({BASE}, cap_group={region})"
        trace.formula(f"selo.region.{region}.base", text, cites=_BASE_CITES, arguments=_told(region, "base"))
    text = " + ".join(f"selo.region.{region}.base" for region in ALL_GROUPS)
    trace.formula("selo.denominator", text, cites=_BASE_CITES, arguments=_LABEL)
    trace.formula("selo.after_risk.denominator", "selo.denominator", cites=_BASE_CITES, arguments=_LABEL)


class Tail:
    """The tail of one act, which its lines cite."""

    def __init__(self, act: str) -> None:
        self._act = (act,)

    def figure(self, trace: Trace, figure: Figure, session: Session, on: date, costs: Costs) -> None:
        """The lines of one figure: `region.<R>.*`, `item.family`, `item.costs`, `numerator`, the percentage."""
        p = figure.prefix
        spent = {r: sum((costs.spending.get((r, g), Fraction(0)) for g in REGIONS), Fraction(0)) for r in ALL_GROUPS}
        if figure is DECLARED:
            self._declared(trace)
        for region in ALL_GROUPS:
            self._region(trace, figure, session, on, region, spent[region])
        trace.formula(f"{p}.item.family", f"sum({figure.accepted})", cites=self._act)
        trace.formula(f"{p}.item.family.weighted", f"sum({figure.weighted})", cites=self._act)
        text = " + ".join(f"{p}.region.{region}.costs" for region in ALL_GROUPS)
        trace.formula(f"{p}.item.costs", text, cites=self._act)
        for group in REGIONS:
            amount = sum((costs.spending.get((r, group), Fraction(0)) for r in ALL_GROUPS), Fraction(0))
            trace.given(f"{p}.spending.costs.{group}", amount, cites=self._act)
        text = f"round({p}.item.family.weighted + {p}.item.costs, 2)"
        trace.formula(f"{p}.numerator", text, cites=self._act, reading=("selo.cost.multipliers",))
        self._percentage(trace, figure, session, on)

    def _declared(self, trace: Trace) -> None:
        """What was presented as family farming's, and what of it is out."""
        trace.formula("selo.item.declared", "sum(centavos)", cites=self._act)
        trace.formula("selo.item.blocked", "sum(centavos) - sum(requested_centavos)", cites=self._act)

    def _region(self, trace: Trace, figure: Figure, session: Session, on: date, region: str, spent: Fraction) -> None:
        line = f"{figure.prefix}.region.{region}"
        for name, column in (("accepted", figure.accepted), ("weighted", figure.weighted)):
            text = f"sum({column}, cap_group={region})"
            trace.formula(f"{line}.{name}", text, cites=self._act, arguments=_told(region, name))
        trace.given(f"{line}.costs", spent, cites=self._act, arguments=_told(region, "costs"))
        if not has_purchases(trace, region):
            return
        text = f"100 * ({line}.weighted + {line}.costs) / selo.region.{region}.base"
        trace.formula(f"{line}.percentage", text, Unit.PERCENT, self._act, arguments=_told(region, "percentage"))
        share = share_of(trace, session, region, on)
        if share:
            told = _told(region, "margin")
            trace.formula(
                f"{line}.margin", f"{line}.percentage - 100 * {share}", Unit.POINTS, self._act, arguments=told
            )

    def _percentage(self, trace: Trace, figure: Figure, session: Session, on: date) -> None:
        text = f"100 * {figure.prefix}.numerator / {figure.prefix}.denominator"
        if session.reading(COMBINED) == "each_region":
            region = self._deciding(trace, figure, session, on)
            text = f"{figure.prefix}.region.{region}.percentage" if region else text
        trace.formula(figure.percentage, text, Unit.PERCENT, self._act, (COMBINED,))

    def _deciding(self, trace: Trace, figure: Figure, session: Session, on: date) -> str:
        bought = [region for region in ALL_GROUPS if has_purchases(trace, region)]
        return worst(trace, figure.prefix, [(r, share_of(trace, session, r, on)) for r in bought])

    def conclusions(self, trace: Trace, session: Session, on: date) -> None:
        """What the regions require, minimum and margins, effective percentage, share of the priority regions."""
        for region in ALL_GROUPS:
            if has_purchases(trace, region):
                self._required(trace, session, on, region)
        alone = session.reading(COMBINED) == "each_region"
        if lacking(trace, session, on):
            self._without_minimum(trace, session, on)
        elif alone:
            self._minimum_alone(trace, session, on)
        else:
            self._minimum_together(trace)
        self._effective(trace)
        regional_condition(trace, session, on)

    def _required(self, trace: Trace, session: Session, on: date, region: str) -> None:
        line, share = f"selo.region.{region}", share_of(trace, session, region, on)
        if not share:
            cites = session.provisions(minimum_key(region), on) if region in ALL_GROUPS[:-1] else self._act
            trace.absent(f"{line}.required", Unit.BRL, cites, _told(region, "required"))
            return
        text = f"{share} * {line}.base"
        trace.formula(f"{line}.required", text, cites=self._act, arguments=_told(region, "required"))

    def _without_minimum(self, trace: Trace, session: Session, on: date) -> None:
        cites = tuple(c for r in lacking(trace, session, on) for c in session.provisions(minimum_key(r), on))
        unique = tuple(dict.fromkeys(cites))
        trace.absent(MINIMUM, Unit.PERCENT, unique)
        trace.absent("selo.minimum_value", Unit.BRL, unique)
        self._margins(trace, "selo.denominator", f"selo.weighted_percentage_after_risk - {MINIMUM}")

    def _minimum_together(self, trace: Trace) -> None:
        bought = [region for region in ALL_GROUPS if has_purchases(trace, region)]
        text = " + ".join(f"selo.region.{region}.required" for region in bought) or "0"
        trace.formula("selo.minimum_value", text, cites=self._act, reading=(COMBINED,))
        text = "100 * selo.minimum_value / selo.denominator"
        trace.formula(MINIMUM, text, Unit.PERCENT, self._act, (COMBINED,))
        self._margins(trace, "selo.denominator", f"selo.weighted_percentage_after_risk - {MINIMUM}")

    def _minimum_alone(self, trace: Trace, session: Session, on: date) -> None:
        """The line of the region that decides; after risk another region may decide."""
        declared = self._deciding(trace, DECLARED, session, on)
        if not declared:
            self._minimum_together(trace)
            return
        line = f"selo.region.{declared}"
        trace.formula("selo.minimum_value", f"{line}.required", cites=self._act, reading=(COMBINED,))
        text = f"100 * selo.minimum_value / {line}.base"
        trace.formula(MINIMUM, text, Unit.PERCENT, self._act, (COMBINED,))
        margins = [f"selo.after_risk.region.{r}.margin" for r in ALL_GROUPS if has_purchases(trace, r)]
        after = f"min({', '.join(margins)})" if len(margins) > 1 else margins[0]
        self._margins(trace, f"{line}.base", after)

    def _margins(self, trace: Trace, base: str, after: str) -> None:
        text = f"selo.weighted_percentage - {MINIMUM}"
        trace.formula("selo.margin", text, Unit.POINTS, self._act)
        trace.formula("selo.margin_after_risk", after, Unit.POINTS, self._act)
        trace.formula("selo.margin_value", f"selo.margin / 100 * {base}", cites=self._act)
        trace.formula("selo.margin_value_after_risk", f"selo.margin_after_risk / 100 * {base}", cites=self._act)

    def _effective(self, trace: Trace) -> None:
        trace.formula("selo.effective_spending", "selo.item.family + selo.item.costs", cites=self._act)
        text = "100 * selo.effective_spending / selo.denominator"
        trace.formula("selo.effective_percentage", text, Unit.PERCENT, self._act)
        text = "sum(accepted_centavos, spending_region=priority) + selo.spending.costs.priority"
        trace.formula("selo.effective_spending.priority", text)
        text = "100 * selo.effective_spending.priority / selo.effective_spending"
        trace.formula("selo.regional_share", text, Unit.PERCENT)

    def added(self, trace: Trace) -> None:
        """What each multiplier added: `selo.multiplier.<name>.added`."""
        for name, column in MULTIPLIERS.items():
            trace.formula(f"selo.multiplier.{name}.added", f"sum({column})", cites=self._act)
