"""The hash of a row: what it says, not where it stands or how it was written.

Saving the table as XLSX, cp1252 CSV or shuffled UTF-8 CSV keeps it; so does a column that is added and left empty.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence

from lastro.evidence.tables.cells import Value

_BETWEEN, _AFTER = "\x1f", "\x1e"  # no cell holds them: control characters are refused


def row_hash(table: str, columns: Mapping[str, Sequence[Value]], rows: int) -> list[str]:
    """SHA-256 (hex) of each row's typed values in alphabetical order of columns; empty and "no" leave no trace."""
    told = [[] for _ in range(rows)]  # type: list[list[str]]
    for name in sorted(columns):
        prefix = f"{name}{_BETWEEN}"
        for position, value in enumerate(columns[name]):
            if value is not None and value is not False:
                told[position].append(f"{prefix}{'S' if value is True else value}{_AFTER}")
    head = f"{table}{_AFTER}"
    return [hashlib.sha256((head + "".join(parts)).encode()).hexdigest() for parts in told]
