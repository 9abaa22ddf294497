"""What the store asks of the readers of files; `lastro.evidence.load` binds the real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import pyarrow as pa

from lastro.evidence.evidence import ImportCount
from lastro.statement.model import Finding


@dataclass(frozen=True)
class Parsed:
    """What one or more files hold: rows by table name, each row with `_file`, and what was not taken, by file."""

    tables: Mapping[str, pa.Table]
    findings: tuple[tuple[str, Finding], ...] = ()
    counts: tuple[ImportCount, ...] = ()


class NoteBatch(Protocol):
    """Gathers the notes of many files."""

    def add(self, path: str, data: bytes) -> None:
        """Read one file."""

    def parsed(self) -> Parsed:
        """Everything added so far; nothing may be added afterwards."""


@dataclass(frozen=True)
class Readers:
    """How files become rows.

    `version` names everything that shapes the rows: another version reads all files again. `read_table` takes
    (path, bytes); `large_notes` takes (path, file to open) and gives what the file holds piece by piece, never whole.
    """

    version: str
    is_table: Callable[[str], bool]
    read_table: Callable[[str, bytes], Parsed]
    note_batch: Callable[[], NoteBatch]
    large_notes: Callable[[str, Path], Iterator[Parsed]]
