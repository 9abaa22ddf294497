"""The JSON file: fits its schema, reads the same in any order of evidence, and shows no CPF unless asked."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from lastro.render.json_file import json_text, write_json
from lastro.statement.hashes import content_hash
from lastro.statement.model import Statement
from lastro.statement.schema import schema
from tests.statement.json_schema import faults
from tests.statement.sample import cpf, hostile, sample, with_sample_texts


@pytest.fixture(autouse=True)
def _texts(monkeypatch: pytest.MonkeyPatch) -> None:
    with_sample_texts(monkeypatch)


@pytest.mark.parametrize("options", [{}, {"memory": True}, {"langs": ("pt",)}, {"unmask": True}])
@pytest.mark.parametrize("statement", [sample(), hostile()], ids=["sample", "hostile"])
def test_the_file_fits_the_published_schema(statement: Statement, options: dict[str, object]) -> None:
    data = json.loads(json_text(statement, **options), parse_int=pytest.fail, parse_float=pytest.fail)  # type: ignore[arg-type]
    assert faults(data, schema()) == []


def test_lines_have_value_label_and_provision_in_both_languages() -> None:
    data = json.loads(json_text(sample()))
    line = next(line for line in data["lines"] if line["id"] == "selo.weighted_percentage")
    assert line["value"] == sample().line("selo.weighted_percentage").value
    assert line["label"] == {"pt": "Percentual ponderado declarado", "en": "Declared weighted percentage"}
    assert line["formula"] == "100 * selo.numerator / selo.denominator"
    assert line["inputs"] == ["selo.numerator", "selo.denominator"]
    assert line["cites"] == [
        {
            "canonical": "portaria-saf-mapa-280-2022 art. 4",
            "text": {"pt": "Portaria SAF/MAPA 280/2022, art. 4º", "en": "Portaria SAF/MAPA 280/2022, art. 4"},
        }
    ]
    share = next(line for line in data["lines"] if line["id"] == "selo.share.region.NE")
    assert share["label"] == {"pt": "Parte nas aquisições: Nordeste", "en": "Share of purchases: Northeast"}


def test_findings_say_what_where_and_how_to_fix() -> None:
    data = json.loads(json_text(sample()))
    finding = next(finding for finding in data["findings"] if finding["code"] == "SBS-01")
    assert re.fullmatch(
        r"O documento de \*{3}\.\d{3}\.\d{3}-\*\* terminou em 02/01/2023; a nota é de \d\d/\d\d/2023\.",
        finding["message"]["pt"],
    )
    assert finding["remedy"]["en"].startswith("Attach the document")
    assert (finding["source"]["file"], finding["severity"]) == ("aquisicoes.csv", "blocks")
    assert re.fullmatch(r"\d+\.\d\d", finding["amount"])
    assert re.fullmatch(r"\d+\.\d{4}", finding["points"])


@pytest.mark.parametrize("langs", [("pt",), ("en",)])
def test_one_language_may_be_asked_for(langs: tuple[str, ...]) -> None:
    data = json.loads(json_text(sample(), langs=langs))  # type: ignore[arg-type]
    assert set(data["lines"][0]["label"]) == set(langs)


def test_the_rows_of_the_calculation_come_only_when_asked() -> None:
    assert "memory" not in json.loads(json_text(sample()))
    memory = json.loads(json_text(sample(), memory=True))["memory"]
    names = [column["name"] for column in memory["columns"]]
    row = dict(zip(names, memory["rows"][0], strict=True))
    stored = sample().memory.to_pylist()[0]  # type: ignore[union-attr]
    assert row["accepted_centavos"].replace(".", "").lstrip("0") == str(stored["accepted_centavos"])
    assert row["issued_on"] == stored["issued_on"].isoformat()
    assert len(memory["rows"]) == 200


def test_no_cpf_stands_anywhere_unless_asked() -> None:
    farmers = {cpf(n) for n in range(37)}
    masked = json_text(sample(), memory=True)
    assert not [number for number in farmers if number in masked]
    unmasked = json_text(sample(), memory=True, unmask=True)
    assert [number for number in farmers if number in unmasked]


def test_an_exact_number_that_reads_as_a_cpf_stays_a_number() -> None:
    given = sample()
    number = f"{cpf(5)}/7"
    line = replace(given.lines[0], exact=number)
    assert json.loads(json_text(replace(given, lines=(line, *given.lines[1:]))))["lines"][0]["exact"] == number


def test_the_file_is_written_in_utf8_with_the_content_hash(tmp_path: Path) -> None:
    write_json(sample(), tmp_path / "s.json")
    written = (tmp_path / "s.json").read_bytes()
    assert b"\r" not in written
    assert json.loads(written)["content_hash"] == content_hash(sample())
