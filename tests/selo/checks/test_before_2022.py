"""What a regime before 2022 says it had to do without, made wrong and nearly wrong."""

from __future__ import annotations

from decimal import Decimal

import pytest

from lastro.render import labels
from lastro.selo.assess import assess_tables
from lastro.statement.catalogue import LANGS
from lastro.statement.model import Finding
from tests.selo.checks.before_2022 import BEFORE_2022
from tests.selo.world import (
    AGENT,
    ANA,
    CONFIG,
    STRANGER,
    Edit,
    add,
    all_of,
    cost,
    edit,
    key,
    nothing,
    purchase,
    put,
    sound,
)

FIRST, OLD = "in-mda-1-2005", "in-mda-1-2009"
SHARED, NEW = "portaria-mda-60-2012", "portaria-mapa-144-2019"
_THROUGH_AGENT = all_of(
    edit("aquisicoes", chave=key(7, AGENT), item=1, fornecedor=AGENT),
    put("origens", {"chave": key(7, AGENT), "item": 1, "cpf": ANA, "valor": Decimal(20_000)}),
    edit("contratos", fornecedor=AGENT),
)
_DONATION = put("dispendios", cost("doacao", "a", "100.00"))
_SUNFLOWER = edit("aquisicoes", produto="girassol", forma="grao")
_INPUT = add("aquisicoes", purchase(produto=None, forma=None, insumo="etanol", valor=Decimal(500), contrato=None))
_OWN = add("aquisicoes", purchase(fornecedor=STRANGER, propria=True, produto="mamona", forma="semente", contrato=None))
_PRICED = add("aquisicoes", purchase(fornecedor=STRANGER, produto="mamona", forma="semente", contrato=None))
_NOWHERE = add("aquisicoes", purchase(fornecedor=STRANGER, municipio_origem=None, contrato=None))


def _told(regime: str, *edits: Edit) -> list[Finding]:
    tables = sound()
    for each in edits:
        each(tables)
    statement = assess_tables(tables, CONFIG, {}, regime=regime)
    return [finding for finding in statement.findings if finding.code.startswith("SBS-")]


CASES = [
    ("not_admitted", OLD, _THROUGH_AGENT, NEW, _THROUGH_AGENT, 2_000_000),
    ("not_counted", FIRST, _DONATION, OLD, _DONATION, 10_000),
    ("region_minimum", SHARED, nothing, NEW, nothing, 2_000_000),
    ("multiplier", OLD, _SUNFLOWER, NEW, _SUNFLOWER, 2_000_000),
    ("origin_unknown", NEW, _NOWHERE, NEW, nothing, 2_000_000),
    ("own_price", NEW, _OWN, NEW, _PRICED, 2_000_000),
    ("inputs_not_counted", OLD, _INPUT, NEW, _INPUT, 50_000),
]


@pytest.mark.parametrize("variant, regime, wrong, other, nearly, amount", CASES, ids=[case[0] for case in CASES])
def test_the_gap_is_told_where_it_is_and_not_where_it_is_filled(
    variant: str, regime: str, wrong: Edit, other: str, nearly: Edit, amount: int
) -> None:
    told = _told(regime, wrong)
    assert [(finding.variant, finding.amount_centavos) for finding in told] == [(variant, amount)]
    assert _told(other, nearly) == []
    for lang in LANGS:
        assert labels.finding_title(told[0], lang)
        assert labels.finding_message(told[0], lang)
        assert labels.finding_remedy(told[0], lang)


def test_every_gap_has_its_case() -> None:
    assert {case[0] for case in CASES} == {variant for _, variant in BEFORE_2022}
