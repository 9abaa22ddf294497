"""A year without sales has no percentage: what cannot be measured is never printed as zero."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastro.law import load
from lastro.render.answer import answer
from lastro.render.json_file import json_text
from lastro.render.xlsx import write_xlsx
from lastro.selo.alternatives import alternatives
from lastro.selo.assess import Question, assess_tables
from lastro.selo.given import evidence_of
from lastro.selo.trace import Unmeasured
from lastro.statement.model import Statement
from tests.cases.reading import workspace

CASE = {"given": {"lines": [{"crop": "soja", "form": "grao", "from": "Passo Fundo/RS", "value": "100,00"}]}}
UNKNOWN = (
    "selo.weighted_percentage",
    "selo.weighted_percentage_after_risk",
    "selo.margin",
    "selo.margin_value",
    "selo.margin_after_risk",
    "selo.margin_value_after_risk",
    "selo.effective_percentage",
    "selo.month.12.cumulative_percentage",
)


def given() -> tuple[dict[str, object], dict[str, object]]:
    built, config = workspace(CASE)
    described = {"cnpj": config.plant, "name": "Usina", "municipality": config.municipality, "year": 2023}
    return {name: rows for name, rows in built.tables.items() if name != "vendas"}, described


@pytest.fixture(scope="module")
def statement() -> Statement:
    return assess_tables(*given(), {})


def test_the_percentage_and_its_margins_have_no_value(statement: Statement) -> None:
    assert {name: statement.line(name).value for name in UNKNOWN} == dict.fromkeys(UNKNOWN)
    assert statement.line("selo.numerator").value == "100.00"
    assert not statement.complete


def test_no_finding_has_points(statement: Statement) -> None:
    assert {finding.points for finding in statement.findings} == {None}


def test_the_answer_says_that_it_cannot_be_measured(statement: Statement) -> None:
    assert answer(statement, "en")[0].endswith("the percentage cannot be measured.")
    assert json.loads(json_text(statement))["complete"] is False


def test_the_workbook_shows_no_figure(statement: Statement, tmp_path: Path) -> None:
    import openpyxl

    write_xlsx(statement, tmp_path / "year.xlsx", lang="pt")
    sheet = openpyxl.load_workbook(tmp_path / "year.xlsx", data_only=True).worksheets[0]
    shown = {str(row[0].value): row[1].value for row in sheet.iter_rows() if row[0].value}
    assert shown["Percentual ponderado declarado"] == "–"


def test_no_reading_is_compared_with_nothing() -> None:
    tables, config = given()
    with pytest.raises(Unmeasured):
        alternatives(evidence_of(tables, config, load()), load(), Question(2023))
