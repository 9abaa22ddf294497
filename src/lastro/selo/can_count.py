"""The question at the weighbridge: would this delivery count, in part or not, why, and how much room is left?

The answer is the real computation: the delivery is added to what the family already sold in the year, and the same
pipeline and checks look at it. Nothing is written. Prices are not compared here: the load has no invoice yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, timedelta

import pyarrow as pa
import pyarrow.compute as pc

from lastro.core.dates import civil_year
from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import LawBook, Session
from lastro.relation import Engine, small_engine
from lastro.selo.delivery import LINE, Delivery, delivered_line
from lastro.selo.judge import findings_of_line
from lastro.selo.limit_steps import WHOLE_AREA
from lastro.selo.lines import weigh_year
from lastro.selo.prepared import Prepared
from lastro.selo.regimes import regime_of
from lastro.selo.registry import family_units
from lastro.selo.year import year_inputs
from lastro.statement.model import Finding, Severity
from lastro.statement.weighing import Room, Weighing

_TOKEN = 10 * CENTAVOS_PER_REAL  # stands in for a value that was not given
_FACTORS = ("origin_factor", "diversified_factor", "own_region_factor", "cooperative_factor")
_NEUTRAL = 10  # a factor of one, in tenths
_MINDED = ("SBS-03", "SBS-05", "SBS-13", "SBS-19", "SBS-23")
_NOT_ASKED = ("contratos", "perenes", "frustracoes", "dispendios", "vendas")

Row = Mapping[str, object]


def weigh(
    evidence: Evidence, prepared: Prepared, plant: Plant, book: LawBook, session: Session, delivery: Delivery,
    chosen: str = "",
) -> Weighing:  # fmt: skip
    """The delivery weighed by the rules of its year, after what the family already sold.

    Raises ParameterNotEstablished for a year whose regime is missing.
    """
    period = civil_year(delivery.on.year)
    regime = regime_of(session, delivery.on.year, chosen)
    by_person = session.reading("selo.family_unit") == "person"
    farmers = relatives(evidence.tables["agricultores"], delivery.cpf, by_person=by_person)
    lines = _lines_of_family(prepared, farmers["cpf"].to_pylist() or [delivery.cpf], delivery)
    priced = delivery if delivery.centavos else replace(delivery, centavos=_TOKEN)
    added = delivered_line(priced, plant.cnpj, evidence.tables["contratos"], book, session, prepared.purchases.schema)
    with small_engine() as engine:
        small = _with_line(lines, added, delivery)
        weigh_year(engine, year_inputs(_about(evidence, farmers), small, [plant]), book, session, period, regime.lines)
        engine.register("contratos", _contract(evidence.tables["contratos"], str(added["contract"])))
        row = _weighed(engine, delivery)
        findings = tuple(findings_of_line(engine, LINE, _codes(row), evidence.present, regime))
        until = _document_end(engine, delivery)
    return _answer(row, delivery, findings, until)


def relatives(farmers: pa.Table, cpf: str, *, by_person: bool) -> pa.Table:
    """The rows of `agricultores` of one person's family, found without looking at everybody."""
    people, known = {cpf}, 0
    while len(people) > known:
        known = len(people)
        mine = _where(farmers, "cpf", people)
        linked = pc.or_(_is_one_of(mine, farmers, "numero"), _is_one_of(mine, farmers, "familia"))
        people |= set(farmers.filter(pc.fill_null(linked, False))["cpf"].to_pylist())
    near = _where(farmers, "cpf", people)
    family = family_units(near.to_pylist(), by_person=by_person)
    return _where(near, "cpf", {person for person, of in family.items() if of == family.get(cpf)})


def _where(table: pa.Table, column: str, values: set[str]) -> pa.Table:
    return table.filter(pc.is_in(table[column], value_set=pa.array(sorted(values), pa.string())))


def _is_one_of(some: pa.Table, every: pa.Table, column: str) -> pa.ChunkedArray:
    values = pa.array(sorted({value for value in some[column].to_pylist() if value}), pa.string())
    return pc.is_in(every[column], value_set=values)


def _about(evidence: Evidence, farmers: pa.Table) -> Evidence:
    """The evidence with this family alone, and without what bears on no purchase."""
    empty = {name: evidence.tables[name].slice(0, 0) for name in _NOT_ASKED}
    return replace(evidence, tables={**evidence.tables, **empty, "agricultores": farmers})


def _lines_of_family(prepared: Prepared, people: list[str], delivery: Delivery) -> Prepared:
    """What the family sold, and all that its cooperatives sold: returns fall on any line of a supplier."""
    origins, lines = prepared.origins, prepared.purchases
    through = _where(lines, "line_id", set(_where(origins, "cpf", set(people))["line_id"].to_pylist()))
    kept = _where(lines, "supplier", {*people, *through["supplier"].to_pylist()})
    return replace(prepared, purchases=kept, origins=_where(origins, "line_id", set(kept["line_id"].to_pylist())))


def _with_line(lines: Prepared, added: Row, delivery: Delivery) -> Prepared:
    purchases, origins = lines.purchases, lines.origins
    purchases = pa.concat_tables([purchases, pa.Table.from_pylist([dict(added)], schema=purchases.schema)])
    if delivery.supplier:
        grown = {"line_id": LINE, "cpf": delivery.cpf, "municipality": delivery.place, "grams": delivery.grams}
        row = dict.fromkeys(origins.schema.names) | grown
        origins = pa.concat_tables([origins, pa.Table.from_pylist([row], schema=origins.schema)])
    return replace(lines, purchases=purchases, origins=origins)


def _contract(contracts: pa.Table, number: str) -> pa.Table:
    return contracts.filter(pc.equal(contracts["numero"], number))


def _weighed(engine: Engine, delivery: Delivery) -> Row:
    (row,) = engine.fetch(
        f"select * from weighed where line_id = '{LINE}' and part in ('', '{delivery.cpf}')"
    ).to_pylist()
    found: Row = row
    return found


def _codes(row: Row) -> tuple[str, ...]:
    """The checks that may have something to say: those of the reasons, or those that warn and those of the limits."""
    return tuple(str(row["blocks"]).split()) or _MINDED


def _document_end(engine: Engine, delivery: Delivery) -> date | None:
    """The last day of the document in force on the day of the delivery."""
    day = f"date '{delivery.on}'"
    (row,) = engine.fetch(
        f"""select max(valid_to) as until from documents
where cpf = '{delivery.cpf}' and valid_from <= {day} and {day} < valid_to"""
    ).to_pylist()
    return row["until"] - timedelta(days=1) if row["until"] else None


def _answer(row: Row, delivery: Delivery, findings: tuple[Finding, ...], until: date | None) -> Weighing:
    priced = delivery.centavos is not None
    income = _income_room(row)
    return Weighing(
        asked_grams=delivery.grams,
        accepted_grams=_accepted_grams(row, delivery),
        asked_centavos=delivery.centavos,
        accepted_centavos=_whole(row["accepted_centavos"]) if priced else None,
        weight_thousandths=_whole(row["weight"]),
        weighted=_whole(row["weighted"]) if priced else None,
        crop_year=str(row["crop_year"] or ""),
        yield_room=_yield_room(row),
        income_room=income,
        document_until=until,
        reasons=tuple(found for found in findings if found.severity is Severity.BLOCKS and _cuts(found, row, priced)),
        warnings=tuple(found for found in findings if found.severity is not Severity.BLOCKS),
        factors={name: factor for name in _FACTORS if (factor := _whole(row[name])) != _NEUTRAL},
    )


def _accepted_grams(row: Row, delivery: Delivery) -> int:
    """In the proportion of the value; without a value, in that of the weight, while the ceiling has any room."""
    accepted, asked = _whole(row["accepted_centavos"]), _whole(row["centavos"])
    if delivery.centavos is not None or row["block"]:
        return delivery.grams if accepted == asked else delivery.grams * accepted // asked
    requested, within = _whole(row["requested_grams"]), _whole(row["accepted_grams"])
    if _ceiling_is_full(row):
        return 0
    return delivery.grams * within // requested if requested else delivery.grams


def _ceiling_is_full(row: Row) -> bool:
    room = _income_room(row)
    return room is not None and not room.left


def _cuts(finding: Finding, row: Row, priced: bool) -> bool:
    """Without a value the ceiling cuts nothing while it has any room."""
    return finding.code != "SBS-03" or priced or _ceiling_is_full(row)


def _yield_room(row: Row) -> Room | None:
    room = row["yield_room_grams"]
    if room is None:
        return None
    shared = row.get("accepted_share_used_before")
    used = _whole(row["accepted_grams_used_before"]) if shared is None else _whole(room) * _whole(shared) // WHOLE_AREA
    return Room(_whole(room), max(0, _whole(room) - used))


def _income_room(row: Row) -> Room | None:
    room = row["income_room_centavos"]
    if room is None:
        return None
    used = row.get("after_income_centavos_used_before", row.get("accepted_centavos_used_before"))
    return Room(_whole(room), max(0, _whole(room) - _whole(used)))


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
