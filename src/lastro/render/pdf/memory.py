"""The memory of calculation on paper: the columns that fit a page, line by line up to a limit, above it the totals."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pyarrow as pa

from lastro.render import words
from lastro.render.labels import argument, municipality, vocabulary
from lastro.render.pdf import blocks
from lastro.render.pdf.blocks import Block
from lastro.render.pdf.law import provisions, understood
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import MemoryColumn, Statement

PRINTED = (
    "key",
    "item",
    "issued_on",
    "supplier",
    "product",
    "form",
    "municipality",
    "place",
    "region",
    "centavos",
    "accepted_centavos",
    "weight",
    "weighted",
    "block",
    "risk",
    "at_risk",
)
"""Columns for paper, in this order, of those the memory has; the workbook holds all of them."""

_MUNICIPALITIES = ("municipality", "place")
_STRETCHED = ("supplier", *_MUNICIPALITIES)
_PERSONS = ("supplier", "farmer", "plant")
_WHEN_NONE = 14
_NUMBERS = frozenset({"centavos", "milli_centavos", "grams", "m2", "tenths", "thousandths", "integer"})


def memory_blocks(statement: Statement, lang: Lang, max_rows: int) -> list[Block]:
    """The lines when there are at most `max_rows`, else the totals with a note that says where the lines are."""
    memory = statement.memory
    if memory is None or memory.num_rows == 0:
        return []
    count = words.number(str(memory.num_rows), lang)
    if memory.num_rows <= max_rows:
        told = text("pdf.memory.rows", lang, {"count": count})
        return [
            blocks.paragraph(told),
            understood(statement.regime, lang),
            _table(memory, _printed(statement), statement.regime, lang),
        ]
    told = text("pdf.memory.totals", lang, {"count": count, "limit": words.number(str(max_rows), lang)})
    found = [blocks.note(told), understood(statement.regime, lang)]
    if statement.totals is not None and statement.totals.num_rows <= max_rows:
        found.append(_table(statement.totals, _described(statement, statement.totals), statement.regime, lang))
    return found


def _printed(statement: Statement) -> list[MemoryColumn]:
    """The columns for paper; when the memory has none of them, its first ones."""
    by_name = {column.name: column for column in statement.memory_columns}
    chosen = [by_name[name] for name in PRINTED if name in by_name]
    return chosen or list(statement.memory_columns[:_WHEN_NONE])


def _described(statement: Statement, table: pa.Table) -> list[MemoryColumn]:
    described = {column.name: column for column in statement.memory_columns}
    return [described[name] for name in table.column_names if name in described]


def _table(table: pa.Table, columns: list[MemoryColumn], regime: str, lang: Lang) -> Block:
    heads = [
        blocks.column(
            column.pt if lang == "pt" else column.en,
            align="right" if column.kind in _NUMBERS else "left",
            width=1 if column.name in _STRETCHED else 0,
            face="mono" if column.name == "key" else "plain",
            detail=provisions(_cites(column), regime, lang),
        )
        for column in columns
    ]
    cells = [[_shown(column, lang)(value) for value in table.column(column.name).to_pylist()] for column in columns]
    return blocks.table(heads, [blocks.row(row) for row in zip(*cells, strict=True)], size="dense")


def _cites(column: MemoryColumn) -> list[str]:
    return [cite.strip() for cite in column.cites.split(";") if cite.strip()]


def _shown(column: MemoryColumn, lang: Lang) -> Callable[[object], str]:
    """How a value of that column is printed."""

    def shown(value: object) -> str:
        if value is None or value == "":
            return ""
        if isinstance(value, bool):
            return text(f"pdf.boolean.{str(value).lower()}", lang)
        if isinstance(value, int):
            return words.scaled_integer(value, column.kind, lang)
        if isinstance(value, date):
            return words.day(value.isoformat(), lang)
        return _named(column.name, str(value), lang)

    return shown


def _named(name: str, value: str, lang: Lang) -> str:
    if name in _MUNICIPALITIES:
        return municipality(value)
    if name in _PERSONS:
        return argument(name, value, lang, unmask=True)  # masked, when it must be, by the last pass over the document
    return vocabulary(name, value, lang)
