"""Indicators over several sources: people counted once, nothing missing read as zero, no CPF in any output."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from lastro.core.dates import civil_year
from lastro.core.errors import WrongUse
from lastro.core.identifiers import mask
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import TaxOption
from lastro.law import load
from lastro.render.indicators import csv_text, indicator_lines, indicators_json, write_xlsx
from lastro.render.json_file import document
from lastro.selo.assess import Question, assess
from lastro.selo.given import evidence_of
from lastro.selo.indicators import DocumentUnreadable, Reader, indicators
from lastro.selo.indicators.waiver import Waiver, waiver
from lastro.statement.indicators import Contribution, Group, Indicators, Reason
from tests.oracle.identifiers import cnpj
from tests.selo.world import (
    ANA,
    BIA,
    CONFIG,
    COOPERATIVE,
    PLANT,
    Edit,
    add,
    contract,
    cost,
    edit,
    farmer,
    purchase,
    put,
    sound,
)

BOOK = load()
YEAR = Question(2023)
OTHER = cnpj("990000020001")
THERE = {**CONFIG, "cnpj": OTHER, "name": "Outra", "municipality": "Cascavel/PR"}
SPENT = (
    cost("ater_terceiros", None, "700"),
    cost("doacao", "a", "300"),
    cost("pesquisa", None, "100", aprovacao_data=date(2023, 1, 1)),
)


def evidence(*edits: Edit, config: Any = CONFIG, regime: str = "especial") -> Evidence:
    tables = sound()
    for each in edits:
        each(tables)
    given = evidence_of(tables, config, BOOK)
    taxed = (TaxOption(2023, regime),) if regime else ()
    return replace(given, config=replace(given.config, taxation=taxed))


def used(month: str, product_class: str | None, reais: str, **columns: Any) -> Edit:
    return add("consumo", {"mes": month, "produto": "soja", "classe": product_class, "custo": Decimal(reais)} | columns)


def read(*given: Evidence) -> list[Contribution]:
    reader = Reader(BOOK)
    return [one for number, each in enumerate(given) for one in reader.of_workspace(each, YEAR, f"usina{number}")]


def found(*given: Evidence) -> Indicators:
    return indicators(read(*given), BOOK)


def whole(*given: Evidence) -> Group:
    return found(*given).groups[0]


def test_the_parts_add_up_to_the_effective_spending_of_the_assessment() -> None:
    given = evidence(add("dispendios", *SPENT))
    statement = assess(given, BOOK, YEAR)
    (one,) = read(given)
    parts = sum((one.amounts[name] for name in ("purchases", "assistance", "support")), Fraction(0))
    assert parts == Fraction(statement.line("selo.effective_spending").exact)
    assert one.amounts["assistance"] == 700
    assert one.amounts["priority"] == Fraction(statement.line("selo.effective_spending.priority").exact)
    assert whole(given).value("pmen") == 100 * parts / Fraction(statement.line("selo.sales.domestic").exact)


def test_the_parts_add_up_under_the_portaria_of_2024_too() -> None:
    tables = sound() | {
        "agricultores": [farmer(fim=date(2025, 2, 28))],
        "aquisicoes": [purchase(data=date(2024, 4, 10))],
        "vendas": [{"data": date(2024, 6, 30), "valor": Decimal(1_000_000), "volume_m3": Decimal(200)}],
        "dispendios": [cost(kind, letter, "500", data=date(2024, 3, 1)) for kind, letter in (("ater_terceiros", None), ("doacao", "a"))],
    }  # fmt: skip
    given, year = evidence_of(tables, {**CONFIG, "year": 2024}, BOOK), Question(2024)
    (one,) = Reader(BOOK).of_workspace(given, year, "usina")
    parts = [one.amounts[name] for name in ("purchases", "assistance", "support")]
    assert parts == [20_000, 500, 500]
    assert sum(parts) == Fraction(assess(given, BOOK, year).line("selo.effective_spending").exact)
    assert indicators([one], BOOK).groups[0].value("goal") == 22


def test_a_farmer_who_sells_to_two_plants_is_one_farmer() -> None:
    more = add("agricultores", farmer(BIA)), add("contratos", contract("C2", BIA)), add("aquisicoes", purchase(fornecedor=BIA, contrato="C2"))  # fmt: skip
    both = found(evidence(*more), evidence(config=THERE))
    assert [group.value("farmers") for group in both.groups if group.kind == "plant"] == [2, 1]
    assert both.groups[0].value("farmers") == 2


def test_groups_are_the_whole_then_states_then_plants() -> None:
    both = found(evidence(), evidence(config=THERE))
    assert [(group.kind, group.id) for group in both.groups] == [
        ("all", ""), ("state", "GO"), ("state", "PR"), ("plant", PLANT), ("plant", OTHER),
    ]  # fmt: skip
    assert both.groups[0].plants == 2


def test_purchases_without_a_named_farmer_are_told_beside_the_count() -> None:
    lines = put("aquisicoes", purchase(), purchase(fornecedor=COOPERATIVE, contrato="C2", valor=Decimal(5_000)))
    given = found(evidence(lines, add("contratos", contract("C2", COOPERATIVE))))
    assert given.groups[0].value("farmers") == 1
    assert given.groups[0].unnamed == 5_000_00
    assert any("5.000,00" in line for line in indicator_lines(given, "pt"))


def test_the_same_plant_and_year_twice_is_wrong_use() -> None:
    with pytest.raises(WrongUse, match=r"indicators\.twice"):
        found(evidence(), evidence())


# JSON statements


def as_json(given: Evidence, **options: bool) -> Any:
    return json.loads(json.dumps(document(assess(given, BOOK, YEAR), **options)))


def test_a_json_statement_contributes_what_its_workspace_does() -> None:
    given = evidence(add("dispendios", *SPENT))
    (from_folder,) = read(given)
    from_file = Reader(BOOK).of_document(as_json(given, memory=True, unmask=True), "a.json")
    names = ("purchases", "assistance", "support", "priority", "gross")
    assert [from_file.amounts[name] for name in names] == [from_folder.amounts[name] for name in names]
    assert from_file.people is not None
    assert len(from_file.people) == 1
    assert (from_file.plant, from_file.year, from_file.regime) == (PLANT, "2023", from_folder.regime)


@pytest.mark.parametrize("options, code", [({}, "memory"), ({"memory": True}, "masked")])
def test_a_json_statement_without_whole_cpfs_has_farmers_that_cannot_be_counted(
    options: dict[str, bool], code: str
) -> None:
    source = Reader(BOOK).of_document(as_json(evidence(), **options), "a.json")
    group = indicators([source], BOOK).groups[0]
    assert (source.people, source.missing["farmers"]) == (None, Reason(code))
    assert group.value("farmers") is None
    assert group.value("assistance_per_farmer") is None
    assert group.value("pmen") is not None


def test_one_source_that_cannot_tell_its_farmers_leaves_the_whole_without_a_count() -> None:
    reader = Reader(BOOK)
    sources = [
        *reader.of_workspace(evidence(), YEAR, "usina"),
        reader.of_document(as_json(evidence(config=THERE)), "outra.json"),
    ]
    both = indicators(sources, BOOK)
    assert both.groups[0].value("farmers") is None
    (needing,) = [indicator for indicator in both.groups[0].indicators if indicator.name == "farmers"]
    assert needing.needs == (("outra.json", Reason("memory")),)
    assert [group.value("farmers") for group in both.groups if group.id == PLANT] == [1]


def test_people_are_the_same_from_a_folder_and_from_a_file() -> None:
    reader = Reader(BOOK)
    data = as_json(evidence(config=THERE), memory=True, unmask=True)
    sources = [*reader.of_workspace(evidence(), YEAR, "usina"), reader.of_document(data, "outra.json")]
    assert indicators(sources, BOOK).groups[0].value("farmers") == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda data: [],
        lambda data: "text",
        lambda data: data | {"kind": "tax.assess"},
        lambda data: {name: value for name, value in data.items() if name != "lines"},
        lambda data: data | {"lines": [{"id": "selo.item.IV", "exact": "1/0"}]},
        lambda data: data | {"lines": [{"id": "selo.item.IV", "exact": "1e999999999"}]},
        lambda data: data | {"memory": {"columns": [], "rows": [["x"]]}},
    ],
)
def test_what_is_no_statement_is_refused_by_name(spoil: Any) -> None:
    with pytest.raises(DocumentUnreadable) as fault:
        Reader(BOOK).of_document(spoil(as_json(evidence())), "a.json")
    assert fault.value.arguments["file"] == "a.json"


def test_a_statement_without_the_lines_of_a_part_needs_them() -> None:
    data = as_json(evidence())
    data["lines"] = [line for line in data["lines"] if line["id"] != "selo.item.V"]
    source = Reader(BOOK).of_document(data, "a.json")
    assert source.missing["assistance"].code == "lines"
    assert indicators([source], BOOK).groups[0].value("pmen") is None


def test_a_line_that_could_not_be_measured_is_not_zero() -> None:
    data = as_json(evidence())
    for line in data["lines"]:
        if line["id"] == "selo.sales.domestic":
            line["exact"] = ""
    source = Reader(BOOK).of_document(data, "a.json")
    assert source.missing["gross"] == Reason("unmeasured", {"lines": "selo.sales.domestic"})


# The waiver


def sold(on: date, m3: str, **columns: Any) -> Edit:
    return put("vendas", {"data": on, "valor": Decimal(1_000_000), "volume_m3": Decimal(m3)} | columns)


def waived(given: Evidence, year: int = 2023) -> Waiver | Reason:
    return waiver(given, BOOK, BOOK.session(), PLANT, civil_year(year))


def in_2021(*edits: Edit) -> Evidence:
    """A year in which the rates of the decree of 2020 were collected."""
    given = evidence(*edits)
    return replace(given, config=replace(given.config, taxation=(TaxOption(2021, "especial"),)))


MARCH = date(2021, 3, 10)


def test_the_waiver_of_family_feedstock_is_89_76_a_cubic_metre() -> None:
    """Worked example of the digest: 16.02 of PIS and 73.74 of Cofins below the general rate."""
    given = in_2021(sold(MARCH, "1"), used("2021-03", "familiar", "500"))
    assert waived(given, 2021) == Waiver(Fraction("89.76"), "seed")


def test_the_waiver_of_the_mixed_example_of_ours() -> None:
    """10,000 m³; 60 % general, 5 % castor or palm, 25 % family, 10 % family of the priority regions."""
    mix = [("geral", "60"), ("mamona_palma", "5"), ("familiar", "25"), ("familiar_prioritaria", "10")]
    given = in_2021(sold(MARCH, "10000"), *(used("2021-03", name, cost_) for name, cost_ in mix))
    assert waived(given, 2021) == Waiver(2_500 * Fraction("89.76") + 1_000 * 148, "seed")


def test_a_year_in_which_nothing_was_collected_waives_nothing() -> None:
    given = evidence(sold(date(2023, 6, 30), "200"), used("2023-06", "familiar", "500"))
    assert waived(given) == Waiver(Fraction(0), "secondary")
    assert whole(given).value("waiver") == 0


def test_exports_and_other_makers_waive_nothing_and_returns_take_off() -> None:
    rows = [
        {"data": MARCH, "valor": Decimal(9), "volume_m3": Decimal(10)},
        {"data": MARCH, "valor": Decimal(9), "volume_m3": Decimal(10), "destino": "exportacao"},
        {"data": MARCH, "valor": Decimal(9), "volume_m3": Decimal(10), "fabricacao": "terceiros"},
        {"data": MARCH, "valor": Decimal(9), "volume_m3": Decimal(1), "devolucao_de": "x"},
    ]
    given = in_2021(put("vendas", *rows), used("2021-03", "familiar", "500"))
    assert waived(given, 2021) == Waiver(9 * Fraction("89.76"), "seed")


def test_inputs_are_no_feedstock_in_the_shares() -> None:
    given = in_2021(
        sold(MARCH, "1"), used("2021-03", "familiar", "500"), used("2021-03", None, "900", insumo="metanol")
    )
    assert waived(given, 2021) == Waiver(Fraction("89.76"), "seed")


@pytest.mark.parametrize(
    "given, reason",
    [
        (evidence(used("2023-06", "familiar", "5"), regime=""), Reason("taxation", {"year": "2023"})),
        (evidence(used("2023-06", "familiar", "5"), regime="ad_valorem"), Reason("ad_valorem", {"year": "2023"})),
        (evidence(used("2023-06", None, "5")), Reason("classes")),
        (evidence(), Reason("consumption", {"month": "2023-06"})),
        (evidence(used("2023-05", "familiar", "5")), Reason("consumption", {"month": "2023-06"})),
        (evidence(used("2023-06", "familiar", "5"), edit("vendas", volume_m3=None)), Reason("volume")),
        (
            evidence(sold(date(2023, 10, 2), "1"), used("2023-10", "familiar", "5")),
            Reason("law", {"key": "tax.rate.general.pis", "date": "2023-10-02"}),
        ),
    ],
)
def test_a_waiver_that_cannot_be_measured_says_what_it_needs(given: Evidence, reason: Reason) -> None:
    assert waived(given) == reason
    group = whole(given)
    assert group.value("waiver") is None
    assert group.value("sufficiency") is None


def test_september_2023_is_inferred_and_marked_so() -> None:
    found_ = waived(evidence(sold(date(2023, 9, 20), "1"), used("2023-09", "familiar", "5")))
    assert found_ == Waiver(Fraction("8.26") - Fraction("3.25") + Fraction("38.05") - Fraction("14.97"), "derived")


def test_the_sufficiency_index_divides_the_waiver_by_assistance_donations_and_fomento() -> None:
    september = evidence(
        sold(date(2023, 9, 20), "100"), used("2023-09", "familiar", "5"), add("dispendios", *SPENT)
    )  # fmt: skip
    group = whole(september)
    assert group.value("sufficiency") == Fraction(group.value("waiver") or 0) / 1_100


def test_nothing_spent_on_assistance_leaves_the_index_without_a_divisor() -> None:
    group = whole(evidence(used("2023-06", "familiar", "5")))
    (index,) = [indicator for indicator in group.indicators if indicator.name == "sufficiency"]
    assert index.value is None
    assert index.needs == (("", Reason("nothing_to_divide_by")),)


# Outputs


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_no_output_shows_a_cpf_and_every_need_has_words(lang: Any, tmp_path: Path) -> None:
    reader = Reader(BOOK)
    sources = [
        *reader.of_workspace(evidence(), YEAR, "usina"),
        reader.of_document(as_json(evidence(config=THERE), memory=True), "outra.json"),
    ]
    both = indicators(sources, BOOK)
    write_xlsx(both, tmp_path / "i.xlsx", lang)
    sheet = openpyxl.load_workbook(tmp_path / "i.xlsx").active
    cells = [str(cell.value) for row in sheet.iter_rows() for cell in row]
    told = [*indicator_lines(both, lang), csv_text(both, lang), json.dumps(indicators_json(both)), *cells]
    assert not any(ANA in line or mask(ANA) in line for line in told)
    assert max(map(len, indicator_lines(both, lang))) < 200


def test_the_files_hold_the_same_numbers(tmp_path: Path) -> None:
    given = found(evidence(add("dispendios", *SPENT)))
    pmen = indicators_json(given)["groups"][0]["indicators"][0]  # type: ignore[index]
    write_xlsx(given, tmp_path / "i.xlsx", "pt")
    sheet = openpyxl.load_workbook(tmp_path / "i.xlsx").active
    rows = csv_text(given, "pt").splitlines()
    assert sheet.cell(2, 7).value == float(pmen["value"]["value"])
    assert rows[1].split(";")[6] == pmen["value"]["value"].replace(".", ",")


def test_a_hostile_name_runs_nowhere(tmp_path: Path) -> None:
    given = found(evidence(config={**CONFIG, "name": "=cmd|' /C calc'!A0"}))
    write_xlsx(given, tmp_path / "i.xlsx", "pt")
    sheet = openpyxl.load_workbook(tmp_path / "i.xlsx").active
    assert not any(cell.data_type == "f" for row in sheet.iter_rows() for cell in row)
    assert ";=cmd" not in csv_text(given, "pt")
