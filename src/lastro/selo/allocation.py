"""How the 30 % caps fall on corn and inputs when `selo.cap_allocation` is not the proportional cut.

The lines under a cap are cut in an order (least weight, most weight or latest first) until the rest fits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from lastro.law import Session
from lastro.relation import Engine
from lastro.selo.additions import IN_PROPORTION, Addition, CutByOrder, Cuts, Keep
from lastro.selo.figures import REGIONS, Amounts, Figure
from lastro.selo.spending import Spending

Row = dict[str, object]
_CENTAVOS = 100
_MILLI = 100_000

# Among equals the latest goes first.
_FIRST_CUT: Mapping[str, Callable[[Row], tuple[object, ...]]] = {
    "least_weight_first": lambda row: (row["weight"], -_whole(row["order"])),
    "most_weight_first": lambda row: (-_number(row["weight"]), -_whole(row["order"])),
    "latest_first": lambda row: (-_whole(row["order"]),),
}


@dataclass(frozen=True)
class Capped:
    """The lines under the two 30 % caps in one figure, and the sums that the caps are measured on: centavos."""

    rows: Sequence[Row]
    main: Fraction
    accepted: Fraction
    requested: Fraction

    def plus(self, centavos: Fraction, cap_group: str, spending_region: str, weight: int) -> Capped:
        """With a line more, the latest of all."""
        sums = replace(self, accepted=self.accepted + centavos, requested=self.requested + centavos)
        if cap_group == "main":
            return replace(sums, main=self.main + centavos)
        more: Row = {
            "order": len(self.rows) + 1, "cap_group": cap_group, "spending_region": spending_region, "weight": weight,
            "amount": centavos,
        }  # fmt: skip
        return replace(sums, rows=[*self.rows, more])


def capped_lines(engine: Engine, figure: Figure) -> Capped:
    """The lines of corn and inputs of `final_lines`, in the order of the limits, with what the caps look at."""
    rows = engine.fetch(
        f"""select row_number() over (order by issued_on, key, item, line_id, part) as "order", cap_group,
  spending_region, weight, {figure.accepted} as amount
from final_lines where cap_group in ('corn', 'input') and {figure.accepted} > 0"""
    ).to_pylist()
    (sums,) = engine.fetch(
        f"""select coalesce(sum(case when cap_group = 'main' then {figure.accepted} end), 0) as main,
  coalesce(sum({figure.accepted}), 0) as accepted, coalesce(sum(requested_centavos), 0) as requested from final_lines"""
    ).to_pylist()
    return Capped(rows, *(Fraction(int(sums[name])) for name in ("main", "accepted", "requested")))


def cut_by_order(capped: Capped, session: Session, on: date) -> CutByOrder:
    """What stays of corn and inputs under a reading that names an order."""
    order = _FIRST_CUT[session.reading("selo.cap_allocation")]
    share = {name: session.number(f"selo.280.cap.{name}", on) for name in ("corn", "corn_and_inputs")}
    base = session.reading("selo.thirty_percent_base")

    def room(name: str) -> Fraction:
        if base == "actual_total":
            return share[name] * capped.accepted
        if base == "before_limits":
            return share[name] * capped.requested
        return share[name] / (1 - share[name]) * capped.main

    corn = _keep([row for row in capped.rows if row["cap_group"] == "corn"], room("corn"), order)
    inputs = [row for row in capped.rows if row["cap_group"] == "input"]
    counted = {region: Fraction(0) for region in REGIONS}
    weighted = dict(counted)
    for row in _keep([*corn, *inputs], room("corn_and_inputs"), order):
        region = str(row["spending_region"])
        counted[region] += _exact(row) / _CENTAVOS
        weighted[region] += _exact(row) * _whole(row["weight"]) / _MILLI
    return CutByOrder(counted, weighted)


def spending_keeper(spending: Iterable[Spending], doubled: Fraction, reading: str, more: Amounts | None = None) -> Keep:
    """A `Keep` that cuts these rows, and `more` as the latest of them, in the order of the reading; what the research
    cap took stays taken."""
    rows = spending_rows(spending, doubled)
    rows += [
        {"item": item, "region": region, "weight": _weight(item, doubled), "order": len(rows), "amount": amount}
        for (item, region), amount in (more or {}).items()
        if amount
    ]

    def keep(cap: str, rooms: Mapping[str, Fraction]) -> Amounts:
        nonlocal rows
        if cap == "research":
            research = [row for row in rows if row["item"] == "III"]
            others = [row for row in rows if row["item"] != "III"]
            rows = [*others, *keep_in_order(research, rooms[""], reading)]
        else:
            pools = {region: [row for row in rows if region in ("", row["region"])] for region in rooms}
            rows = [row for region, pool in pools.items() for row in keep_in_order(pool, rooms[region], reading)]
        kept: dict[tuple[str, str], Fraction] = {}
        for row in rows:
            slot = (str(row["item"]), str(row["region"]))
            kept[slot] = kept.get(slot, Fraction(0)) + _exact(row)
        return kept

    return keep


def _keep(rows: list[Row], room: Fraction, first_cut: Callable[[Row], tuple[object, ...]]) -> list[Row]:
    """The rows with what is left of each after cutting the excess over `room` in order."""
    excess = max(Fraction(0), sum((_exact(row) for row in rows), Fraction(0)) - room)
    kept = []
    for row in sorted(rows, key=first_cut):
        cut = min(excess, _exact(row))
        excess -= cut
        kept.append({**row, "amount": _exact(row) - cut})
    return kept


def spending_rows(spending: Iterable[Spending], doubled: Fraction) -> list[Row]:
    """The accepted spending as rows that `keep_in_order` cuts: amounts in reais, ordered by date, item and letter."""
    listed = sorted(
        (s for s in spending if s.block is None), key=lambda s: (str(s.row["data"]), s.item, s.letter, s.accepted)
    )
    return [
        {
            "item": s.item,
            "region": "priority" if s.priority_region else "other",
            "weight": _weight(s.item, doubled),
            "order": position,
            "amount": s.accepted / _CENTAVOS,
        }
        for position, s in enumerate(listed)
    ]


def _weight(item: str, doubled: Fraction) -> Fraction:
    return doubled if item in ("II", "III") else Fraction(1)


def keep_in_order(rows: list[Row], room: Fraction, reading: str) -> list[Row]:
    """What a cap leaves of each row when it is cut in the order that the reading names."""
    return _keep(rows, room, _FIRST_CUT[reading])


def _exact(row: Row) -> Fraction:
    amount = row["amount"]
    assert isinstance(amount, int | Fraction)
    return Fraction(amount)


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value


def _number(value: object) -> Fraction:
    assert isinstance(value, int | Fraction)
    return Fraction(value)


def cuts_of(session: Session, on: date, engine: Engine, figure: Figure, spending: Sequence[Spending]) -> Cuts:
    """How the caps fall on lines and spending: in proportion, or in the order that the reading names."""
    reading = session.reading("selo.cap_allocation")
    if reading == "proportional":
        return IN_PROPORTION
    doubled = session.number("selo.280.factor.donation_research", on)
    capped = capped_lines(engine, figure)

    def lines(more: Addition) -> CutByOrder:
        with_more = capped.plus(more.centavos, more.cap_group, more.spending_region, more.weight)
        return cut_by_order(with_more if more.centavos else capped, session, on)

    def spent(more: Addition) -> Keep:
        return spending_keeper(spending, doubled, reading, more.spending)

    return Cuts(lines, spent)
