"""Writes the tables as people have them: a workbook with titles and totals, one cp1252 `;` file, UTF-8 files.

Row numbers are known only here, so `write_tables` returns where the data of each table begin.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import xlsxwriter

from lastro.core.identifiers import formatted
from lastro.example.draft import Cell

Rows = Sequence[Mapping[str, Cell]]

_CREATED = datetime(2024, 1, 15, 12, 0, tzinfo=UTC)
_IDENTIFIERS = frozenset({"cpf", "cnpj", "fornecedor", "beneficiario", "unidade"})
_TYPED_AS_NUMBER = "cpf"
_NUMERIC_IDENTIFIER_EVERY = 4


@dataclass(frozen=True, slots=True)
class Book:
    """A workbook and its sheets; `title` puts a line above the headers, `total` names the column summed below."""

    file: str
    sheets: tuple[str, ...]
    title: str = ""
    total: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Text:
    """A CSV file of one table: its dialect, encoding, and how it writes numbers and dates."""

    table: str
    delimiter: str
    encoding: str
    decimal_comma: bool
    day: str


BOOKS = (
    Book(
        "cadastros.xlsx", ("agricultores", "organizacoes", "contratos"),
        title="Usina Lastro Exemplo S.A. – cadastros de 2023 (pessoas e empresas inventadas)",
        total={"agricultores": "area_ha"},
    ),
    Book("vendas.xlsx", ("vendas",), title="Vendas de biodiesel de 2023", total={"vendas": "valor"}),
    Book(
        "gastos e provas.xlsx",
        ("dispendios", "frustracoes", "perenes", "produtividades", "decisoes", "precos", "visitas"),
        total={"dispendios": "valor"},
    ),
)  # fmt: skip
TEXTS = (
    Text("aquisicoes", ";", "cp1252", True, "%d/%m/%Y"),
    Text("origens", ",", "utf-8", False, "%Y-%m-%d"),
    Text("producao", ";", "utf-8-sig", True, "%d/%m/%Y"),
    Text("estoques", ";", "utf-8", True, "%d/%m/%Y"),
    Text("consumo", ",", "utf-8", False, "%Y-%m-%d"),
)


def write_tables(folder: Path, rows: Mapping[str, Rows]) -> dict[str, int]:
    """Write every table below `folder`. Returns, per table, the row number of its first data row (1 = first line)."""
    first: dict[str, int] = {}
    for book in BOOKS:
        first |= _write_book(folder / book.file, book, rows)
    for text in TEXTS:
        (folder / f"{text.table}.csv").write_bytes(csv_bytes(text, rows[text.table]))
        first[text.table] = 2
    return first


def rows_without_data(rows: Mapping[str, Rows]) -> list[tuple[str, int]]:
    """(table, row) of every title and total, which are no data."""
    found = []
    for book in BOOKS:
        header = _header_row(book)
        for table in book.sheets:
            found += [(table, 1)] if book.title else []
            found += [(table, header + len(rows[table]) + 2)] if table in (book.total or {}) else []
    return found


def csv_bytes(text: Text, rows: Rows) -> bytes:
    """One table as a CSV file."""
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer, delimiter=text.delimiter, lineterminator="\r\n")
    columns = _columns(rows)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_text_cell(text, row.get(column)) for column in columns])
    return buffer.getvalue().encode(text.encoding)


def _text_cell(text: Text, cell: Cell) -> str:
    match cell:
        case None:
            return ""
        case bool():
            return "S" if cell else "N"
        case date():
            return cell.strftime(text.day)
        case Decimal():
            return f"{cell:f}".replace(".", ",") if text.decimal_comma else f"{cell:f}"
        case _:
            return str(cell)


def _columns(rows: Rows) -> list[str]:
    return list(dict.fromkeys(column for row in rows for column in row))


def _write_book(path: Path, book: Book, rows: Mapping[str, Rows]) -> dict[str, int]:
    first: dict[str, int] = {}
    with xlsxwriter.Workbook(str(path), {"in_memory": True}) as workbook:
        workbook.set_properties({"created": _CREATED, "title": book.title})
        day = workbook.add_format({"num_format": "dd/mm/yyyy"})
        bold = workbook.add_format({"bold": True})
        for table in book.sheets:
            sheet = workbook.add_worksheet(table)
            header = _header_row(book)
            if book.title:
                sheet.write_string(0, 0, book.title, bold)
            total = (book.total or {}).get(table, "")
            _write_sheet(sheet, header, rows[table], total, day, bold)
            first[table] = header + 2
    return first


def _header_row(book: Book) -> int:
    """Where the headers stand, from 0: below the title and a blank line, or first."""
    return 2 if book.title else 0


def _write_sheet(sheet: Any, header: int, rows: Rows, total: str, day: Any, bold: Any) -> None:
    columns = _columns(rows)
    for column, name in enumerate(columns):
        sheet.write_string(header, column, name, bold)
    for number, row in enumerate(rows):
        for column, name in enumerate(columns):
            _write_cell(sheet, header + 1 + number, column, name, row.get(name), day)
    if total:
        last = header + 1 + len(rows)
        sheet.write_string(last, 0, "TOTAL", bold)
        sheet.write_number(last, columns.index(total), _sum(rows, total), bold)


def _write_cell(sheet: Any, row: int, column: int, name: str, cell: Cell, day: Any) -> None:
    if cell is None or cell == "":
        return
    if isinstance(cell, bool):
        sheet.write_string(row, column, "S" if cell else "N")
    elif isinstance(cell, date):
        sheet.write_datetime(row, column, cell, day)
    elif isinstance(cell, int | Decimal):
        sheet.write_number(row, column, cell)
    elif name in _IDENTIFIERS:
        _write_identifier(sheet, row, column, name, cell)
    else:
        sheet.write_string(row, column, cell)


def _write_identifier(sheet: Any, row: int, column: int, name: str, cell: str) -> None:
    """A CPF or CNPJ with its punctuation; every fourth CPF typed as a number, which loses leading zeros."""
    if name == _TYPED_AS_NUMBER and row % _NUMERIC_IDENTIFIER_EVERY == 0 and cell.isdigit():
        sheet.write_number(row, column, int(cell))
    else:
        sheet.write_string(row, column, formatted(cell))


def _sum(rows: Rows, column: str) -> Decimal:
    return sum((Decimal(str(row[column])) for row in rows if row.get(column) is not None), Decimal(0))
