"""Which files of a workspace are evidence: tables at its root, notes under `nfe/` at any depth.

Links are not followed, hidden files and Excel's `~$` locks are not evidence, and neither is anything Lastro wrote.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path

import pyarrow as pa

from lastro.core.errors import EvidenceUnreadable

NOTES_FOLDER = "nfe"
OWN_PREFIX = "lastro"  # lastro.toml, lastro-selo-2023.xlsx: ours, not the user's evidence
_NOTE_LIKE = (".xml", ".zip")


class Kind(StrEnum):
    """What reads a file."""

    TABLE = "table"
    NOTE = "note"
    LINK = "link"  # a symbolic link where evidence may stand: told, not followed
    STRAY = "stray"  # an XML or a zip at the root, outside nfe/: told, not read


@dataclass(frozen=True, slots=True)
class Listed:
    """A file as the folder shows it. `path` is relative, with `/`, printable; `real`, in the system's bytes, opens it.

    `stamp` changes whenever the content may have: modification, status change, another file under the same name.
    """

    path: str
    kind: str
    size: int
    mtime_ns: int
    stamp: str
    real: bytes


SCHEMA = pa.schema(
    [
        ("path", pa.string()),
        ("kind", pa.string()),
        ("size", pa.int64()),
        ("mtime_ns", pa.int64()),
        ("stamp", pa.string()),
        ("real", pa.binary()),
    ]
)
_CHUNK = 20_000


def list_evidence(root: Path, is_table: Callable[[str], bool]) -> pa.Table:
    """Every file under `root` that is evidence, or looks as if the user meant it so: one row each, as `Listed`.

    `is_table` answers whether a file name at the root is a table. Raises EvidenceUnreadable `store.unlistable`.
    """
    try:
        return _columns(_root_files(root, is_table))
    except OSError as fault:
        raise EvidenceUnreadable(
            "store.unlistable", folder=fault.filename or root, reason=fault.strerror or fault
        ) from fault


def _columns(files: Iterable[Listed]) -> pa.Table:
    """The files as a table, built in chunks so that a million of them are never a million Python objects."""
    source, chunks = iter(files), []
    while chunk := list(islice(source, _CHUNK)):
        columns = [[getattr(listed, name) for listed in chunk] for name in SCHEMA.names]
        chunks.append(pa.table(columns, schema=SCHEMA))
    return pa.concat_tables(chunks) if chunks else SCHEMA.empty_table()


def _root_files(root: Path, is_table: Callable[[str], bool]) -> Iterator[Listed]:
    with os.scandir(root) as entries:
        for entry in entries:
            if _ignored(entry.name):
                continue
            if entry.name.lower() == NOTES_FOLDER and entry.is_dir(follow_symlinks=False):
                yield from _note_files(entry.path, os.fsencode(entry.name))
            elif kind := _root_kind(entry, is_table):
                yield _listed(entry, os.fsencode(entry.name), kind)


def _ignored(name: str) -> bool:
    return name.startswith((".", "~$"))


def _root_kind(entry: os.DirEntry[str], is_table: Callable[[str], bool]) -> Kind | None:
    name = entry.name.lower()
    table = is_table(entry.name) and not name.startswith(OWN_PREFIX)
    if entry.is_symlink():
        return Kind.LINK if table or name == NOTES_FOLDER else None
    if not entry.is_file(follow_symlinks=False):
        return None
    if table:
        return Kind.TABLE
    return Kind.STRAY if name.endswith(_NOTE_LIKE) else None


def _note_files(folder: str, name: bytes) -> Iterator[Listed]:
    pending = [(folder, name)]
    while pending:
        here, prefix = pending.pop()
        with os.scandir(here) as entries:
            for entry in entries:
                if _ignored(entry.name):
                    continue
                real = prefix + b"/" + os.fsencode(entry.name)
                if entry.is_symlink():
                    yield _listed(entry, real, Kind.LINK)
                elif entry.is_dir(follow_symlinks=False):
                    pending.append((entry.path, real))
                elif entry.is_file(follow_symlinks=False):
                    yield _listed(entry, real, Kind.NOTE)


def _listed(entry: os.DirEntry[str], real: bytes, kind: Kind) -> Listed:
    facts = entry.stat(follow_symlinks=False)
    return Listed(_printable(real), kind.value, facts.st_size, facts.st_mtime_ns, _stamp(facts), real)


def _stamp(facts: os.stat_result) -> str:
    """What must stay equal for a file to be taken as unchanged."""
    return f"{facts.st_mtime_ns}:{facts.st_ctime_ns}:{facts.st_ino}"


def _printable(real: bytes) -> str:
    """The path as text that any file can hold; bytes outside UTF-8 become escapes."""
    return real.decode("utf-8", "backslashreplace")
