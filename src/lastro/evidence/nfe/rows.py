"""Rows that wait to become Arrow tables, with the findings and counts of the documents they came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from lastro.evidence.nfe import schema
from lastro.evidence.nfe.findings import MORE, Refused, about_file
from lastro.evidence.nfe.limits import LIMITS
from lastro.statement.model import Finding

Row = tuple[Any, ...]


@dataclass(frozen=True)
class NoteCount:
    """`n` documents of one kind and outcome, in `file` and, inside it, in the zip `member` ("" the file itself).

    The counts of a file sum to 1 (the file) + every member of its zips + every document distributed inside one.
    Outcomes: accepted, rejected, ignored, opened (a zip or a distribution whose content is counted by itself).
    """

    file: str
    member: str
    kind: str
    outcome: str
    n: int


@dataclass(frozen=True)
class FileNotes:
    """What one file holds; schemas in `lastro.evidence.nfe.schema`."""

    documents: pa.Table
    items: pa.Table
    events: pa.Table
    references: pa.Table
    findings: tuple[Finding, ...]
    counts: tuple[NoteCount, ...]


def table_of(rows: Sequence[Row], of: pa.Schema) -> pa.Table:
    """Rows in the order of the schema's fields as a table."""
    columns: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else ([] for _ in of)
    return pa.table([pa.array(column, field.type) for column, field in zip(columns, of, strict=True)], schema=of)


def merge(parts: Sequence[FileNotes]) -> FileNotes:
    """Several files, or batches of one, as one."""
    tally: Counter[tuple[str, str, str, str]] = Counter()
    for part in parts:
        for count in part.counts:
            tally[count.file, count.member, count.kind, count.outcome] += count.n
    return FileNotes(
        pa.concat_tables([part.documents for part in parts] or [schema.DOCUMENTS.empty_table()]),
        pa.concat_tables([part.items for part in parts] or [schema.ITEMS.empty_table()]),
        pa.concat_tables([part.events for part in parts] or [schema.EVENTS.empty_table()]),
        pa.concat_tables([part.references for part in parts] or [schema.REFERENCES.empty_table()]),
        tuple(finding for part in parts for finding in part.findings),
        tuple(NoteCount(*names, n) for names, n in sorted(tally.items())),
    )


class Rows:
    """Collects the rows of one file. `batch_full` tells when to flush, so that memory stays flat."""

    def __init__(self, file: str, batch_notes: int = 50_000, batch_bytes: int = 512 << 20) -> None:
        self.file = file
        self.batch_notes = batch_notes
        self.batch_bytes = batch_bytes
        self.inflated = 0  # bytes that came out of zips so far
        self.inflation_limit = 0
        self._shown: Counter[tuple[str, str]] = Counter()
        self._clear()

    def _clear(self) -> None:
        self.documents: list[Row] = []
        self.items: list[Row] = []
        self.events: list[Row] = []
        self.references: list[Row] = []
        self.findings: list[Finding] = []
        self.read_bytes = 0
        self._tally: Counter[tuple[str, str, str]] = Counter()
        self._more: Counter[tuple[str, str]] = Counter()

    def count(self, archive: str, kind: str, outcome: str, n: int = 1) -> None:
        """Add `n` documents to the account of the zip `archive` ("" the file itself)."""
        self._tally[archive, kind, outcome] += n

    def report(self, refused: Refused, member: str) -> None:
        """One finding; past the cap for its kind it is only counted, and the flush tells how many."""
        kind = refused.code, refused.variant
        self._shown[kind] += 1
        if self._shown[kind] > LIMITS.findings_of_a_kind:
            self._more[kind] += 1
        else:
            self.findings.append(about_file(refused.code, refused.variant, self.file, member, **refused.arguments))

    @property
    def batch_full(self) -> bool:
        return len(self.documents) >= self.batch_notes or self.read_bytes >= self.batch_bytes

    def flush(self) -> FileNotes:
        """Everything collected since the last flush."""
        more = (
            about_file(MORE, "default", self.file, more=n, of_code=code, of_variant=variant)
            for (code, variant), n in sorted(self._more.items())
        )
        notes = FileNotes(
            table_of(self.documents, schema.DOCUMENTS),
            table_of(self.items, schema.ITEMS),
            table_of(self.events, schema.EVENTS),
            table_of(self.references, schema.REFERENCES),
            (*self.findings, *more),
            tuple(NoteCount(self.file, *names, n) for names, n in sorted(self._tally.items())),
        )
        self._clear()
        return notes
