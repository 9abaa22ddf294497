"""Several faults at once: each is named, and points tell what one remedy alone brings back."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from lastro.statement.model import Statement
from tests.selo.world import (
    ANA,
    COOPERATIVE,
    NORTHEAST,
    STRANGER,
    Edit,
    add,
    assessed,
    contract,
    cost,
    edit,
    exact,
    key,
    price,
    purchase,
    put,
    selo_findings,
)

AFTER_RISK = "selo.weighted_percentage_after_risk"
NOT_QUALIFIED = edit("organizacoes", fim=date(2023, 4, 9))
NOT_IN_FORCE = edit("agricultores", fim=date(2023, 4, 9))
TRAVEL = cost("ater_propria", "b", "1000", comprovante="NF 3")


def _points(statement: Statement) -> dict[str, Fraction | None]:
    return {f"{f.code} {f.variant}": f.points for f in selo_findings(statement)}


def _delivered_by_the_cooperative() -> list[Edit]:
    number = key(7, COOPERATIVE)
    origin = {"chave": number, "item": 1, "cpf": ANA, "quantidade": Decimal(10_000), "unidade_medida": "kg"}
    return [edit("aquisicoes", chave=number, item=1, fornecedor=COOPERATIVE), put("origens", origin)]


def test_a_line_out_for_two_reasons_names_both_and_one_remedy_brings_nothing_back() -> None:
    both = assessed(*_delivered_by_the_cooperative(), NOT_QUALIFIED, NOT_IN_FORCE)
    assert _points(both) == {"SBS-01 not_in_force": 0, "SBS-11 not_qualified": 0}
    assert exact(both) == 0


def test_a_line_at_risk_for_two_causes_regains_only_what_the_other_does_not_hold() -> None:
    """9 t of methanol under no contract with 4 t above the need: both causes hold the 4 t."""
    methanol = purchase(insumo="metanol", produto=None, quantidade=Decimal(9_000), valor=Decimal(900), contrato="C1")
    need = {"mes": "2023-06", "insumo": "metanol", "quantidade": Decimal(5_000), "unidade_medida": "kg"}
    produced = {"mes": "2023-06", "biodiesel_m3": Decimal(200)}
    over = assessed(add("aquisicoes", methanol), put("producao", produced, need))
    assert _points(over) == {"SBS-20 above_need": Fraction(400, 10_000)}


def test_two_prices_above_what_was_paid_are_two_causes() -> None:
    low = assessed(put("precos", price("2.01")), edit("contratos", preco_minimo=Decimal("2.01")))
    assert _points(low) == {"SBS-14 below_guarantee": 0, "SBS-14 below_contract": 0}
    one = assessed(put("precos", price("2.01")))
    assert _points(one) == {"SBS-14 below_guarantee": exact(one) - exact(one, AFTER_RISK)}


@pytest.mark.parametrize("missing", ["comprovante", "recibo"])
def test_a_donation_without_two_proofs_regains_nothing_by_one(missing: str) -> None:
    neither = assessed(put("dispendios", cost("doacao", "a", "1000", comprovante=None, recibo=False)))
    assert set(_points(neither).values()) == {Fraction(0)}
    other = {"comprovante": None, "recibo": False}[missing]
    one = assessed(put("dispendios", cost("doacao", "a", "1000", **{missing: other})))
    assert set(_points(one).values()) == {exact(one) - exact(one, AFTER_RISK)}


def test_receipts_that_share_a_full_room_regain_only_what_the_others_leave() -> None:
    """Pay of 1,000 gives receipts a room of 400: the receipt that is shown fills it alone."""
    rows = [cost("ater_propria", "a", "1000"), TRAVEL, TRAVEL | {"comprovante": None}]
    found = _points(assessed(put("dispendios", *rows)))
    assert found["SBS-15 no_travel_receipt"] == 0


def test_what_a_cap_would_swallow_shows_no_points() -> None:
    rows = [cost("doacao", "a", "10000"), cost("doacao", "b", "1000", recibo=False)]
    assert _points(assessed(put("dispendios", *rows)))["SBS-17 no_receipt"] == 0


def test_an_unknown_organisation_is_not_also_told_to_name_its_farmers() -> None:
    assert list(_points(assessed(edit("aquisicoes", fornecedor=STRANGER)))) == ["SBS-11 unknown"]


@pytest.mark.parametrize("order", ["proportional", "least_weight_first", "most_weight_first", "latest_first"])
def test_points_are_measured_under_the_order_in_which_caps_cut(order: str) -> None:
    """Corn and spending pass their caps; the soy that is at risk gives both of them room."""
    readings = {"selo.cap_allocation": order}
    corn = purchase(produto="milho", valor=Decimal(9_000), quantidade=Decimal(3_000), contrato="C2")
    north = corn | {"municipio_origem": NORTHEAST, "data": date(2023, 3, 1)}
    rows = [cost("doacao", "a", "9000"), cost("ater_propria", "c", "9000", data=date(2023, 9, 1))]
    given = [add("contratos", contract("C2")), add("aquisicoes", corn, north), put("dispendios", *rows)]
    wrong = assessed(*given, edit("aquisicoes", contrato="C9"), readings=readings)
    right = assessed(*given, readings=readings)
    assert _points(wrong)["SBS-13 no_contract"] == exact(right, AFTER_RISK) - exact(wrong, AFTER_RISK)
