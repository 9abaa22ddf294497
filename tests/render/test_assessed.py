"""A real assessment is shown whole in both languages: every line, finding, value of the law and reading has a name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lastro.render.json_file import json_text
from lastro.render.terminal import statement_text
from lastro.render.xlsx import write_xlsx
from lastro.statement.schema import schema
from tests.render import xlsx_reader
from tests.render.assessed import assessed
from tests.statement.json_schema import faults

PLANT = "a Centre-West plant in millions"
CASES = [
    PLANT,
    "of a harvest of 100 t of which 70 came",
    "research without a report",
    "by another reading the cap of § 8",
]


def test_the_worked_example_reads_sixty_point_eighty_four_percent_everywhere(tmp_path: Path) -> None:
    statement = assessed(PLANT)
    lines = {line["id"]: line["value"] for line in json.loads(json_text(statement))["lines"]}
    assert lines["selo.weighted_percentage"] == "60.8400"
    assert lines["selo.numerator"] == "608400000.00"
    assert statement_text(statement).startswith("Declarado 60,8400\u00a0%")
    shown = xlsx_reader.line_values(xlsx_reader.opened(write_xlsx(statement, tmp_path / "s.xlsx").workbook))
    assert shown["selo.weighted_percentage"] == 60.84


@pytest.mark.parametrize("title", CASES)
@pytest.mark.parametrize("lang", ["pt", "en"])
def test_every_part_of_a_real_assessment_has_its_words(tmp_path: Path, title: str, lang: str) -> None:
    statement = assessed(title)
    page = statement_text(statement, lang=lang, all_rows=True)  # type: ignore[arg-type]
    assert max(len(line) for line in page.splitlines()) <= 80
    assert faults(json.loads(json_text(statement, memory=True)), schema()) == []
    book = xlsx_reader.opened(write_xlsx(statement, tmp_path / "s.xlsx", lang=lang).workbook)  # type: ignore[arg-type]
    assert set(xlsx_reader.line_values(book)) >= {line.id for line in statement.lines if line.id.startswith("selo.")}
