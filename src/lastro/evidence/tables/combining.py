"""The tables of several files as one, in order of file, sheet and row; a row that another already states counts once.

- Rows with the same key and the same content are one fact. With the same key and other content they contradict each
  other: all are refused, since nothing says which is right.
- Without a key, equal rows of a register (`identical: one`) are one fact. Equal rows of a list of events (two equal
  deliveries) stay, with an alert, when they stand in one sheet; the same list in a second file or sheet is a copy, and
  a row counts as often as the sheet that has it most often.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.columns import Table, schema
from lastro.evidence.tables import findings as codes
from lastro.evidence.tables.findings import sheet_finding, shown
from lastro.evidence.tables.model import FileTables, TableCount
from lastro.statement.model import Finding, Severity, Source

_CELLS_TOLD = 4
_Place = tuple[str, str, int]  # file, sheet, row


def combine(files: Iterable[FileTables]) -> FileTables:
    """All files' rows, findings and counts together, repeats taken out and told."""
    listed = list(files)
    findings = [finding for file in listed for finding in file.findings]
    counts = {(c.file, c.sheet, c.table): c for file in listed for c in file.counts}
    tables: dict[str, pa.Table] = {}
    for name in sorted({name for file in listed for name in file.tables}):
        table = pa.concat_tables(file.tables[name] for file in listed if name in file.tables)
        ordered = table.sort_by([("_file", "ascending"), ("_sheet", "ascending"), ("_row", "ascending")])
        judged = _judge(schema().table(name), ordered)
        tables[name] = ordered.take(pa.array(judged.kept, pa.int64()))
        findings.extend(judged.findings)
        _recount(counts, name, judged)
    ordered_counts = tuple(count for _, count in sorted(counts.items()))
    return FileTables(tables, tuple(sorted(findings, key=_finding_order)), ordered_counts)


def _finding_order(finding: Finding) -> tuple[str, str, int, str, str, str]:
    source = finding.source or Source("")
    return source.file, source.sheet, source.row, source.column, finding.code, finding.variant


@dataclass
class _Judged:
    """Positions kept, in order; places of the rows that are repeats or contradictions; what to tell of them."""

    kept: list[int] = field(default_factory=list)
    duplicates: list[_Place] = field(default_factory=list)
    conflicts: list[_Place] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


def _judge(definition: Table, table: pa.Table) -> _Judged:
    hashes = table.column("_hash").to_pylist()
    keys = _keys(definition, table)
    if len(set(hashes)) == len(hashes) and len(set(filter(None, keys))) == sum(key is not None for key in keys):
        return _Judged(kept=list(range(table.num_rows)))
    places = _places(table)
    judged = _Judged()
    contradicted = _contradicted(hashes, keys)
    first: dict[object, int] = {}
    repeats = _Repeats()
    for position, (sha256, key, place) in enumerate(zip(hashes, keys, places, strict=True)):
        if key in contradicted:
            judged.conflicts.append(place)
            judged.findings.append(_told(definition, table, position, codes.CONFLICT, "default", Severity.BLOCKS))
            continue
        identity = sha256 if key is None and definition.identical_is_one else key
        seen = first.setdefault(identity, position) if identity is not None else None
        copy = repeats.copy_of(sha256, place, position) if identity is None else None
        original = seen if seen is not None and seen != position else copy
        if original is not None:
            judged.duplicates.append(place)
            judged.findings.append(_told(definition, table, position, codes.DUPLICATE, "default", Severity.INFO))
            continue
        judged.kept.append(position)
        if identity is None and repeats.has_twin(sha256):
            judged.findings.append(_told(definition, table, position, codes.DUPLICATE, "kept", Severity.ALERT))
    return judged


class _Repeats:
    """Equal events: how often each sheet has a row, and which occurrence of it was kept."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str, str], int] = {}
        self._kept: dict[str, list[int]] = {}

    def copy_of(self, sha256: str, place: _Place, position: int) -> int | None:
        """The row of an earlier sheet that this one copies; None when it is kept."""
        sheet = (sha256, place[0], place[1])
        occurrence = self._seen[sheet] = self._seen.get(sheet, 0) + 1
        kept = self._kept.setdefault(sha256, [])
        if occurrence <= len(kept):
            return kept[occurrence - 1]
        kept.append(position)
        return None

    def has_twin(self, sha256: str) -> bool:
        """Whether an equal row was kept before the one just kept."""
        return len(self._kept[sha256]) > 1


def _keys(definition: Table, table: pa.Table) -> list[str | None]:
    """The key of each row as text; None when the table has none or a part of it is missing."""
    if not definition.key:
        return [None] * table.num_rows
    parts = []
    for name in definition.key:
        text = table.column(name).cast(pa.string())
        parts.append(pc.fill_null(text, "") if name in definition.key_may_be_empty else text)
    joined: list[str | None] = pc.binary_join_element_wise(*parts, " · ").to_pylist()
    return joined


def _contradicted(hashes: Sequence[str], keys: Sequence[str | None]) -> dict[str | None, list[int]]:
    """Keys under which rows of different content stand, with their positions."""
    standing: dict[str, list[int]] = {}
    for position, key in enumerate(keys):
        if key is not None:
            standing.setdefault(key, []).append(position)
    return {key: positions for key, positions in standing.items() if len({hashes[p] for p in positions}) > 1}


def _places(table: pa.Table) -> list[_Place]:
    columns: Iterator[list[object]] = (table.column(name).to_pylist() for name in ("_file", "_sheet", "_row"))
    return list(zip(*columns, strict=True))


def _told(definition: Table, table: pa.Table, position: int, code: str, variant: str, severity: Severity) -> Finding:
    """A finding about a row as a whole; its first cells say which row is meant, wherever it stands."""
    [row] = table.slice(position, 1).to_pylist()
    names = definition.key or tuple(column.name for column in definition.columns)
    cells = [f"{name}={row[name]}" for name in names if row[name] not in (None, False)][:_CELLS_TOLD]
    source = Source(row["_file"], row["_sheet"], row["_row"], sha256=row["_hash"])
    finding = sheet_finding(code, severity, source, variant, table=definition.name, row=shown("; ".join(cells)))
    return replace(finding, subject={"table": definition.name, "row_hash": row["_hash"]})


def _recount(counts: dict[tuple[str, str, str], TableCount], name: str, judged: _Judged) -> None:
    for place in judged.duplicates:
        at = (place[0], place[1], name)
        counts[at] = replace(counts[at], accepted=counts[at].accepted - 1, duplicate=counts[at].duplicate + 1)
    for place in judged.conflicts:
        at = (place[0], place[1], name)
        counts[at] = replace(counts[at], accepted=counts[at].accepted - 1, rejected=counts[at].rejected + 1)
