"""Readers of one-line files, so that tests of the store say nothing about tables or notes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from lastro.evidence.evidence import ImportCount
from lastro.evidence.store.codec import SOURCE
from lastro.evidence.store.parsed import Parsed, Readers
from lastro.statement.model import Finding, Severity, Source


def rows(pairs: Sequence[tuple[str, str]]) -> pa.Table:
    return pa.table(
        {SOURCE: [p[0] for p in pairs], "text": [p[1] for p in pairs]},
        schema=pa.schema([(SOURCE, pa.string()), ("text", pa.string())]),
    )


def parsed(name: str, pairs: Sequence[tuple[str, str]]) -> Parsed:
    """Lines become rows; a line with `!` becomes a finding."""
    good = [pair for pair in pairs if "!" not in pair[1]]
    bad = [pair for pair in pairs if "!" in pair[1]]
    findings = tuple(
        (path, Finding("T-1", Severity.ALERT, arguments={"text": text}, source=Source(path))) for path, text in bad
    )
    counts = tuple(
        (path, ImportCount(name, path, read=1, accepted="!" not in text, rejected="!" in text)) for path, text in pairs
    )
    return Parsed({name: rows(good)}, findings, counts)


class Recorder:
    """Counts what was read, to show what was not."""

    def __init__(self, version: str = "1") -> None:
        self.read: list[str] = []
        self.readers = Readers(
            version=version,
            is_table=lambda name: name.endswith(".csv"),
            read_table=self._table,
            read_note=self._note,
            read_large_note=self._large,
            gather=lambda notes: parsed("documents", [(path, line) for path, lines in notes for line in lines]),
        )

    def _table(self, path: str, data: bytes) -> Parsed:
        self.read.append(path)
        return parsed("t", [(path, line) for line in data.decode().splitlines()])

    def _note(self, path: str, data: bytes) -> list[str]:
        self.read.append(path)
        return data.decode().splitlines()

    def _large(self, path: str, file: Path) -> list[str]:
        return self._note(path, file.read_bytes())
