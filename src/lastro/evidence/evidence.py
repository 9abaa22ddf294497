"""What a workspace proves, typed and accounted for: every row read is accepted, rejected, ignored or a duplicate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa

from lastro.statement.model import Finding

if TYPE_CHECKING:
    from lastro.evidence.workspace import Config


@dataclass(frozen=True, order=True)
class ImportCount:
    """What became of the rows (tables) or files and members (notes) of one kind in one file.

    `kind` is a table's name or a document kind; `read` = `accepted` + `rejected` + `ignored` + `duplicate`.
    """

    kind: str
    file: str = ""
    sheet: str = ""
    read: int = 0
    accepted: int = 0
    rejected: int = 0
    ignored: int = 0
    duplicate: int = 0

    @property
    def balanced(self) -> bool:
        """Whether everything read is accounted for."""
        return self.read == self.accepted + self.rejected + self.ignored + self.duplicate


_NUMBERS = ("read", "accepted", "rejected", "ignored", "duplicate")


def by_kind(counts: Iterable[ImportCount]) -> tuple[ImportCount, ...]:
    """The counts summed over files and sheets, one per kind, in order of kind."""
    sums: dict[str, ImportCount] = {}
    for count in counts:
        sums[count.kind] = _sum(sums.get(count.kind, ImportCount(count.kind)), count)
    return tuple(sums[kind] for kind in sorted(sums))


def _sum(total: ImportCount, count: ImportCount) -> ImportCount:
    return replace(total, **{name: getattr(total, name) + getattr(count, name) for name in _NUMBERS})


@dataclass(frozen=True)
class Evidence:
    """The typed tables of a workspace and the state of its notes.

    `tables`: every table of `columns.yaml`, empty when absent (`present` tells which the user gave). `documents`: one
    row per access key, folded over all that was seen; `items`: one row per item of a note, with its note's state.
    `digests`: per table ("table:vendas") and for all notes ("notes") a hash that no file name, row order or file format
    changes; the digest of one note stands in `documents.content`.
    """

    config: Config
    tables: Mapping[str, pa.Table]
    present: frozenset[str]
    documents: pa.Table
    items: pa.Table
    findings: tuple[Finding, ...]
    counts: tuple[ImportCount, ...]
    digests: Mapping[str, str]
