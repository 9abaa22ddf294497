"""Workbooks: what spreadsheets do to data, cell by cell."""

from __future__ import annotations

import io
from datetime import date, datetime

import openpyxl
import pytest
import xlsxwriter

from lastro.evidence.tables.xlsx import format_kind
from tests.evidence.tables.packages import edited, ods_bytes, xlsx_parts
from tests.evidence.tables.support import (
    codes,
    column,
    cpf,
    csv_bytes,
    key,
    one,
    purchase,
    read,
    rows,
    told,
    xlsx_bytes,
)

HEADER = ["data", "fornecedor", "produto", "valor"]
GOOD = [date(2023, 4, 10), cpf(1), "soja", 608.4]


def book(*body: list[object], name: str = "aquisicoes", header: list[str] | None = None) -> bytes:
    return xlsx_bytes({name: [header or HEADER, *body]})


def test_a_workbook_of_several_sheets_gives_several_tables() -> None:
    data = xlsx_bytes(
        {
            "Aquisições 2023": [HEADER, GOOD],
            "AGRICULTORES": [["cpf", "area_ha"], [cpf(1), 10.5]],
            "Resumo": [["Total de compras", 608.4]],
            "vendas": [["data", "valor"]],
        }
    )
    found = read(data, "dados.xlsx")
    assert codes(found) == ["EVD-TAB-02.sheet"]
    assert column(found, "valor") == [60840]
    assert column(found, "area_ha", "agricultores") == [105_000]
    assert {c.table: c.read for c in found.counts} == {"aquisicoes": 1, "agricultores": 1, "": 1, "vendas": 0}


def test_the_only_visible_sheet_is_what_its_file_is_named() -> None:
    found = read(xlsx_bytes({"Planilha1": [HEADER, GOOD], "Plan2": []}), "aquisições.xlsx")
    assert column(found, "_sheet") == ["Planilha1"]


def test_a_hidden_sheet_is_not_read_and_told() -> None:
    found = read(
        xlsx_bytes({"aquisicoes": [HEADER, GOOD], "vendas": [["data", "valor"], ["x", "y"]]}, hidden=["vendas"]),
        "a.xlsx",
    )
    assert codes(found) == ["EVD-TAB-03"]
    assert {(c.sheet, c.read, c.ignored) for c in found.counts} == {("aquisicoes", 1, 0), ("vendas", 2, 2)}


def test_numbers_kept_as_text_are_read_as_in_a_csv() -> None:
    found = read(book([*GOOD[:3], "1.234,56"], [*GOOD[:3], 0.1 + 0.2]), "a.xlsx")
    assert column(found, "valor") == [123456, 30]


def test_a_key_kept_as_number_is_refused_even_when_it_looks_whole() -> None:
    found = read(xlsx_bytes({"aquisicoes": [["chave", "item"], [float(key(1)), 1], [key(2), 1]]}), "a.xlsx")
    assert codes(found) == ["EVD-TAB-28"]
    assert column(found, "chave") == [key(2)]


def test_a_cpf_kept_as_number_comes_back() -> None:
    assert column(read(book([GOOD[0], float(cpf(1234567)), *GOOD[2:]]), "a.xlsx"), "fornecedor") == [cpf(1234567)]


def with_formulas(write, **options) -> bytes:
    target = io.BytesIO()
    workbook = xlsxwriter.Workbook(target, {"in_memory": True} | options)
    sheet = workbook.add_worksheet("aquisicoes")
    sheet.write_row(0, 0, HEADER)
    sheet.write_row(1, 0, ["10/04/2023", cpf(1), "soja"])
    write(sheet)
    workbook.close()
    return target.getvalue()


def calculated(data: bytes) -> bytes:
    """As a spreadsheet program would have saved it, its stored results up to date."""
    return edited(data, "xl/workbook.xml", b' fullCalcOnLoad="1"', b"")


def test_a_formula_gives_its_stored_result() -> None:
    data = calculated(with_formulas(lambda sheet: sheet.write_formula(1, 3, "=600+8.4", None, 608.4)))
    assert column(read(data, "a.xlsx"), "valor") == [60840]


def test_results_declared_out_of_date_are_not_believed() -> None:
    data = with_formulas(lambda sheet: sheet.write_formula(1, 3, "=600+8.4"))  # stores a zero nobody computed
    found = read(data, "a.xlsx")
    assert codes(found) == ["EVD-TAB-36"]
    assert "=600+8.4" in told(found.findings[0])["en.message"]


def test_a_formula_without_a_stored_result_is_told() -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "aquisicoes"
    for row in (HEADER, ["10/04/2023", cpf(1), "soja", "=600+8.4"]):
        sheet.append(row)
    target = io.BytesIO()
    workbook.save(target)
    assert codes(read(target.getvalue(), "a.xlsx")) == ["EVD-TAB-36"]


def test_a_formula_that_gives_an_empty_text_is_an_empty_cell() -> None:
    data = calculated(with_formulas(lambda sheet: sheet.write_formula(1, 2, '=IF(1,"","x")', None, "")))
    data = edited(data, "xl/worksheets/sheet1.xml", b'<c r="C2"><f>', b'<c r="C2" t="str"><f>')
    assert codes(read(data, "a.xlsx")) == ["EVD-TAB-20"]  # the value, which nobody wrote


@pytest.mark.parametrize("error", ["#REF!", "#N/A", "#DIV/0!", "#VALUE!", "#NAME?"])
def test_an_error_cell_is_never_an_empty_one(error: str) -> None:
    data = calculated(with_formulas(lambda sheet: sheet.write_formula(1, 3, "=1/0", None, error)))
    found = read(data, "a.xlsx")
    assert codes(found) == ["EVD-TAB-35"]
    assert error in told(found.findings[0])["pt.message"]


def merged(first: str, last: str) -> bytes:
    workbook = openpyxl.load_workbook(
        io.BytesIO(book(GOOD, [date(2023, 4, 11), cpf(1), "soja", 1.5], [date(2023, 4, 12), cpf(1), "soja", 2.5]))
    )
    workbook["aquisicoes"].merge_cells(f"{first}:{last}")
    target = io.BytesIO()
    workbook.save(target)
    return target.getvalue()


def test_merged_cells_refuse_every_row_they_touch() -> None:
    found = read(merged("B2", "B3"), "a.xlsx")
    assert [(f.code, f.source.row, f.source.column) for f in found.findings] == [
        ("EVD-TAB-37", 2, "fornecedor"),
        ("EVD-TAB-37", 3, "fornecedor"),
    ]
    assert column(found, "_row") == [4]


def test_merged_titles_do_no_harm() -> None:
    workbook = openpyxl.Workbook()
    sheet = workbook.active
    sheet.title = "aquisicoes"
    for row in (["Compras"], HEADER, ["10/04/2023", cpf(1), "soja", 1.5], ["TOTAL", "", "", 1.5]):
        sheet.append(row)
    sheet.merge_cells("A1:D1")
    sheet.merge_cells("A4:C4")
    target = io.BytesIO()
    workbook.save(target)
    found = read(target.getvalue(), "a.xlsx")
    assert codes(found) == []
    assert column(found, "valor") == [150]


def test_dates_follow_the_epoch_of_the_workbook() -> None:
    for options in ({}, {"date_1904": True}):
        data = xlsx_bytes({"aquisicoes": [HEADER, GOOD]}, **options)
        assert column(read(data, "a.xlsx"), "data") == [date(2023, 4, 10)]


def test_an_unformatted_serial_counts_from_the_epoch_of_its_workbook() -> None:
    assert column(read(book([45_026, *GOOD[1:]]), "a.xlsx"), "data") == [date(2023, 4, 10)]
    data = xlsx_bytes({"aquisicoes": [HEADER, [45_026 - 1462, *GOOD[1:]]]}, date_1904=True)
    assert column(read(data, "a.xlsx"), "data") == [date(2023, 4, 10)]


def test_the_time_of_day_is_dropped() -> None:
    evening = datetime(2023, 4, 10, 23, 59)  # noqa: DTZ001 - a spreadsheet knows no time zone
    assert column(read(book([evening, *GOOD[1:]]), "a.xlsx"), "data") == [date(2023, 4, 10)]


def test_a_month_that_became_a_date_is_its_month_and_a_crop_year_is_not() -> None:
    month = xlsx_bytes({"producao": [["mes", "biodiesel_m3"], [date(2023, 3, 1), 10.5]]})
    assert column(read(month, "a.xlsx"), "mes", "producao") == ["2023-03"]
    assert codes(read(book([*GOOD, date(2023, 12, 11)], header=[*HEADER, "safra"]), "a.xlsx")) == ["EVD-TAB-34.date"]


def test_a_cell_formatted_as_a_percentage_is_one() -> None:
    target = io.BytesIO()
    workbook = xlsxwriter.Workbook(target, {"in_memory": True})
    sheet = workbook.add_worksheet("organizacoes")
    sheet.write_row(0, 0, ["cnpj", "tipo", "percentual_af"])
    sheet.write_row(1, 0, ["11.222.333/0001-81", "cooperativa_af"])
    sheet.write_number(1, 2, 0.755, workbook.add_format({"num_format": "0.0%"}))
    workbook.close()
    assert column(read(target.getvalue(), "a.xlsx"), "percentual_af", "organizacoes") == [755_000]


@pytest.mark.parametrize(
    ("code", "kind"),
    [("dd/mm/yyyy", "date"), ('d" de "mmmm', "date"), ("[$-416]mmm-yy;@", "date"), ("[h]:mm", "date"), ("General", ""),
     ('_-"R$" * #,##0.00_-', ""), ("#,##0.00;[Red]-#,##0.00", ""), ("0.00E+00", ""), ("0.0%", "percent"), ('0" dias"', ""),
     ("\\h0", ""), ("[Magenta]0", "")],
)  # fmt: skip
def test_number_formats_tell_dates_from_numbers(code: str, kind: str) -> None:
    assert format_kind(code) == kind


def test_blank_formatted_rows_to_the_end_of_the_sheet_are_nothing() -> None:
    target = io.BytesIO()
    workbook = xlsxwriter.Workbook(target, {"in_memory": True})
    sheet = workbook.add_worksheet("aquisicoes")
    sheet.write_row(0, 0, HEADER)
    sheet.write_row(1, 0, ["10/04/2023", cpf(1), "soja", 1.5])
    bold = workbook.add_format({"bold": True})
    for row in range(2, 65_538):
        sheet.write_blank(row, 0, None, bold)
    workbook.close()
    found = read(target.getvalue(), "a.xlsx")
    assert (codes(found), found.counts[0].read) == ([], 1)


def test_rich_and_inline_text_is_whole() -> None:
    target = io.BytesIO()
    workbook = xlsxwriter.Workbook(target, {"in_memory": True})
    sheet = workbook.add_worksheet("aquisicoes")
    sheet.write_row(0, 0, [*HEADER, "contrato"])
    sheet.write_row(1, 0, ["10/04/2023", cpf(1), "soja", 1.5])
    sheet.write_rich_string(1, 4, "C-", workbook.add_format({"bold": True}), "001", "/23")
    workbook.close()
    assert column(read(target.getvalue(), "a.xlsx"), "contrato") == ["C-001/23"]
    inline = b'<c r="E2" t="inlineStr"><is><r><t>C-</t></r><r><t>002</t></r><rPh><t>x</t></rPh></is></c></row>'
    data = edited(
        book(GOOD, header=[*HEADER, "contrato"]),
        "xl/worksheets/sheet1.xml",
        b"</c></row></sheetData>",
        b"</c>" + inline + b"</sheetData>",
    )
    assert column(read(data, "a.xlsx"), "contrato") == ["C-002"]


def test_a_part_with_prefixes_and_cells_without_references_reads_the_same() -> None:
    data = book(GOOD)
    xml = xlsx_parts(data)["xl/worksheets/sheet1.xml"]
    for at in ("A", "B", "C", "D"):
        xml = xml.replace(f' r="{at}2"'.encode(), b"")
    data = edited(data, "xl/worksheets/sheet1.xml", None, xml)
    assert column(read(data, "a.xlsx"), "valor") == [60840]


def test_formulas_typed_as_text_stay_text() -> None:
    data = book([*GOOD, '=HYPERLINK("http://x")'], header=[*HEADER, "contrato"])
    assert column(read(data, "a.xlsx"), "contrato") == ['=HYPERLINK("http://x")']


def test_ods_says_what_xlsx_says() -> None:
    found = read(ods_bytes("aquisicoes", [HEADER, GOOD, [date(2023, 4, 11), cpf(2), "dendê", "1.234,56"]]), "a.ods")
    assert codes(found) == []
    assert column(found, "valor") == [60840, 123456]
    same = read(book(GOOD, [date(2023, 4, 11), cpf(2), "dendê", "1.234,56"]), "a.xlsx")
    assert column(found, "_hash") == column(same, "_hash")


def test_ods_errors_merges_formulas_and_repetitions() -> None:
    error = '<table:table-cell table:formula="of:=1/0" office:value-type="string" calcext:value-type="error"><text:p>#DIV/0!</text:p></table:table-cell>'
    empty = '<table:table-cell table:formula="of:=[.A1]"/>'
    spanned = '<table:table-cell table:number-rows-spanned="2" office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell>'
    record = ["10/04/2023", cpf(1), "soja"]
    found = read(
        ods_bytes("aquisicoes", [HEADER, [*record, error], [*record, empty], [*record, spanned], [*record, "4,00"]]),
        "a.ods",
    )
    assert codes(found) == ["EVD-TAB-35", "EVD-TAB-36", "EVD-TAB-37", "EVD-TAB-37"]


def test_the_file_name_does_not_decide_the_format() -> None:
    assert codes(read(b"<html><table><tr><td>1</td></tr></table></html>", "aquisicoes.xls")) == [
        "EVD-TAB-01.not_a_workbook"
    ]
    assert codes(read(csv_bytes(one(purchase())), "aquisicoes.xlsx")) == ["EVD-TAB-01.not_a_workbook"]
    assert codes(read(bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600, "aquisicoes.xls")) == ["EVD-TAB-01.old_format"]
    assert len(rows(read(book(GOOD), "aquisicoes.xls"))) == 1


def test_a_workbook_under_a_password_is_told() -> None:
    data = bytes.fromhex("d0cf11e0a1b11ae1") + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le")
    assert codes(read(data, "a.xlsx")) == ["EVD-TAB-01.encrypted"]
