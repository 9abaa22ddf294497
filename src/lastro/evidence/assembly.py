"""What all files of a workspace say together: tables of several files as one, one state per access key, the accounts.

`assembled(updated)` gives it as named tables, so that it can be kept in the store; `evidence_from` reads them back.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.columns import schema
from lastro.evidence.desk import desk
from lastro.evidence.evidence import Evidence, ImportCount, by_kind
from lastro.evidence.nfe import FoldedNotes, fold, link
from lastro.evidence.nfe import schema as notes
from lastro.evidence.nfe.fold import FOLDED_DOCUMENTS
from lastro.evidence.nfe.link import LINKED_DOCUMENTS, LINKED_ITEMS
from lastro.evidence.readers import NOTE, TABLE, import_count, table_count
from lastro.evidence.store.codec import COUNTS, FINDINGS, counts_from, counts_table, findings_from, findings_table
from lastro.evidence.store.reading import counts_of, findings_of, rows_of
from lastro.evidence.store.update import Updated
from lastro.evidence.tables import FileTables, combine
from lastro.evidence.workspace import Config
from lastro.law import LawBook
from lastro.statement.model import Finding, Source

_DIGESTS = "digests"
_DOCUMENTS, _ITEMS = "documents", "items"


def assembled(updated: Updated, book: LawBook, company: Collection[str]) -> Mapping[str, pa.Table]:
    """Everything the live files of a store say. `company` lists its CNPJs. Raises StoreDamaged."""
    counts = counts_of(updated)
    of_notes = pc.starts_with(counts["kind"], NOTE)
    given = _tables(updated, counts_from(counts.filter(pc.invert(of_notes))))
    folded = _folded(updated)
    linked = link(folded, book, company)
    told = (*findings_of(updated), *given.findings, *folded.findings, *linked.findings)
    accounts = [import_count(count) for count in given.counts]
    accounts += _note_counts(counts.filter(of_notes), folded.dispositions)
    return {
        **{f"{TABLE}{name}": rows for name, rows in given.tables.items()},
        _DOCUMENTS: linked.documents,
        _ITEMS: linked.items,
        FINDINGS: findings_table(("", finding) for finding in told),
        COUNTS: counts_table(_checked(accounts)),
        _DIGESTS: _digests(given.tables, folded),
    }


def evidence_from(stored: Mapping[str, pa.Table], config: Config, notices: Iterable[Finding]) -> Evidence:
    """The evidence in tables that `assembled` gave, empty ones left out or not, with further findings."""
    counts = counts_from(stored[COUNTS]) if COUNTS in stored else ()
    findings = findings_from(stored[FINDINGS]) if FINDINGS in stored else ()
    digests = stored[_DIGESTS].to_pylist() if _DIGESTS in stored else []
    return Evidence(
        config=config,
        tables={name: stored.get(f"{TABLE}{name}", table.empty()) for name, table in schema().tables.items()},
        present=frozenset(count.kind for count in counts if count.kind in schema().tables),
        documents=stored.get(_DOCUMENTS, LINKED_DOCUMENTS.empty_table()),
        items=stored.get(_ITEMS, LINKED_ITEMS.empty_table()),
        findings=tuple(sorted((*findings, *notices), key=_place)),
        counts=counts,
        digests={row["name"]: row["sha256"] for row in digests},
    )


def _tables(updated: Updated, counts: Iterable[ImportCount]) -> FileTables:
    stored = {name: rows_of(updated, f"{TABLE}{name}") for name in schema().tables}
    present = {name: rows for name, rows in stored.items() if rows is not None}
    return combine([FileTables(present, (), tuple(table_count(count) for count in counts))])


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


def _digests(tables: Mapping[str, pa.Table], folded: FoldedNotes) -> pa.Table:
    """Per table, and for all notes, a hash of what is said: of the sorted hashes of rows; by key, of state and facts.

    How a note was filed and how often it came says nothing.
    """
    digests = {f"table:{name}": sorted(rows["_hash"].to_pylist()) for name, rows in tables.items() if rows.num_rows}
    if folded.documents.num_rows:
        with desk() as place:
            place.put("documents", folded.documents)
            place.put("items", folded.items)
            place.put("refs", folded.references)
            digests["notes"] = place.table(_SAID)["said"].to_pylist()
    return pa.table({"name": list(digests), "sha256": [_digest(lines) for lines in digests.values()]})


_FILED = frozenset({"root", "sha256", "copies", "other_content", "_file", "_member", "_position"})


def _facts(columns: Iterable[str]) -> str:
    """SQL of one text that holds the columns, apart even where one is missing."""
    told = (f"coalesce(cast({name} as varchar), chr(29))" for name in columns if name not in _FILED)
    return f"concat_ws(chr(31), {', '.join(told)})"


_SAID = f"""
with lines as (
    select key, string_agg({_facts(notes.ITEMS.names)}, chr(30) order by ordinal) as said from items group by key
), links as (
    select key, string_agg(fact, chr(30) order by fact) as said
    from (select key, {_facts(notes.REFERENCES.names)} as fact from refs) group by key
)
select sha256(concat_ws(chr(28), {_facts(f"documents.{name}" for name in FOLDED_DOCUMENTS.names if name not in _FILED)},
                        coalesce(lines.said, ''), coalesce(links.said, ''))) as said
from documents left join lines using (key) left join links using (key) order by key
"""


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
