"""The product and the oracle give the same centavo under Portaria MDA 28/2024, whatever the readings and what is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.oracle import assess, product
from tests.oracle.identifiers import access_key, cpf
from tests.oracle.model import READINGS, READINGS_28
from tests.properties.agreement import compare
from tests.properties.workspaces import PLANT, Example
from tests.properties.workspaces_28 import workspaces

LARGE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
SEEDS = st.integers(0, 2**32)
# Readings of Portaria 28/2024, and those common to all regimes that it keeps.
KEPT = (
    "selo.family_unit",
    "selo.limit_order",
    "selo.yield_level",
    "selo.area_of_season",
    "selo.corn_harvests",
    "selo.crop_calendar",
    "selo.return_year",
)
OWN = READINGS_28 | {key: READINGS[key] for key in KEPT}
PERCENTAGES = ("selo.weighted_percentage", "selo.weighted_percentage_after_risk", "selo.effective_percentage")


def _readings() -> st.SearchStrategy[Mapping[str, str]]:
    some = st.lists(st.sampled_from(sorted(OWN)), min_size=1, max_size=6, unique=True)
    return some.flatmap(lambda keys: st.fixed_dictionaries({key: st.sampled_from(OWN[key]) for key in keys}))


def _given() -> st.SearchStrategy[Mapping[str, Fraction]]:
    """What the user says of the law: a minimum, the factor of letter a, both or nothing."""
    minimums = st.sampled_from([Fraction(40, 100), Fraction(51, 100), Fraction(1, 3)])
    factors = st.sampled_from([Fraction(12, 10), Fraction(2)])
    return st.fixed_dictionaries(
        {}, optional={"selo.minimum_percentage": minimums, "selo.28.factor.organisation_majority": factors}
    )


@settings(max_examples=6, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces())
def test_every_line_agrees_under_the_default_readings(example: Example) -> None:
    compare(example)


@settings(max_examples=9, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces(_readings(), _given()))
def test_every_line_agrees_under_any_readings_and_supplied_law(example: Example) -> None:
    compare(example)


@settings(max_examples=2, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces())
def test_readings_of_the_regulation_before_change_nothing(example: Example) -> None:
    """Caps, wear, losses, exports by volume and taxes off the value are Portaria 280's; its successor has none of them."""
    foreign = {key: READINGS[key][-1] for key in set(READINGS) - set(OWN) - COMMON}
    other = replace(example, config=replace(example.config, readings=foreign))
    assert product.assess(other.tables, other.config).lines == product.assess(example.tables, example.config).lines


# Not only of Portaria 280: whose statement it is, how land is shared, whose product was sold.
COMMON = {"selo.subject", "selo.area_shared", "selo.denominator_scope"}


@settings(max_examples=3, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces(), SEEDS)
def test_an_ineligible_line_never_raises_a_percentage(example: Example, seed: int) -> None:
    draw = Random(seed)
    stranger = _purchase(
        draw, example.config.year, cpf("799999999"), ("soja", "oleo"), draw.choice(["4314100", "2914604"])
    )
    animal = _purchase(draw, example.config.year, _farmer(example), ("bovino", "vivo"), "4314100")
    before = product.assess(example.tables, example.config).lines
    for row in (stranger, animal):
        after = product.assess(_with(example, row), example.config).lines
        assert all(after.get(line, 0) <= before.get(line, 0) for line in PERCENTAGES)
        assert after["selo.numerator"] == before["selo.numerator"]


@settings(max_examples=3, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces(), SEEDS)
def test_exports_never_enter(example: Example, seed: int) -> None:
    draw = Random(seed)
    sale = {
        "data": date(example.config.year, draw.randrange(1, 13), 7),
        "unidade": PLANT,
        "produto": "biodiesel",
        "destino": "exportacao",
        "volume_m3": Decimal(draw.randrange(1, 90_000)),
        "valor": Decimal(draw.randrange(1, 10**10)) / 100,
    }
    tables = example.tables | {"vendas": [*example.tables["vendas"], sale]}
    before, after = product.assess(example.tables, example.config), product.assess(tables, example.config)
    assert _but_exports(after.lines) == _but_exports(before.lines)


def _but_exports(lines: Mapping[str, Fraction]) -> dict[str, Fraction]:
    return {name: value for name, value in lines.items() if not name.startswith("selo.sales.export")}


@settings(max_examples=4, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces(), SEEDS)
def test_two_items_instead_of_one_change_nothing_while_no_limit_cuts(example: Example, seed: int) -> None:
    whole = _splittable(example, Random(seed))
    if whole is not None:
        before = product.assess(example.tables, example.config).lines
        assert product.assess(_split(example, whole), example.config).lines == before


def _with(example: Example, row: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    return example.tables | {"aquisicoes": [*example.tables["aquisicoes"], row]}


def _farmer(example: Example) -> str:
    return str(example.tables["agricultores"][0]["cpf"])


def _purchase(draw: Random, year: int, supplier: str, goods: tuple[str, str], place: str) -> dict[str, Any]:
    when = date(year, draw.randrange(1, 13), draw.randrange(1, 29))
    return {
        "chave": access_key("43", when, supplier, 777_777),
        "item": 1,
        "data": when,
        "unidade": PLANT,
        "fornecedor": supplier,
        "produto": goods[0],
        "forma": goods[1],
        "municipio_origem": place,
        "quantidade": Decimal(1_000),
        "unidade_medida": "kg",
        "valor": Decimal(draw.randrange(1, 40_000_000)) / 100,
    }


def _splittable(example: Example, draw: Random) -> dict[str, Any] | None:
    """An item of a farmer that nothing was sent back of and that no limit cuts."""
    rows = example.tables["aquisicoes"]
    returned = {row.get("devolucao_de") for row in rows}
    bought = [r for r in rows if not r.get("devolucao_de") and len(r["fornecedor"]) == 11 and _name(r) not in returned]
    if not bought:
        return None
    row = draw.choice(bought)
    part = assess(example.tables, example.config).part(_name(row))
    return row if part.block or part.accepted == part.value else None


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['chave']}-{row['item']:03d}"


def _split(example: Example, whole: dict[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The same note with the item as two of half its quantity and value; items are even, so the next number is free."""
    half = {"quantidade": whole["quantidade"] / 2, "valor": whole["valor"] / 2}
    halves = [whole | half, whole | half | {"item": whole["item"] + 1}]
    return example.tables | {"aquisicoes": [row for row in example.tables["aquisicoes"] if row is not whole] + halves}
