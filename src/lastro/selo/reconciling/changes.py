"""A change to a year: what the ministry may have done otherwise, as edits that the rules are run with.

Edits go on copies of the tables before the rules weigh them; rows counted against a rule of ours, parts of deliveries
and other roundings go on the weighted lines, before they are summed. Nothing is written to the user's year.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.evidence import Evidence
from lastro.relation import Engine
from lastro.selo.line_rules import LineRules
from lastro.selo.prepared import Prepared

OUT = "OUT"  # the block of a row that the ministry took out: no check of ours has that name

LineKey = tuple[str, str, str]  # kind, line_id, part
Place = tuple[str, str, int]  # file, sheet, row of a table
Days = frozenset[tuple[str, date]]
PlacedDays = frozenset[tuple[Place, date]]


@dataclass(frozen=True)
class Change:
    """Edits, empty by default. `blocked` and `dated` name lines of purchases; `reduced` takes centavos off a part,
    `admitted` counts one whole; `spent_…` and `sold_…` are rows of `dispendios` and of sales."""

    readings: frozenset[tuple[str, str]] = frozenset()
    regime: str = ""
    blocked: frozenset[str] = frozenset()
    dated: Days = frozenset()
    reduced: frozenset[tuple[LineKey, int]] = frozenset()
    admitted: frozenset[LineKey] = frozenset()
    spent_out: frozenset[Place] = frozenset()
    spent_in: frozenset[Place] = frozenset()
    spent_dated: PlacedDays = frozenset()
    sold_out: frozenset[Place] = frozenset()
    sold_in: frozenset[Place] = frozenset()  # in the base, whatever market or block it has
    sold_dated: PlacedDays = frozenset()
    rounded_lines: bool = False
    truncated: bool = False  # the percentage is cut, not rounded, to the places printed

    def __or__(self, other: Change) -> Change:
        """Both together."""
        joined: dict[str, Any] = {field.name: getattr(self, field.name) | getattr(other, field.name) for field in
                                  fields(self) if field.name != "regime"}  # fmt: skip
        return Change(regime=self.regime or other.regime, **joined)

    @property
    def of_lines(self) -> Change:
        """The part of it that weighing the purchases depends on, readings and regime aside."""
        return Change(
            blocked=self.blocked, dated=self.dated, reduced=self.reduced, admitted=self.admitted,
            rounded_lines=self.rounded_lines,
        )  # fmt: skip


def joined(changes: Iterable[Change]) -> Change:
    """All of them together."""
    whole = Change()
    for change in changes:
        whole = whole | change
    return whole


def edited_prepared(prepared: Prepared, change: Change) -> Prepared:
    """The lines with rows out and dates moved."""
    purchases, sales = prepared.purchases, prepared.sales
    if change.blocked:
        purchases = _where(purchases, "line_id", change.blocked, "evidence_block", OUT)
    if change.dated:
        days = dict(change.dated)
        purchases = _each(purchases, "issued_on", lambda row: days.get(row["line_id"], row["issued_on"]), ["line_id"])
    if change.sold_out or change.sold_in or change.sold_dated:
        sales = _edited_sales(sales, change)
    return replace(prepared, purchases=purchases, sales=sales)


def _edited_sales(sales: pa.Table, change: Change) -> pa.Table:
    days = dict(change.sold_dated)

    def block(row: dict[str, Any]) -> Any:
        return OUT if place_of(row) in change.sold_out else "" if place_of(row) in change.sold_in else row["block"]

    def market(row: dict[str, Any]) -> Any:
        return "interno" if place_of(row) in change.sold_in else row["destination"]

    sales = _each(sales, "block", block, PLACE)
    sales = _each(sales, "destination", market, PLACE)
    return _each(sales, "sold_on", lambda row: days.get(place_of(row), row["sold_on"]), PLACE)


PLACE = ["_file", "_sheet", "_row"]


def place_of(row: Any) -> Place:
    """Where a row of a table stands."""
    return str(row["_file"] or ""), str(row["_sheet"] or ""), int(row["_row"] or 0)


def edited_evidence(evidence: Evidence, change: Change) -> Evidence:
    """The tables with spending out or dated otherwise."""
    if not change.spent_out and not change.spent_dated:
        return evidence
    table = evidence.tables["dispendios"]
    days = dict(change.spent_dated)
    table = _each(table, "data", lambda row: days.get(place_of(row), row["data"]), PLACE)
    stays = [place_of(row) not in change.spent_out for row in table.select(PLACE).to_pylist()]
    return replace(evidence, tables={**evidence.tables, "dispendios": table.filter(pa.array(stays, pa.bool_()))})


def _where(table: pa.Table, name: str, values: frozenset[str], column: str, value: str) -> pa.Table:
    chosen = pc.is_in(table[name], value_set=pa.array(sorted(values), pa.string()))
    return _put(table, column, pc.if_else(chosen, value, table[column]))


def _each(table: pa.Table, column: str, value: Callable[[dict[str, Any]], Any], needed: list[str]) -> pa.Table:
    rows = table.select([*needed, column]).to_pylist()
    return _put(table, column, pa.array([value(row) for row in rows], table.schema.field(column).type))


def _put(table: pa.Table, column: str, values: Any) -> pa.Table:
    at = table.schema.get_field_index(column)
    return table.set_column(at, table.schema.field(column), values)


_EDITS = pa.schema(
    [
        ("kind", pa.string()),
        ("line_id", pa.string()),
        ("part", pa.string()),
        ("less", pa.int64()),
        ("whole", pa.bool_()),
    ]
)


def edit_weighted(engine: Engine, change: Change, rules: LineRules) -> None:
    """Put `reduced`, `admitted` and `rounded_lines` into `weighted_lines`. A line that is admitted weighs what it would
    if what keeps it out were remedied."""
    if not change.reduced and not change.admitted and not change.rounded_lines:
        return
    engine.register("line_edits", _edits(change))
    whole = "(e.whole and e.line_id is not null)"
    weight = f"case when {whole} then cast({rules.regained_weight} as bigint) else l.weight end"
    kept = f"case when {whole} then l.centavos else l.accepted_centavos end"
    accepted = f"cast(case when {kept} < 0 then 0 else greatest({kept} - coalesce(e.less, 0), 0) end as bigint)"
    accepted = f"case when e.line_id is null then l.accepted_centavos else {accepted} end"
    weighted = f"cast(({accepted}) * ({weight}) as bigint)"
    if change.rounded_lines:
        weighted = f"cast(muldiv_half_up({weighted}, 1, 1000) * 1000 as bigint)"
    engine.keep(
        "edited_lines",
        f"""select l.* replace (
  {accepted} as accepted_centavos, {weight} as weight, {weighted} as weighted,
  case when {whole} then l.centavos else l.requested_centavos end as requested_centavos,
  case when {whole} then '' else l.block end as block)
from weighted_lines l left join line_edits e on e.kind = l.kind and e.line_id = l.line_id and e.part = l.part""",
    )
    engine.keep("weighted_lines", "select * from edited_lines")


def _edits(change: Change) -> pa.Table:
    less: dict[LineKey, int] = {}
    for key, centavos in change.reduced:
        less[key] = max(less.get(key, 0), centavos)
    rows = [
        {"kind": key[0], "line_id": key[1], "part": key[2], "less": less.get(key, 0), "whole": key in change.admitted}
        for key in sorted({*less, *change.admitted})
    ]
    return pa.Table.from_pylist(rows, schema=_EDITS)
