"""Rows out of an up-to-date store: those whose file still is what was read, and no others."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.store.batches import read_batch, tables_in
from lastro.evidence.store.codec import COUNTS, FINDINGS, counts_table, findings_from
from lastro.evidence.store.index import batches_of
from lastro.evidence.store.update import Updated
from lastro.statement.model import Finding


def names(updated: Updated) -> tuple[str, ...]:
    """The tables that any batch holds, beside findings and counts."""
    found = {name for batch in batches_of(updated.index) for name in tables_in(updated.store, batch)}
    return tuple(sorted(found - {FINDINGS, COUNTS}))


def rows_of(updated: Updated, table: str) -> pa.Table | None:
    """All live rows of `table`, in no meaningful order; None when there are none.

    Raises StoreDamaged.
    """
    parts: list[pa.Table] = []
    for batch in batches_of(updated.index):
        files = updated.index.filter(pc.equal(updated.index["batch"], batch))
        whole = files.num_rows == files["batch_files"][0].as_py()
        part = read_batch(updated.store, batch, table, None if whole else files["path"].combine_chunks())
        if part is not None and part.num_rows:
            parts.append(part)
    return pa.concat_tables(parts) if parts else None


def findings_of(updated: Updated) -> tuple[Finding, ...]:
    """What the readers reported of the live files. Raises StoreDamaged."""
    table = rows_of(updated, FINDINGS)
    return () if table is None else findings_from(table)


def counts_of(updated: Updated) -> pa.Table:
    """What became of the rows and documents of the live files (columns: `codec.counts_table`). Raises StoreDamaged."""
    table = rows_of(updated, COUNTS)
    return counts_table(()) if table is None else table
