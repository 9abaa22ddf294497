"""A file's bytes, read once, with their hash: the store believes content, and times only where they cannot mislead."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

LARGE = 32 * 1024 * 1024  # beyond this a file is hashed in pieces and read by its reader, not held whole
_SLICE = 1024


class Unsettled(OSError):
    """A file changed while it was being read."""


@dataclass(frozen=True, slots=True)
class Suspect:
    """A file to look into. `sha256` is the content the store knows under that path, None when it knows none."""

    path: str
    kind: str
    size: int
    mtime_ns: int
    stamp: str
    real: bytes
    sha256: str | None
    batch: str | None
    batch_files: int | None
    same_size: bool

    @classmethod
    def each(cls, table: pa.Table) -> Iterator[Suspect]:
        """The rows of `Changes.suspects`, a slice at a time."""
        names = list(cls.__slots__)
        for piece in table.select(names).to_batches(_SLICE):
            for row in zip(*(column.to_pylist() for column in piece.columns), strict=True):
                yield cls(*row)

    def opened(self, root: Path) -> Path:
        return root / os.fsdecode(self.real)


def same_content(root: Path, suspect: Suspect) -> bool:
    """Whether the file still is what the store knows under its path."""
    if suspect.sha256 is None or not suspect.same_size:
        return False
    try:
        return file_hash(suspect.opened(root)) == suspect.sha256
    except OSError:
        return False


def file_hash(path: Path) -> str:
    """SHA-256 of a file of any size, in hex."""
    with path.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def read_settled(path: Path) -> bytes:
    """The bytes of a file that did not change meanwhile. Raises OSError, Unsettled after a second try."""
    for _ in range(2):
        with path.open("rb") as opened:
            before = os.fstat(opened.fileno())
            data = opened.read()
            after = os.fstat(opened.fileno())
        if len(data) == after.st_size and before.st_mtime_ns == after.st_mtime_ns:
            return data
    raise Unsettled(0, "changing", str(path))
