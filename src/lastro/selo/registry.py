"""Who is a family farmer on a date: documents in force, family units, declared properties (arts. 3 § 9, 4 I, 6).

People who share a document, and documents that share a person, are one family when `selo.family_unit` says so; area
and income limits are then the family's. A suspension takes its days out of the document; so does a cancellation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

import pyarrow as pa

from lastro.core.dates import Interval, closed, merged
from lastro.law import Session
from lastro.selo.arrow import table_of

OPEN_END = date(9999, 12, 31)
_RULE_DAY = date(9999, 1, 1)  # the rule on issuing DAPs has no end
STOPPED = ("suspensa", "cancelada")

_DAYS = [("valid_from", pa.date32()), ("valid_to", pa.date32())]
_DOCUMENTS = pa.schema([("cpf", pa.string()), *_DAYS])
_PEOPLE = pa.schema([("cpf", pa.string()), ("family", pa.string())])
_HOMES = pa.schema([("cpf", pa.string()), ("municipality", pa.string()), *_DAYS])
_PROPERTIES = pa.schema(
    [
        ("family", pa.string()),
        ("property", pa.string()),
        ("municipality", pa.string()),
        ("area_m2", pa.int64()),
        *_DAYS,
    ]
)

Row = Mapping[str, object]


@dataclass(frozen=True)
class Registry:
    """Arrow tables that the pipeline joins; `valid_to` is exclusive everywhere.

    `documents`: cpf, valid_from, valid_to, disjoint per cpf; `dap_documents` the same of DAPs alone. `people`: cpf,
    family. `homes`: cpf, municipality, valid_from, valid_to, where all property in force lies in one municipality.
    `properties`: family, property, municipality, area_m2 (null when not stated), valid_from, valid_to.
    """

    documents: pa.Table
    dap_documents: pa.Table
    people: pa.Table
    homes: pa.Table
    properties: pa.Table


def build_registry(farmers: pa.Table, session: Session) -> Registry:
    """The registry from the table `agricultores`. Raises ParameterNotEstablished for a hole in the DAP dates."""
    rows = farmers.to_pylist()
    family = family_units(rows, by_person=session.reading("selo.family_unit") == "person")
    active = rows_in_force(rows, session)
    daps = [(row, spans) for row, spans in active if row["documento"] == "DAP"]
    people = sorted(family)
    return Registry(
        documents=_documents(active),
        dap_documents=_documents(daps),
        people=table_of([(cpf, family[cpf]) for cpf in people], _PEOPLE),
        homes=_homes(active),
        properties=_properties(active, family),
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


InForce = tuple[Row, list[Interval]]


def rows_in_force(rows: Iterable[Row], session: Session) -> list[InForce]:
    """The rows of active documents with the days on which no suspension or cancellation of the document falls.

    An empty first or last day is open. A DAP issued after the last day of issue was never one.
    """
    listed = list(rows)
    stops: defaultdict[tuple[str, ...], list[Interval]] = defaultdict(list)
    for row in listed:
        if row["situacao"] in STOPPED:
            stops[_document(row)].append(_days(row))
    last_issue = session.day("selo.dap.last_issue", _RULE_DAY)
    found = []
    for row in listed:
        start = row["inicio"]
        late = row["documento"] == "DAP" and isinstance(start, date) and start > last_issue
        if row["situacao"] not in STOPPED and not late:
            found.append((row, without([_days(row)], stops[_document(row)])))
    return [(row, spans) for row, spans in found if spans]


def _document(row: Row) -> tuple[str, ...]:
    """What a suspension hits: the document by its number, whoever holds it; without a number, the person's."""
    kind, number = str(row["documento"] or ""), str(row["numero"] or "")
    return (kind, number) if number else (kind, "", str(row["cpf"]))


def _days(row: Row) -> Interval:
    start, end = row["inicio"], row["fim"]
    return closed(start if isinstance(start, date) else date.min, end if isinstance(end, date) else None)


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


def _documents(active: Iterable[InForce]) -> pa.Table:
    spans: defaultdict[str, list[Interval]] = defaultdict(list)
    for row, days in active:
        spans[str(row["cpf"])].extend(days)
    rows = [(cpf, i.start, i.end or OPEN_END) for cpf in sorted(spans) for i in merged(spans[cpf])]
    return table_of(rows, _DOCUMENTS)


def _homes(active: Iterable[InForce]) -> pa.Table:
    """Between two changes of a person's rows, the municipality when there is exactly one."""
    placed: defaultdict[str, list[tuple[str, Interval]]] = defaultdict(list)
    for row, days in active:
        if row["municipio"]:
            placed[str(row["cpf"])].extend((str(row["municipio"]), span) for span in days)
    rows = []
    for cpf in sorted(placed):
        ends = sorted({day for _, span in placed[cpf] for day in (span.start, span.end or OPEN_END)})
        for start, end in pairwise(ends):
            places = {place for place, span in placed[cpf] if start in span}
            if len(places) == 1:
                rows.append((cpf, places.pop(), start, end))
    return table_of(rows, _HOMES)


def _properties(active: Iterable[InForce], family: Mapping[str, str]) -> pa.Table:
    """One row per family, property and row in force; two members who declare one property name it alike."""
    rows = {
        (
            family[str(row["cpf"])],
            _property(row),
            str(row["municipio"] or ""),
            row["area_ha"] if isinstance(row["area_ha"], int) else None,
            span.start,
            span.end or OPEN_END,
        )
        for row, days in active
        for span in days
    }
    return table_of(sorted(rows, key=lambda row: tuple(str(value) for value in row)), _PROPERTIES)


def _property(row: Row) -> str:
    """A property is its registration; without one, what a document declares in one municipality."""
    if row["imovel"]:
        return f"imovel {row['imovel']}"
    return " ".join(str(row[column] or "") for column in ("documento", "numero", "municipio"))
