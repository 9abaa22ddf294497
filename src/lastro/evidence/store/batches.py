"""What was read, kept as Parquet: a batch is a folder of tables, complete under its final name or not there at all.

A batch is written aside and renamed into place; nothing in it changes afterwards. Which of its rows still speak for a
file of the workspace is the index's business (`lastro.evidence.store.index`).
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from lastro.core.errors import EvidenceUnreadable
from lastro.evidence.store.codec import SOURCE

_BATCHES = "batches"
_ASIDE = "writing"
_CONTENTS = "contents"
_COMPRESSION: Mapping[str, Any] = MappingProxyType({"compression": "zstd", "compression_level": 1})


class StoreDamaged(Exception):
    """A stored file is missing or cannot be read: the store is thrown away and made again from the workspace."""


@contextmanager
def writing(store: Path) -> Iterator[None]:
    """Turns a failure of the disk into one sentence; what was being written is left aside, never half in place."""
    try:
        yield
    except OSError as fault:
        shutil.rmtree(store / _ASIDE, ignore_errors=True)
        raise EvidenceUnreadable("store.not_writable", folder=store, reason=fault.strerror or fault) from fault


def write_batch(store: Path, name: str, parts: Iterable[Mapping[str, pa.Table]]) -> None:
    """Put the rows of `parts` in place as batch `name`, all or nothing, holding one part at a time.

    Raises EvidenceUnreadable.
    """
    put_folder(store, store / _BATCHES / name, lambda folder: _write_parts(folder, parts))


def put_folder(store: Path, target: Path, fill: Callable[[Path], Iterable[str]]) -> None:
    """A folder of the store, complete under its name or not there at all: `fill` writes into it and names its tables.

    Raises EvidenceUnreadable.
    """
    with writing(store):
        aside = store / _ASIDE
        shutil.rmtree(aside, ignore_errors=True)
        aside.mkdir()
        filled = fill(aside)
        _write_text(aside / _CONTENTS, "\n".join(sorted(filled)))
        target.parent.mkdir(exist_ok=True)
        os.replace(aside, target)
        sync_folder(target.parent)


def _write_parts(folder: Path, parts: Iterable[Mapping[str, pa.Table]]) -> frozenset[str]:
    """One Parquet file per table that has rows, a row group or more per part; the names of those tables."""
    writers: dict[str, pq.ParquetWriter] = {}
    try:
        for part in parts:
            for table, rows in part.items():
                if rows.num_rows:
                    if table not in writers:
                        writers[table] = pq.ParquetWriter(folder / f"{table}.parquet", rows.schema, **_COMPRESSION)
                    writers[table].write_table(rows)
    finally:
        for writer in writers.values():
            writer.close()
    for table in writers:
        sync_file(folder / f"{table}.parquet")
    return frozenset(writers)


def _write_text(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    sync_file(path)


def sync_file(path: Path) -> None:
    """What was written to `path` is on the disk when this returns."""
    with path.open("r+b") as written:
        os.fsync(written.fileno())


def read_batch(store: Path, name: str, table: str, live: pa.Array | None) -> pa.Table | None:
    """The rows of `table` in a batch whose `_file` is among `live` (all when None); None when it has no such table.

    Raises StoreDamaged.
    """
    if table not in tables_in(store, name):
        return None
    path = store / _BATCHES / name / f"{table}.parquet"
    filters = None if live is None else pa.compute.field(SOURCE).isin(live)
    try:
        return pq.read_table(path, filters=filters, partitioning=None)
    except (OSError, pa.ArrowInvalid) as fault:
        raise StoreDamaged(str(path)) from fault


def tables_in(store: Path, name: str) -> tuple[str, ...]:
    """The names of the tables a batch holds. Raises StoreDamaged."""
    return contents(store / _BATCHES / name)


def contents(folder: Path) -> tuple[str, ...]:
    """The names of the tables in a folder made by `put_folder`. Raises StoreDamaged."""
    try:
        return tuple((folder / _CONTENTS).read_text(encoding="utf-8").split())
    except OSError as fault:
        raise StoreDamaged(str(folder)) from fault


def next_batch(store: Path) -> str:
    """A name above that of every batch in place."""
    folder = store / _BATCHES
    taken = [int(path.name) for path in folder.iterdir()] if folder.is_dir() else []
    return f"{max(taken, default=0) + 1:08d}"


def discard_all_but(store: Path, kept: frozenset[str]) -> None:
    """Remove what an interrupted run left and every batch the index does not name. Raises EvidenceUnreadable."""
    with writing(store):
        shutil.rmtree(store / _ASIDE, ignore_errors=True)
        folder = store / _BATCHES
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.name not in kept:
                shutil.rmtree(path)


def write_table(path: Path, rows: pa.Table) -> None:
    """`rows` as Parquet, on the disk when this returns."""
    pq.write_table(rows, path, **_COMPRESSION)
    sync_file(path)


def sync_folder(folder: Path) -> None:
    """Make a rename in `folder` last through a power cut, where the system can."""
    if os.name == "posix":
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
