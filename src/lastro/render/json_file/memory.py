"""The memory of calculation as JSON: columns with their meaning, rows as lists of texts in the unit people read."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from lastro.render import words
from lastro.statement.canonical import Json
from lastro.statement.catalogue import Lang
from lastro.statement.model import PER_UNIT, MemoryColumn, Statement

Cell = str | int | bool | date | None


def memory_document(statement: Statement, texts: Callable[[Callable[[Lang], str]], Json]) -> Json:
    """Columns (name, kind, label, cite) and rows; each row has one text, truth value or null per column."""
    table = statement.memory
    assert table is not None
    columns = statement.memory_columns
    values = [table.column(column.name).to_pylist() for column in columns]
    kinds = [column.kind for column in columns]
    return {
        "columns": [_column(column, texts) for column in columns],
        "rows": [
            [cell(value, kind) for value, kind in zip(row, kinds, strict=True)] for row in zip(*values, strict=True)
        ],
    }


def _column(column: MemoryColumn, texts: Callable[[Callable[[Lang], str]], Json]) -> Json:
    return {
        "name": column.name,
        "kind": column.kind,
        "label": texts(lambda lang: column.pt if lang == "pt" else column.en),
        "cites": column.cites,
    }


def cell(value: Cell, kind: str) -> str | bool | None:
    """One stored value as JSON: an integer of a known kind as exact plain text in the unit people read."""
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        return words.plain(value, kind) if kind in PER_UNIT else str(value)
    return value.isoformat() if isinstance(value, date) else str(value)
