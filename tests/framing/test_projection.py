"""The projection of IN MDA 2/2005: what each kind of purchase is worth, and whether each group of regions reaches its minimum."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from lastro.core.errors import WrongUse
from lastro.framing import Question, assess
from lastro.law import load
from lastro.render.framed import print_framed
from lastro.selo.given import evidence_of
from lastro.statement.catalogue import LANGS
from lastro.statement.model import Statement
from tests.selo.world import CONFIG

NORTHEAST, SOUTH, CENTRE = "Irecê/BA", "Passo Fundo/RS", "Rio Verde/GO"
Row = Mapping[str, Any]


def bought(value: int, **columns: Any) -> Row:
    """A purchase of that many reais at R$ 1 a kg."""
    return {
        "ano": 2007, "tipo": "compra", "municipio": CENTRE, "produto": "soja", "quantidade_kg": Decimal(value),
        "preco": Decimal(1), "familiar": False,
    } | columns  # fmt: skip


def family(value: int, **columns: Any) -> Row:
    return bought(value, familiar=True, **columns)


def projected(*rows: Row, readings: Mapping[str, str] | None = None, **asked: Any) -> Statement:
    book = load()
    evidence = evidence_of({"compras_projeto": list(rows)}, CONFIG, book)
    return assess(evidence, book, Question(**({"year": 2007} | asked), readings=readings))


def exact(statement: Statement, line: str) -> Fraction:
    return Fraction(statement.line(line).exact)


@pytest.mark.parametrize(
    "place, minimum", [(NORTHEAST, 50), (SOUTH, 30), ("Uberaba/MG", 30), (CENTRE, 10), ("Belém/PA", 10)]
)
def test_each_region_has_its_minimum(place: str, minimum: int) -> None:
    statement = projected(family(minimum, municipio=place), bought(100 - minimum, municipio=place))
    assert exact(statement, "framing.minimum_percentage") == minimum
    assert exact(statement, "framing.margin") == 0
    assert statement.complete


def test_one_centavo_below_the_minimum_is_short() -> None:
    short = projected(family(10, preco=Decimal("0.9990")), bought(90))
    assert exact(short, "framing.margin") < 0
    assert exact(short, "framing.margin_value") < 0


def test_the_semi_arid_of_the_southeast_goes_with_the_northeast() -> None:
    statement = projected(family(30, municipio="Janaúba/MG"), bought(70, municipio="Janaúba/MG"))
    assert exact(statement, "framing.minimum_percentage") == 50


def test_regions_together_require_the_sum_of_what_each_requires() -> None:
    rows = [family(60, municipio=SOUTH), bought(40, municipio=SOUTH), bought(100)]
    statement = projected(*rows)
    assert exact(statement, "framing.required") == 40
    assert exact(statement, "framing.minimum_percentage") == 20
    assert exact(statement, "framing.percentage") == 30
    alone = projected(*rows, readings={"selo.regions_combined": "each_region"})
    assert exact(alone, "framing.minimum_percentage") == 10
    assert exact(alone, "framing.percentage") == 0


def test_own_production_is_worth_the_mean_price_of_third_parties() -> None:
    statement = projected(
        family(100, preco=Decimal(1)), bought(300, preco=Decimal(2)), bought(100, tipo="propria", preco=Decimal(9))
    )
    assert exact(statement, "framing.total") == 100 + 600 + 100 * Fraction(7, 4)
    assert exact(statement, "framing.family") == 100


def test_own_production_without_a_third_party_price_is_told_and_not_priced() -> None:
    statement = projected(family(100), bought(50, tipo="propria", produto="mamona"))
    assert [finding.variant for finding in statement.findings] == ["no_mean_price"]
    assert exact(statement, "framing.total") == 100
    assert not statement.complete


def test_the_producers_part_of_sharecropping_is_worth_what_the_partner_is_paid() -> None:
    shared = family(100, tipo="parceria", preco=Decimal("1.5"), parte_produtor=Decimal(40))
    statement = projected(shared, bought(1000, preco=Decimal(9)))
    assert exact(statement, "framing.family") == 60 * Fraction(3, 2)
    assert exact(statement, "framing.total") == 9000 + 100 * Fraction(3, 2)


def test_a_perennial_crop_counts_by_area_and_mean_yield_over_its_lifetime() -> None:
    palm = {
        "tipo": "perene",
        "produto": "palma",
        "area_ha": Decimal(10),
        "rendimento_kg_ha": Decimal(20),
        "quantidade_kg": None,
    }
    with_source = projected(family(0, **palm, fonte="embrapa"))
    assert exact(with_source, "framing.family") == 200
    without = projected(family(0, **palm))
    assert exact(without, "framing.family") == 0
    assert exact(without, "framing.total") == 200
    assert [finding.variant for finding in without.findings] == ["no_source"]


def test_a_row_without_what_measures_it_is_out_and_told() -> None:
    statement = projected(family(100), bought(100, municipio=None, preco=None))
    assert [(f.variant, f.arguments["columns"]) for f in statement.findings] == [("incomplete", "municipio, preco")]
    assert exact(statement, "framing.percentage") == 100
    assert not statement.complete


def test_an_empty_table_says_so() -> None:
    statement = projected()
    assert [finding.variant for finding in statement.findings] == ["empty"]
    assert not statement.complete


def test_only_the_rows_of_the_year_and_project_count() -> None:
    rows = [family(100, projeto="A"), bought(50, projeto="A", ano=2008), bought(70, projeto="B")]
    assert exact(projected(*rows, project="A"), "framing.total") == 100
    with pytest.raises(WrongUse):
        projected(*rows)
    with pytest.raises(WrongUse):
        projected(*rows, project="A", year=0)


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_says_verdict_and_regions(lang: Any, capsys: pytest.CaptureFixture[str]) -> None:
    print_framed(projected(family(5), bought(95), bought(1, preco=None)), lang=lang)
    told = " ".join(capsys.readouterr().out.split())
    assert {"pt": "faltam R$ 5,00", "en": "R$ 5.00 short"}[lang] in told.replace("\xa0", " ")
    assert {"pt": "não alcança", "en": "falls short"}[lang] in told
