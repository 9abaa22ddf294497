"""From the sums of weighted lines to the percentage: arts. 3 §§ 6-7, 4 §§ 7-10 of Portaria SAF/MAPA 280/2022.

Caps first, multipliers after (reading `selo.cap_base`); the order is art. 3 § 6, § 7 on what is left, art. 4 § 7, § 8.
Every step is a line; fractions stay exact until the numerator is printed.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from lastro.law import Session
from lastro.selo.additions import CutByOrder, Keep
from lastro.selo.conclusions import effective, minimum_and_margins, regional_condition
from lastro.selo.figures import DECLARED, REGIONS, Amounts, Figure
from lastro.selo.regime import Costs
from lastro.selo.trace import Trace
from lastro.statement.model import Unit

P280 = "portaria-saf-mapa-280-2022"
ITEMS = ("II", "III", "IV", "V")


def item_one(trace: Trace, figure: Figure, session: Session, on: date, cut: CutByOrder | None = None) -> None:
    """Item I and the two 30 % caps of art. 3: `item.I`, `cap.corn.*`, `cap.corn_and_inputs.*`, `item.I.counted`,
    `item.I.weighted`."""
    p, accepted, weighted = figure.prefix, figure.accepted, figure.weighted
    for name, group in (("main", "main"), ("corn", "corn"), ("inputs", "input")):
        trace.formula(f"{p}.item.I.{name}", f"sum({accepted}, cap_group={group})", cites=(f"{P280} art. 4 I",))
    if figure is DECLARED:
        trace.formula(f"{p}.item.I.declared", "sum(centavos)", cites=(f"{P280} art. 4 I",))
        trace.formula(f"{p}.item.I.blocked", "sum(centavos) - sum(requested_centavos)", cites=(f"{P280} art. 4 I",))
    trace.formula(f"{p}.item.I", f"{p}.item.I.main + {p}.item.I.corn + {p}.item.I.inputs", cites=(f"{P280} art. 4 I",))
    _cap(trace, p, "corn", _thirty(trace, figure, session, "selo.280.cap.corn", on), f"{p}.item.I.corn", "§ 6")
    _cap(
        trace, p, "corn_and_inputs", _thirty(trace, figure, session, "selo.280.cap.corn_and_inputs", on),
        f"{p}.cap.corn.within + {p}.item.I.inputs", "§ 7",
    )  # fmt: skip
    counted = f"{p}.item.I.main + {p}.cap.corn_and_inputs.within"
    trace.formula(f"{p}.item.I.counted", counted, cites=(f"{P280} art. 3 § 6", f"{P280} art. 3 § 7"))
    if cut is None:
        _proportional(trace, p, accepted, weighted)
    else:
        _in_order(trace, p, accepted, weighted, cut)


def _cap(trace: Trace, p: str, name: str, room: str, amount: str, paragraph: str) -> None:
    cites = (f"{P280} art. 3 {paragraph}",)
    trace.formula(f"{p}.cap.{name}.limit", room, cites=cites, reading=("selo.thirty_percent_base",))
    trace.formula(f"{p}.cap.{name}.asked", amount, cites=cites)
    trace.formula(f"{p}.cap.{name}.within", f"min({p}.cap.{name}.asked, {p}.cap.{name}.limit)", cites=cites)
    trace.formula(f"{p}.cap.{name}.kept", _kept(f"{p}.cap.{name}"), Unit.FACTOR, cites, ("selo.cap_allocation",))
    trace.formula(f"{p}.cap.{name}.cut", _cut(f"{p}.cap.{name}"), cites=cites)


def _kept(cap: str) -> str:
    """The exact fraction of what was asked that the cap keeps; all of it when nothing was asked."""
    return f"if({cap}.asked > 0, {cap}.within / {cap}.asked, 1)"


def _cut(cap: str) -> str:
    return f"{cap}.asked - {cap}.within"


def _thirty(trace: Trace, figure: Figure, session: Session, key: str, on: date) -> str:
    share = trace.law(key, on)
    p = figure.prefix
    match session.reading("selo.thirty_percent_base"):
        case "actual_total":
            return f"{share} * {p}.item.I"
        case "before_limits":
            return f"{share} * sum(requested_centavos)"
        case _:
            return f"{share} / (1 - {share}) * {p}.item.I.main"


def _proportional(trace: Trace, p: str, accepted: str, weighted: str) -> None:
    corn, both = f"{p}.cap.corn.kept", f"{p}.cap.corn_and_inputs.kept"

    def kept(column: str, filters: str = "") -> str:
        return (
            f"sum({column}, cap_group=main{filters}) + {both} * ({corn} * sum({column}, cap_group=corn{filters})"
            f" + sum({column}, cap_group=input{filters}))"
        )

    cites = (f"{P280} art. 4 § 9",)
    trace.formula(f"{p}.item.I.weighted", kept(weighted), cites=cites, reading=("selo.cap_allocation",))
    for region in REGIONS:
        trace.formula(f"{p}.item.I.weighted.{region}", kept(weighted, f", spending_region={region}"), cites=cites)
        trace.formula(
            f"{p}.item.I.counted.{region}", kept(accepted, f", spending_region={region}"), cites=(f"{P280} art. 4 § 8",)
        )


def _in_order(trace: Trace, p: str, accepted: str, weighted: str, cut: CutByOrder) -> None:
    reading = ("selo.cap_allocation",)
    cap = f"{p}.cap.corn_and_inputs"
    for region in REGIONS:
        trace.given(f"{cap}.weighted.{region}", cut.weighted[region], cites=(f"{P280} art. 3 § 7",), reading=reading)
        text = f"sum({weighted}, cap_group=main, spending_region={region}) + {cap}.weighted.{region}"
        trace.formula(f"{p}.item.I.weighted.{region}", text, cites=(f"{P280} art. 4 § 9",), reading=reading)
    text = f"{p}.item.I.weighted.priority + {p}.item.I.weighted.other"
    trace.formula(f"{p}.item.I.weighted", text, cites=(f"{P280} art. 4 § 9",), reading=reading)
    for region in REGIONS:
        trace.given(f"{p}.cap.corn_and_inputs.within.{region}", cut.counted[region], reading=reading)
        text = f"sum({accepted}, cap_group=main, spending_region={region}) + {p}.cap.corn_and_inputs.within.{region}"
        trace.formula(f"{p}.item.I.counted.{region}", text, cites=(f"{P280} art. 4 § 8",))


def items_two_to_five(
    trace: Trace, figure: Figure, session: Session, on: date, spending: Amounts, plant_region: str,
    keep: Keep | None = None,
) -> None:  # fmt: skip
    """Items II-V, the research cap (§ 7) and the joint cap (§ 8): `item.II` … `item.V`, `cap.research.*`,
    `cap.spending.*`. `plant_region` is "priority" or "other"; `keep` cuts in an order instead of in proportion."""
    p = figure.prefix
    for item in ITEMS:
        for region in REGIONS:
            trace.given(f"{p}.spending.{item}.{region}", spending.get((item, region), Fraction(0)))
        both = f"{p}.spending.{item}.priority + {p}.spending.{item}.other"
        trace.formula(f"{p}.item.{item}.accepted", both, cites=(f"{P280} art. 4 {item}",))
    _research(trace, figure, session, on)
    if keep is not None:
        kept = keep("research", {"": trace.value(f"{p}.cap.research.limit")})
        for region in REGIONS:
            trace.given(f"{p}.cap.research.within.{region}", kept.get(("III", region), Fraction(0)))
    _joint(trace, figure, session, on, plant_region, keep)


def _base(figure: Figure, session: Session) -> str:
    weighted = session.reading("selo.cap_base") == "weighted"
    return f"{figure.prefix}.item.I.weighted" if weighted else f"{figure.prefix}.item.I.counted"


def _research(trace: Trace, figure: Figure, session: Session, on: date) -> None:
    cap, cites = f"{figure.prefix}.cap.research", (f"{P280} art. 4 § 7",)
    share = trace.law("selo.280.cap.research", on)
    trace.formula(f"{cap}.limit", f"{share} * {_base(figure, session)}", cites=cites, reading=("selo.cap_base",))
    trace.formula(f"{cap}.asked", f"{figure.prefix}.item.III.accepted", cites=cites)
    trace.formula(f"{cap}.within", f"min({cap}.asked, {cap}.limit)", cites=cites)
    trace.formula(f"{cap}.kept", _kept(cap), Unit.FACTOR, cites)
    trace.formula(f"{cap}.cut", _cut(cap), cites=cites)


def _joint(trace: Trace, figure: Figure, session: Session, on: date, plant_region: str, keep: Keep | None) -> None:
    p, cites = figure.prefix, (f"{P280} art. 4 § 8",)
    shares = {
        "other": trace.law("selo.280.cap.spending", on),
        "priority": trace.law("selo.280.cap.spending_priority", on),
    }
    base = _base(figure, session)
    regional = session.reading("selo.regional_cap")
    readings = ("selo.regional_cap", "selo.cap_base", "selo.cap_allocation")

    def of_region(region: str) -> str:
        """Item I of purchases from that region group, in the base that the reading names."""
        return f"{base}.{region}"

    rooms = {region: f"{shares[region]} * {of_region(region)}" for region in REGIONS}
    if regional == "plant_region":
        rooms = {"": f"{shares[plant_region]} * {base}"}
    elif regional != "pool_per_region":
        rooms = {"": f"{rooms['other']} + {rooms['priority']}"}
    for region, room in rooms.items():
        _joint_cap(trace, p, _pool(p, region), room, region, cites, ordered=keep is not None)
    if keep is not None:
        kept = keep("spending", {region: trace.value(f"{_pool(p, region)}.limit") for region in rooms})
        for item in ITEMS:
            left = sum((kept.get((item, region), Fraction(0)) for region in REGIONS), Fraction(0))
            trace.given(f"{p}.item.{item}", left, cites=cites, reading=readings)
        return
    for item in ITEMS:
        text = " + ".join(f"{_asked(p, item, region)} * {_pool(p, region)}.kept" for region in rooms)
        trace.formula(f"{p}.item.{item}", text, cites=cites, reading=readings)


def _pool(p: str, region: str) -> str:
    return f"{p}.cap.spending.{region}" if region else f"{p}.cap.spending"


def _asked(p: str, item: str, region: str, *, ordered: bool = False) -> str:
    """What an item asks of the joint cap: research as its own cap leaves it."""
    if item == "III" and ordered:
        return f"{p}.cap.research.within.{region}" if region else f"{p}.cap.research.within"
    amount = f"{p}.spending.{item}.{region}" if region else f"{p}.item.{item}.accepted"
    return f"{amount} * {p}.cap.research.kept" if item == "III" else amount


def _joint_cap(
    trace: Trace, p: str, cap: str, room: str, region: str, cites: tuple[str, ...], *, ordered: bool
) -> None:
    trace.formula(f"{cap}.limit", room, cites=cites, reading=("selo.regional_cap",))
    asked = " + ".join(_asked(p, item, region, ordered=ordered) for item in ITEMS)
    trace.formula(f"{cap}.asked", asked, cites=cites)
    trace.formula(f"{cap}.within", f"min({cap}.asked, {cap}.limit)", cites=cites)
    trace.formula(f"{cap}.kept", _kept(cap), Unit.FACTOR, cites, ("selo.cap_allocation",))
    trace.formula(f"{cap}.cut", _cut(cap), cites=cites)


def percentages(trace: Trace, figure: Figure, on: date) -> None:
    """`numerator` and the weighted percentage of one figure."""
    p = figure.prefix
    double = trace.law("selo.280.factor.donation_research", on)
    text = f"round({p}.item.I.weighted + {double} * ({p}.item.II + {p}.item.III) + {p}.item.IV + {p}.item.V, 2)"
    trace.formula(f"{p}.numerator", text, cites=(f"{P280} art. 4 § 9", f"{P280} art. 4 § 10"))
    text = f"100 * {p}.numerator / {p}.denominator"
    trace.formula(figure.percentage, text, Unit.PERCENT, cites=("decreto-10527-2020 art. 3 § 3 II",))


def conclusions(trace: Trace, session: Session, on: date) -> None:
    """Minimum, margins, effective percentage and regional share."""
    minimum_and_margins(trace, session, on, ("decreto-10527-2020 art. 3 § 2 I",))
    spent = "selo.item.I.counted + selo.item.II + selo.item.III + selo.item.IV + selo.item.V"
    spending = " + ".join(map(_priority_part, ITEMS))
    effective(trace, spent, f"selo.item.I.counted.priority + {spending}", (f"{P280} art. 4",))
    regional_condition(trace, session, on)


def _priority_part(item: str) -> str:
    """What of an item was spent in the North, Northeast and Semi-arid, after its caps."""
    part = f"selo.item.{item} * selo.spending.{item}.priority / selo.item.{item}.accepted"
    return f"if(selo.item.{item}.accepted > 0, {part}, 0)"


def figure_lines(trace: Trace, figure: Figure, session: Session, on: date, costs: Costs) -> None:
    """The lines of one figure, from item I to its percentage; the denominator stands before."""
    item_one(trace, figure, session, on, costs.cuts.lines(costs.more))
    keep = costs.cuts.spending(costs.more)
    items_two_to_five(trace, figure, session, on, costs.spending, costs.plant_region, keep)
    percentages(trace, figure, on)


def added_lines(trace: Trace) -> None:
    """What each multiplier added: `selo.multiplier.<name>.added`."""
    for name, (column, provision) in MULTIPLIERS.items():
        trace.formula(f"selo.multiplier.{name}.added", f"sum({column})", cites=(f"{P280} art. 4 § 9 {provision}",))
    added = "(law.selo.280.factor.donation_research - 1) * (selo.item.II + selo.item.III)"
    trace.formula("selo.multiplier.donation_research.added", added, cites=(f"{P280} art. 4 § 10",))


MULTIPLIERS = {
    "priority_origin": ("origin_added", "I"),
    "diversified": ("diversified_added", "II"),
    "own_region": ("own_region_added", "III"),
    "cooperative": ("cooperative_added", "IV"),
}
