"""The evidence of a workspace, with the store brought up to date first: `load_evidence(ws, book)`.

Tables of several files become one, documents of one access key become one state, notes that tell one event twice are
linked; every row and every document read is accounted for.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.columns import schema
from lastro.evidence.desk import desk
from lastro.evidence.evidence import Evidence, ImportCount, by_kind
from lastro.evidence.nfe import FoldedNotes, fold
from lastro.evidence.nfe import schema as notes
from lastro.evidence.readers import NOTE, TABLE, import_count, readers, table_count
from lastro.evidence.store.codec import counts_from
from lastro.evidence.store.reading import counts_of, findings_of, rows_of
from lastro.evidence.store.update import Updated, as_it_stands, bring_up_to_date
from lastro.evidence.tables import FileTables, combine
from lastro.law import LawBook
from lastro.statement.model import Finding, Source

if TYPE_CHECKING:
    from lastro.evidence.workspace import Workspace


def load_evidence(
    ws: Workspace,
    book: LawBook,
    *,
    on_progress: Callable[[int, int], None] | None = None,
    no_import: bool = False,
) -> Evidence:
    """Everything the workspace proves. `on_progress(done, total)` counts files; `no_import` reads and writes no file.

    Raises EvidenceUnreadable (`store.…`): another run holds the store, it cannot be written, the folder cannot be
    listed, or with `no_import` the folder changed since the last import.
    """
    reading = readers(ws.root, book)

    def use(updated: Updated) -> Evidence:
        return _evidence(ws, updated)

    if no_import:
        return as_it_stands(ws.root, reading, use)
    return bring_up_to_date(ws.root, reading, use, on_progress)


@dataclass(frozen=True)
class _Told:
    """Findings and counts of one part of the evidence, with its tables."""

    tables: Mapping[str, pa.Table]
    findings: tuple[Finding, ...]
    counts: tuple[ImportCount, ...]


def _evidence(ws: Workspace, updated: Updated) -> Evidence:
    counts = counts_of(updated)
    of_notes = pc.starts_with(counts["kind"], NOTE)
    given = _tables(updated, counts_from(counts.filter(pc.invert(of_notes))))
    folded = _folded(updated)
    told = (*findings_of(updated), *given.findings, *folded.findings)
    return Evidence(
        config=ws.config,
        tables={name: given.tables.get(name, table.empty()) for name, table in schema().tables.items()},
        present=frozenset(count.kind for count in given.counts if count.kind),
        documents=folded.documents,
        items=folded.items,
        findings=tuple(sorted(told, key=_place)),
        counts=_checked((*given.counts, *_note_counts(counts.filter(of_notes), folded.dispositions))),
        digests=_digests(given.tables, folded.documents),
    )


def _tables(updated: Updated, counts: Iterable[ImportCount]) -> _Told:
    stored = {name: rows_of(updated, f"{TABLE}{name}") for name in schema().tables}
    present = {name: rows for name, rows in stored.items() if rows is not None}
    combined = combine([FileTables(present, (), tuple(table_count(count) for count in counts))])
    return _Told(combined.tables, combined.findings, tuple(import_count(count) for count in combined.counts))


def _folded(updated: Updated) -> FoldedNotes:
    given = {"documents": notes.DOCUMENTS, "events": notes.EVENTS, "references": notes.REFERENCES, "items": notes.ITEMS}
    stored = {name: rows_of(updated, name) for name in given}
    return fold(**{name: of.empty_table() if stored[name] is None else stored[name] for name, of in given.items()})


def _note_counts(counts: pa.Table, dispositions: pa.Table) -> tuple[ImportCount, ...]:
    """The account of each kind of document after the fold: a document none of whose notes was kept is a duplicate, or
    rejected when it contradicts the one kept. The files that hold them are told by the findings."""
    unkept = _unkept_documents(dispositions)
    return tuple(
        _after_fold(count, unkept.get(count.kind, Counter())) for count in by_kind(counts_from(_summed(counts)))
    )


def _summed(counts: pa.Table) -> pa.Table:
    """Counts of many files as one per kind."""
    with desk() as place:
        place.put("counts", counts)
        sums = ", ".join(f"cast(sum({name}) as bigint) as {name}" for name in counts.schema.names[3:])
        return place.table(f"select '' as _file, kind, '' as sheet, {sums} from counts group by kind")


def _unkept_documents(dispositions: pa.Table) -> Mapping[str, Counter[str]]:
    """How many documents of each kind ended as `duplicate` or `rejected`."""
    found: dict[str, Counter[str]] = {}
    with desk() as place:
        place.put("dispositions", dispositions)
        documents = """select root, case when bool_or(disposition = 'conflict') then 'rejected' else 'duplicate' end
                              as outcome
                       from dispositions group by root, _file, _member having not bool_or(disposition = 'kept')"""
        for row in place.rows(f"select root, outcome, count(*) as n from ({documents}) group by root, outcome"):
            found.setdefault(f"{NOTE}{row['root']}", Counter())[row["outcome"]] = row["n"]
    return found


def _after_fold(count: ImportCount, moved: Counter[str]) -> ImportCount:
    return replace(
        count,
        accepted=count.accepted - moved.total(),
        duplicate=count.duplicate + moved["duplicate"],
        rejected=count.rejected + moved["rejected"],
    )


def _checked(counts: Iterable[ImportCount]) -> tuple[ImportCount, ...]:
    """The counts in order. Raises AssertionError when something read is not accounted for: a fault of the reader."""
    ordered = tuple(sorted(counts))
    for count in ordered:
        assert count.balanced, count
    return ordered


def _digests(tables: Mapping[str, pa.Table], documents: pa.Table) -> Mapping[str, str]:
    """Per table, and for all notes, a hash of what is said: of the sorted hashes of rows, of (key, state, content)."""
    digests = {
        f"table:{name}": _digest(sorted(rows.column("_hash").to_pylist())) for name, rows in tables.items() if len(rows)
    }
    if documents.num_rows:
        columns = (documents.column(name).to_pylist() for name in ("key", "state", "sha256"))
        digests["notes"] = _digest(sorted(" ".join(facts) for facts in zip(*columns, strict=True)))
    return digests


def _digest(lines: Iterable[str]) -> str:
    digest = hashlib.sha256()
    for line in lines:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()


def _place(finding: Finding) -> tuple[str, ...]:
    """An order that depends on nothing but the findings."""
    source = finding.source or Source("")
    row = f"{source.row:08d}"
    told = json.dumps([dict(finding.subject), dict(finding.arguments)], sort_keys=True)
    return finding.code, source.file, source.sheet, row, source.column, finding.variant, told
