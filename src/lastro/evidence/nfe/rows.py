"""Rows that wait to become Arrow tables, with the findings and counts of the documents they came from.

Making tables of one note costs more than reading it, so `NoteRows` keeps plain rows and `gather` makes the tables of
many files at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from lastro.evidence.nfe import schema
from lastro.evidence.nfe.findings import Refused, about_file, more_like_it
from lastro.evidence.nfe.limits import LIMITS
from lastro.statement.model import Finding

Row = tuple[Any, ...]
_BATCH_BYTES = 512 << 20


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
    """What one file holds, or several gathered; schemas in `lastro.evidence.nfe.schema`."""

    documents: pa.Table
    items: pa.Table
    events: pa.Table
    references: pa.Table
    findings: tuple[Finding, ...]
    counts: tuple[NoteCount, ...]


@dataclass(frozen=True)
class NoteRows:
    """What one file holds, as rows in the order of the schemas' fields: cheap to make and to keep, for `gather`."""

    documents: list[Row] = field(default_factory=list)
    items: list[Row] = field(default_factory=list)
    events: list[Row] = field(default_factory=list)
    references: list[Row] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    counts: list[NoteCount] = field(default_factory=list)


def gather(parts: Iterable[NoteRows | FileNotes]) -> FileNotes:
    """Many files, or batches of one, as one: rows in the order given, counts summed by file, zip, kind and outcome."""
    known = list(parts)
    loose = [part for part in known if isinstance(part, NoteRows)]
    tables = [part for part in known if isinstance(part, FileNotes)]
    tally: Counter[tuple[str, str, str, str]] = Counter()
    for part in known:
        for count in part.counts:
            tally[count.file, count.member, count.kind, count.outcome] += count.n
    return FileNotes(
        _joined(schema.DOCUMENTS, [row for part in loose for row in part.documents], [t.documents for t in tables]),
        _joined(schema.ITEMS, [row for part in loose for row in part.items], [t.items for t in tables]),
        _joined(schema.EVENTS, [row for part in loose for row in part.events], [t.events for t in tables]),
        _joined(schema.REFERENCES, [row for part in loose for row in part.references], [t.references for t in tables]),
        tuple(finding for part in known for finding in part.findings),
        tuple(NoteCount(*names, n) for names, n in sorted(tally.items())),
    )


def _joined(of: pa.Schema, rows: Sequence[Row], tables: Sequence[pa.Table]) -> pa.Table:
    return pa.concat_tables([_table_of(rows, of), *tables])


def _table_of(rows: Sequence[Row], of: pa.Schema) -> pa.Table:
    columns: Iterable[Sequence[Any]] = zip(*rows, strict=True) if rows else ([] for _ in of)
    return pa.table([pa.array(column, field.type) for column, field in zip(columns, of, strict=True)], schema=of)


class Rows:
    """Collects the rows of one file. `batch_full` tells when to `take` them, so that memory stays flat.

    `batch_notes` None keeps everything until then.
    """

    def __init__(self, file: str, batch_notes: int | None = 20_000) -> None:
        self.file = file.encode("utf-8", "backslashreplace").decode("utf-8")  # names of no encoding exist
        self.batch_notes = batch_notes
        self.inflated = 0  # bytes that came out of zips so far
        self.inflation_limit = 0
        self._shown: Counter[tuple[str, str]] = Counter()
        self._clear()

    def _clear(self) -> None:
        self._held = held = NoteRows()
        self.documents, self.items = held.documents, held.items
        self.events, self.references, self.findings = held.events, held.references, held.findings
        self.read_bytes = 0
        self._tally: dict[tuple[str, str, str], int] = {}
        self._more: Counter[tuple[str, str]] = Counter()

    def count(self, archive: str, kind: str, outcome: str, n: int = 1) -> None:
        """Add `n` documents to the account of the zip `archive` ("" the file itself)."""
        names = archive, kind, outcome
        self._tally[names] = self._tally.get(names, 0) + n

    def report(self, refused: Refused, member: str) -> None:
        """One finding; past the cap for its kind it is only counted, and `take` tells how many."""
        kind = refused.code, refused.variant
        self._shown[kind] += 1
        if self._shown[kind] > LIMITS.findings_of_a_kind:
            self._more[kind] += 1
        else:
            finding = about_file(refused.code, refused.variant, self.file, member, **refused.arguments)
            self.findings.append(finding)

    @property
    def batch_full(self) -> bool:
        if self.batch_notes is None:
            return False
        return len(self.documents) >= self.batch_notes or self.read_bytes >= _BATCH_BYTES

    def take(self) -> NoteRows:
        """Everything collected since the last time."""
        held = self._held
        held.findings.extend(
            more_like_it(code, variant, "default", self.file, n) for (code, variant), n in sorted(self._more.items())
        )
        held.counts.extend(NoteCount(self.file, *names, n) for names, n in sorted(self._tally.items()))
        self._clear()
        return held

    def flush(self) -> FileNotes:
        """As `take`, as tables."""
        return gather([self.take()])


merge = gather  # of tables only, it is a concatenation
