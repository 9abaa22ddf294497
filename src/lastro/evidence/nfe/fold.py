"""The state of each access key: a fold over every document seen, the same in whatever order they arrived.

Each figure of the fold is a minimum, a maximum, an `or` or a count of distinct documents, so merging is commutative,
associative and idempotent. A note counts only when a protocol with cStat 100 or 150 names the same key, in production,
model 55, its key agrees with its facts, no registered cancel stands, and every proven copy says the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import duckdb
import pyarrow as pa

from lastro.evidence.nfe import schema
from lastro.evidence.nfe.fold_findings import fold_findings
from lastro.evidence.nfe.fold_sql import DISPOSITIONS, EVENTS, FOLDED, GIVEN_TWICE, ITEMS, REFERENCES, STEPS
from lastro.statement.model import Finding

_TEXT, _DAY, _WHOLE, _FLAG = pa.string(), pa.date32(), pa.int64(), pa.bool_()

FOLDED_DOCUMENTS = pa.schema(
    [
        *schema.DOCUMENTS,
        ("state", _TEXT),  # authorised, cancelled, denied, unproven, homologation, other_model, conflict, invalid_key
        ("cancelled_on", _DAY),
        ("denied_status", _TEXT),
        ("correction", _TEXT),  # beginning of the last registered correction letter
        ("correction_sequence", _WHOLE),
        ("manifestations", _TEXT),  # registered event types of the recipient, by comma
        ("cancel_requested", _FLAG),  # a request to cancel without a registration
        ("copies", _WHOLE),  # documents seen with this key
        ("other_content", _FLAG),  # an unproven copy says something else
    ]
)

FOLDED_EVENTS = pa.schema(
    [
        ("key", _TEXT),
        ("event_type", _TEXT),
        ("sequence", _WHOLE),
        ("occurred_on", _DAY),
        ("protocol", _TEXT),
        ("proven", _FLAG),
        ("undone", _FLAG),  # by a registered cancel-of-event
        ("undoes_type", _TEXT),
        ("undoes_protocol", _TEXT),
        ("author", _TEXT),
        ("text", _TEXT),
    ]
)

DISPOSITION = pa.schema(
    [
        ("key", _TEXT),
        ("root", _TEXT),
        ("disposition", _TEXT),  # kept, duplicate, superseded, conflict
        ("_file", _TEXT),
        ("_member", _TEXT),
        ("_position", _WHOLE),
    ]
)


@dataclass(frozen=True)
class FoldedNotes:
    """One row per key in `documents`, sorted by key, with the items and references of the copy that was kept.

    `events` has one row per (key, type, sequence); `dispositions` one per document read, so that documents read =
    kept + duplicate + superseded + conflict.
    """

    documents: pa.Table
    items: pa.Table
    references: pa.Table
    events: pa.Table
    dispositions: pa.Table
    findings: tuple[Finding, ...]


def fold(documents: pa.Table, events: pa.Table, references: pa.Table, items: pa.Table) -> FoldedNotes:
    """The state of every key of these tables (schemas in `lastro.evidence.nfe.schema`), whole or of some keys only.

    For a subset, pass every row of the keys in it: the state of a key depends on nothing else.
    """
    with duckdb.connect(":memory:") as connection:
        given = {"documents_read": documents, "events_read": events, "references_read": references, "items_read": items}
        for name, table in given.items():
            connection.register(name, table)
        for step in STEPS:
            connection.execute(step)
        ((given_twice,),) = connection.execute(GIVEN_TWICE).fetchall()
        distinct = "distinct" if given_twice else ""
        return FoldedNotes(
            _fetched(connection, FOLDED.format(distinct=distinct), FOLDED_DOCUMENTS),
            _fetched(connection, ITEMS.format(distinct=distinct), schema.ITEMS),
            _fetched(connection, REFERENCES.format(distinct=distinct), schema.REFERENCES),
            _fetched(connection, EVENTS, FOLDED_EVENTS),
            _fetched(connection, DISPOSITIONS, DISPOSITION),
            fold_findings(connection),
        )


def _fetched(connection: duckdb.DuckDBPyConnection, query: str, of: pa.Schema) -> pa.Table:
    """The result with exactly the columns and types of `of`."""
    table: pa.Table = connection.sql(query).to_arrow_table()
    return table.select(of.names).cast(of)
