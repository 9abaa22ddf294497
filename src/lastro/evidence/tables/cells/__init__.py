"""Cells to typed values: one reader per kind of column, each the only place that knows how people write it.

values, faults = read_columns(columns, context)     # {"valor": [60840, None, …]}, {"valor": {3: Fault(…)}}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lastro.evidence.columns import Column
from lastro.evidence.tables.cells.base import CellReader, Context, Value
from lastro.evidence.tables.cells.dates import CropYearReader, DateReader, DatesReader, MonthReader
from lastro.evidence.tables.cells.identifiers import KeyReader, PersonReader
from lastro.evidence.tables.cells.numbers import NumberReader
from lastro.evidence.tables.cells.words import ChoiceReader, MunicipalityReader, TextReader, YesNoReader
from lastro.evidence.tables.findings import Fault
from lastro.evidence.tables.model import Cell

READERS: Mapping[str, type[CellReader]] = {
    "text": TextReader,
    "person": PersonReader,
    "cpf": PersonReader,
    "cnpj": PersonReader,
    "key": KeyReader,
    "date": DateReader,
    "dates": DatesReader,
    "boolean": YesNoReader,
    "money": NumberReader,
    "price": NumberReader,
    "quantity": NumberReader,
    "m3": NumberReader,
    "area_ha": NumberReader,
    "kg": NumberReader,
    "kg_ha": NumberReader,
    "percent": NumberReader,
    "integer": NumberReader,
    "municipality": MunicipalityReader,
    "choice": ChoiceReader,
    "month": MonthReader,
    "crop_year": CropYearReader,
}

Read = tuple[dict[str, list[Value]], dict[str, dict[int, Fault]]]


def read_columns(columns: Sequence[tuple[Column, list[Cell]]], context: Context) -> Read:
    """Typed values and faults (by position) of each column. All columns learn before any is read."""
    readers = [(column, cells, READERS[column.type](column, context)) for column, cells in columns]
    for _, cells, reader in readers:
        reader.learn({cell for cell in cells if type(cell) is str})
    values: dict[str, list[Value]] = {}
    faults: dict[str, dict[int, Fault]] = {}
    for column, cells, reader in readers:
        reader.settle()
        values[column.name], faults[column.name] = _read_column(cells, reader)
    return values, faults


def _read_column(cells: list[Cell], reader: CellReader) -> tuple[list[Value], dict[int, Fault]]:
    known: dict[str, Value | Fault] = {}  # a text is read once, however often it stands in the column
    values: list[Value] = []
    faults: dict[int, Fault] = {}
    for position, cell in enumerate(cells):
        if type(cell) is str:
            if cell not in known:
                known[cell] = reader.read(cell)
            value = known[cell]
        else:
            value = reader.read(cell)
        if isinstance(value, Fault):
            faults[position] = value
            value = None
        values.append(value)
    return values, faults


__all__ = ["READERS", "CellReader", "Context", "Value", "read_columns"]
