"""Evidence built from plain rows, so that a test of purchases says only what it is about."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import pyarrow as pa

from lastro.core.identifiers import cnpj_check_digits, cpf_check_digits, key_check_digit
from lastro.evidence.columns import schema
from lastro.evidence.evidence import Evidence
from lastro.evidence.purchases import PurchaseLines, purchase_lines
from lastro.law import load

Row = Mapping[str, Any]


def cpf(number: int) -> str:
    nine = f"{number:09d}"
    return nine + cpf_check_digits(nine)


def cnpj(number: int, branch: int = 1) -> str:
    twelve = f"{number:08d}{branch:04d}"
    return twelve + cnpj_check_digits(twelve)


def key(issuer: str, number: int = 1, year_month: str = "2303", series: int = 920, model: str = "55") -> str:
    bare = f"52{year_month}{issuer.rjust(14, '0')}{model}{series:03d}{number:09d}112345678"
    return bare + key_check_digit(bare)


PLANT, OTHER_PLANT = cnpj(12345678), cnpj(12345678, 2)
FARMER, OTHER_FARMER = cpf(123456789), cpf(987654321)
COOPERATIVE = cnpj(33445566)


def table(name: str, rows: Sequence[Row]) -> pa.Table:
    """Rows as the reader of tables types them; a row may name its own `_hash`."""
    arrow = schema().table(name).arrow_schema()
    typed = []
    for number, row in enumerate(rows, start=2):
        content = "|".join(f"{column}={row.get(column)}" for column in arrow.names if not column.startswith("_"))
        filled = {
            "_file": f"{name}.csv",
            "_sheet": "",
            "_row": number,
            "_hash": hashlib.sha256(content.encode()).hexdigest(),
        }
        typed.append({**dict.fromkeys(arrow.names), **filled, **row})
    return pa.Table.from_pylist(typed, schema=arrow)


def evidence(plants: Sequence[str] = (PLANT,), **tables: Sequence[Row]) -> Evidence:
    config = SimpleNamespace(
        company=SimpleNamespace(cnpj=plants[0]),
        units=tuple(SimpleNamespace(cnpj=plant, name="", municipality="5218805") for plant in plants),
        engine=SimpleNamespace(name="duckdb", memory=""),
    )
    filled = {name: table(name, tables.get(name, ())) for name in schema().tables}
    empty = pa.table({"key": pa.array([], pa.string())})
    return Evidence(config, filled, frozenset(tables), empty, empty, (), (), {})  # type: ignore[arg-type]


def lines_of(given: Evidence, plant: str = PLANT) -> PurchaseLines:
    book = load()
    return purchase_lines(given, book, book.session(), plant)
