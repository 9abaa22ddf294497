"""Every check of the tax and of the framing finds what it looks for, and lets through what is just right."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pyarrow as pa
import pytest

from lastro.render.labels import finding_message, finding_remedy, finding_title
from lastro.selo.across import Company, check
from lastro.selo.checks_apart import APART
from lastro.statement.catalogue import LANGS
from lastro.statement.model import Finding
from tests.selo.across.companies import PLANT, TODAY, company
from tests.selo.across.companies import found_apart as found
from tests.selo.checks_apart.cases import (
    CASES,
    DOCUMENTS,
    FURTHER,
    JUNE,
    LATER,
    Case,
    coefficient,
    mark,
    project,
    stock,
    use,
    used,
)  # fmt: skip
from tests.selo.world import ANA, all_of, edit, purchase, put

NOTES = {("TAX-03", "resold")}  # only a sales note shows it


def of(case: Case, findings: list[Finding]) -> list[Finding]:
    return [f for f in findings if (f.code, f.variant) == (case.code, case.variant)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_the_check_finds_the_wrong_and_not_the_nearly_wrong(case: Case) -> None:
    wrong = of(case, found(company(used, case.given, case.wrong, **case.wrong_config)))
    assert [(f.severity, f.amount_centavos) for f in wrong] == [(case.severity, case.amount)]
    assert of(case, found(company(used, case.given, case.nearly, **case.near_config))) == []
    for lang in LANGS:
        told = (finding_title(wrong[0], lang), finding_message(wrong[0], lang), finding_remedy(wrong[0], lang))
        assert all("{" not in text for text in told)


def test_every_variant_has_a_case() -> None:
    declared = {(check.code, variant) for check in APART for variant in check.variants}
    assert declared == {(case.code, case.variant) for case in CASES} | NOTES


def test_a_year_that_uses_what_it_bought_has_nothing_to_fix() -> None:
    assert found(company(used, project())) == []


def test_tables_that_are_absent_are_told_as_not_checked_and_a_project_is_not_missed() -> None:
    told = [f for f in check([company()], on=TODAY).statement.findings if f.variant == "not_checked"]
    assert {(f.code, f.arguments["table"]) for f in told} == {
        (code, "consumo") for code in ("TAX-01", "TAX-02", "TAX-03")
    }


def test_use_beyond_the_purchases_of_the_same_month_may_rest_on_later_ones_for_nobody() -> None:
    early = all_of(used, put("consumo", use(mes="2023-03")), edit("producao", 2, mes="2023-03"))
    assert [f.variant for f in found(company(early)) if f.variant == "beyond_stock"] == ["beyond_stock"]


def test_grain_bought_and_oil_used_meet_through_the_coefficients() -> None:
    """50 kg of grain or 20 of oil make a m³: 10 t of grain are 4 t of oil."""
    oil = all_of(
        used, put("producao", {"mes": JUNE, "biodiesel_m3": Decimal(200)}, coefficient("50"), coefficient("20", "oleo"))
    )
    enough = put("consumo", use(forma="oleo", quantidade=Decimal(4_000)))
    more = put("consumo", use(forma="oleo", quantidade=Decimal(4_001)))
    assert found(company(oil, enough)) == []
    (told,) = found(company(oil, more))
    assert (told.variant, told.arguments["excess_grams"]) == ("beyond_stock", "1000")


def test_a_class_left_open_follows_supplier_and_origin() -> None:
    assert [
        f.variant for f in found(company(all_of(used, edit("consumo", classe=None, quantidade=Decimal(10_050)))))
    ] == ["beyond_stock"]
    nobody = edit("consumo", classe=None, fornecedor=None, quantidade=Decimal(10_050))
    assert found(company(all_of(used, nobody))) == []


def resold_castor(quantity: int) -> tuple[Company, pa.Table]:
    """10 t of castor oil bought, 1 t sold again by a note of the plant, `quantity` kg counted as used."""
    castor = all_of(
        put("aquisicoes", purchase(produto="mamona", forma="oleo")),
        put("consumo", use(produto="mamona", forma="oleo", quantidade=Decimal(quantity))),
        put("estoques", stock("mamona", "oleo")),
        put("producao", {"mes": JUNE, "biodiesel_m3": Decimal(200)}, coefficient("50", "oleo", "mamona")),
    )
    made = company(castor, edit("contratos", produto="mamona"))
    schema = made.evidence.items.schema
    item = dict.fromkeys(schema.names) | {
        "side": "sale", "state": "authorised", "seller": PLANT, "product": "mamona", "form": "oleo", "use": "feedstock",
        "issued_on": date(2023, 9, 1), "counted_quantity": 1_000 * 10_000, "unit": "KG", "counted_unit": "KG",
    }  # fmt: skip
    return made, pa.Table.from_pylist([item], schema=schema)


def test_castor_oil_sold_again_and_counted_as_used_is_told() -> None:
    told = [f for f in _resold(10_000) if f.code == "TAX-03"]
    assert [(f.variant, f.arguments["excess_grams"], f.amount_centavos) for f in told] == [
        ("resold", "1000000", 2_000_00)
    ]
    assert [f for f in _resold(9_000) if f.code == "TAX-03"] == []


def _resold(quantity: int) -> list[Finding]:
    made, items = resold_castor(quantity)
    return found(replace(made, evidence=replace(made.evidence, items=items)))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_each_of_the_six_documents_is_asked(document: str) -> None:
    (told,) = found(company(project(without=[document])))
    assert (told.variant, told.arguments["document"]) == ("document_missing", document)


def test_three_conditions_give_six_months_more_and_not_a_day_beyond() -> None:
    assert found(company(project(*FURTHER, *LATER))) == []
    late = (mark("avaliacao", date(2013, 9, 1)), mark("pedido_selo", date(2013, 9, 30)))
    assert [f.variant for f in found(company(project(*FURTHER, *late)))] == ["term_over"]


def test_a_bank_that_analyses_has_a_term_of_its_own() -> None:
    late = mark("resposta", date(2012, 12, 1))
    assert [f.variant for f in found(company(project(late)))] == ["answer_late"]
    assert found(company(project(late, mark("analise_pelo_banco")))) == []


def test_a_term_still_running_is_not_late_and_one_that_ran_out_is() -> None:
    waiting = project(without=["resposta", "inicio_operacao", "avaliacao", "pedido_selo"])
    assert found(company(waiting), on=date(2012, 3, 31)) == []
    assert [f.variant for f in found(company(waiting), on=date(2012, 4, 1))] == ["answer_late"]


def test_the_reading_says_from_when_the_seal_is_asked_for() -> None:
    from_start = company(project(), readings={"framing.seal_request_clock": "from_start_of_operation"})
    assert [f.variant for f in found(from_start)] == ["request_late"]
    asked = project(mark("pedido_selo", date(2012, 9, 30)))
    assert found(company(asked, readings={"framing.seal_request_clock": "from_start_of_operation"})) == []


def test_a_schedule_that_ended_before_anything_started_runs_too() -> None:
    built = project(mark("fim_cronograma", date(2013, 6, 30)), without=["inicio_operacao", "avaliacao", "pedido_selo"])
    assert found(company(built), on=date(2013, 12, 30)) == []
    assert [f.variant for f in found(company(built), on=date(2013, 12, 31))] == ["term_over"]


def test_the_start_of_operation_is_itself_a_change_to_be_notified() -> None:
    silent = project(mark("inicio_operacao", date(2012, 8, 31)))
    (told,) = found(company(silent))
    assert (told.variant, told.arguments["change"]) == ("not_notified", "inicio_operacao")


def test_two_projects_are_two_files() -> None:
    other = {**mark("carta_banco"), "projeto": "Q"}
    told = found(company(all_of(project(), lambda tables: tables["enquadramento"].append(other))))
    assert {f.arguments["project"] for f in told} == {"Q"}
    assert len(told) == len(DOCUMENTS) - 1


def test_a_supplier_of_the_family_is_one_who_is_registered() -> None:
    assert found(company(used, edit("consumo", fornecedor=ANA))) == []
