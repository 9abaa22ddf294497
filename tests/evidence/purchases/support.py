"""Evidence built from plain rows, so that a test of purchases says only what it is about."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from lastro.core.identifiers import cnpj_check_digits, cpf_check_digits, key_check_digit
from lastro.evidence.columns import schema
from lastro.evidence.evidence import Evidence
from lastro.evidence.nfe import fold, gather, link, scan_note_file
from lastro.evidence.purchases import PurchaseLines, purchase_lines
from lastro.evidence.workspace import Company, Config, EngineConfig, Plant
from lastro.law import load
from lastro.statement.catalogue import LANGS, text
from lastro.statement.model import Finding

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


def config_of(plants: Sequence[str]) -> Config:
    units = tuple(Plant(plant, "Usina", "5218805") for plant in plants)
    return Config(Company(plants[0]), units, 2023, (), (), (), {}, EngineConfig())


def evidence(plants: Sequence[str] = (PLANT,), notes: Sequence[bytes] = (), **tables: Sequence[Row]) -> Evidence:
    """Tables from rows, notes from the bytes of their files."""
    filled = {name: table(name, tables.get(name, ())) for name in schema().tables}
    read = gather([scan_note_file(f"nfe/{number}.xml", data) for number, data in enumerate(notes)])
    linked = link(fold(read.documents, read.events, read.references, read.items), load(), plants)
    return Evidence(config_of(plants), filled, frozenset(tables), linked.documents, linked.items, (), (), {})


def lines_of(given: Evidence, plant: str = PLANT) -> PurchaseLines:
    book = load()
    return purchase_lines(given, book, book.session(), plant)


def only(lines: PurchaseLines) -> dict[str, Any]:
    (line,) = lines.table.to_pylist()
    return line


def told(findings: Sequence[Finding]) -> list[str]:
    """Code and variant of each finding, whose texts exist in both languages."""
    for finding in findings:
        for part in ("title", "message", "remedy"):
            for lang in LANGS:
                text(f"findings.{finding.code}.{finding.variant}.{part}", lang, finding.arguments)
    return [f"{finding.code} {finding.variant}" for finding in findings]
