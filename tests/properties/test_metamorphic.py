"""What must not change the answer, and which way it may move. Each holds on the oracle and on the product alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.oracle import assess, product
from tests.oracle.identifiers import access_key, cpf
from tests.oracle.model import Config
from tests.properties.workspaces import PLANT, YEAR, Example, Tables, workspaces

Answer = Callable[[Tables, Config], Mapping[str, Fraction]]
SEEDS = st.integers(0, 2**32)


def _oracle(tables: Tables, config: Config) -> Mapping[str, Fraction]:
    return assess(tables, config).lines


def _product(tables: Tables, config: Config) -> Mapping[str, Fraction]:
    return product.assess(tables, config).lines


ANSWERS = pytest.mark.parametrize("answer", [pytest.param(_oracle, id="oracle"), pytest.param(_product, id="product")])


def few(answer: Answer) -> settings:
    """Few examples, but whole workspaces: the oracle is cheap, the product opens an engine each time."""
    count = 12 if answer is _oracle else 2
    slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
    return settings(max_examples=count, deadline=None, suppress_health_check=slow, database=None)


def hold(answer: Answer, property_: Callable[[Example, int], None]) -> None:
    """Run a property of an example and a seed as often as the answer can afford."""
    few(answer)(given(workspaces(), SEEDS)(property_))()


@ANSWERS
def test_the_order_of_rows_changes_nothing(answer: Answer) -> None:
    def property_(example: Example, seed: int) -> None:
        draw = Random(seed)
        shuffled = {name: draw.sample(rows, len(rows)) for name, rows in example.tables.items()}
        assert answer(shuffled, example.config) == answer(example.tables, example.config)

    hold(answer, property_)


@ANSWERS
def test_an_ineligible_line_never_raises_a_percentage(answer: Answer) -> None:
    def property_(example: Example, seed: int) -> None:
        strange = _purchase(Random(seed), cpf("799999999")) | {"valor": Decimal("400000.00")}
        more = example.tables | {"aquisicoes": [*example.tables["aquisicoes"], strange]}
        before, after = answer(example.tables, example.config), answer(more, example.config)
        for line in ("selo.weighted_percentage", "selo.weighted_percentage_after_risk", "selo.effective_percentage"):
            assert after.get(line, 0) <= before.get(line, 0)  # a year without sales has no percentage

    hold(answer, property_)


@ANSWERS
def test_more_eligible_raw_material_of_a_new_family_never_lowers_the_numerator(answer: Answer) -> None:
    def property_(example: Example, seed: int) -> None:
        draw = Random(seed)
        newcomer = cpf("788888888")
        more = example.tables | {
            "agricultores": [*example.tables["agricultores"], _document(newcomer)],
            "aquisicoes": [*example.tables["aquisicoes"], _purchase(draw, newcomer)],
        }
        before, after = answer(example.tables, example.config), answer(more, example.config)
        assert after["selo.numerator"] >= before["selo.numerator"]
        assert after["selo.item.I"] > before["selo.item.I"]

    hold(answer, property_)


@ANSWERS
def test_two_items_instead_of_one_change_nothing_but_a_centavo_a_cut(answer: Answer) -> None:
    def property_(example: Example, seed: int) -> None:
        whole, uncut = _splittable(example, Random(seed))
        if whole is None:
            return
        before = answer(example.tables, example.config)
        after = answer(_split(example.tables, whole), example.config)
        if uncut:
            assert after == before
        else:  # one centavo for the cut by yield and one for the cut by income
            assert abs(after["selo.item.I"] - before["selo.item.I"]) <= Fraction(2, 100)

    hold(answer, property_)


def _document(person: str) -> dict[str, Any]:
    return {
        "cpf": person,
        "documento": "CAF",
        "numero": f"CAF {person}",
        "inicio": date(2022, 1, 1),
        "fim": date(2025, 12, 31),
        "situacao": "ativa",
    }


def _purchase(draw: Random, supplier: str) -> dict[str, Any]:
    """Soy oil: no limit of land, no cap of corn or inputs."""
    when = date(YEAR, draw.randrange(1, 13), draw.randrange(1, 29))
    return {
        "chave": access_key("43", when, supplier, 777_777),
        "item": 1,
        "data": when,
        "unidade": PLANT,
        "fornecedor": supplier,
        "produto": "soja",
        "forma": "oleo",
        "municipio_origem": draw.choice(["4314100", "2914604", "5218805"]),
        "quantidade": Decimal(1_000),
        "unidade_medida": "kg",
        "valor": Decimal(draw.randrange(1, 40_000_000)) / 100,
    }


def _splittable(example: Example, draw: Random) -> tuple[dict[str, Any] | None, bool]:
    """An item of a farmer that nothing was sent back of, and whether any limit cuts it."""
    returned = {row.get("devolucao_de") for row in example.tables["aquisicoes"]}
    rows = [
        row
        for row in example.tables["aquisicoes"]
        if not row.get("devolucao_de") and len(row["fornecedor"]) == 11 and _name(row) not in returned
    ]
    if not rows:
        return None, True
    row = draw.choice(rows)
    part = assess(example.tables, example.config).part(_name(row))
    return row, bool(part.block) or part.accepted == part.value


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['chave']}-{row['item']:03d}"


def _split(tables: Tables, whole: dict[str, Any]) -> Tables:
    """The same note with the item as two of half its quantity and value; items are even, so the next number is free."""
    half = {"quantidade": whole["quantidade"] / 2, "valor": whole["valor"] / 2}
    halves = [whole | half, whole | half | {"item": whole["item"] + 1}]
    rows = [row for row in tables["aquisicoes"] if row is not whole]
    return tables | {"aquisicoes": rows + halves}


@pytest.mark.parametrize("allocation", ["proportional", "least_weight_first", "most_weight_first", "latest_first"])
def test_the_favourable_allocation_of_a_cap_is_never_worse_than_any_other(allocation: str) -> None:
    @few(_oracle)
    @given(workspaces())
    def property_(example: Example) -> None:
        best = replace(example.config, readings={"selo.cap_allocation": "least_weight_first"})
        other = replace(example.config, readings={"selo.cap_allocation": allocation})
        assert _oracle(example.tables, best)["selo.numerator"] >= _oracle(example.tables, other)["selo.numerator"]

    property_()
