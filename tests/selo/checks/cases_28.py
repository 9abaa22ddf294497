"""Fixtures of the findings that Portaria MDA 28/2024 brought, and of what Portaria 280/2022 does not know."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

from tests.selo import world
from tests.selo.checks.case import ALERT, BLOCKS, Case
from tests.selo.world import COOPERATIVE, HOME, NORTHEAST, Edit, all_of, cost, decision, edit, key, nothing, put

_MINIMUM = {"selo.minimum_percentage": Fraction(1, 2)}


def _spent(*rows: dict[str, object]) -> Edit:
    return put("dispendios", *rows)


def _fomento(**columns: object) -> Edit:
    return _spent(cost("fomento", None, "1000", municipio=NORTHEAST) | columns)


def _delivered(members: str | None) -> Edit:
    """The 10 t come from a family cooperative whose grower is named, with that share of family farmers."""
    number = key(7, COOPERATIVE)
    grower = {"chave": number, "item": 1, "cpf": world.ANA, "quantidade": Decimal(10_000), "unidade_medida": "kg"}
    return all_of(
        edit("aquisicoes", chave=number, item=1, fornecedor=COOPERATIVE),
        put("origens", grower),
        edit("organizacoes", percentual_af=None if members is None else Decimal(members)),
    )


def _balance(amount: str) -> Edit:
    return put("decisoes", decision("saldo_2024", "2024", data=world.DAY, valor=Decimal(amount)))


_PALM = {"contrato": "C1", "cultura": "palma", "area_ha": Decimal(1)}
_IN_2025 = all_of(put("aquisicoes"), edit("vendas", data=date(2025, 6, 30)))  # a year with nothing but what is spent
_DAY_OF_CHANGE = date(2025, 9, 10)
_OWN = cost("ater_propria", "a", "1000", assistidos=10)  # 1,150 with travel: 115 a farmer


def _third(amount: str) -> dict[str, object]:
    return cost("ater_terceiros", None, amount, assistidos=10)


_CASES = (
    Case(
        "SBS-15", "receipts_not_seen", BLOCKS, _spent(cost("ater_propria", "b", "200")),
        _spent(cost("ater_propria", "c", "200")), 200_00,
    ),
    Case(
        "SBS-15", "training_out", BLOCKS, _spent(cost("ater_propria", "c", "200")),
        _spent(cost("ater_propria", "a", "200")), 200_00, readings={"selo.28.group_training": "out"},
    ),
    Case(
        "SBS-15", "below_own_average", ALERT, _spent(_OWN, _third("1149.99")), _spent(_OWN, _third("1150")), None,
    ),
    Case(
        "SBS-17", "not_an_option", BLOCKS, _spent(cost("doacao", "a", "1000", municipio=NORTHEAST)), _fomento(),
        1_000_00, readings={"selo.28.donations": "out"},
    ),
    Case("SBS-17", "region", BLOCKS, _fomento(municipio=HOME), _fomento(), 1_000_00, remedied=True),
    Case(
        "SBS-17", "fund_before", BLOCKS, _fomento(tipo="fundo", data=date(2025, 9, 9)),
        _fomento(tipo="fundo", data=_DAY_OF_CHANGE), 1_000_00, given=_IN_2025, year=2025,
    ),
    Case(
        "SBS-17", "no_prior_approval", BLOCKS, edit("dispendios", aprovacao_data=date(2025, 9, 11)),
        edit("dispendios", aprovacao_data=_DAY_OF_CHANGE), 1_000_00, year=2025, remedied=True,
        given=all_of(_IN_2025, _fomento(data=_DAY_OF_CHANGE, aprovacao_numero="AP 1")),
    ),
    Case("SBS-26", "minimum", ALERT, nothing, nothing, None, law={}, nearly_law=_MINIMUM),
    Case("SBS-26", "organisation_factor", ALERT, _delivered("75.01"), _delivered("75"), 20_000_00),
    Case("SBS-26", "membership", ALERT, _delivered(None), _delivered("75"), 20_000_00),
    Case("SBS-26", "balance_due", ALERT, _balance("-1"), _balance("1"), 1_00),
    Case("SBS-26", "expected_not_counted", ALERT, put("perenes", _PALM), nothing, None),
)  # fmt: skip


def _under_portaria_28(case: Case) -> Case:
    law = case.law if case.variant == "minimum" else _MINIMUM
    return replace(case, regime="portaria-mda-28-2024", law=law)


UNDER_PORTARIA_28 = (
    *map(_under_portaria_28, _CASES),
    Case(
        "SBS-17", "not_an_item", BLOCKS, _fomento(), _spent(cost("doacao", "a", "1000", municipio=NORTHEAST)), 1_000_00,
    ),
)  # fmt: skip
