"""The readers of tables and of notes as the store calls them, and the version that tells when to read all again."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from lastro.evidence.evidence import ImportCount
from lastro.evidence.nfe import FileNotes, NoteCount, NoteRows, gather, iter_note_path, scan_note_file
from lastro.evidence.own import is_own_output
from lastro.evidence.store.notices import own_output
from lastro.evidence.store.parsed import Parsed, Readers
from lastro.evidence.tables import TableCount, is_table_file, read_table_file
from lastro.law import LawBook

NOTES = ("documents", "items", "events", "references")
NOTE = "nfe:"  # before the kind of a document in a count
TABLE = "table_"  # before the name of a table of the workspace, so that none is taken for a table of notes


def readers(root: Path, book: LawBook) -> Readers:
    """The readers of a workspace at `root`; municipalities are looked up in `book`."""
    return Readers(
        version=reader_version(),
        is_table=is_table_file,
        read_table=lambda path, data: _table(path, data, book),
        note_batch=_Notes,
        large_notes=lambda path, _: map(_parsed, iter_note_path(root, path)),
    )


@cache
def reader_version() -> str:
    """A digest of everything that shapes what is read: the code and data of core, law and evidence."""
    digest = hashlib.sha256()
    for package in ("core", "law", "evidence"):
        for path, content in _sources(files("lastro").joinpath(package), package):
            digest.update(f"{path}\0{len(content)}\0".encode())
            digest.update(content)
    return digest.hexdigest()


def _sources(folder: Traversable, path: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda found: found.name):
        if entry.is_dir():
            if entry.name != "__pycache__":
                yield from _sources(entry, f"{path}/{entry.name}")
        elif not entry.name.endswith(".pyc"):
            yield f"{path}/{entry.name}", entry.read_bytes()


def import_count(count: TableCount) -> ImportCount:
    """The account of a sheet in the terms of the import."""
    return ImportCount(
        count.table, count.file, count.sheet, count.read, count.accepted, count.rejected, count.ignored, count.duplicate
    )


def table_count(count: ImportCount) -> TableCount:
    """Back from `import_count`."""
    return TableCount(
        count.kind, count.file, count.sheet, count.read, count.accepted, count.rejected, count.ignored, count.duplicate
    )


def _note_counts(counts: Iterable[NoteCount]) -> Iterator[ImportCount]:
    """By file and kind of document, members of zips included. A zip that was opened is accepted; what it holds is
    counted by itself."""
    sums: dict[tuple[str, str], Counter[str]] = {}
    for count in counts:
        sums.setdefault((count.file, count.kind), Counter())[count.outcome] += count.n
    for (file, kind), n in sorted(sums.items()):
        taken = n["accepted"] + n["opened"]
        rejected, ignored = n["rejected"], n["ignored"]
        yield ImportCount(f"{NOTE}{kind}", file, "", n.total(), taken, rejected, ignored)


def _table(path: str, data: bytes, book: LawBook) -> Parsed:
    if is_own_output(data):
        return Parsed({}, ((path, own_output(path)),))
    found = read_table_file(path, data, book)
    return Parsed(
        {f"{TABLE}{name}": rows for name, rows in found.tables.items()},
        tuple((path, finding) for finding in found.findings),
        tuple(import_count(count) for count in found.counts),
    )


def _parsed(notes: FileNotes) -> Parsed:
    return Parsed(
        {name: getattr(notes, name) for name in NOTES},
        tuple((finding.source.file if finding.source else "", finding) for finding in notes.findings),
        tuple(_note_counts(notes.counts)),
    )


class _Notes:
    """The notes of many files: plain rows until they are enough for tables."""

    def __init__(self) -> None:
        self._scanned: list[NoteRows] = []

    def add(self, path: str, data: bytes) -> None:
        self._scanned.append(scan_note_file(path, data))

    def parsed(self) -> Parsed:
        return _parsed(gather(self._scanned))
