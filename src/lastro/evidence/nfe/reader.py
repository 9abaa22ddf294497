"""What a file is and what it holds: told by its first bytes and its root element, never by its name.

`read_note_file` is a pure function of its arguments, `read_note_path` opens the file itself. `iter_note_path` does the
same in batches, so that a zip of a million notes needs flat memory; `scan_note_file` keeps plain rows, of which
`gather` makes the tables of many files at once. All are safe to call in a spawned process. A file that cannot be read
is a finding; nothing it contains makes them raise.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from lastro.evidence.nfe.archive import ZIP_MARKS, Archive, Entry, Memory, Source
from lastro.evidence.nfe.documents import read_bytes
from lastro.evidence.nfe.findings import ARCHIVE, IGNORED, LINK_OR_DEVICE, Refused
from lastro.evidence.nfe.limits import LIMITS
from lastro.evidence.nfe.rows import FileNotes, NoteRows, Rows, gather


def read_note_file(relative_path: str, data: bytes) -> FileNotes:
    """Everything one file holds: an XML document of any kind, or a zip of them. Never raises for what is in `data`."""
    rows = Rows(relative_path)
    return gather([*_file(rows, Memory(data), relative_path), rows.take()])


def scan_note_file(relative_path: str, data: bytes) -> NoteRows:
    """As `read_note_file`, as rows for `gather`; the whole of a zip at once."""
    rows = Rows(relative_path, batch_notes=None)
    list(_file(rows, Memory(data), relative_path))
    return rows.take()


def read_note_path(root: Path, relative_path: str) -> FileNotes:
    """As `read_note_file` for the file at `relative_path` below `root`, opened here, links not followed."""
    return gather(iter_note_path(root, relative_path))


def iter_note_path(root: Path, relative_path: str, batch_notes: int = 20_000) -> Iterator[FileNotes]:
    """As `read_note_path`, one batch of at most about `batch_notes` notes at a time; at least one batch."""
    rows = Rows(relative_path, batch_notes)
    try:
        with _open_below(root, relative_path) as source:
            for batch in _file(rows, source, relative_path):
                yield gather([batch])
    except Refused as refused:
        rows.report(refused, "")
        rows.count("", "file", "rejected")
    yield gather([rows.take()])


class _OpenFile:
    """A regular file as a source of bytes."""

    def __init__(self, descriptor: int) -> None:
        self._file = os.fdopen(descriptor, "rb", buffering=0)
        self.size = os.fstat(descriptor).st_size

    def read_at(self, offset: int, length: int) -> bytes:
        self._file.seek(offset)
        parts, missing = [], length
        while missing > 0 and (part := self._file.read(missing)):
            parts.append(part)
            missing -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def __enter__(self) -> _OpenFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()


def _open_below(root: Path, relative_path: str) -> _OpenFile:
    """Raises Refused when the path leaves `root`, passes a link, or is no regular file that can be opened."""
    path = PurePosixPath(relative_path.replace(os.sep, "/"))
    if path.is_absolute() or ".." in path.parts or not path.parts:
        raise Refused(LINK_OR_DEVICE, "outside")
    place = root
    try:
        for part in path.parts:
            place = place / part
            if _is_link(os.lstat(place)):
                raise Refused(LINK_OR_DEVICE, "link")
        if not stat.S_ISREG(os.lstat(place).st_mode):
            raise Refused(LINK_OR_DEVICE, "device")
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
        return _OpenFile(os.open(place, flags))
    except (OSError, ValueError) as fault:
        raise Refused(LINK_OR_DEVICE, "unopened", reason=type(fault).__name__) from None


def _is_link(status: os.stat_result) -> bool:
    """A symbolic link, or a junction of Windows."""
    reparse = getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)
    return stat.S_ISLNK(status.st_mode) or bool(getattr(status, "st_file_attributes", 0) & reparse)


def _file(rows: Rows, source: Source, name: str) -> Iterator[NoteRows]:
    """Read one file that is not inside another, and yield a batch whenever one is full."""
    if source.read_at(0, 4) in ZIP_MARKS:
        rows.inflation_limit = _inflation_limit(source.size)
        yield from _zip(rows, source, "", "", 0)
    else:
        read_bytes(rows, source.read_at(0, min(source.size, LIMITS.document_bytes + 1)), name, "", "")


def _inflation_limit(size: int) -> int:
    """How many bytes the members of a file of `size` bytes may hold in all, at every depth."""
    return min(LIMITS.archive_total_bytes, max(LIMITS.ratio_archive_floor, LIMITS.ratio * size))


def _zip(rows: Rows, source: Source, archive: str, member: str, depth: int) -> Iterator[NoteRows]:
    """Read the members of a zip that stands at `member` ("" the file itself) of the zip `archive`."""
    try:
        opened = Archive(source)
    except Refused as refused:
        rows.report(refused, member)
        rows.count(archive, "zip", "rejected")
        return
    if opened.is_office_file:
        rows.report(Refused(IGNORED, "junk"), member)
        rows.count(archive, "junk", "ignored")
        return
    rows.count(archive, "zip", "opened")
    read = 0
    try:
        for entry in opened.entries():
            yield from _member(rows, opened, entry, member, depth)
            read += 1
            if rows.batch_full:
                yield rows.take()
    except Refused as refused:
        rows.report(refused, member)
        rows.count(member, "unread", "rejected", len(opened) - read)


_REFUSED_AFTER_INFLATING = frozenset({"forged_size", "check_sum"})


def _member(rows: Rows, opened: Archive, entry: Entry, archive: str, depth: int) -> Iterator[NoteRows]:
    """Read one member of the zip `archive`. Raises Refused when the whole file has held too much."""
    if entry.is_folder:
        rows.count(archive, "folder", "ignored")
        return
    path = f"{archive}/{entry.name}" if archive else entry.name
    if rows.inflated > rows.inflation_limit:
        raise Refused(ARCHIVE, "total", size=rows.inflated, limit=rows.inflation_limit)
    try:
        data = opened.read(entry, LIMITS.nested_archive_bytes)
        rows.inflated += len(data)
    except Refused as refused:
        rows.inflated += entry.size if refused.variant in _REFUSED_AFTER_INFLATING else 0
        rows.report(refused, path)
        rows.count(archive, "member", "rejected")
        return
    if data[:4] not in ZIP_MARKS:
        read_bytes(rows, data, entry.name, path, archive)
    elif depth < LIMITS.nesting:
        yield from _zip(rows, Memory(data), archive, path, depth + 1)
    else:
        rows.report(Refused(ARCHIVE, "nesting", limit=LIMITS.nesting), path)
        rows.count(archive, "zip", "rejected")
