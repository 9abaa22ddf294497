"""LibreOffice, starting from wiped results, computes every line of the workbook to the centavo."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import openpyxl
import pytest

from lastro.render import words
from lastro.render.xlsx import write_xlsx
from lastro.statement.catalogue import Lang
from lastro.statement.model import Line, Statement, Unit
from tests.libreoffice.office import recalculated
from tests.render import xlsx_reader
from tests.render.assessed import assessed
from tests.statement.sample import evaluated, memory_of, sample, statement_of, with_sample_texts

pytestmark = [pytest.mark.libreoffice]


@pytest.fixture(autouse=True)
def _texts(monkeypatch: pytest.MonkeyPatch) -> None:
    with_sample_texts(monkeypatch)


def differences(statement: Statement, workbook: Path, folder: Path, lang: Lang = "pt") -> list[str]:
    """Lines whose recalculated value is not the statement's; without a value, whose cell does not say so."""
    shown = xlsx_reader.line_values(xlsx_reader.opened(recalculated(workbook, folder)))
    told = []
    for line in statement.lines:
        wanted = words.line_value(line, lang) if line.value is None else line.value
        text = xlsx_reader.as_text(shown[line.id], len(wanted.partition(".")[2])) if line.value else shown[line.id]
        if text != wanted:
            told.append(f"{line.id}: {text} instead of {wanted}")
    return told


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_every_line_is_recomputed_to_the_centavo(tmp_path: Path, lang: str) -> None:
    workbook = write_xlsx(sample(), tmp_path / "s.xlsx", lang=lang).workbook  # type: ignore[arg-type]
    assert differences(sample(), workbook, tmp_path) == []


def test_groups_instead_of_lines_give_the_same(tmp_path: Path) -> None:
    written = write_xlsx(sample(), tmp_path / "s.xlsx", live_lines=100)
    assert len(written.beside) == 2
    assert differences(sample(), written.workbook, tmp_path) == []


def test_weights_and_weighted_values_are_recomputed_line_by_line(tmp_path: Path) -> None:
    workbook = write_xlsx(sample(), tmp_path / "s.xlsx", lang="en").workbook
    book = xlsx_reader.opened(recalculated(workbook, tmp_path))
    memory = sample().memory
    assert memory is not None
    for name, heading in (("weight", "weight (integers)"), ("weighted", "weighted value (integers)")):
        assert xlsx_reader.column(book, 1, heading) == memory.column(name).to_pylist()


TIES = ["0.01", "0.35", "1.15", "37037.35", "-0.05", "-1234.55", "8765432.15", "123456789.05", "99999999999.95"]


def test_halves_of_a_centavo_round_away_from_zero_as_the_statement_does(tmp_path: Path) -> None:
    lines = []
    for n, value in enumerate(TIES):
        given, half, third = (f"selo.purchases.region.{kind}{n}" for kind in ("G", "H", "T"))
        lines.append(Line(given, value, Unit.BRL, arguments={"region": given}))
        lines.append(Line(half, "", Unit.BRL, formula=f"{given} * 0.5", arguments={"region": half}))
        lines.append(Line(third, "", Unit.BRL, formula=f"{given} * 0.3 / (1 - 0.3) * 0.7", arguments={"region": third}))
    statement = replace(sample(), lines=evaluated(tuple(lines), sample().totals))
    assert sum(Fraction(line.exact) * 200 % 2 == 1 for line in statement.lines) >= len(TIES)
    workbook = write_xlsx(statement, tmp_path / "s.xlsx").workbook
    assert differences(statement, workbook, tmp_path) == []


def test_a_changed_accepted_value_reaches_the_percentage(tmp_path: Path) -> None:
    workbook = write_xlsx(sample(), tmp_path / "s.xlsx", lang="en").workbook
    book = openpyxl.load_workbook(workbook)
    memory = book.worksheets[1]
    at = [cell.value for cell in memory[4]].index("accepted value") + 1
    memory.cell(6, at).value = 0
    book.save(tmp_path / "edited.xlsx")
    rows = sample().memory.to_pylist()  # type: ignore[union-attr]
    rows[0] = {**rows[0], "accepted_centavos": 0, "weighted": 0}
    edited = statement_of(memory_of(rows))
    assert edited.line("selo.weighted_percentage").value != sample().line("selo.weighted_percentage").value
    assert differences(edited, tmp_path / "edited.xlsx", tmp_path) == []


@pytest.mark.parametrize("title", ["a Centre-West plant in millions", "of a harvest of 100 t of which 70 came"])
def test_a_real_assessment_is_recomputed_to_the_centavo(tmp_path: Path, title: str) -> None:
    statement = assessed(title)
    workbook = write_xlsx(statement, tmp_path / "s.xlsx").workbook
    assert differences(statement, workbook, tmp_path) == []
    totals = xlsx_reader.opened(workbook, formulas=True).worksheets[2]
    assert any(str(cell.value).startswith("=SUMIFS(") for cell in totals[6])
