"""Findings about files the store did not read: links, strays at the root, files the system would not open."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.store.importing import Unread
from lastro.evidence.store.listing import Kind
from lastro.statement.model import Finding, Severity, Source

UNREAD = "EVD-STO-01"
LINK = "EVD-STO-02"
STRAY = "EVD-STO-03"
OWN = "EVD-STO-04"


def notices(listed: pa.Table, unread: Sequence[Unread]) -> tuple[Finding, ...]:
    """One finding per file that stands in the folder and did not become rows, ordered by code and path."""
    found = [_finding(UNREAD, Severity.ALERT, path, reason=reason) for path, reason in sorted(unread)]
    for code, kind in ((LINK, Kind.LINK), (STRAY, Kind.STRAY)):
        paths = listed.filter(pc.equal(listed["kind"], kind.value))["path"].to_pylist()
        found += [_finding(code, Severity.ALERT, path) for path in sorted(paths)]
    return tuple(found)


def own_output(path: str) -> Finding:
    """A result of ours that stands among the tables."""
    return _finding(OWN, Severity.INFO, path)


def _finding(code: str, severity: Severity, path: str, **arguments: str) -> Finding:
    return Finding(
        code, severity, subject={"file": path}, arguments={"file": path, **arguments}, source=Source(file=path)
    )
