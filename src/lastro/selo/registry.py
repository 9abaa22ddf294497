"""Who is a family farmer on a date: documents in force, family units, declared properties (arts. 3 § 9, 4 I, 6).

People who share a document, and documents that share a person, are one family when `selo.family_unit` says so; area
and income limits are then the family's. A suspension takes its days out of the document; so does a cancellation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, timedelta

import pyarrow as pa

from lastro.core.dates import Interval, closed, merged
from lastro.law import Session
from lastro.selo.arrow import table_of

OPEN_END = date(9999, 12, 31)
_TODAY_AND_LATER = date(9999, 1, 1)  # the rule on issuing DAPs has no end

Row = Mapping[str, object]


@dataclass(frozen=True)
class Registry:
    """Arrow tables that the pipeline joins.

    `documents`: cpf, valid_from, valid_to (exclusive; disjoint per cpf); `dap_documents` the same of DAPs alone.
    `people`: cpf, family, home (the single registered municipality, or null). `properties`: family, property,
    municipality, area_m2, valid_from, valid_to. `undated`
    are the people whose document has no dates and so proves nothing.
    """

    documents: pa.Table
    dap_documents: pa.Table
    people: pa.Table
    properties: pa.Table
    undated: frozenset[str]
    issued_too_late: frozenset[str]


def build_registry(farmers: pa.Table, session: Session) -> Registry:
    """The registry from the table `agricultores`. Raises ParameterNotEstablished for a hole in the DAP dates."""
    rows = farmers.to_pylist()
    family = family_units(rows, by_person=session.reading("selo.family_unit") == "person")
    active, undated, late = _active_intervals(rows, session)
    daps, _, _ = _active_intervals([row for row in rows if row.get("documento") == "DAP"], session)
    return Registry(
        documents=_documents(active),
        dap_documents=_documents(daps),
        people=_people(rows, family),
        properties=_properties(rows, family),
        undated=undated,
        issued_too_late=late,
    )


def family_units(rows: Iterable[Row], *, by_person: bool) -> dict[str, str]:
    """The family of each CPF, named by its smallest CPF."""
    parent: dict[str, str] = {}

    def root(node: str) -> str:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    people = set()
    for row in rows:
        cpf = str(row["cpf"])
        people.add(cpf)
        root(f"p:{cpf}")
        for link in () if by_person else _links(row):
            parent[root(f"p:{cpf}")] = root(link)
    members: defaultdict[str, list[str]] = defaultdict(list)
    for cpf in people:
        members[root(f"p:{cpf}")].append(cpf)
    return {cpf: min(group) for group in members.values() for cpf in group}


def _links(row: Row) -> list[str]:
    links = []
    if row.get("numero"):
        links.append(f"d:{row.get('documento') or ''}:{row['numero']}")
    if row.get("familia"):
        links.append(f"f:{row['familia']}")
    return links


def _active_intervals(
    rows: Iterable[Row], session: Session
) -> tuple[dict[str, list[Interval]], frozenset[str], frozenset[str]]:
    active: defaultdict[str, dict[str, list[Interval]]] = defaultdict(lambda: defaultdict(list))
    stopped: defaultdict[str, dict[str, list[Interval]]] = defaultdict(lambda: defaultdict(list))
    undated, late = set(), set()
    for row in rows:
        cpf, document = str(row["cpf"]), str(row.get("numero") or "")
        start, end = _day(row.get("inicio")), _day(row.get("fim"))
        stops = row.get("situacao") in ("suspensa", "cancelada")
        if start is None or (end is None and not stops) or (end is not None and end < start):
            undated.add(cpf)
        elif stops:
            stopped[cpf][document].append(closed(start, end))
        elif row.get("documento") == "DAP" and start > _last_dap_issue(session):
            late.add(cpf)
        else:
            active[cpf][document].append(closed(start, end))
    in_force = {
        cpf: [
            piece
            for number, spans in documents.items()
            for piece in without(merged(spans), stopped[cpf].get(number, []))
        ]
        for cpf, documents in active.items()
    }
    return in_force, frozenset(undated - set(in_force)), frozenset(late)


def _last_dap_issue(session: Session) -> date:
    return session.day("selo.dap.last_issue", _TODAY_AND_LATER)


def without(spans: Iterable[Interval], holes: Iterable[Interval]) -> list[Interval]:
    """`spans` minus `holes`."""
    left = list(spans)
    for hole in holes:
        left = [piece for span in left for piece in _minus(span, hole)]
    return left


def _minus(span: Interval, hole: Interval) -> list[Interval]:
    if not span.overlaps(hole):
        return [span]
    pieces = []
    if span.start < hole.start:
        pieces.append(Interval(span.start, hole.start))
    if hole.end is not None and (span.end is None or hole.end < span.end):
        pieces.append(Interval(hole.end, span.end))
    return pieces


def _day(value: object) -> date | None:
    return value if isinstance(value, date) else None


def _documents(active: Mapping[str, list[Interval]]) -> pa.Table:
    rows = [(cpf, i.start, i.end or OPEN_END) for cpf in sorted(active) for i in merged(active[cpf])]
    schema = pa.schema([("cpf", pa.string()), ("valid_from", pa.date32()), ("valid_to", pa.date32())])
    return table_of(rows, schema)


def _people(rows: Iterable[Row], family: Mapping[str, str]) -> pa.Table:
    places: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        if row.get("municipio"):
            places[str(row["cpf"])].add(str(row["municipio"]))
    people = sorted(family)
    return pa.table(
        {
            "cpf": pa.array(people, pa.string()),
            "family": pa.array([family[cpf] for cpf in people], pa.string()),
            "home": pa.array(
                [next(iter(places[cpf])) if len(places[cpf]) == 1 else None for cpf in people], pa.string()
            ),
        }
    )


def _properties(rows: Iterable[Row], family: Mapping[str, str]) -> pa.Table:
    """One row per family, property and state; two members who declare the same property count it once."""
    best: dict[tuple[str, str, str, date, date], int] = {}
    for row in rows:
        area, start = row.get("area_ha"), _day(row.get("inicio"))
        if not isinstance(area, int) or row.get("situacao") in ("suspensa", "cancelada"):
            continue
        holder = family[str(row["cpf"])]
        name = str(row.get("imovel") or row.get("numero") or row["cpf"])
        end = _day(row.get("fim"))
        until = OPEN_END if end is None else end + timedelta(days=1)
        key = (holder, name, str(row.get("municipio") or ""), start or date(1, 1, 1), until)
        best[key] = max(area, best.get(key, 0))
    found = sorted(best)
    return pa.table(
        {
            "family": pa.array([k[0] for k in found], pa.string()),
            "property": pa.array([k[1] for k in found], pa.string()),
            "municipality": pa.array([k[2] for k in found], pa.string()),
            "area_m2": pa.array([best[k] for k in found], pa.int64()),
            "valid_from": pa.array([k[3] for k in found], pa.date32()),
            "valid_to": pa.array([k[4] for k in found], pa.date32()),
        }
    )
