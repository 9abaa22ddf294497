"""Every number is the same on the terminal, in JSON and in the workbook: all three are read back and compared."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from lastro.render.json_file import json_text
from lastro.render.labels import line_label
from lastro.render.terminal import statement_text
from lastro.render.xlsx import write_xlsx
from lastro.statement.causes import causes
from tests.render import xlsx_reader
from tests.statement.sample import sample, with_sample_texts


@pytest.fixture(autouse=True)
def _texts(monkeypatch: pytest.MonkeyPatch) -> None:
    with_sample_texts(monkeypatch)


def plain(shown: str, lang: str) -> str:
    """A printed number as the statement writes it."""
    digits = re.sub(r"[^\d,.\-]", "", shown)
    return digits.replace(".", "").replace(",", ".") if lang == "pt" else digits.replace(",", "")


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_lines_agree_in_json_workbook_and_terminal(tmp_path: Path, lang: str) -> None:
    statement = sample()
    in_json = {line["id"]: line["value"] for line in json.loads(json_text(statement))["lines"]}
    book = xlsx_reader.opened(write_xlsx(statement, tmp_path / "s.xlsx", lang=lang).workbook)  # type: ignore[arg-type]
    in_workbook = xlsx_reader.line_values(book)
    page = statement_text(statement, lang=lang, width=200)  # type: ignore[arg-type]
    printed = {plain(number, lang) for number in re.findall(r"-?(?:R\$\u00a0)?[\d.,]*\d", page)}
    for line in statement.lines:
        assert line.value is not None
        assert in_json[line.id] == line.value
        assert xlsx_reader.as_text(in_workbook[line.id], len(line.value.partition(".")[2])) == line.value
        if line_label(line, lang) in page:  # type: ignore[arg-type]
            assert line.value in printed, line.id


def test_each_printed_line_stands_beside_its_own_label() -> None:
    page = statement_text(sample(), lang="en", width=200)
    for line_id in (
        "selo.numerator",
        "selo.denominator",
        "selo.effective_percentage",
        "selo.multiplier.diversified.added",
    ):
        line = sample().line(line_id)
        row = next(row for row in page.splitlines() if row.startswith(line_label(line, "en")))
        assert plain(row.removeprefix(line_label(line, "en")), "en") == line.value


def test_causes_agree_in_json_workbook_and_terminal(tmp_path: Path) -> None:
    found = [cause for cause in causes(sample().findings) if cause.points is not None]
    in_json = json.loads(json_text(sample()))["causes"]
    sheet = xlsx_reader.opened(write_xlsx(sample(), tmp_path / "s.xlsx", lang="en").workbook).worksheets[3]
    page = statement_text(sample(), lang="en", width=200)
    for number, cause in enumerate(found):
        told, row = in_json[number], [cell.value for cell in sheet[4 + number]]
        assert (told["code"], told["variant"]) == (cause.code, cause.variant)
        assert row[0] == cause.code
        assert xlsx_reader.as_text(row[4], 2) == told["amount"]
        assert xlsx_reader.as_text(row[5], 4) == told["points"]
        assert str(row[6]) == told["count"]
        amount = f"{int(told['amount'][:-3]):,}{told['amount'][-3:]}"
        assert f"rows: {told['count']} · R$\u00a0{amount} · +{told['points']} points" in page
