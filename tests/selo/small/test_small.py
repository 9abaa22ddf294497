"""Statements for the small: they add up to the assessment, the rooms are those of the rules, hostile names are inert."""

from __future__ import annotations

import io
import json
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from lastro.core.identifiers import mask
from lastro.evidence.evidence import Evidence
from lastro.law import load
from lastro.render.small import Printer, statements_json, write_statements
from lastro.render.small.tree import ON_ONE_PAGE, cooperative_tree, farmer_tree, remark
from lastro.selo.assess import Question, assess
from lastro.selo.can_count import weigh
from lastro.selo.delivery import Delivery
from lastro.selo.given import evidence_of
from lastro.selo.prepared import prepare
from lastro.selo.small import small_statements
from lastro.statement.model import Statement
from lastro.statement.small import AreaRoom, CooperativeStatement, FarmerStatement, IncomeRoom, SmallStatements
from tests.cli.conftest import Call
from tests.selo.test_alternatives import _mixed
from tests.selo.world import (
    ANA,
    BIA,
    CONFIG,
    COOPERATIVE,
    PLANT,
    STRANGER,
    Edit,
    add,
    contract,
    edit,
    farmer,
    key,
    purchase,
    sound,
)

BOOK = load()
HOSTILE = '#import "x" =cmd() ../../etc/passwd \u202e$ @ \\ <b>'


def evidence(*edits: Edit) -> Evidence:
    tables = sound()
    for each in edits:
        each(tables)
    return evidence_of(tables, CONFIG, BOOK)


def told(given: Evidence, **readings: str) -> tuple[Statement, SmallStatements]:
    statement = assess(given, BOOK, Question(2023, readings=readings))
    return statement, small_statements(statement, given)


def of(found: SmallStatements, cpf: str) -> FarmerStatement:
    (only,) = [each for each in found.farmers if each.farmer.identifier == cpf]
    return only


def cooperative(found: SmallStatements, cnpj: str = COOPERATIVE) -> CooperativeStatement:
    (only,) = [each for each in found.cooperatives if each.organisation.identifier == cnpj]
    return only


DELIVERY = key(7, COOPERATIVE)
THROUGH = (
    add("agricultores", farmer(BIA, nome="Bia")),
    add("contratos", contract("C2", COOPERATIVE)),
    add("aquisicoes", purchase(chave=DELIVERY, item=1, fornecedor=COOPERATIVE, contrato="C2")),
    add(
        "origens",
        {"chave": DELIVERY, "item": 1, "cpf": ANA, "quantidade": Decimal(5_000), "unidade_medida": "kg"},
        {"chave": DELIVERY, "item": 1, "cpf": BIA, "quantidade": Decimal(2_000), "unidade_medida": "kg"},
    ),
)


# Sums


@pytest.mark.parametrize(
    "readings", [{}, {"selo.limit_order": "income_then_yield"}, {"selo.area_shared": "crops_share"}]
)
def test_all_statements_together_are_the_lines_of_the_assessment(readings: dict[str, str]) -> None:
    statement, found = told(evidence_of(_mixed(), CONFIG, BOOK), **readings)
    assert statement.memory is not None
    rows = statement.memory.to_pylist()
    unnamed = [row for row in rows if not row["farmer"]]
    for column, name in (("centavos", "centavos"), ("accepted_centavos", "counted")):
        of_farmers = sum(getattr(each, name) for each in found.farmers)
        assert of_farmers + sum(row[column] for row in unnamed) == sum(row[column] for row in rows)
    counted = sum(each.counted for each in found.farmers) + sum(row["accepted_centavos"] for row in unnamed)
    assert Fraction(counted, 100) == Fraction(statement.line("selo.item.I").exact)


def test_what_a_cooperative_delivered_is_what_the_lines_of_its_cnpj_say() -> None:
    statement, found = told(evidence_of(_mixed(), CONFIG, BOOK))
    assert statement.memory is not None
    assert found.cooperatives
    for each in found.cooperatives:
        rows = [row for row in statement.memory.to_pylist() if row["supplier"] == each.organisation.identifier]
        assert each.centavos == sum(row["centavos"] for row in rows)
        assert each.counted == sum(row["accepted_centavos"] for row in rows)
        assert each.named == sum(origin.centavos for origin in each.origins)
        assert each.unnamed == sum(row["centavos"] for row in rows if not row["farmer"])


def test_a_delivery_is_divided_among_those_who_grew_it_and_the_rest_is_uncovered() -> None:
    _, found = told(evidence(*THROUGH))
    group = cooperative(found)
    assert (group.centavos, group.named, group.unnamed) == (20_000_00, 14_000_00, 6_000_00)
    assert [(origin.farmer.identifier, origin.centavos) for origin in group.origins] == [
        (ANA, 10_000_00),
        (BIA, 4_000_00),
    ]
    assert [sale.through for sale in of(found, BIA).sales] == [COOPERATIVE]
    assert sorted(sale.through for sale in of(found, ANA).sales) == ["", COOPERATIVE]
    assert of(found, BIA).farmer.name == "Bia"


def test_own_production_and_strangers_are_no_organisation_to_report_to() -> None:
    own = purchase(fornecedor=PLANT, propria=True, contrato=None)
    stranger = purchase(fornecedor=STRANGER, contrato=None)
    _, found = told(evidence(add("aquisicoes", own, stranger)))
    assert found.cooperatives == ()


# Rooms


def test_the_room_is_area_times_yield_less_what_was_sold_and_the_ceiling_less_its_value() -> None:
    statement, found = told(evidence(edit("agricultores", area_ha=Decimal(10))))
    assert statement.memory is not None
    room = statement.memory["yield_room_grams"][0].as_py()
    ana = of(found, ANA)
    assert ana.areas == (AreaRoom("soja", "2022/23", room, room - 10_000_000),)
    assert ana.income == IncomeRoom(500_000_00, 480_000_00)
    assert ana.document_until == date(2024, 2, 29)


@pytest.mark.parametrize(
    "readings", [{}, {"selo.limit_order": "income_then_yield"}, {"selo.area_shared": "crops_share"}]
)
def test_the_room_is_the_one_that_the_weighbridge_answers(readings: dict[str, str]) -> None:
    """A year with a purchase that the area cuts and one that the ceiling cuts."""
    given = evidence(
        edit("agricultores", area_ha=Decimal(4)),
        add("contratos", contract("C3", produto="milho")),
        add("aquisicoes", purchase(produto="milho", contrato="C3", quantidade=Decimal(3_000), valor=Decimal(470_000))),
    )
    _, found = told(given, **readings)
    session = BOOK.session(readings)
    prepared = prepare(given, BOOK, session, given.config.units)
    for room in of(found, ANA).areas:
        load_ = Delivery(ANA, room.product, "grao", 1_000, "5218805", date(2023, 12, 31), None)
        weighing = weigh(given, prepared, given.config.units[0], BOOK, session, load_)
        assert weighing.yield_room is not None
        assert (weighing.yield_room.whole, weighing.yield_room.left) == (room.whole, room.left)
        assert weighing.income_room is not None
        income = of(found, ANA).income
        assert income is not None
        assert (weighing.income_room.whole, weighing.income_room.left) == (income.whole, income.left)


def test_a_family_shares_its_rooms_and_each_is_told_of_the_other() -> None:
    together = {"documento": "CAF", "numero": "CAF 1"}
    given = evidence(
        edit("agricultores", **together),
        add("agricultores", farmer(BIA, **together)),
        add("contratos", contract("C2", BIA)),
        add("aquisicoes", purchase(fornecedor=BIA, contrato="C2")),
    )
    _, found = told(given)
    assert of(found, ANA).income == of(found, BIA).income == IncomeRoom(500_000_00, 460_000_00)
    assert of(found, ANA).family == (BIA,)


def test_without_a_stated_area_no_room_by_area_is_told() -> None:
    _, found = told(evidence(edit("agricultores", area_ha=None)))
    assert of(found, ANA).areas == ()


def test_what_was_cut_or_kept_out_says_why() -> None:
    given = evidence(
        edit("agricultores", area_ha=Decimal(1)),
        add("aquisicoes", purchase(data=date(2024, 3, 1)), purchase(fornecedor=BIA, contrato=None)),
    )
    _, found = told(given)
    (sale,) = of(found, ANA).sales  # the other is of another year
    assert sale.cuts == ("yield",)
    assert 0 < sale.counted < sale.centavos
    (bias,) = of(found, BIA).sales
    assert (bias.reason, bias.counted) == ("SBS-01", 0)


# Files


def written(found: SmallStatements, folder: Path, **options: Any) -> dict[str, bytes]:
    write_statements(found, folder, "pt", **options)
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_each_file_is_a_tagged_document_of_one_page_under_both_standards(tmp_path: Path) -> None:
    _, found = told(evidence(*THROUGH))
    files = written(found, tmp_path)
    assert sorted(files) == sorted(
        [
            "agricultor-1-000000.pdf",
            f"agricultor-2-{BIA[3:9]}.pdf",
            f"organizacao-{COOPERATIVE}.pdf",
            "demonstrativos.json",
        ]
    )
    for name in (name for name in files if name.endswith(".pdf")):
        with pikepdf.open(io.BytesIO(files[name])) as document:
            assert len(document.pages) == 1
            assert document.Root.MarkInfo.Marked is True
            assert "/StructTreeRoot" in document.Root
            assert str(document.Root.Lang).startswith("pt")
            with document.open_metadata() as metadata:
                assert metadata["pdfuaid:part"] == "1"
                assert metadata["pdfaid:part"] == "2"


def test_the_same_statements_give_the_same_bytes(tmp_path: Path) -> None:
    _, found = told(evidence(*THROUGH))
    assert written(found, tmp_path / "a") == written(found, tmp_path / "b")


@pytest.mark.parametrize("count", [ON_ONE_PAGE, ON_ONE_PAGE + 1, 200])
def test_a_farmer_gets_one_page_however_many_invoices(count: int) -> None:
    rows = [purchase(data=date(2023, 1 + n % 12, 1 + n % 28), valor=Decimal(100), quantidade=Decimal(50)) for n in range(count)]  # fmt: skip
    _, found = told(evidence(add("aquisicoes", *rows)))
    with pikepdf.open(io.BytesIO(Printer().pdf(farmer_tree(of(found, ANA), found, "pt", unmask=False)))) as document:
        assert len(document.pages) == 1


def test_hostile_names_are_characters_and_never_paths(tmp_path: Path) -> None:
    given = evidence(
        *THROUGH, edit("agricultores", nome=HOSTILE), edit("organizacoes", nome=HOSTILE), edit("agricultores", 1, nome="../x")
    )  # fmt: skip
    _, found = told(given)
    files = written(found, tmp_path / "out")
    assert all(name.isascii() and "/" not in name and ".." not in name for name in files)
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    tree = json.dumps(farmer_tree(of(found, ANA), found, "pt", unmask=False), ensure_ascii=False)
    assert "#import" in tree
    assert "\u202e" not in tree
    assert "[U+202E]" in tree


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_cpfs_are_masked_unless_asked_for(lang: Any) -> None:
    _, found = told(evidence(*THROUGH, edit("agricultores", numero="CAF 1"), edit("agricultores", 1, numero="CAF 1")))
    names = {each.farmer.identifier: "x.pdf" for each in found.farmers} | {COOPERATIVE: "y.pdf"}
    for unmask in (False, True):
        shown = [
            json.dumps(farmer_tree(of(found, ANA), found, lang, unmask=unmask)),
            json.dumps(cooperative_tree(cooperative(found), found, lang, unmask=unmask)),
            json.dumps(statements_json(found, names, unmask=unmask)),
        ]
        bare = [text.replace(".", "").replace("-", "") for text in shown]
        assert [ANA in text for text in bare] == [unmask] * 3
        assert [mask(BIA) in text for text in shown] == [not unmask] * 3


def test_one_kind_may_be_asked_for_alone(tmp_path: Path) -> None:
    _, found = told(evidence(*THROUGH))
    files = written(found, tmp_path, kinds=("cooperatives",))
    assert sorted(files) == ["demonstrativos.json", f"organizacao-{COOPERATIVE}.pdf"]
    data = json.loads(files["demonstrativos.json"])
    assert (data["farmers"], len(data["organisations"])) == ([], 1)


def test_the_json_has_the_sums_of_the_page() -> None:
    _, found = told(evidence(*THROUGH))
    data: Any = statements_json(found, {ANA: "a.pdf", BIA: "b.pdf", COOPERATIVE: "c.pdf"})
    assert [each["value"] for each in data["farmers"]] == ["30000.00", "4000.00"]
    (group,) = data["organisations"]
    assert (group["value"], group["named"], group["unnamed"]) == ("20000.00", "14000.00", "6000.00")
    assert data["assessment"] == found.digest


def test_every_reason_that_keeps_a_line_out_has_plain_words() -> None:
    known = ("SBS-01", "SBS-06", "SBS-07", "SBS-08", "SBS-09", "SBS-11", "SBS-17", "SBS-19", "OWN", "yield", "income")
    assert not [code for code in known if code in remark(code, "pt") or f"({code})" in remark(code, "en")]
    assert "SBS-99" in remark("SBS-99", "pt")


# The command


def test_the_command_writes_what_it_says(call: Call, folder: Path, tmp_path: Path) -> None:
    said = call("selo", "statements", folder, "--out", tmp_path / "out")
    assert said.code == 0
    assert "Agricultores: 1. Organizações: 0." in said.out
    assert sorted(path.suffix for path in (tmp_path / "out").iterdir()) == [".json", ".pdf"]


def test_an_unknown_kind_and_a_folder_that_is_a_file_are_wrong_use(call: Call, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    assert call("selo", "statements", folder, "--out", tmp_path / "out", "--kind", "x").code == 2
    said = call("selo", "statements", folder, "--out", tmp_path / "file")
    assert said.code == 2
    assert "file" in said.err
