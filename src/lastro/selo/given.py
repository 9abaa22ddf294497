"""A workspace from rows given in Python instead of files: for tests, for what-if questions and for other programs.

Values are what the columns mean: `Decimal` for money and quantities in their unit, `date`, `bool`, text.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Any

import pyarrow as pa

from lastro.core.numbers import scaled
from lastro.evidence.columns import PER_UNIT, Column, Table, schema
from lastro.evidence.evidence import Evidence
from lastro.evidence.nfe.link import LINKED_DOCUMENTS, LINKED_ITEMS
from lastro.evidence.tables.hashing import row_hash
from lastro.evidence.workspace import Company, Config, EngineConfig, Plant
from lastro.law import LawBook

Rows = Sequence[Mapping[str, Any]]


def evidence_of(tables: Mapping[str, Rows], config: Mapping[str, Any], book: LawBook) -> Evidence:
    """Evidence without files. `config`: cnpj, name, municipality, year; `units` when there are several plants.

    Raises KeyError for a table that `columns.yaml` does not have, InexactNumber for a value with too many places.
    """
    unknown = [name for name in tables if name not in schema().tables]
    if unknown:
        raise KeyError(unknown[0])
    typed = {name: _table(table, tables.get(name, ()), book) for name, table in schema().tables.items()}
    documents, items = LINKED_DOCUMENTS.empty_table(), LINKED_ITEMS.empty_table()
    return Evidence(
        _config(config, book),
        typed,
        frozenset(name for name, rows in tables.items() if rows),
        documents,
        items,
        (),
        (),
        {},
    )


def _config(config: Mapping[str, Any], book: LawBook) -> Config:
    units = config.get("units") or [config]
    plants = tuple(
        Plant(unit["cnpj"], unit["name"], book.find_municipality(str(unit["municipality"]))) for unit in units
    )
    company = Company(config["cnpj"], config["name"], "", "")
    return Config(
        company=company, units=plants, year=config["year"], seals=(), sicaf=(), taxation=(), readings={},
        engine=EngineConfig("duckdb", ""),
    )  # fmt: skip


def _table(table: Table, rows: Rows, book: LawBook) -> pa.Table:
    columns = {column.name: [_typed(column, row.get(column.name), book) for row in rows] for column in table.columns}
    for row in rows:
        unknown = [name for name in row if name not in columns]
        if unknown:
            raise KeyError(f"{table.name}.{unknown[0]}")
    columns["_file"] = [f"{table.name}.csv"] * len(rows)
    columns["_sheet"] = [""] * len(rows)
    columns["_row"] = list(range(2, len(rows) + 2))
    told = {column.name: columns[column.name] for column in table.columns}
    columns["_hash"] = row_hash(table.name, told, len(rows))
    fields = table.arrow_schema()
    return pa.table([pa.array(columns[field.name], field.type) for field in fields], schema=fields)


def _typed(column: Column, value: Any, book: LawBook) -> Any:
    if column.type == "boolean":
        return bool(value)
    if value is None or value == "":
        return None
    if column.type in PER_UNIT and isinstance(value, Decimal | int):
        return scaled(value, PER_UNIT[column.type])
    if column.type == "municipality":
        return book.find_municipality(str(value))
    if column.type == "choice" and column.vocabulary is not None:
        return str(value) if str(value) in column.vocabulary.values else _refused(column, value)
    if column.type == "date":
        return value if isinstance(value, date) else _refused(column, value)
    return str(value)


def _refused(column: Column, value: Any) -> Any:
    raise ValueError(f"{column.name}: {value!r}")
