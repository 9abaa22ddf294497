"""The workbook: live formulas with the statement's results, nothing that runs, both languages, no CPF unless asked."""

from __future__ import annotations

import csv
import re
import zipfile
from dataclasses import replace
from pathlib import Path

import openpyxl
import pyarrow.parquet as pq
import pytest

from lastro.render.xlsx import write_xlsx
from lastro.render.xlsx.cells import LONGEST, column_letters, neutral
from lastro.render.xlsx.translate import spreadsheet
from lastro.statement.formula import parse
from tests.render import xlsx_reader
from tests.statement.sample import cpf, hostile, sample, with_sample_texts

RUNS = ("=", "+", "-", "@", "\t", "\r")


@pytest.fixture(autouse=True)
def _texts(monkeypatch: pytest.MonkeyPatch) -> None:
    with_sample_texts(monkeypatch)


@pytest.fixture(name="workbook")
def _workbook(tmp_path: Path) -> Path:
    return write_xlsx(sample(), tmp_path / "s.xlsx").workbook


@pytest.mark.parametrize(
    "text, expected",
    [
        ("a.x + b * (a.x - 1)", "X1+B2*(X1-1)"),
        ("a.x - (b - 1)", "X1-(B2-1)"),
        ("a.x / (b / 2) / 3", "X1/(B2/2)/3"),
        ("-a.x - -b", "(-X1)-(-B2)"),
        ("min(a.x, max(b, 0.3))", "MIN(X1,MAX(B2,(3/10)))"),
        ("round(a.x / 3, 2)", "ROUND(X1/3,2)"),
        ("if(a.x - 1 >= b - 2, 1, 2)", "IF(ROUND(X1-1-(B2-2),6)>=0,1,2)"),
        ("2 * sum(c, d=1)", "2*S"),
    ],
)
def test_a_formula_is_translated_with_its_brackets(text: str, expected: str) -> None:
    cells = {"a.x": "X1", "b": "B2"}
    assert spreadsheet(parse(text), cells.__getitem__, lambda _: "S") == expected


@pytest.mark.parametrize(
    "lang, sheets",
    [("pt", "Resumo Memória Totais Achados Leituras Lei"), ("en", "Summary Memory Totals Findings Readings Law")],
)
def test_sheets_are_named_by_language(tmp_path: Path, lang: str, sheets: str) -> None:
    written = write_xlsx(sample(), tmp_path / "s.xlsx", lang=lang)  # type: ignore[arg-type]
    assert xlsx_reader.opened(written.workbook).sheetnames == sheets.split()


def test_results_kept_in_the_file_are_the_statement_s(workbook: Path) -> None:
    shown = xlsx_reader.line_values(xlsx_reader.opened(workbook))
    for line in sample().lines:
        assert line.value is not None
        assert xlsx_reader.as_text(shown[line.id], len(line.value.partition(".")[2])) == line.value, line.id


def test_lines_weights_weighted_values_and_totals_are_formulas(workbook: Path) -> None:
    book = xlsx_reader.opened(workbook, formulas=True)
    lines = xlsx_reader.line_values(book)
    assert all(str(cell).startswith("=ROUND(H") for cell in lines.values())
    for sheet, heading, form in (
        (1, "peso (inteiros)", r"=ROUND\(T\d+\*U\d+\*V\d+\*W\d+\*1000,0\)"),
        (1, "valor ponderado (inteiros)", r"=A[A-Z]\d+\*A[A-Z]\d+"),
        (1, "valor aceito (inteiros)", r"=ROUND\(S\d+\*100,0\)"),
        (
            2,
            "valor aceito (inteiros)",
            r"=SUMIFS\('Memória'!\$A[A-Z]\$6:\$A[A-Z]\$205,'Memória'!\$A[A-Z]\$6:\$A[A-Z]\$205,\$\w+\d+\)",
        ),
    ):
        for cell in xlsx_reader.column(book, sheet, heading):
            assert re.fullmatch(form, str(cell)), cell


def test_integers_are_hidden_and_panes_are_frozen(workbook: Path) -> None:
    memory = xlsx_reader.opened(workbook).worksheets[1]
    hidden = {name for name, of in memory.column_dimensions.items() if of.hidden}
    assert hidden
    assert memory.freeze_panes == "D6"


def test_more_lines_than_the_limit_stand_beside_in_parquet_and_csv(tmp_path: Path) -> None:
    written = write_xlsx(sample(), tmp_path / "s.xlsx", live_lines=199)
    assert [path.name for path in written.beside] == ["s-memoria.parquet", "s-memoria.csv"]
    assert xlsx_reader.opened(written.workbook).worksheets[1].max_row == 5 + sample().totals.num_rows  # type: ignore[union-attr]
    assert (
        pq.read_table(written.beside[0]).column("accepted_centavos").to_pylist()
        == sample().memory.column("accepted_centavos").to_pylist()
    )  # type: ignore[union-attr]
    with written.beside[1].open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file, delimiter=";"))
    first = sample().memory.to_pylist()[0]  # type: ignore[union-attr]
    assert len(rows) == 200
    assert rows[0]["valor aceito"].replace(",", "") == str(first["accepted_centavos"])
    assert rows[0]["data de emissão"] == f"{first['issued_on']:%d/%m/%Y}"


@pytest.mark.parametrize("live_lines", [20_000, 1])
def test_nothing_from_a_file_can_run(tmp_path: Path, live_lines: int) -> None:
    written = write_xlsx(hostile(), tmp_path / "s.xlsx", live_lines=live_lines)
    book = openpyxl.load_workbook(written.workbook)
    texts = [cell.value for sheet in book for row in sheet for cell in row if cell.data_type in ("s", "inlineStr")]
    assert [text for text in texts if str(text).startswith(RUNS)] == []
    formulas = [str(cell.value) for sheet in book for row in sheet for cell in row if cell.data_type == "f"]
    assert not [formula for formula in formulas if "HYPERLINK" in formula or "cmd" in formula]
    assert any(str(text).startswith("'=cmd") or "'=HYPERLINK" in str(text) for text in texts)
    if written.beside:
        with written.beside[1].open(encoding="utf-8-sig", newline="") as file:
            cells = [cell for row in csv.reader(file, delimiter=";") for cell in row]
        assert [cell for cell in cells if cell.startswith(RUNS) and not re.fullmatch(r"-?[\d,]+", cell)] == []


@pytest.mark.parametrize("text", ["=1", "+1", "-1", "@a", "\ta", "\ra", "\na", "<r><t>x</t></r>"])
def test_a_text_that_would_run_or_be_read_as_markup_gets_an_apostrophe(text: str) -> None:
    assert neutral(text) == f"'{text}"


def test_other_texts_stay_and_long_ones_are_cut_in_sight() -> None:
    assert neutral("a=1") == "a=1"
    assert neutral("x" * 40_000) == "x" * LONGEST + "…"


def test_markup_in_a_name_stays_text(tmp_path: Path) -> None:
    subject = {**sample().subject, "unit_name": "<r><t>x</t></r>"}
    path = write_xlsx(replace(sample(), subject=subject), tmp_path / "s.xlsx").workbook
    assert "<r><t>x</t></r> – CNPJ" in str(xlsx_reader.opened(path).worksheets[0]["A2"].value)


def test_no_cpf_is_written_unless_asked(tmp_path: Path) -> None:
    farmers = [cpf(n).encode() for n in range(37)]

    def found(path: Path) -> list[bytes]:
        with zipfile.ZipFile(path) as parts:
            data = b"".join(parts.read(name) for name in parts.namelist())
        return [number for number in farmers if number in data]

    assert found(write_xlsx(sample(), tmp_path / "masked.xlsx").workbook) == []
    assert found(write_xlsx(sample(), tmp_path / "full.xlsx", unmask=True).workbook)
    beside = write_xlsx(sample(), tmp_path / "many.xlsx", live_lines=1).beside
    texts = "".join(str(pq.read_table(beside[0]).to_pydict())) + beside[1].read_text(encoding="utf-8-sig")
    assert not [number for number in farmers if number.decode() in texts]


def test_the_same_statement_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second = (write_xlsx(sample(), tmp_path / name).workbook.read_bytes() for name in ("a.xlsx", "b.xlsx"))
    assert first == second


def test_a_statement_without_rows_or_findings_is_written(tmp_path: Path) -> None:
    bare = replace(sample(), memory=None, totals=None, memory_columns=(), findings=(), readings=(), law=())
    book = xlsx_reader.opened(write_xlsx(bare, tmp_path / "s.xlsx").workbook)
    assert len(book.sheetnames) == 4
    assert xlsx_reader.line_values(book)["selo.numerator"]


def test_a_value_that_is_not_established_is_a_dash(tmp_path: Path) -> None:
    lines = tuple(
        replace(line, value=None, exact="") if line.id == "selo.minimum_percentage" else line for line in sample().lines
    )
    missing = ({"key": "selo.minimum_percentage", "on": "2023-12-31"},)
    open_ = replace(sample(), lines=lines, complete=False, missing=missing)
    book = xlsx_reader.opened(write_xlsx(open_, tmp_path / "s.xlsx").workbook)
    assert xlsx_reader.line_values(book)["selo.minimum_percentage"] == "–"
    assert "Incompleto" in str(book.worksheets[0]["A5"].value)


@pytest.mark.parametrize("column, letters", [(0, "A"), (25, "Z"), (26, "AA"), (701, "ZZ"), (702, "AAA")])
def test_columns_are_lettered(column: int, letters: str) -> None:
    assert column_letters(column) == letters


def test_findings_past_the_limit_are_counted_in_sight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lastro.render.xlsx.findings_sheet.MOST_ROWS", 3)
    sheet = xlsx_reader.opened(write_xlsx(sample(), tmp_path / "s.xlsx", lang="en").workbook).worksheets[3]
    told = [row[2].value for row in sheet if row[2].value]
    assert told[-1] == f"{len(sample().findings) - 3} more findings are in the JSON file."


def test_rows_of_findings_follow_the_order_of_their_causes(workbook: Path) -> None:
    sheet = xlsx_reader.opened(workbook).worksheets[3]
    codes = [row[0].value for row in sheet if str(row[0].value).startswith("SBS")]
    listed = list(dict.fromkeys(codes[5:]))
    assert listed[:4] == codes[:4] == ["SBS-09", "SBS-13", "SBS-01", "SBS-05"]
