"""The evidence as it stood on a day: what is dated later is left out. Nothing of the user's year is written."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.evidence import Evidence

# The column that says since when a row is a fact of the year; a row without a day stays.
_DAY = {
    "aquisicoes": "data",
    "vendas": "data",
    "dispendios": "data",
    "frustracoes": "requerimento",
    "perenes": "plantio",
}
_OF_NOTES = ("aquisicoes", "vendas", "origens")


def evidence_until(evidence: Evidence, on: date) -> Evidence:
    """Notes and rows dated up to `on`, that day included. The state of a note is the one known today: a cancellation
    counts from the beginning."""
    later = _later(evidence.documents, "issued_on", on)
    gone = evidence.documents.filter(later)["key"].unique()
    tables = {name: _kept(name, table, on, gone) for name, table in evidence.tables.items()}
    return replace(
        evidence,
        tables=tables,
        documents=evidence.documents.filter(pc.invert(later)),
        items=_without(evidence.items, "key", gone),
    )


def _kept(name: str, table: pa.Table, on: date, gone: pa.Array) -> pa.Table:
    if name in _DAY:
        table = table.filter(pc.invert(_later(table, _DAY[name], on)))
    return _without(table, "chave", gone) if name in _OF_NOTES else table


def _later(table: pa.Table, column: str, on: date) -> pa.ChunkedArray:
    return pc.fill_null(pc.greater(table[column], pa.scalar(on, pa.date32())), False)


def _without(table: pa.Table, column: str, keys: pa.Array) -> pa.Table:
    return table.filter(pc.invert(pc.is_in(table[column], value_set=keys)))
