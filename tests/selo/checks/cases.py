"""For every code and variant that rows alone can show: what makes the finding, and what just does not.

`given` holds for both; `wrong` and `nearly` differ in as little as the rule turns on. Where `nearly` is what the remedy
asks for (`remedied`), the points of the finding must be the change from one to the other, exactly.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from tests.selo import world
from tests.selo.checks.case import ALERT, AT_RISK, BLOCKS, Case
from tests.selo.checks.cases_28 import UNDER_PORTARIA_28
from tests.selo.world import (
    AGENT,
    ANA,
    BIA,
    COOPERATIVE,
    DAY,
    NORTHEAST,
    STRANGER,
    Edit,
    add,
    all_of,
    contract,
    cost,
    decision,
    edit,
    farmer,
    key,
    nothing,
    organisation,
    price,
    purchase,
    put,
    visit,
)  # fmt: skip


def _line(**columns: object) -> Edit:
    return edit("aquisicoes", **columns)


def _origins(supplier: str, *kilograms: int) -> Edit:
    """A cooperative or agent delivers the 10 t under a key, and names who grew how much."""
    number = key(7, supplier)
    rows = [
        {"chave": number, "item": 1, "cpf": ANA, "quantidade": Decimal(kg), "unidade_medida": "kg"} for kg in kilograms
    ]
    return all_of(_line(chave=number, item=1, fornecedor=supplier), put("origens", *rows))


def _expected(**columns: object) -> Edit:
    row = {
        "contrato": "C1", "cultura": "palma", "area_ha": Decimal(1), "plantio": date(2021, 1, 1),
        "maturidade": date(2025, 1, 1), "rendimento_kg_ha": Decimal(1_000), "fonte": "embrapa", "preco": Decimal(1),
        "municipio": world.HOME,
    }  # fmt: skip
    return all_of(
        edit("contratos", produto="palma"), _line(contrato="C2"), _second_contract, put("perenes", row | columns)
    )


def _second_contract(tables: world.Tables) -> None:
    tables["contratos"].append(contract("C2"))


def _loss(**columns: object) -> Edit:
    """A total failure of 10 ha of soy under a contract of its own: 39 t at Conab's 3,900 kg/ha, at R$ 2.00."""
    row = {
        "contrato": "C2", "tipo": "total", "safra": "2022/23", "data": date(2023, 5, 2), "produto": "soja",
        "area_ha": Decimal(10), "laudos": 1, "requerimento": date(2023, 5, 20), "unidade_medida": "kg",
    }  # fmt: skip
    return all_of(_second_contract, put("frustracoes", row | columns))


def _deaths(**columns: object) -> Edit:
    papers = dict.fromkeys(("doc_defesa_sanitaria", "doc_emergencia", "doc_ater_publica", "doc_cooperativa"), True)
    row = {
        "contrato": "C2", "tipo": "mortalidade", "data": date(2023, 5, 2), "produto": "bovino",
        "esperado": Decimal(1_000), "entregue": Decimal(0), "unidade_medida": "kg", "preco": Decimal(1),
        "requerimento": date(2023, 5, 20), **papers,
    }  # fmt: skip
    return all_of(_second_contract, put("frustracoes", row | columns))


def _spent(*rows: dict[str, object]) -> Edit:
    return put("dispendios", *rows)


def _donated(**columns: object) -> Edit:
    return _spent(cost("doacao", "a", "1000", **columns))


def _researched(**columns: object) -> Edit:
    return all_of(
        _spent(cost("pesquisa", None, "1000", **columns)), put("decisoes", decision("pesquisa_admitida", "Of. 9"))
    )


ELIGIBILITY = (
    Case(
        "SBS-01", "unknown_farmer", BLOCKS, nothing, add("agricultores", farmer(BIA)), 20_000_00,
        given=_line(fornecedor=BIA), remedied=True,
    ),
    Case(
        "SBS-01", "not_in_force", BLOCKS, edit("agricultores", fim=date(2023, 4, 9)), edit("agricultores", fim=DAY),
        20_000_00, remedied=True,
    ),
    Case(
        "SBS-01", "only_dap", BLOCKS, nothing, edit("agricultores", documento="DAP"), 20_000_00,
        given=_origins(AGENT, 10_000), remedied=True, readings={"selo.art9_caf": "dap_only"},
    ),
    Case(
        "SBS-03", "ceiling", BLOCKS, edit("agricultores", 1, familia="F"), edit("agricultores", 1, familia="G"),
        100_000_00, remedied=True,
        given=all_of(
            edit("agricultores", familia="F"), add("agricultores", farmer(BIA)),
            put("aquisicoes", purchase(valor=Decimal(300_000)), purchase(valor=Decimal(300_000), fornecedor=BIA)),
        ),
    ),
    Case(
        "SBS-05", "above_area", BLOCKS, edit("agricultores", area_ha=Decimal("1")),
        edit("agricultores", area_ha=Decimal("1.0003")), 1_00,
        given=_line(quantidade=Decimal(3_901), valor=Decimal(3_901)), remedied=True,
    ),
    Case("SBS-05", "no_official_yield", ALERT, edit("agricultores", area_ha=None), nothing, 20_000_00),
    Case("SBS-05", "oil_not_limited", ALERT, _line(forma="oleo"), _line(produto="bovino", forma="sebo"), 20_000_00),
    Case("SBS-05", "no_mature_yield", BLOCKS, _expected(rendimento_kg_ha=None), _expected(), 0),
    Case(
        "SBS-06", "twice", BLOCKS, edit("aquisicoes", 1, item=1), edit("aquisicoes", 1, item=2), 20_000_00,
        given=all_of(_line(chave=key(1), item=1), add("aquisicoes", purchase(chave=key(1), safra="2022/23"))),
    ),
    Case(
        "SBS-07", "return_without_purchase", ALERT, edit("aquisicoes", 1, fornecedor=BIA),
        edit("aquisicoes", 1, fornecedor=ANA), 100_00,
        given=all_of(
            add("agricultores", farmer(BIA)), add("aquisicoes", purchase(valor=Decimal(100), devolucao_de=key(9))),
        ),
    ),
    Case(
        "SBS-08", "invalid", BLOCKS, _line(chave=key(1, day=date(2023, 5, 1)), item=1), _line(chave=key(1), item=1),
        20_000_00, remedied=True,
    ),
    Case(
        "SBS-09", "cooperative", AT_RISK, _origins(COOPERATIVE, 6_000), _origins(COOPERATIVE, 10_000), 8_000_00,
        remedied=True,
    ),
    Case("SBS-09", "intermediary", BLOCKS, _origins(AGENT, 6_000), _origins(AGENT, 10_000), 8_000_00, remedied=True),
    Case(
        "SBS-11", "unknown", BLOCKS, nothing, add("organizacoes", organisation(STRANGER, "agente_promotor")),
        20_000_00, given=_origins(STRANGER, 10_000), remedied=True,
    ),
    Case(
        "SBS-11", "not_qualified", BLOCKS, edit("organizacoes", fim=date(2023, 4, 9)), edit("organizacoes", fim=DAY),
        20_000_00, given=_origins(COOPERATIVE, 10_000), remedied=True,
    ),
    Case("SBS-19", "not_admitted", BLOCKS, _line(produto="outro"), nothing, 20_000_00, remedied=True),
    Case(
        "SBS-19", "origin_undetermined", ALERT, nothing, _line(municipio_origem=NORTHEAST), 20_000_00,
        given=all_of(_line(municipio_origem=None), add("agricultores", farmer(municipio=NORTHEAST, imovel="P2"))),
    ),
    Case("SBS-23", "no_registration", ALERT, edit("agricultores", car=None), nothing, 20_000_00),
)  # fmt: skip

CONTRACTS = (
    Case("SBS-13", "no_contract", AT_RISK, _line(contrato="C9"), nothing, 20_000_00, remedied=True),
    Case(
        "SBS-13", "signed_after", AT_RISK, edit("contratos", assinatura=date(2023, 4, 11)),
        edit("contratos", assinatura=DAY), 20_000_00, remedied=True,
    ),
    Case(
        "SBS-13", "no_consent", AT_RISK, edit("contratos", data_anuencia=date(2023, 4, 11)),
        edit("contratos", data_anuencia=DAY), 20_000_00, remedied=True,
    ),
    Case("SBS-13", "clauses", ALERT, edit("contratos", salvaguardas=False), nothing, 20_000_00),
    Case("SBS-13", "expired", ALERT, edit("contratos", fim=date(2023, 4, 9)), edit("contratos", fim=DAY), 20_000_00),
    Case("SBS-13", "expected_without_contract", BLOCKS, _expected(contrato="C9"), _expected(), 1_000_00, remedied=True),
    Case("SBS-14", "below_guarantee", AT_RISK, put("precos", price("2.0001")), put("precos", price("2")), 20_000_00,
         remedied=True),
    Case(
        "SBS-14", "below_contract", AT_RISK, edit("contratos", preco_minimo=Decimal("2.0001")),
        edit("contratos", preco_minimo=Decimal(2)), 20_000_00, remedied=True,
    ),
)  # fmt: skip

_TRAVEL = cost("ater_propria", "b", "200", comprovante="NF 3")

ASSISTANCE = (
    Case(
        "SBS-15", "letter", BLOCKS, _spent(cost("ater_propria", "d", "1000")), _spent(cost("ater_propria", "c", "1000")),
        1_000_00, remedied=True,
    ),
    Case(
        "SBS-15", "no_registration", AT_RISK, edit("dispendios", registro=None), nothing, 1_000_00,
        given=_spent(cost("ater_terceiros", None, "1000")), remedied=True,
    ),
    Case(
        "SBS-15", "no_travel_receipt", AT_RISK, edit("dispendios", 1, comprovante=None), nothing, 200_00,
        given=_spent(cost("ater_propria", "a", "1000"), _TRAVEL, _TRAVEL), remedied=True,
    ),
    Case("SBS-15", "visit_without_registration", ALERT, edit("visitas", registro=None), nothing, None),
    Case(
        "SBS-15", "report_reused", ALERT, edit("visitas", 1, arquivo_hash="a" * 64),
        edit("visitas", 1, arquivo_hash="b" * 64), None, given=add("visitas", visit("2023-02-10", "T1")),
    ),
    Case(
        "SBS-15", "two_states_one_day", ALERT, edit("contratos", 1, municipio=NORTHEAST), nothing, None,
        given=all_of(_second_contract, add("visitas", visit("2023-01-10", "T1", contrato="C2"))),
    ),
    Case(
        "SBS-16", "travel", BLOCKS, edit("dispendios", 1, valor=Decimal("1600.01")), nothing, 1,
        given=_spent(cost("ater_propria", "a", "4000"), cost("ater_propria", "b", "1600", comprovante="NF 3")),
    ),
)  # fmt: skip


def _corn(value: str) -> Edit:
    return add("aquisicoes", purchase(produto="milho", valor=Decimal(value), quantidade=Decimal(1_000), contrato="C2"))


def _input(value: str, kilograms: int = 1_000) -> Edit:
    return add(
        "aquisicoes", purchase(insumo="metanol", produto=None, valor=Decimal(value), quantidade=Decimal(kilograms))
    )


CAPS = (
    Case("SBS-16", "corn", BLOCKS, _corn("8600"), _corn("8571.42"), 28_57, given=_second_contract),
    Case("SBS-16", "corn_and_inputs", BLOCKS, _input("8600"), _input("8571.42"), 28_57),
    Case(
        "SBS-16", "research", BLOCKS, edit("dispendios", valor=Decimal("2000.01")), nothing, 1,
        given=all_of(_researched(), edit("dispendios", valor=Decimal(2000))),
    ),
    Case(
        "SBS-16", "spending", BLOCKS, _spent(cost("doacao", "a", "10000.01")), _spent(cost("doacao", "a", "10000")), 1,
    ),
    Case(
        "SBS-16", "spending_priority", BLOCKS, _donated(municipio=NORTHEAST, valor=Decimal("14000.01")),
        _donated(municipio=NORTHEAST, valor=Decimal(14000)), 1,
        given=_line(municipio_origem=NORTHEAST), readings={"selo.regional_cap": "pool_per_region"},
    ),
    Case(
        "SBS-16", "spending_other", BLOCKS, _donated(valor=Decimal("10000.01")), _donated(valor=Decimal(10000)), 1,
        readings={"selo.regional_cap": "pool_per_region"},
    ),
    Case(
        "SBS-20", "above_need", AT_RISK, _input("1000", 20_001), _input("1000", 20_000), 5,
    ),
)  # fmt: skip

_MACHINE = cost("doacao", "g", "1000", beneficiario=COOPERATIVE)
_SPREAD = {"amortizar_anos": 5, "aprovacao_numero": "P. 1"}

SPENDING = (
    Case("SBS-17", "advanced", BLOCKS, _donated(antecipado=True), _donated(), 1_000_00),
    Case("SBS-17", "financed", BLOCKS, _donated(financiado=True), _donated(), 1_000_00),
    Case("SBS-17", "public_money", BLOCKS, _donated(recurso_publico=True), _donated(), 1_000_00),
    Case("SBS-17", "letter", BLOCKS, _donated(alinea=None), _donated(), 1_000_00, remedied=True),
    Case(
        "SBS-17", "beneficiary", BLOCKS, _spent(_MACHINE | {"beneficiario": AGENT}), _spent(_MACHINE), 1_000_00,
        remedied=True,
    ),
    Case("SBS-17", "no_public_body", BLOCKS, _researched(orgao_publico=None), _researched(), 1_000_00, remedied=True),
    Case(
        "SBS-17", "not_admitted", BLOCKS, edit("decisoes", data=date(2023, 3, 15)),
        edit("decisoes", data=date(2023, 3, 14)), 1_000_00, given=_researched(), remedied=True,
    ),
    Case("SBS-17", "no_invoice", AT_RISK, _donated(comprovante=None), _donated(), 1_000_00, remedied=True),
    Case("SBS-17", "no_receipt", AT_RISK, _donated(recibo=False), _donated(), 1_000_00, remedied=True),
    Case("SBS-17", "no_contract", AT_RISK, _researched(comprovante=None), _researched(), 1_000_00, remedied=True),
    Case("SBS-17", "no_report", AT_RISK, _researched(relatorio=False), _researched(), 1_000_00, remedied=True),
    Case(
        "SBS-17", "financed_purchase_out", BLOCKS, _line(financiado=True), nothing, 20_000_00, remedied=True,
        readings={"selo.financed_purchase": "excluded"},
    ),
    Case("SBS-17", "financed_purchase", ALERT, _line(financiado=True), nothing, 20_000_00),
    Case(
        "SBS-18", "wear", BLOCKS, _spent(_MACHINE | {"anos_de_uso": 1}), _spent(_MACHINE | {"anos_de_uso": 0}), 100_00,
    ),
    Case(
        "SBS-18", "years", BLOCKS, edit("dispendios", amortizar_anos=6), nothing, 166_67,
        given=all_of(_spent(_MACHINE | _SPREAD), put("decisoes", decision("amortizacao", "P. 1"))),
    ),
    Case(
        "SBS-18", "not_granted", BLOCKS, nothing, put("decisoes", decision("amortizacao", "P. 1")), 200_00,
        given=_spent(_MACHINE | _SPREAD), remedied=True,
    ),
)  # fmt: skip

LOSSES = (
    Case("SBS-21", "no_request", BLOCKS, _loss(requerimento=None), _loss(), None),
    Case("SBS-21", "few_reports", AT_RISK, _loss(laudos=0), _loss(), 78_000_00, remedied=True),
    Case("SBS-21", "no_death_papers", AT_RISK, _deaths(doc_emergencia=False), _deaths(), 1_000_00, remedied=True),
    Case(
        "SBS-21", "no_estimate", BLOCKS, edit("frustracoes", area_ha=None), edit("frustracoes", area_ha=Decimal(10)),
        None, given=all_of(_loss(), edit("contratos", 1, area_ha=None)),
    ),
    Case(
        "SBS-21", "under_threshold", ALERT, edit("frustracoes", entregue=Decimal(31_200)),
        edit("frustracoes", entregue=Decimal(31_199)), None,
        given=all_of(_loss(tipo="parcial", laudos=4), _line(contrato="C2", quantidade=Decimal(31_200), valor=Decimal(62_400))),
    ),
    Case(
        "SBS-21", "rest_not_bought", BLOCKS, edit("frustracoes", entregue=Decimal(10_001)),
        edit("frustracoes", entregue=Decimal(10_000)), None,
        given=all_of(_loss(tipo="parcial", laudos=4), _line(contrato="C2")),
    ),
    Case(
        "SBS-21", "no_price", BLOCKS, edit("frustracoes", preco=None), edit("frustracoes", preco=Decimal(2)), None,
        given=all_of(_loss(), edit("contratos", 1, preco=None)),
        readings={"selo.price_of_expected": "contract_only"},
    ),
    Case("SBS-21", "no_contract", BLOCKS, _loss(contrato="C9"), _loss(), None),
)  # fmt: skip

SALES = (
    Case("SBS-22", "no_sales", ALERT, edit("vendas", destino="exportacao"), edit("vendas", destino="interno"), None),
    Case(
        "SBS-22", "no_volume", ALERT, edit("vendas", volume_m3=None), nothing, None,
        readings={"selo.export_exclusion": "by_volume"},
    ),
)  # fmt: skip

JUSTIFICATIONS = (
    Case(
        "SBS-25", "nothing_named", ALERT, put("decisoes", decision("achado_justificado", "SBS-15 b", numero="D 1")),
        put("decisoes", decision("excecao_laudo", "C1")), None,
    ),
    Case(
        "SBS-25", "no_paper", ALERT, put("decisoes", decision("achado_justificado", "SBS-15 b", numero=None)),
        put("decisoes", decision("excecao_laudo", "C1")), None,
    ),
)  # fmt: skip

CASES = (
    *ELIGIBILITY, *CONTRACTS, *ASSISTANCE, *CAPS, *SPENDING, *LOSSES, *SALES, *JUSTIFICATIONS, *UNDER_PORTARIA_28,
)  # fmt: skip
