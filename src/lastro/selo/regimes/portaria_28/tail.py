"""From sums to the weighted percentage of Portaria MDA 28/2024, art. 31: all effective spending with its factor, over
the gross value of the biodiesel sold on the national market.

Options a and b carry the weights of their lines, fomento its factor alone, assistance and other spending none. Balances
of the evaluation of 2024 enter by art. 58.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from lastro.core.numbers import ML_PER_M3
from lastro.law import Session
from lastro.selo.conclusions import effective, minimum_and_margins, regional_condition
from lastro.selo.figures import DECLARED, REGIONS, Figure
from lastro.selo.regime import Costs
from lastro.selo.regimes.portaria_28.spending import ASSISTANCE, FOMENTO, ITEMS, OTHER
from lastro.selo.trace import Trace
from lastro.selo.turnover import Turnover
from lastro.statement.model import Unit

P28 = "portaria-mda-28-2024"
_GROSS = (f"{P28} art. 31 § 3", "decreto-10527-2020 art. 3 § 3 III")
_OPTIONS = "decreto-10527-2020 art. 3 § 2 I"
_SPENDING = {
    FOMENTO: (f"{P28} art. 31 § 1 c",),
    ASSISTANCE: (f"{P28} art. 15", f"{P28} art. 16"),
    OTHER: (f"{P28} art. 31 § 3",),
}
_CENTAVOS = 100
MULTIPLIERS = {
    "priority_origin": ("origin_added", "d"),
    "centre_southeast": ("own_region_added", "e"),
    "diversified": ("diversified_added", "f"),
    "organisation": ("cooperative_added", "a-b"),
}


def denominator_lines(trace: Trace, sold: Turnover, session: Session) -> None:
    """`selo.sales.*`, and the gross domestic value as `selo.denominator` and `selo.after_risk.denominator`."""
    trace.given("selo.sales.domestic", Fraction(sold.domestic, _CENTAVOS), cites=_GROSS[:1])
    trace.given("selo.sales.export", Fraction(sold.export, _CENTAVOS), cites=_GROSS[1:])
    trace.given("selo.sales.domestic_m3", Fraction(sold.domestic_ml, ML_PER_M3), Unit.M3)
    trace.given("selo.sales.export_m3", Fraction(sold.export_ml, ML_PER_M3), Unit.M3)
    trace.given("selo.sales.export_doubtful", Fraction(sold.doubtful_exports, _CENTAVOS))
    readings = ("selo.denominator_scope",)
    trace.formula("selo.denominator", "selo.sales.domestic", cites=_GROSS, reading=readings)
    risky = "selo.sales.domestic + selo.sales.export_doubtful"
    trace.formula("selo.after_risk.denominator", risky, cites=_GROSS, reading=readings)


def figure_lines(trace: Trace, figure: Figure, session: Session, on: date, costs: Costs) -> None:
    """The lines of one figure: `item.a`, `item.b`, `item.c`, `item.ater`, `item.other`, `numerator`, the percentage."""
    p = figure.prefix
    for option in ("a", "b"):
        _purchases(trace, figure, option)
    if figure is DECLARED:
        trace.formula("selo.item.declared", "sum(centavos)", cites=(_OPTIONS,))
        trace.formula("selo.item.blocked", "sum(centavos) - sum(requested_centavos)", cites=(_OPTIONS,))
    trace.formula(f"{p}.item.purchases", f"{p}.item.a + {p}.item.b", cites=(_OPTIONS,))
    for item in ITEMS:
        for region in REGIONS:
            spent = costs.spending.get((item, region), Fraction(0))
            trace.given(f"{p}.spending.{item}.{region}", spent, cites=_SPENDING[item])
        both = f"{p}.spending.{item}.priority + {p}.spending.{item}.other"
        trace.formula(f"{p}.item.{item}", both, cites=_SPENDING[item])
    factor = trace.law("selo.28.factor.fomento", on)
    trace.formula(f"{p}.item.{FOMENTO}.weighted", f"{factor} * {p}.item.{FOMENTO}", cites=_SPENDING[FOMENTO])
    _numerator(trace, figure, costs)


def _purchases(trace: Trace, figure: Figure, option: str) -> None:
    p, cites = figure.prefix, (f"{_OPTIONS} {option}",)
    for region in REGIONS:
        text = f"sum({figure.accepted}, cap_group={option}, spending_region={region})"
        trace.formula(f"{p}.item.{option}.{region}", text, cites=cites)
    trace.formula(f"{p}.item.{option}", f"{p}.item.{option}.priority + {p}.item.{option}.other", cites=cites)
    text = f"sum({figure.weighted}, cap_group={option})"
    trace.formula(f"{p}.item.{option}.weighted", text, cites=(f"{P28} art. 31 § 1", f"{P28} art. 31 § 2"))


def _numerator(trace: Trace, figure: Figure, costs: Costs) -> None:
    p = figure.prefix
    parts = [f"{p}.item.a.weighted", f"{p}.item.b.weighted", f"{p}.item.{FOMENTO}.weighted"]
    parts += [f"{p}.item.{ASSISTANCE}", f"{p}.item.{OTHER}"]
    if costs.carried:
        parts.append(trace.given(f"{p}.carried_over", costs.carried, cites=(f"{P28} art. 58",)))
    trace.formula(f"{p}.numerator", f"round({' + '.join(parts)}, 2)", cites=(f"{P28} art. 31 § 3",))
    text = f"100 * {p}.numerator / {p}.denominator"
    trace.formula(figure.percentage, text, Unit.PERCENT, cites=(f"{P28} art. 31 § 3",))


def conclusions(trace: Trace, session: Session, on: date) -> None:
    """Minimum (or the margins to those that are tried), effective percentage, and the regional condition."""
    minimum_and_margins(trace, session, on, (f"{P28} art. 31 caput",))
    spent = " + ".join(f"selo.item.{name}" for name in ("purchases", *ITEMS))
    priority = ["selo.item.a.priority", "selo.item.b.priority", *(f"selo.spending.{item}.priority" for item in ITEMS)]
    effective(trace, spent, " + ".join(priority), (f"{P28} art. 31 § 3",))
    regional_condition(trace, session, on)


def added_lines(trace: Trace) -> None:
    """What each multiplier added: `selo.multiplier.<name>.added`."""
    for name, (column, letter) in MULTIPLIERS.items():
        trace.formula(f"selo.multiplier.{name}.added", f"sum({column})", cites=(f"{P28} art. 31 § 1 {letter}",))
    added = f"selo.item.{FOMENTO}.weighted - selo.item.{FOMENTO}"
    trace.formula("selo.multiplier.fomento.added", added, cites=_SPENDING[FOMENTO])
