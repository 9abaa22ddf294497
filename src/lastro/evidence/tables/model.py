"""What reading a table file gives, and the sheet in between: cells as the file holds them, before any meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta

import pyarrow as pa

from lastro.statement.model import Finding


@dataclass(frozen=True, order=True)
class TableCount:
    """What became of the rows of one sheet. `table` is "" when the sheet is no table.

    `read` = `accepted` + `rejected` + `ignored` + `duplicate`; blank rows, the header and the help row are not rows.
    """

    table: str
    file: str
    sheet: str = ""
    read: int = 0
    accepted: int = 0
    rejected: int = 0
    ignored: int = 0
    duplicate: int = 0


@dataclass(frozen=True)
class FileTables:
    """Accepted rows by table, a finding for everything else, and the count of each sheet."""

    tables: Mapping[str, pa.Table]
    findings: tuple[Finding, ...] = ()
    counts: tuple[TableCount, ...] = ()


@dataclass(frozen=True, slots=True)
class BadCell:
    """A cell whose value the file does not hold: `kind` is error, formula or merged; `text` what a person sees."""

    kind: str
    text: str


Cell = str | int | float | bool | date | datetime | time | timedelta | BadCell
Merged = tuple[tuple[int, int], tuple[int, int]]  # first and last (row, column), from 0


@dataclass(frozen=True)
class Sheet:
    """Rows of cells as a program shows them; row 0 is spreadsheet row 1, "" an empty cell.

    `epoch` is day zero of an unformatted date serial, None when the file does not say. `ragged`: rows keep the
    length they were written with (CSV), so that one longer than the header betrays a stray separator.
    """

    name: str
    rows: list[list[Cell]]
    epoch: date | None = None
    ragged: bool = False
    merged: tuple[Merged, ...] = field(default=())
