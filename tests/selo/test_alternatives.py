"""The readings table tells, for every option of every reading asked, what a fresh assessment under it would say."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache

import pytest

from lastro.core.numbers import half_up
from lastro.evidence.evidence import Evidence
from lastro.law import load
from lastro.render.readings_table import table_json, table_lines
from lastro.selo.alternatives import alternatives
from lastro.selo.assess import Question, assess, plants_of, session_of
from lastro.selo.given import evidence_of
from lastro.selo.prepared import Prepared, prepare
from lastro.statement.alternative import Alternative, Alternatives
from lastro.statement.model import Statement
from tests.selo.world import (
    AGENT,
    ANA,
    BIA,
    CONFIG,
    NORTHEAST,
    Tables,
    contract,
    cost,
    decision,
    farmer,
    key,
    purchase,
    sound,
)

# Each question is asked of the whole rules many times: beside `make test`, in `.ci/run`.
pytestmark = pytest.mark.long

BOOK = load()
YEAR = 2023
OTHER_READINGS = {"selo.cap_base": "weighted", "selo.limit_order": "income_then_yield"}


def _mixed() -> Tables:
    """A year in which many readings matter: corn, oil, a couple, an agent, spending, travel, exports, a loss, palm."""
    tables = sound()
    tables["agricultores"] += [farmer(BIA, familia="F", area_ha=Decimal(3)), farmer(ANA, familia="F", imovel="P2")]
    tables["contratos"] += [contract("C2", BIA, area_ha=Decimal(4)), contract("C3", BIA, produto="palma")]
    tables["aquisicoes"] += [
        purchase(produto="milho", valor=Decimal(15_000), quantidade=Decimal(9_000), contrato="C2"),
        purchase(fornecedor=BIA, quantidade=Decimal(30_000), valor=Decimal(60_000), contrato="C2"),
        purchase(forma="oleo", valor=Decimal(3_000), quantidade=Decimal(1_000), financiado=True),
        purchase(chave=key(3, AGENT), item=1, fornecedor=AGENT, municipio_origem=NORTHEAST),
    ]
    tables["origens"] = [{"chave": key(3, AGENT), "item": 1, "cpf": BIA, "valor": Decimal(20_000)}]
    tables["dispendios"] = [
        cost("doacao", "g", "1000", beneficiario=tables["organizacoes"][0]["cnpj"], anos_de_uso=3),
        cost("doacao", "a", "90000"),
        cost("ater_propria", "a", "4000"),
        cost("ater_propria", "a", "4000", tecnico="T2"),
        cost("ater_propria", "b", "900", tecnico="T2", comprovante="NF 9"),
        cost("pesquisa", None, "9000"),
    ]
    tables["decisoes"] = [decision("pesquisa_admitida", "Of. 9")]
    tables["vendas"] += [
        {"data": date(2023, 7, 1), "valor": Decimal(200_000), "volume_m3": Decimal(30), "destino": "exportacao"},
        {"data": date(2023, 8, 1), "valor": Decimal(90_000), "volume_m3": Decimal(20), "fabricacao": "terceiros",
         "valor_tributos": Decimal(9_000)},
    ]  # fmt: skip
    tables["frustracoes"] = [
        {"contrato": "C2", "tipo": "total", "data": date(2023, 5, 2), "produto": "soja", "safra": "2022/23",
         "laudos": 1, "requerimento": date(2023, 5, 20), "esperado": Decimal(9_000), "unidade_medida": "kg"},
    ]  # fmt: skip
    tables["perenes"] = [
        {"contrato": "C3", "cultura": "palma", "area_ha": Decimal(2), "plantio": date(2021, 1, 1),
         "rendimento_kg_ha": Decimal(1_000), "fonte": "embrapa", "preco": Decimal(1), "municipio": NORTHEAST},
    ]  # fmt: skip
    return tables


@cache
def _evidence() -> Evidence:
    return evidence_of(_mixed(), CONFIG, BOOK)


@cache
def _prepared() -> Prepared:
    """The lines as the default readings shape them; `assess` makes them anew where a reading shapes them otherwise."""
    session = session_of(_evidence(), BOOK, Question(YEAR))
    return prepare(_evidence(), BOOK, session, plants_of(_evidence(), session, ""))


@cache
def _table(other: bool) -> Alternatives:
    return alternatives(_evidence(), BOOK, Question(YEAR, readings=OTHER_READINGS if other else {}))


@cache
def _assessed(readings: tuple[tuple[str, str], ...]) -> Statement:
    return assess(_evidence(), BOOK, Question(YEAR, readings=dict(readings)), _prepared())


def _exact(statement: Statement, line_id: str) -> Fraction:
    return Fraction(statement.line(line_id).exact)


def _agrees(row: Alternative, chosen: dict[str, str]) -> bool:
    base = _assessed(tuple(sorted(chosen.items())))
    fresh = _assessed(tuple(sorted({**chosen, row.key: row.option}.items())))
    percentage, change = _exact(fresh, "selo.weighted_percentage"), _exact(fresh, "selo.numerator")
    return (row.percentage, row.points, row.amount_centavos) == (
        percentage,
        percentage - _exact(base, "selo.weighted_percentage"),
        half_up((change - _exact(base, "selo.numerator")) * 100),
    )


ASKED = [
    (used.key, option)
    for used in _assessed(()).readings
    for option in BOOK.readings[used.key].names
    if option != used.option
]


def test_every_option_of_every_reading_asked_stands_once() -> None:
    assert sorted((row.key, row.option) for row in _table(False).rows) == sorted(ASKED)


@pytest.mark.parametrize(("key_", "option"), ASKED)
def test_an_option_says_what_a_fresh_assessment_says(key_: str, option: str) -> None:
    (row,) = (row for row in _table(False).rows if (row.key, row.option) == (key_, option))
    assert not row.stopped_by
    assert _agrees(row, {})


def test_alternatives_start_from_the_readings_as_chosen() -> None:
    table = _table(True)
    assert table.percentage == _exact(_assessed(tuple(sorted(OTHER_READINGS.items()))), "selo.weighted_percentage")
    for row in table.rows:
        if row.key in ("selo.cap_base", "selo.limit_order", "selo.regional_cap"):
            assert _agrees(row, OTHER_READINGS)


def test_the_largest_effect_stands_first() -> None:
    points = [abs(row.points) for row in _table(False).rows]
    assert points == sorted(points, reverse=True)
    assert len([point for point in points if point]) > 12


def test_an_option_that_cannot_be_computed_says_why() -> None:
    missing = {"key": "selo.x", "on": "2023-01-01", "cites": "portaria-mda-28-2024 art. 31"}
    stopped = Alternative("selo.cap_base", "weighted", Fraction(0), Fraction(0), 0, "law.not_established", missing)
    table = Alternatives(Fraction(8), (stopped,))
    told = " ".join(table_lines(table, "pt"))
    assert "não se pode calcular: O parâmetro selo.x" in told
    assert "Portaria MDA 28/2024, art. 31" in told
    assert table_json(table)["rows"][0]["percentage"] is None  # type: ignore[index]


def test_each_effect_is_told_with_its_question_and_answer() -> None:
    told = "\n".join(table_lines(_table(False), "en"))
    assert "Do the caps of art. 4 measure item I with or without the factors?" in told
    assert told.count("→") == len([row for row in _table(False).rows if row.points or row.amount_centavos])
