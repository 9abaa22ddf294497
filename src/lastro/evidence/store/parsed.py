"""What the store asks of the readers of files; `lastro.evidence.load` binds the real ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from lastro.evidence.evidence import ImportCount
from lastro.statement.model import Finding


@dataclass(frozen=True)
class Parsed:
    """What one or more files hold: rows by table name, each row with `_source`, and what was not taken, by file."""

    tables: Mapping[str, pa.Table]
    findings: tuple[tuple[str, Finding], ...] = ()
    counts: tuple[tuple[str, ImportCount], ...] = ()


@dataclass(frozen=True)
class Readers:
    """How files become rows.

    `version` names everything that shapes the rows: another version reads all files again. `read_table` takes
    (path, bytes). `read_note` takes (path, bytes); `read_large_note` (path, file to open) for what should not be held
    whole; both give an opaque value of which `gather` makes one `Parsed` for many files.
    """

    version: str
    is_table: Callable[[str], bool]
    read_table: Callable[[str, bytes], Parsed]
    read_note: Callable[[str, bytes], Any]
    read_large_note: Callable[[str, Path], Any]
    gather: Callable[[Sequence[tuple[str, Any]]], Parsed]
