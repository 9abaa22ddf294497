"""What every regime concludes from its figures: minimum, margins, effective percentage, share of the priority regions.

The regional condition (Portaria Interministerial MME/MDA 2/2023) is measured on effective spending, without any factor;
it binds the civil years for which it states a share, under whatever regime.
"""

from __future__ import annotations

from datetime import date

from lastro.law import Session
from lastro.selo.trace import Trace
from lastro.statement.model import Unit

MINIMUM = "selo.minimum_percentage"
REGIONAL = "selo.regional.minimum"
TRIED = range(40, 61)  # the minimums, in percent, that margins are shown for while the law's own is not known
_ON_TURNOVER = ("decreto-10527-2020 art. 3 § 3 II",)
_PER_PLANT = ("portaria-interministerial-mme-mda-2-2023 art. 1",)


def minimum_and_margins(trace: Trace, session: Session, on: date, cites: tuple[str, ...]) -> None:
    """`selo.minimum_percentage` and the margins; without an established minimum, the margin to each that is tried."""
    known = session.found(MINIMUM, on) is not None
    if known:
        trace.formula(MINIMUM, f"100 * {trace.law(MINIMUM, on)}", Unit.PERCENT, cites)
        trace.formula("selo.minimum_value", f"law.{MINIMUM} * selo.denominator", cites=cites)
    else:
        trace.absent(MINIMUM, Unit.PERCENT, session.provisions(MINIMUM, on))
        trace.absent("selo.minimum_value", Unit.BRL, session.provisions(MINIMUM, on))
    margin_lines(trace, cites)
    if not known:
        for minimum in TRIED:
            _tried(trace, minimum)


def margin_lines(trace: Trace, cites: tuple[str, ...]) -> None:
    """How far each figure is from the minimum, in points and in weighted reais."""
    trace.formula("selo.margin", f"selo.weighted_percentage - {MINIMUM}", Unit.POINTS, cites)
    after = f"selo.weighted_percentage_after_risk - {MINIMUM}"
    trace.formula("selo.margin_after_risk", after, Unit.POINTS, cites)
    trace.formula("selo.margin_value", "selo.margin / 100 * selo.denominator", cites=cites)
    text = "selo.margin_after_risk / 100 * selo.after_risk.denominator"
    trace.formula("selo.margin_value_after_risk", text, cites=cites)


def _tried(trace: Trace, minimum: int) -> None:
    told = {"minimum_plain": str(minimum)}
    text = f"selo.weighted_percentage - {minimum}"
    trace.formula(f"selo.margin_at.{minimum}", text, Unit.POINTS, arguments=told)
    text = f"selo.margin_at.{minimum} / 100 * selo.denominator"
    trace.formula(f"selo.margin_value_at.{minimum}", text, arguments=told)


def effective(trace: Trace, spent: str, priority: str, cites: tuple[str, ...]) -> None:
    """`selo.effective_*` and `selo.regional_share`: what was spent, without factors; `spent` and `priority` are
    formulas over earlier lines."""
    trace.formula("selo.effective_spending", spent, cites=cites)
    text = "100 * selo.effective_spending / selo.denominator"
    trace.formula("selo.effective_percentage", text, Unit.PERCENT, cites=_ON_TURNOVER)
    trace.formula("selo.effective_spending.priority", priority)
    text = "100 * selo.effective_spending.priority / selo.effective_spending"
    trace.formula("selo.regional_share", text, Unit.PERCENT, cites=_PER_PLANT)


def regional_condition(trace: Trace, session: Session, on: date) -> None:
    """`selo.regional_minimum`, `selo.regional_margin` and its value, in the years that have the condition."""
    if session.found(REGIONAL, on) is None:
        return
    cites = tuple(str(cite) for cite in session.value(REGIONAL, on).cites)
    share = trace.law(REGIONAL, on)
    trace.formula("selo.regional_minimum", f"100 * {share}", Unit.PERCENT, cites)
    trace.formula("selo.regional_margin", "selo.regional_share - selo.regional_minimum", Unit.POINTS, cites)
    text = f"selo.effective_spending.priority - {share} * selo.effective_spending"
    trace.formula("selo.regional_margin_value", text, cites=cites)
