"""The index: which version of which file the store has read, and the batch that holds its rows.

It is the one point of commit. A batch the index does not name does not exist; a file it does not name was not read.
It is replaced whole by a rename, so that a run killed at any moment leaves either the old store or the new one.
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from lastro.evidence.store.batches import StoreDamaged, sync_folder, write_table, writing

_NAME = "index.parquet"
STATES = "state"  # what `lastro.evidence.store.state` keeps
_READER = b"lastro.reader"

SCHEMA = pa.schema(
    [
        ("path", pa.string()),
        ("kind", pa.string()),
        ("size", pa.int64()),
        ("mtime_ns", pa.int64()),
        ("stamp", pa.string()),
        ("seen_ns", pa.int64()),  # the clock when it was read: a file younger than that may have changed unseen
        ("sha256", pa.string()),
        ("batch", pa.string()),
        ("batch_files", pa.int64()),  # how many files the batch was written with
    ]
)


def read_index(store: Path, reader: str) -> pa.Table:
    """The index, empty when there is none or another version of the reader made it. Raises StoreDamaged."""
    path = store / _NAME
    if not path.exists():
        return SCHEMA.empty_table()
    try:
        table = pq.read_table(path)
    except (OSError, pa.ArrowInvalid) as fault:
        raise StoreDamaged(str(path)) from fault
    made_by = (table.schema.metadata or {}).get(_READER)
    if made_by != reader.encode() or table.schema.names != SCHEMA.names:
        return SCHEMA.empty_table()
    return table.replace_schema_metadata(None)


def write_index(store: Path, index: pa.Table, reader: str) -> None:
    """Commit `index`. Raises EvidenceUnreadable when the disk refuses; the former index then stands."""
    with writing(store):
        aside = store / f"{_NAME}.new"
        try:
            write_table(aside, index.replace_schema_metadata({_READER: reader.encode()}))
            os.replace(aside, store / _NAME)
        finally:
            aside.unlink(missing_ok=True)
        sync_folder(store)


def forget_index(store: Path) -> None:
    """Make the store empty, whatever its state. Raises EvidenceUnreadable."""
    with writing(store):
        (store / _NAME).unlink(missing_ok=True)
        shutil.rmtree(store / STATES, ignore_errors=True)


def batches_of(index: pa.Table) -> tuple[str, ...]:
    """The batches the index names, in order."""
    return tuple(sorted(pc.unique(index.column("batch")).to_pylist()))
