"""The same evidence through every regime, as one table; and what is asked of all of them alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from lastro.core.dates import Interval, closed
from lastro.evidence.workspace import SealPeriod
from lastro.law import load
from lastro.render.terminal import statement_text
from lastro.selo.assess import Question, assess, assess_tables
from lastro.selo.given import evidence_of
from lastro.selo.regimes import REGIMES
from lastro.statement.formula import parse
from lastro.statement.model import Statement
from tests.evidence.nfe.builder import Item, Note, authorised
from tests.evidence.purchases.support import evidence as noted
from tests.selo.world import ANA, BIA, CONFIG, NORTHEAST, PLANT, STRANGER, Tables, cost, farmer, purchase, sound

LINES = (
    "selo.numerator", "selo.denominator", "selo.weighted_percentage", "selo.weighted_percentage_after_risk",
    "selo.effective_spending", "selo.effective_percentage", "selo.regional_share", "selo.minimum_percentage",
    "selo.margin", "selo.margin_value",
)  # fmt: skip


def evidence_of_all() -> Tables:
    """Soy of Goiás and castor of Bahia from family farming, castor from a stranger, own soy, a donation; sales of a
    million."""
    tables = sound()
    castor = {"produto": "mamona", "forma": "semente", "municipio_origem": NORTHEAST, "contrato": None}
    tables["agricultores"].append(farmer(BIA, municipio=NORTHEAST))
    tables["aquisicoes"] += [
        purchase(fornecedor=BIA, valor=Decimal(5_000), quantidade=Decimal(2_000), **castor),
        purchase(fornecedor=STRANGER, **castor),
        purchase(fornecedor=PLANT, propria=True, valor=Decimal(1), contrato=None),
    ]
    tables["dispendios"] = [cost("doacao", "a", "500.00", municipio=NORTHEAST)]
    return tables


@cache
def answered(act: str, readings: tuple[tuple[str, str], ...] = ()) -> Statement:
    return assess_tables(evidence_of_all(), CONFIG, dict(readings), regime=act)


# Before 2022 the denominator is 20 000 + 5 000 + 20 000 bought and 20 000 own at the mean price: 65 000. The Centre-West
# (40 000) and the Northeast (25 000) each ask their percentage. After, it is the million of sales.
TABLE: dict[str, tuple[str, str, str | None, str, bool]] = {
    #                                 numerator  denominator  minimum %       effective %  complete
    "in-mda-1-2005":                ("25000",  "65000",   "16500/650", "25000/650", False),
    "in-mda-1-2009":                ("25500",  "65000",   "13500/650", "25500/650", False),
    "portaria-mda-60-2012":         ("50500",  "65000",   None,        "25500/650", False),
    "portaria-sead-515-2018":       ("50500",  "65000",   "13500/650", "25500/650", True),
    "portaria-mapa-144-2019":       ("50500",  "65000",   "13500/650", "25500/650", True),
    "portaria-saf-mapa-280-2022":   ("181000", "1000000", "51",        "51/20",     True),
    "portaria-mda-28-2024":         ("100500", "1000000", None,        "51/20",     False),
}  # fmt: skip


@pytest.mark.parametrize("act", REGIMES)
def test_the_same_evidence_answers_differently_under_each_regime(act: str) -> None:
    statement = answered(act)
    numerator, denominator, minimum, effective, complete = TABLE[act]
    assert statement.regime == act
    assert exact(statement, "selo.numerator") == Fraction(numerator)
    assert exact(statement, "selo.denominator") == Fraction(denominator)
    assert exact(statement, "selo.weighted_percentage") == 100 * Fraction(numerator) / Fraction(denominator)
    assert exact(statement, "selo.minimum_percentage") == (None if minimum is None else Fraction(minimum))
    assert exact(statement, "selo.effective_percentage") == Fraction(effective)
    assert statement.complete is complete
    assert bool(statement.missing) is not complete


def exact(statement: Statement, line_id: str) -> Fraction | None:
    text = statement.line(line_id).exact
    return Fraction(text) if text else None


def test_the_table_names_every_regime() -> None:
    assert list(TABLE) == list(REGIMES)


@pytest.mark.parametrize("act", REGIMES)
def test_every_regime_has_the_lines_that_others_read(act: str) -> None:
    ids = {line.id for line in answered(act).lines}
    assert set(LINES) <= ids
    assert all(parse(line.formula) for line in answered(act).lines if line.formula)


@pytest.mark.parametrize("act", REGIMES)
def test_a_margin_is_the_percentage_less_the_minimum(act: str) -> None:
    statement = answered(act)
    minimum, margin = exact(statement, "selo.minimum_percentage"), exact(statement, "selo.margin")
    assert (minimum is None) == (margin is None)
    if minimum is not None:
        assert margin == exact(statement, "selo.weighted_percentage") - minimum


@pytest.mark.parametrize("act", [act for act in REGIMES if "selo.cost." in REGIMES[act].keys])
def test_factors_that_combine_never_count_less_than_the_largest_alone(act: str) -> None:
    product = answered(act, (("selo.cost.multipliers", "product"),))
    assert exact(product, "selo.numerator") >= exact(answered(act), "selo.numerator")
    assert exact(product, "selo.denominator") == exact(answered(act), "selo.denominator")


@pytest.mark.parametrize("act", [act for act in REGIMES if "selo.cost." in REGIMES[act].keys])
def test_regions_add_up_to_the_whole(act: str) -> None:
    lines = {line.id: Fraction(line.exact) for line in answered(act).lines if line.exact}
    regions = ("NE", "N", "SE", "S", "CO", "unknown")
    assert sum(lines[f"selo.region.{region}.base"] for region in regions) == lines["selo.denominator"]
    parts = sum(lines[f"selo.region.{r}.weighted"] + lines[f"selo.region.{r}.costs"] for r in regions)
    assert parts == lines["selo.numerator"]


def test_the_worst_region_decides_where_each_stands_alone() -> None:
    statement = answered("portaria-mapa-144-2019", (("selo.regions_combined", "each_region"),))
    margins = [exact(statement, f"selo.region.{region}.margin") for region in ("CO", "NE")]
    assert margins == [Fraction(100 * 30_000, 40_000) - 15, Fraction(100 * 20_500, 25_000) - 30]
    assert exact(statement, "selo.margin") == min(margins)


def test_a_purchase_from_a_stranger_is_no_finding_before_2022() -> None:
    before = {finding.code for finding in answered("portaria-mapa-144-2019").findings}
    after = {finding.code for finding in answered("portaria-saf-mapa-280-2022").findings}
    assert "SBS-11" not in before
    assert "SBS-11" in after


def test_a_note_that_nobody_claims_is_feedstock_bought() -> None:
    item = Item(quantity="10000.0000", unit_price="2.0000000000", value="20000.00")
    note = Note(emitter=ANA, recipient=PLANT, issued_at="2023-04-10T10:20:30-03:00", items=(item,))
    given = noted(plants=(PLANT,), notes=[authorised(note)])
    statement = assess(given, load(), Question(2023, regime="portaria-mapa-144-2019"))
    assert exact(statement, "selo.denominator") == 20_000
    assert exact(statement, "selo.numerator") == 0
    newer = assess(given, load(), Question(2023, regime="portaria-saf-mapa-280-2022"))
    assert exact(newer, "selo.item.I.declared") == 0


def _with_seal(start: date, end: date | None, year: int = 2023) -> Statement:
    book = load()
    given = evidence_of(sound(), {**CONFIG, "year": year}, book)
    seal = SealPeriod(closed(start, end), "ativa")
    told = replace(given, config=replace(given.config, seals=(seal,)))
    return assess(told, book, Question(year, regime="portaria-mapa-144-2019"))


@pytest.mark.parametrize(
    "start, end, year, counted",
    [
        (date(2020, 10, 22), None, 2023, True),
        (date(2020, 10, 23), None, 2023, False),
        (date(2015, 1, 1), date(2022, 12, 31), 2023, False),
        (date(2015, 1, 1), None, 2019, False),
    ],
)
def test_a_period_of_the_old_seal_that_reaches_the_year_is_told(
    start: date, end: date | None, year: int, counted: bool
) -> None:
    statement = _with_seal(start, end, year)
    found: list[Any] = [line for line in statement.lines if line.id == "selo.old_seal"]
    assert [line.value for line in found] == (["1"] if counted else [])
    assert ("selo.old_seal_until" in {used.key for used in statement.law}) is (counted or start.year == 2020)


def test_a_year_of_transition_is_printed_with_the_reading_that_decides_it() -> None:
    tables: Tables = {"aquisicoes": []}
    told = assess_tables(tables, {**CONFIG, "year": 2009}, {})
    assert told.regime == "in-mda-1-2009"
    assert ("selo.regime_2009", "in_1_2009", True) in [(r.key, r.option, r.is_default) for r in told.readings]
    assert "selo.regime_2009.in_1_2009" in {used.key for used in told.law}


def test_the_time_of_an_act_holds_its_parameters() -> None:
    held = REGIMES["portaria-mda-60-2012"].held(load())
    assert held == {"selo.cost.": Interval(date(2012, 9, 10), date(2017, 9, 5))}


@pytest.mark.parametrize(
    "lang, heading", [("pt", "Regiões de origem da matéria-prima"), ("en", "Regions of origin of the feedstock")]
)
def test_the_page_shows_each_region_of_origin(lang: Any, heading: str) -> None:
    told = statement_text(answered("portaria-mapa-144-2019"), lang=lang)
    assert heading in told
    assert {"pt": "Centro-Oeste", "en": "Centre-West"}[lang] in told.partition(heading)[2]
    assert heading not in statement_text(answered("portaria-saf-mapa-280-2022"), lang=lang)
