"""Readers of one-line files, so that tests of the store say nothing about tables or notes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
        ImportCount(name, path, read=1, accepted=int("!" not in text), rejected=int("!" in text))
        for path, text in pairs
    )
    return Parsed({name: rows(good)}, findings, counts)


class Batch:
    def __init__(self, read: list[str]) -> None:
        self._read = read
        self._pairs: list[tuple[str, str]] = []

    def add(self, path: str, data: bytes) -> None:
        self._read.append(path)
        self._pairs += [(path, line) for line in data.decode().splitlines()]

    def parsed(self) -> Parsed:
        return parsed("documents", self._pairs)


class Recorder:
    """Counts what was read, to show what was not."""

    def __init__(self, version: str = "1") -> None:
        self.read: list[str] = []
        self.readers = Readers(
            version=version,
            is_table=lambda name: name.endswith(".csv"),
            read_table=self._table,
            note_batch=lambda: Batch(self.read),
            large_notes=self._large,
        )

    def _table(self, path: str, data: bytes) -> Parsed:
        self.read.append(path)
        return parsed("t", [(path, line) for line in data.decode().splitlines()])

    def _large(self, path: str, file: Path) -> Iterator[Parsed]:
        self.read.append(path)
        for line in file.read_text().splitlines():
            yield parsed("documents", [(path, line)])
