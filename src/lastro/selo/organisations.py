"""Suppliers that are not persons: which kind, and qualified on which days (arts. 4 § 9 IV, 9).

A family-farming cooperative counts with its own document; an intermediary, or a cooperative without one, only when
qualified and only for what named farmers with a document in force delivered.
"""

from __future__ import annotations

from datetime import date, timedelta

import pyarrow as pa

from lastro.selo.arrow import table_of
from lastro.selo.registry import OPEN_END

SCHEMA = pa.schema(
    [
        ("cnpj", pa.string()),
        ("kind", pa.string()),
        ("valid_from", pa.date32()),
        ("valid_to", pa.date32()),
        ("qualified", pa.bool_()),
        ("share", pa.int64()),
    ]
)


def organisation_intervals(organisations: pa.Table) -> pa.Table:
    """`organizacoes` as disjoint intervals per CNPJ: cnpj, kind, valid_from, valid_to (exclusive), qualified,
    share (of the members who are family farmers, in ten-thousandths of a percent; null when not stated).

    A row without a number of qualification, or without dates, makes the organisation known but not qualified. Where
    intervals of one CNPJ overlap, the later row of the table's canonical order is cut to begin where the first ends.
    """
    qualified: dict[str, list[Span]] = {}
    for row in organisations.to_pylist():
        start, end = row["inicio"], row["fim"]
        if row["habilitacao"] and start is not None:
            until = OPEN_END if end is None else end + timedelta(days=1)
            qualified.setdefault(row["cnpj"], []).append((start, until, row["tipo"] or "", row["percentual_af"]))
    rows = [
        (cnpj, kind, start, end, True, share)
        for cnpj in sorted(qualified)
        for start, end, kind, share in _disjoint(sorted(qualified[cnpj], key=_order))
    ]
    return table_of(rows, SCHEMA)


Span = tuple[date, date, str, int | None]


def _order(span: Span) -> tuple[date, date, str, int]:
    start, end, kind, share = span
    return start, end, kind, -1 if share is None else share


def _disjoint(spans: list[Span]) -> list[Span]:
    kept: list[Span] = []
    for start, end, kind, share in spans:
        begin = max(start, kept[-1][1]) if kept else start
        if begin < end:
            kept.append((begin, end, kind, share))
    return kept


def known_organisations(organisations: pa.Table) -> pa.Table:
    """cnpj and kind of every organisation the user listed, qualified or not (the first row's kind)."""
    kinds: dict[str, str] = {}
    for row in organisations.to_pylist():
        kinds.setdefault(row["cnpj"], row["tipo"] or "")
    ordered = sorted(kinds)
    return pa.table(
        {"cnpj": pa.array(ordered, pa.string()), "kind": pa.array([kinds[c] for c in ordered], pa.string())}
    )
