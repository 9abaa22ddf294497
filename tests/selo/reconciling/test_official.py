"""What the ministry sends is read with whatever headings it has, every row of it told; what is no table is refused."""

from __future__ import annotations

from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
import xlsxwriter

from lastro.core.errors import EvidenceUnreadable, LastroError, WrongUse
from lastro.law import load
from lastro.selo.reconciling import Asked, Official, read_official
from tests.selo.world import ANA, COOPERATIVE, key

KEYS = tuple(key(number) for number in range(1, 4))
MASKED = f"***.{ANA[3:6]}.{ANA[6:9]}-**"


def _read(text: str, name: str = "oficial.csv", **asked: object) -> Official:
    return read_official(name, text.encode(), load(), Asked(**asked))  # type: ignore[arg-type]


def _codes(official: Official) -> list[tuple[str, str]]:
    return [(finding.code, finding.variant) for finding in official.findings]


@pytest.mark.parametrize(
    "heading",
    ["Chave de acesso;CPF/CNPJ;Valor glosado;Motivo da glosa", "key;supplier;refused value;reason",
     "CHAVE DA NF-E;Fornecedor;Vlr;OBS", "X1x;Y2y;Z3z;W4w"],
)  # fmt: skip
def test_any_headings_are_mapped_by_name_or_by_what_stands_below(heading: str) -> None:
    official = _read(f"{heading}\n{KEYS[0]};{ANA};1.234,56;sem contrato\n{KEYS[1]};{COOPERATIVE};10,00;x\n")
    first = next(row for row in official.rows if row.key == KEYS[0])
    assert (first.persons, first.centavos) == (frozenset({ANA}), 123_456)


def test_a_table_without_any_header_is_read_by_what_stands_in_it() -> None:
    official = _read(f'{KEYS[0]},"1,234.56"\n{KEYS[1]},"99.10"\n')
    assert [(row.key, row.centavos, row.source.row) for row in official.rows] == [
        (KEYS[0], 123_456, 1),
        (KEYS[1], 9_910, 2),
    ]


def test_titles_totals_repeated_headers_and_the_figure_are_told_and_not_dropped() -> None:
    text = f"Ofício 1/2025\nPercentual apurado;48,91 %\nChave;Valor\n{KEYS[0]};10,00\nChave;Valor\nTotal;10,00\n"
    official = _read(text)
    assert official.figure.percentage == Fraction(4891, 100)
    assert official.figure.places == 2
    assert len(official.rows) == 1
    assert official.ignored == 4
    told = {("EVD-TAB-09", "above_header"), ("REC-05", "percentage"), ("EVD-TAB-09", "repeated_header"),
            ("EVD-TAB-09", "total")}  # fmt: skip
    assert told <= set(_codes(official))


def test_a_masked_cpf_and_a_species_inside_a_longer_text_are_understood() -> None:
    (row,) = _read(f"CPF;Produto;Valor\n{MASKED};Soja em grãos, a granel;10,00\n").rows
    assert (row.middles, row.product, row.persons) == (frozenset({ANA[3:9]}), "soja", frozenset())


def test_a_column_of_names_under_supplier_leaves_the_cpf_beside_it() -> None:
    official = _read(f"Fornecedor;CPF;Valor\nAna da Roça;{ANA};10,00\n")
    assert official.rows[0].persons == {ANA}
    assert ("REC-06", "unlike") in _codes(official)


def test_the_refused_value_is_preferred_to_the_value_of_the_note_and_the_other_is_told() -> None:
    official = _read(f"Chave;Valor da nota;Valor glosado\n{KEYS[0]};20,00;5,00\n")
    assert official.rows[0].centavos == 500
    assert ("REC-06", "second") in _codes(official)


def test_two_columns_that_may_be_the_value_are_not_chosen_between() -> None:
    official = _read(f"Chave;A;B\n{KEYS[0]};20,00;5,00\n")
    assert official.rows[0].centavos is None
    assert _codes(official).count(("REC-06", "which_value")) == 2


@pytest.mark.parametrize("pair", ["valor=B", "value=b", "valor=Coluna dois"])
def test_the_user_says_which_column_is_which(pair: str) -> None:
    official = _read(f"Chave;Coluna dois;B2\n{KEYS[0]};20,00;5,00\n", columns=[pair])
    assert official.rows[0].centavos == 2_000


@pytest.mark.parametrize(
    ("pair", "code"),
    [("valor", "map_pair"), ("peso=B", "map_role"), ("valor=Q", "map_column"), ("valor=", "map_pair")],
)
def test_a_mapping_that_means_nothing_is_wrong_use(pair: str, code: str) -> None:
    with pytest.raises(WrongUse) as raised:
        _read(f"Chave;Valor\n{KEYS[0]};20,00\n", columns=[pair])
    assert raised.value.code == f"reconcile.{code}"


def test_a_cell_that_cannot_be_read_is_told_and_the_rest_of_its_row_stands() -> None:
    official = _read(f"Chave;Valor\n{KEYS[0]};vinte\n{KEYS[1]};10,00\n")
    assert [row.centavos for row in official.rows] == [None, 1_000]
    assert ("EVD-TAB-21", "default") in _codes(official)


@pytest.mark.parametrize(
    ("text", "percentage", "places"),
    [("48,91", Fraction(4891, 100), 2), ("48.9163 %", Fraction(489163, 10_000), 4), ("51", Fraction(51), 0)],
)
def test_a_percentage_keeps_the_places_it_is_printed_with(text: str, percentage: Fraction, places: int) -> None:
    figure = read_official("", b"", load(), Asked({"percentage": text})).figure
    assert (figure.percentage, figure.places) == (percentage, places)


@pytest.mark.parametrize("text", ["48.916", "quase 50", "", "1,2,3"])
def test_a_percentage_that_reads_two_ways_or_none_is_wrong_use(text: str) -> None:
    with pytest.raises(WrongUse):
        read_official("", b"", load(), Asked({"percentage": text}))


def test_a_figure_typed_against_the_files_own_is_wrong_use() -> None:
    with pytest.raises(WrongUse) as raised:
        _read("Percentual;48,91\n", numbers={"percentage": "50,00"})
    assert raised.value.code == "reconcile.figure_twice"


def test_a_file_that_contradicts_itself_is_unreadable() -> None:
    with pytest.raises(EvidenceUnreadable) as raised:
        _read("Percentual;48,91\nPercentual ponderado;50,00\n")
    assert raised.value.code == "reconcile.figure_contradicts"


HOSTILE: dict[str, tuple[str, bytes]] = {
    "empty": ("a.csv", b""),
    "blank": ("a.csv", b"\n\n  \n"),
    "a_pdf": ("a.pdf", b"%PDF-1.7"),
    "bytes_named_csv": ("a.csv", bytes(range(256))),
    "text_named_xlsx": ("a.xlsx", b"chave;valor"),
    "half_a_zip": ("a.xlsx", b"PK\x03\x04garbage"),
    "old_excel": ("a.xls", bytes.fromhex("d0cf11e0a1b11ae1")),
    "open_quote": ("a.csv", b'chave;valor\n"abc;1\n'),
    "unknown_headings": ("a.csv", b"alfa;beta\nx;y\n"),
    "headings_alone": ("a.csv", b"chave;valor\n"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_what_is_no_table_is_refused_in_one_sentence(name: str) -> None:
    file, data = HOSTILE[name]
    with pytest.raises(LastroError) as raised:
        read_official(file, data, load(), Asked())
    assert raised.value.exit_code == 3
    assert raised.value.arguments["file"] == file


def test_names_that_look_like_formulas_are_only_text() -> None:
    official = _read(f'=cmd|calc;Chave;Valor\n"=HYPERLINK(""x"")";{KEYS[0]};10,00\n')
    assert official.rows[0].key == KEYS[0]
    assert "=HYPERLINK" in official.rows[0].text


def test_a_workbook_gives_its_visible_sheets_and_never_computes_a_formula(tmp_path: Path) -> None:
    buffer = BytesIO()
    with xlsxwriter.Workbook(buffer) as book:
        sheet, hidden = book.add_worksheet("Glosas"), book.add_worksheet("rascunho")
        hidden.hide()
        hidden.write_row(0, 0, ["Chave", "Valor"])
        sheet.write_row(0, 0, ["Chave", "Valor"])
        sheet.write_row(1, 0, [KEYS[0], 20.5])
        sheet.write_string(2, 0, KEYS[1])
        sheet.write_formula(2, 1, "=1+1", value="")
        sheet.write_row(4, 0, ["Percentual", 48.9])
    official = read_official("glosas.xlsx", buffer.getvalue(), load(), Asked())
    assert [(row.key, row.centavos) for row in official.rows] == [(KEYS[0], 2_050), (KEYS[1], None)]
    assert (official.figure.percentage, official.figure.places) == (Fraction(489, 10), 2)
    assert {("EVD-TAB-03", "default"), ("EVD-TAB-36", "default")} <= set(_codes(official))
