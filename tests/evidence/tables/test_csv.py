"""CSV files as people have them."""

from __future__ import annotations

import pytest

from lastro.evidence.tables import is_table_file
from lastro.evidence.tables.limits import MAX_COLUMNS
from tests.evidence.tables.support import codes, column, cpf, csv_bytes, key, one, purchase, read, rows, told

RECORDS = [
    ["Data", "Fornecedor", "Produto", "Município de origem", "Valor (R$)"],
    ["10/04/2023", cpf(1), "dendê", "São Luís/MA", "1.234,56"],
    ["11/04/2023", cpf(2), "mamona", "Vitória da Conquista/BA", "0,99"],
]


@pytest.mark.parametrize("separator", [";", ",", "\t", "|"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16", "utf-16-le", "utf-16-be"])
def test_any_separator_and_encoding_says_the_same(separator: str, encoding: str) -> None:
    bom = {"utf-16-le": b"\xff\xfe", "utf-16-be": b"\xfe\xff"}.get(encoding, b"")
    found = read(bom + csv_bytes(RECORDS, separator, encoding))
    assert codes(found) == []
    assert column(found, "valor") == [123456, 99]
    assert column(found, "produto") == ["palma", "mamona"]
    assert column(found, "municipio_origem") == ["2111300", "2933307"]
    assert column(found, "_row") == [2, 3]


def test_excel_may_name_its_separator_in_a_first_line() -> None:
    found = read(b"sep=;\r\n" + csv_bytes(RECORDS))
    assert column(found, "_row") == [3, 4]


def test_semicolons_inside_values_do_not_make_a_separator() -> None:
    header = ["data", "fornecedor", "valor", "contrato"]
    found = read(csv_bytes([header, ["10/04/2023", cpf(1), "10.50", "a;b;c;d;e"]], ","))
    assert column(found, "contrato") == ["a;b;c;d;e"]


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_any_newline_ends_a_row(newline: str) -> None:
    text = newline.join(";".join(row) for row in RECORDS)
    assert column(read(text.encode()), "_row") == [2, 3]


def test_a_quoted_newline_stays_inside_its_cell_and_counts_as_one_row() -> None:
    header = ["data", "fornecedor", "valor", "contrato"]
    found = read(csv_bytes([header, ["10/04/2023", cpf(1), "1,5", "duas\nlinhas"], ["11/04/2023", cpf(1), "1,5", "x"]]))
    assert column(found, "contrato") == ["duas linhas", "x"]
    assert column(found, "_row") == [2, 3]


def test_unicode_line_separators_are_not_newlines() -> None:
    found = read(csv_bytes(one(purchase(contrato="a\u2028b\x0bc"))))
    assert len(rows(found)) == 1


def test_an_unquoted_decimal_comma_is_seen_as_a_shifted_row() -> None:
    text = f"data,fornecedor,valor\n10/04/2023,{cpf(1)},1.234,56\n"
    assert codes(read(text))[0] == "EVD-TAB-12"


def test_a_short_row_has_empty_cells() -> None:
    text = f"data;fornecedor;valor;contrato;safra\n10/04/2023;{cpf(1)};1,50\n"
    assert column(read(text), "contrato") == [None]


def test_a_quotation_mark_that_never_closes_does_not_swallow_the_file() -> None:
    text = f'data;fornecedor;valor\n10/04/2023;{cpf(1)};"1,50\n11/04/2023;{cpf(1)};2,50\n'
    assert codes(read(text)) == ["EVD-TAB-01.quotes"]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"data;valor\n\x81\x8d;1\n", "EVD-TAB-01.encoding"),
        (b"d\x00a\x00t\x00a\x00;\x00", "EVD-TAB-01.encoding"),
        (
            "data;fornecedor;produto\n10/04/2023;x;dendê\n".encode() + "São\n".encode("cp1252"),
            "EVD-TAB-01.mixed_encoding",
        ),
        (b"\xff\xfe\x00", "EVD-TAB-01.encoding"),
        (b'data;valor\n"' + b"a" * 200_000 + b'"\n', "EVD-TAB-01.quotes"),
        (b"data;valor\n" + b";" * (MAX_COLUMNS + 1), "EVD-TAB-01.too_many_cells"),
    ],
)
def test_bytes_that_are_no_table_give_one_finding(data: bytes, code: str) -> None:
    assert codes(read(data)) == [code]


def test_an_empty_file_is_no_fault() -> None:
    for data in (b"", b"\r\n\r\n", b"\xef\xbb\xbf", b"\n" * 65_536):
        assert read(data).findings == ()


def test_a_name_that_is_no_table_is_told() -> None:
    found = read(csv_bytes(RECORDS), "planilha nova.csv")
    assert codes(found) == ["EVD-TAB-02.file"]
    assert "aquisicoes" in told(found.findings[0])["pt.remedy"]


@pytest.mark.parametrize(
    "name",
    [
        "aquisicoes.csv",
        "Aquisições 2023.CSV",
        "AQUISICOES (2).csv",
        "purchases.csv",
        "sub/aquisicoes-jan.csv",
        "aquisicoes2023.csv",
    ],
)
def test_a_file_is_the_table_its_name_begins_with(name: str) -> None:
    assert codes(read(csv_bytes(RECORDS), name)) == []


def test_which_files_are_tables() -> None:
    assert all(map(is_table_file, ["a.csv", "A.XLSX", "b.xlsm", "c.ods", "d.tsv", "old.xls"]))
    assert not any(map(is_table_file, ["~$a.xlsx", ".~lock.a.csv", ".a.csv", "a.xml", "lastro.toml", "csv"]))


def test_english_headers_and_any_order_say_the_same() -> None:
    record = {
        "Value": "608,40",
        "supplier": cpf(3),
        "KEY": key(1),
        "Item": "2",
        "product": "castor",
        "date": "2023-04-10",
    }
    [row] = rows(read(csv_bytes(one(record))))
    assert (row["chave"], row["item"], row["produto"], row["valor"]) == (key(1), 2, "mamona", 60840)
