"""Few and full batches: those of notes that grew small, or half of whose files are gone, become one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.store import index as stored
from lastro.evidence.store.batches import next_batch, read_batch, tables_in, write_batch
from lastro.evidence.store.content import LARGE
from lastro.evidence.store.importing import NOTES_PER_BATCH
from lastro.evidence.store.listing import Kind

_SMALL = NOTES_PER_BATCH // 5
_TOO_MANY_SMALL = 8


def compacted(store: Path, index: pa.Table) -> pa.Table:
    """`index`, with the rows of worn batches of notes moved into new ones; the old are for the caller to discard.

    Raises EvidenceUnreadable, StoreDamaged.
    """
    worn = _worn(index)
    group: list[str] = []
    files = 0
    for batch, live in [*worn, ("", NOTES_PER_BATCH)]:
        if group and files + live > NOTES_PER_BATCH:
            index = _merged(store, index, group)
            group, files = [], 0
        group, files = [*group, batch], files + live
    return index


def _worn(index: pa.Table) -> list[tuple[str, int]]:
    """Batches to rewrite with their number of live files: the half-dead always, the small when there are many."""
    notes = index.filter(pc.equal(index["kind"], Kind.NOTE.value))
    sums = notes.group_by("batch").aggregate([("path", "count"), ("batch_files", "max"), ("size", "sum")]).to_pylist()
    half_dead = [row for row in sums if 2 * row["path_count"] < row["batch_files_max"]]
    small = [row for row in sums if row["path_count"] <= _SMALL and row["size_sum"] <= LARGE]
    chosen = {row["batch"]: row["path_count"] for row in half_dead}
    if len(small) >= _TOO_MANY_SMALL:
        chosen |= {row["batch"]: row["path_count"] for row in small}
    return sorted(chosen.items())


def _merged(store: Path, index: pa.Table, batches: Sequence[str]) -> pa.Table:
    moved = pc.is_in(index["batch"], pa.array(batches))
    live = index.filter(moved)
    name = next_batch(store)
    names = sorted({table for batch in batches for table in tables_in(store, batch)})
    write_batch(store, name, ({table: _live_rows(store, table, batch, live)} for batch in batches for table in names))
    told = [pa.array([name] * live.num_rows), pa.array([live.num_rows] * live.num_rows, pa.int64())]
    live = pa.table([*live.columns[: -len(told)], *told], schema=stored.SCHEMA)
    return pa.concat_tables([index.filter(pc.invert(moved)), live])


def _live_rows(store: Path, table: str, batch: str, live: pa.Table) -> pa.Table:
    paths = live.filter(pc.equal(live["batch"], batch))["path"].combine_chunks()
    rows = read_batch(store, batch, table, paths)
    return pa.table({}) if rows is None else rows
