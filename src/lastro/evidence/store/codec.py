"""Findings and counts as columns of a batch, and back, unchanged.

Each row keeps `_file`, the file of the workspace it speaks of, so that it leaves with that file.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from fractions import Fraction
from typing import Any

import pyarrow as pa

from lastro.core.numbers import fraction_text
from lastro.evidence.evidence import ImportCount
from lastro.statement.model import Finding, Severity, Source

FINDINGS = "findings"
COUNTS = "counts"
SOURCE = "_file"  # in every stored table: the file of the workspace that a row came from
_SCHEMA = pa.schema([(SOURCE, pa.string()), ("json", pa.string())])
_NUMBERS = ("read", "accepted", "rejected", "ignored", "duplicate")
_COUNTED = ("kind", "sheet", *_NUMBERS)
_COUNT_SCHEMA = pa.schema(
    [(SOURCE, pa.string()), ("kind", pa.string()), ("sheet", pa.string()), *((name, pa.int64()) for name in _NUMBERS)]
)


def findings_table(findings: Iterable[tuple[str, Finding]]) -> pa.Table:
    """Pairs of (file, finding) as a table."""
    return _table((source, _finding_json(finding)) for source, finding in findings)


def findings_from(table: pa.Table) -> tuple[Finding, ...]:
    """The findings of a table made by `findings_table`, in its order."""
    return tuple(_finding(json.loads(text)) for text in table.column("json").to_pylist())


def counts_table(counts: Iterable[ImportCount]) -> pa.Table:
    """Counts as a table, one column per field."""
    rows = [[count.file, *(getattr(count, name) for name in _COUNTED)] for count in counts]
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in _COUNT_SCHEMA]
    return pa.table(columns, schema=_COUNT_SCHEMA)


def counts_from(table: pa.Table) -> tuple[ImportCount, ...]:
    """The counts of a table made by `counts_table`, in its order."""
    return tuple(ImportCount(file=row[SOURCE], **{name: row[name] for name in _COUNTED}) for row in table.to_pylist())


def _table(rows: Iterable[tuple[str, str]]) -> pa.Table:
    pairs = list(rows)
    return pa.table([[pair[0] for pair in pairs], [pair[1] for pair in pairs]], schema=_SCHEMA)


def _finding_json(finding: Finding) -> str:
    plain = asdict(finding)
    plain["points"] = None if finding.points is None else fraction_text(finding.points)
    return json.dumps(plain, ensure_ascii=False)


def _finding(plain: dict[str, Any]) -> Finding:
    source, points = plain["source"], plain["points"]
    typed: dict[str, Any] = {
        "severity": Severity(plain["severity"]),
        "cites": tuple(plain["cites"]),
        "source": None if source is None else Source(**source),
        "points": None if points is None else Fraction(points),
    }
    return Finding(**{**plain, **typed})
