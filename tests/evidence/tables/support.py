"""Table files made on the spot, invented people with valid check digits, and every finding put into words."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

import xlsxwriter

from lastro.core.identifiers import cnpj_check_digits, cpf_check_digits, key_check_digit
from lastro.evidence.tables import FileTables, read_table_file
from lastro.law import load
from lastro.statement.catalogue import LANGS, text
from lastro.statement.model import Finding, Severity

BOOK = load()


def cpf(number: int) -> str:
    nine = f"{number:09d}"
    return nine + cpf_check_digits(nine)


def cnpj(number: int) -> str:
    twelve = f"{number:012d}"
    return twelve + cnpj_check_digits(twelve)


def key(number: int, month: str = "2303") -> str:
    body = f"52{month}{cnpj(12345678000)}55001{number:09d}1{number:08d}"
    return body + key_check_digit(body)


def csv_bytes(rows: Iterable[Sequence[object]], separator: str = ";", encoding: str = "utf-8") -> bytes:
    target = io.StringIO()
    csv.writer(target, delimiter=separator, lineterminator="\r\n").writerows(rows)
    return target.getvalue().encode(encoding)


def xlsx_bytes(
    sheets: Mapping[str, Sequence[Sequence[object]]], *, hidden: Sequence[str] = (), **options: Any
) -> bytes:
    """A workbook whose cells are written as what they are; text stays text. No formulas, so nothing is out of date."""
    target = io.BytesIO()
    workbook = xlsxwriter.Workbook(target, {"in_memory": True, "strings_to_formulas": False, **options})
    day = workbook.add_format({"num_format": "dd/mm/yyyy"})
    for name, rows in sheets.items():
        sheet = workbook.add_worksheet(name)
        for at, row in enumerate(rows):
            for position, cell in enumerate(row):
                _write(sheet, at, position, cell, day)
        if name in hidden:
            sheet.hide()
    workbook.close()
    return target.getvalue()


def _write(sheet: Any, at: int, position: int, cell: object, day: Any) -> None:
    if isinstance(cell, bool):
        sheet.write_boolean(at, position, cell)
    elif isinstance(cell, date):
        sheet.write_datetime(at, position, cell, day)
    elif isinstance(cell, int | float):
        sheet.write_number(at, position, cell)
    elif cell is not None and cell != "":
        sheet.write_string(at, position, str(cell))


def read(data: bytes | str, name: str = "aquisicoes.csv") -> FileTables:
    """Reads a file and checks what holds for every file: rows are accounted for and each finding can be told."""
    found = read_table_file(name, data.encode() if isinstance(data, str) else data, BOOK)
    check(found)
    return found


def check(found: FileTables) -> None:
    for count in found.counts:
        assert count.read == count.accepted + count.rejected + count.ignored + count.duplicate, count
    for finding in found.findings:
        told(finding)
    accepted = sum(count.accepted for count in found.counts)
    assert accepted == sum(table.num_rows for table in found.tables.values())


def told(finding: Finding) -> dict[str, str]:
    """Title, message and remedy of a finding, in both languages."""
    base = f"findings.{finding.code}.{finding.variant}"
    return {
        f"{lang}.{part}": text(f"{base}.{part}", lang, finding.arguments)
        for lang in LANGS
        for part in ("title", "message", "remedy")
    }


def codes(found: FileTables, *, at_least: Severity | None = None) -> list[str]:
    """Codes with their variants, without the accounting of rows that need no remedy."""
    return [
        finding.code if finding.variant == "default" else f"{finding.code}.{finding.variant}"
        for finding in found.findings
        if finding.severity is not Severity.INFO and (at_least is None or finding.severity is at_least)
    ]


def rows(found: FileTables, table: str = "aquisicoes") -> list[dict[str, Any]]:
    return found.tables[table].to_pylist() if table in found.tables else []


def column(found: FileTables, name: str, table: str = "aquisicoes") -> list[Any]:
    return [row[name] for row in rows(found, table)]


def purchase(**cells: object) -> dict[str, object]:
    """One good row of `aquisicoes`, standing alone."""
    return {"data": "10/04/2023", "fornecedor": cpf(111), "produto": "soja", "valor": "608,40"} | cells


def one(cells: Mapping[str, object]) -> list[list[object]]:
    """Header and row of a single record."""
    return [list(cells), list(cells.values())]
