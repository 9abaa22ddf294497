"""`lastro selo pace` and `lastro selo indicators` as they are typed: answers, files and exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.workspace import written
from tests.selo.world import PLANT


def test_the_pace_is_told_and_written(call: Call, folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "pace.json"
    said = call("selo", "pace", folder, "--on", "2023-06-30", "--sales", "1.000.000,00", "--json", target)
    assert said.code == 0
    assert "O ritmo de 2023 em 30/06/2023" in said.out
    assert json.loads(target.read_text(encoding="utf-8"))["expected_source"] == "typed"
    assert max(map(len, said.out.splitlines())) <= 80


def test_a_day_that_is_typed_names_its_year(call: Call, tmp_path: Path) -> None:
    folder = written(tmp_path, more="")
    assert call("selo", "pace", folder, "--on", "2023-06-30", "--lang", "en").code == 0


@pytest.mark.parametrize(
    "option, value",
    [("--minimum", "x"), ("--margin", "1.2.3"), ("--sales", "0"), ("--sales", "-5"), ("--sales", "1.234")],
)
def test_what_is_no_number_is_wrong_use(call: Call, folder: Path, option: str, value: str) -> None:
    said = call("selo", "pace", folder, "--on", "2023-06-30", f"{option}={value}")
    assert (said.code, said.out) == (2, "")
    assert value in said.err


def test_a_day_of_another_year_is_wrong_use(call: Call, folder: Path) -> None:
    said = call("selo", "pace", folder, "--on", "2022-06-30", "--year", "2023")
    assert said.code == 2
    assert "--on" in said.err


@pytest.mark.parametrize("value", ['"250.000.000,00"', "250000000"])
def test_expected_sales_may_stand_in_the_configuration(call: Call, tmp_path: Path, value: str) -> None:
    folder = written(tmp_path, more=f"\n[apuracao]\nano = 2023\nvendas_previstas = {value}\n")
    said = call("selo", "pace", folder, "--on", "2023-06-30", "--json", "-")
    assert json.loads(said.out)["expected_sales"]["value"] == "250000000.00"


@pytest.mark.parametrize("value", ["0", "-1", "2.5", "true", '"x"', "[]"])
def test_expected_sales_that_are_no_amount_are_refused_by_name(call: Call, tmp_path: Path, value: str) -> None:
    folder = written(tmp_path, more=f"\n[apuracao]\nano = 2023\nvendas_previstas = {value}\n")
    said = call("selo", "pace", folder, "--on", "2023-06-30")
    assert said.code == 3
    assert "vendas_previstas" in said.err


def test_indicators_of_a_folder_and_of_the_file_of_another_plant(call: Call, folder: Path, tmp_path: Path) -> None:
    statement, table = tmp_path / "a.json", tmp_path / "i.csv"
    assert call("selo", "assess", folder, "--json", statement, "--memory", "--unmask").code == 0
    other = json.loads(statement.read_text(encoding="utf-8"))
    other["subject"]["unit_cnpj"] = "11222333000181"
    statement.write_text(json.dumps(other), encoding="utf-8")
    book = tmp_path / "i.xlsx"
    said = call("selo", "indicators", folder, statement, "--csv", table, "--xlsx", book, "--json", "-")
    assert said.code == 0
    whole = json.loads(said.out)["groups"][0]
    assert whole["plants"] == "2"
    assert {i["name"]: i["value"] for i in whole["indicators"]}["farmers"]["value"] == "1"
    assert table.read_text(encoding="utf-8-sig").startswith("ano;")
    assert book.exists()


def test_a_file_of_another_year_than_the_one_asked_contributes_nothing(
    call: Call, folder: Path, tmp_path: Path
) -> None:
    statement = tmp_path / "a.json"
    call("selo", "assess", folder, "--json", statement)
    other = json.loads(statement.read_text(encoding="utf-8"))
    other["period"]["year"] = "2021"
    statement.write_text(json.dumps(other), encoding="utf-8")
    said = call("selo", "indicators", folder, statement, "--year", "2023", "--json", "-")
    assert [source["year"] for source in json.loads(said.out)["sources"]] == ["2023"]


@pytest.mark.parametrize(
    "content, code", [(None, 2), ("{", 3), ("[]", 3), ("\xff", 3), ('{"kind": "x"}', 3), ("[" * 99_999, 3)]
)
def test_what_is_no_source_is_refused_by_name(call: Call, tmp_path: Path, content: str | None, code: int) -> None:
    file = tmp_path / "x.json"
    if content is not None:
        file.write_text(content, encoding="latin-1")
    said = call("selo", "indicators", file)
    assert (said.code, said.out) == (code, "")
    assert "x.json" in said.err


def test_the_same_folder_twice_is_wrong_use(call: Call, folder: Path) -> None:
    said = call("selo", "indicators", folder, folder, "--lang", "en")
    assert said.code == 2
    assert PLANT in said.err
