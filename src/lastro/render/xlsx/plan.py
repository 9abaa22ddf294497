"""Where things stand in the workbook, decided before anything is written, so that sheets can point at each other.

The memory has its columns as people read them and, hidden to their right, the integers (centavos, thousandths, grams)
that formulas multiply and add: sums of integers are exact where sums of reais are not. The last hidden column is the
number of the totals row that each line belongs to.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa

from lastro.render import labels
from lastro.render.xlsx.cells import span
from lastro.statement.catalogue import Lang, text
from lastro.statement.formula import names, parse, sum_calls
from lastro.statement.formula_sums import kinds_of
from lastro.statement.model import PER_UNIT, MemoryColumn, Statement

FIRST_ROW = 5  # title, note, blank, headings, provisions
HEAD_ROW = 3
PROVISION_ROW = 4

_ADDED_UP = frozenset({"centavos", "milli_centavos", "grams", "m2"})
_HELD_AS_SHOWN = frozenset({"tenths", "integer"})


@dataclass(frozen=True)
class Grid:
    """A table on a sheet: visible columns in order, then the hidden integers by column name. `marks_empty` says that an
    empty text is written as a dash, so that sums can choose it."""

    sheet: str
    table: pa.Table
    columns: tuple[MemoryColumn, ...]
    integers: tuple[str, ...]
    marks_empty: bool = False

    @property
    def first_row(self) -> int:
        return FIRST_ROW

    @property
    def last_row(self) -> int:
        rows: int = self.table.num_rows
        return FIRST_ROW + max(rows, 1) - 1

    @cached_property
    def shown_at(self) -> Mapping[str, int]:
        """Column name → position of what people read."""
        return {column.name: position for position, column in enumerate(self.columns)}

    @cached_property
    def integer_at(self) -> Mapping[str, int]:
        """Column name → position of its hidden integers."""
        return {name: len(self.columns) + position for position, name in enumerate(self.integers)}

    @property
    def group_at(self) -> int:
        """Position of the hidden number of the totals row."""
        return len(self.columns) + len(self.integers)

    def column(self, name: str) -> MemoryColumn:
        return self.columns[self.shown_at[name]]

    def integers_span(self, name: str) -> str:
        return span(self.sheet, self.integer_at[name], self.first_row, self.last_row)

    def shown_span(self, name: str) -> str:
        return span(self.sheet, self.shown_at[name], self.first_row, self.last_row)

    def group_span(self) -> str:
        return span(self.sheet, self.group_at, self.first_row, self.last_row)


@dataclass(frozen=True)
class Plan:
    """The sheets' names, the two grids (None where the statement has no such table) and how lines find their group.

    `by_line` says whether the memory has one row per line or, past the limit, one per row of the totals. `group_of`
    answers the totals row (from 1) of each memory row; None when the memory cannot tell them apart, and then the
    totals are values.
    """

    sheets: Mapping[str, str]
    memory: Grid | None
    totals: Grid | None
    by_line: bool
    group_of: tuple[int, ...] | None


def plan(statement: Statement, lang: Lang, live_limit: int) -> Plan:
    """The plan of the workbook for this statement."""
    sheets = {name: text(f"xlsx.sheets.{name}", lang) for name in SHEETS}
    if statement.memory is None:
        return Plan(sheets, None, None, True, None)
    added = _added_up(statement)
    totals = None if statement.totals is None else _totals_grid(statement, sheets["totals"], added)
    by_line = statement.memory.num_rows <= live_limit or statement.totals is None
    table = statement.memory if by_line or statement.totals is None else statement.totals
    memory = _memory_grid(statement, table, sheets["memory"], added)
    return Plan(sheets, memory, totals, by_line, _groups(table, totals))


SHEETS = ("summary", "memory", "totals", "findings", "readings", "law")


def _added_up(statement: Statement) -> frozenset[str]:
    """The columns of the totals that are sums; the others are what they are grouped by."""
    if statement.totals is None:
        return frozenset()
    formulas = [parse(line.formula) for line in statement.lines if line.formula]
    called = {call.column for formula in formulas for call in sum_calls(formula)}
    kinds = kinds_of(statement.memory_columns)
    return frozenset(name for name in statement.totals.column_names if name in called or kinds.get(name) in _ADDED_UP)


def _memory_grid(statement: Statement, table: pa.Table, sheet: str, added: frozenset[str]) -> Grid:
    columns = tuple(column for column in statement.memory_columns if column.name in table.column_names)
    used = {name for column in columns if column.formula for name in (*names(parse(column.formula)), column.name)}
    return Grid(sheet, table, columns, _integers(columns, added | used))


def _totals_grid(statement: Statement, sheet: str, added: frozenset[str]) -> Grid:
    assert statement.totals is not None
    known = {column.name: column for column in statement.memory_columns}
    columns = [known.get(field.name) or _unknown(field) for field in statement.totals.schema]
    columns.sort(key=lambda column: column.name in added)
    return Grid(sheet, statement.totals, tuple(columns), _integers(tuple(columns), added), marks_empty=True)


def _unknown(field: pa.Field) -> MemoryColumn:
    return MemoryColumn(field.name, "integer" if pa.types.is_integer(field.type) else "text", field.name, field.name)


def _integers(columns: tuple[MemoryColumn, ...], wanted: frozenset[str] | set[str]) -> tuple[str, ...]:
    return tuple(
        column.name
        for column in columns
        if column.name in wanted and column.kind in PER_UNIT and column.kind not in _HELD_AS_SHOWN
    )


def _groups(table: pa.Table, totals: Grid | None) -> tuple[int, ...] | None:
    if totals is None:
        return None
    keys = [name for name in totals.shown_at if name not in totals.integers and name in table.column_names]
    numbered = {group: number for number, group in enumerate(_rows(totals.table, keys), start=1)}
    if len(numbered) != totals.table.num_rows:
        return None
    found = [numbered.get(row, 0) for row in _rows(table, keys)]
    return None if 0 in found and not _empty_outside(table, totals, found) else tuple(found)


def _rows(table: pa.Table, keys: list[str]) -> list[tuple[object, ...]]:
    if not keys:
        return [()] * table.num_rows
    return list(zip(*(table.column(name).to_pylist() for name in keys), strict=True))


def _empty_outside(table: pa.Table, totals: Grid, found: list[int]) -> bool:
    """Whether rows that belong to no totals row add nothing (lines that do not count)."""
    outside = [position for position, number in enumerate(found) if number == 0]
    return all(not value for name in totals.integers for value in table.column(name).take(outside).to_pylist())


def shown_words(grid: Grid, name: str, lang: Lang, *, unmask: bool) -> Mapping[object, str]:
    """What stands in the cells of a text column for each stored value, distinct values as distinct words."""
    stored = grid.table.column(name).unique().to_pylist()
    told = {value: labels.argument(name, value or "", lang, unmask=unmask) or EMPTY for value in stored}
    distinct = len({word.casefold() for word in told.values()}) == len(told)
    return told if distinct else {value: value or EMPTY for value in stored}


EMPTY = "–"
