"""Files into batches: a table file is a batch of its own, notes share one until it is full, so memory stays flat."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from lastro.evidence.store import index as stored
from lastro.evidence.store.batches import next_batch, write_batch
from lastro.evidence.store.codec import COUNTS, FINDINGS, counts_table, findings_table
from lastro.evidence.store.content import LARGE, Suspect, file_hash, read_settled
from lastro.evidence.store.listing import Kind
from lastro.evidence.store.parsed import Parsed, Readers

NOTES_PER_BATCH = 10_000
_BYTES_PER_BATCH = 256 * 1024 * 1024
_TOLD_EVERY = 64

Unread = tuple[str, str]  # path and the system's reason


class Importing:
    """One run's reading. `unread` collects the files that could not be opened; they are tried again next time."""

    def __init__(self, root: Path, store: Path, readers: Readers, now: int) -> None:
        self._root, self._store, self._readers, self._now = root, store, readers, now
        self._entries: list[pa.Table] = []
        self._rows: list[tuple[Any, ...]] = []
        self._notes = readers.note_batch()
        self._noted: list[tuple[Suspect, str]] = []
        self._bytes = 0
        self.unread: list[Unread] = []

    def read(self, suspects: pa.Table, on_progress: Callable[[int, int], None] | None) -> Iterator[None]:
        """Look into every suspect; yields after each batch in place. Raises EvidenceUnreadable."""
        total = suspects.num_rows
        for done, suspect in enumerate(Suspect.each(suspects)):
            if on_progress and done % _TOLD_EVERY == 0:
                on_progress(done, total)
            if self._look_into(suspect):
                yield
        if self._place_notes():
            yield
        if on_progress and total:
            on_progress(total, total)

    def index(self, kept: pa.Table) -> pa.Table:
        """The index that names what stood and what is in place by now."""
        self._columnise()
        return pa.concat_tables([kept, *self._entries])

    def _look_into(self, suspect: Suspect) -> bool:
        """Whether a batch was put in place."""
        try:
            return self._take(suspect)
        except FileNotFoundError:
            return False  # gone between listing and reading: as if it had gone before
        except OSError as fault:
            self.unread.append((suspect.path, fault.strerror or str(fault)))
            return False

    def _take(self, suspect: Suspect) -> bool:
        path = suspect.opened(self._root)
        large = suspect.kind == Kind.NOTE and suspect.size > LARGE
        data = b"" if large else read_settled(path)
        digest = file_hash(path) if large else hashlib.sha256(data).hexdigest()
        if digest == suspect.sha256:
            self._enter([(suspect, digest)], suspect.batch, suspect.batch_files)
            return False
        if suspect.kind == Kind.TABLE:
            return self._place([(suspect, digest)], [self._readers.read_table(suspect.path, data)])
        if large:
            return self._place([(suspect, digest)], self._readers.large_notes(suspect.path, path))
        self._notes.add(suspect.path, data)
        self._noted.append((suspect, digest))
        self._bytes += suspect.size
        full = len(self._noted) >= NOTES_PER_BATCH or self._bytes >= _BYTES_PER_BATCH
        return full and self._place_notes()

    def _place_notes(self) -> bool:
        if not self._noted:
            return False
        files, parsed = self._noted, self._notes.parsed()
        self._notes, self._noted, self._bytes = self._readers.note_batch(), [], 0
        return self._place(files, [parsed])

    def _place(self, files: Sequence[tuple[Suspect, str]], parts: Iterable[Parsed]) -> bool:
        name = next_batch(self._store)
        write_batch(self._store, name, (_tables(parsed) for parsed in parts))
        self._enter(files, name, len(files))
        return True

    def _enter(self, files: Sequence[tuple[Suspect, str]], batch: str | None, batch_files: int | None) -> None:
        self._rows += [
            (s.path, s.kind, s.size, s.mtime_ns, s.stamp, self._now, digest, batch, batch_files) for s, digest in files
        ]
        if len(self._rows) >= NOTES_PER_BATCH:
            self._columnise()

    def _columnise(self) -> None:
        if self._rows:
            self._entries.append(pa.table(list(map(list, zip(*self._rows, strict=True))), schema=stored.SCHEMA))
            self._rows = []


def _tables(parsed: Parsed) -> Mapping[str, pa.Table]:
    told = {FINDINGS: findings_table(parsed.findings), COUNTS: counts_table(parsed.counts)}
    return {**parsed.tables, **told}
