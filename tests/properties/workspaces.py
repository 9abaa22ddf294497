"""Whole workspaces, invented: families, organisations, contracts, purchases with origins and returns, costs, sales.

Hypothesis draws how much of everything there is and one seed; the seed draws the rest, so that an example holds
hundreds of lines and still shrinks to few. Every purchase has a valid access key and a good contract, so that what the
two answers say about risk comes only from what is seeded here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.oracle.identifiers import access_key, cnpj, cpf
from tests.oracle.model import Config
from tests.properties.costs import add_costs
from tests.properties.pretended import add_losses, add_perennials, add_yields

Rows = list[dict[str, Any]]
Tables = dict[str, Rows]
Goods = list[tuple[str, str]]
Mix = tuple[Goods, float]  # goods to choose from and how often a line is an input

PLANT = cnpj("990000010001")
YEAR = 2023
# South, Southeast, Semi-arid of Minas Gerais, Centre-West, Northeast, North.
PLACES = ["4314100", "4113700", "3543402", "3170107", "3143302", "5218805", "5107925", "2914604", "2933307", "1504703"]
PLANT_PLACES = ["5218805", "3170107", "3143302", "4314100", "2914604"]
GOODS = [
    ("soja", "grao"),
    ("soja", "grao"),
    ("soja", "oleo"),
    ("milho", "grao"),
    ("milho", "oleo"),
    ("mamona", "baga"),
    ("girassol", "grao"),
    ("algodao", "caroco"),
    ("palma", "cacho"),
    ("bovino", "sebo"),
    ("bovino", "vivo"),
    ("suino", "gordura"),
    ("suino", "vivo"),
    ("residuo", "outro"),
]
GOODS_WITH_MUCH_CORN = [("milho", "grao"), ("milho", "oleo"), ("milho", "grao"), ("soja", "grao"), ("mamona", "baga")]
INPUTS = ["metanol", "etanol"]
UNITS = [("kg", 1), ("t", 1_000), ("sc60", 60)]
KINDS = ["cooperativa_af", "cooperativa_af", "cooperativa_sem_caf", "agente_intermediario"]


@dataclass(frozen=True)
class Sizes:
    """How much of everything an example has."""

    families: int
    organisations: int
    notes: int
    returns: int
    costs: int
    perennials: int
    losses: int


@dataclass(frozen=True)
class Example:
    """A workspace and its plant; equal ones are equal by their seed."""

    tables: Tables
    config: Config
    seed: int


def workspaces(readings: st.SearchStrategy[dict[str, str]] | None = None) -> st.SearchStrategy[Example]:
    """Workspaces of up to some hundreds of lines, under default readings unless a strategy of readings is given."""
    sizes = st.builds(
        Sizes,
        families=st.integers(3, 60),
        organisations=st.integers(1, 8),
        notes=st.integers(1, 260),
        returns=st.integers(0, 25),
        costs=st.integers(0, 60),
        perennials=st.integers(0, 8),
        losses=st.integers(0, 12),
    )
    return st.builds(build, st.integers(0, 2**32), sizes, readings or st.just({}))


def build(
    seed: int, sizes: Sizes, readings: dict[str, str], choice: Sequence[Goods] = (GOODS, GOODS, GOODS_WITH_MUCH_CORN)
) -> Example:
    """The workspace that the seed and the sizes describe; its purchases are of one of the lists of goods."""
    draw = Random(seed)
    tables: Tables = {}
    people = [person for number in range(sizes.families) for person in _family(draw, tables, number)]
    organisations = [_organisation(draw, tables, number) for number in range(sizes.organisations)]
    products = sorted({product for goods in choice for product, _ in goods} | {"cana"})
    _contracts(draw, tables, people + organisations, products)
    mix = (draw.choice(choice), draw.choice([0.05, 0.05, 0.4]))
    for number in range(sizes.notes):
        _note(draw, tables, number, people, organisations, mix)
    for number in range(min(sizes.returns, len(tables["aquisicoes"]))):
        _return(draw, tables, number)
    add_yields(draw, tables)
    add_costs(draw, tables, sizes.costs, organisations, PLACES)
    add_perennials(draw, tables, sizes.perennials, people, organisations)
    add_losses(draw, tables, sizes.losses)
    _sales(draw, tables)
    config = Config(PLANT, draw.choice(PLANT_PLACES), YEAR, readings)
    return Example(tables, config, seed)


def day(draw: Random, first: date = date(YEAR, 1, 1), last: date = date(YEAR, 12, 31)) -> date:
    return first + timedelta(days=draw.randrange((last - first).days + 1))


def money(draw: Random, low: int, high: int) -> Decimal:
    """Reais with centavos, even in centavos so that a half is whole."""
    return Decimal(2 * draw.randrange(low * 50, high * 50 + 1)) / 100


def _family(draw: Random, tables: Tables, number: int) -> list[str]:
    """One to three people chained by shared documents, each document with one or two properties of its own."""
    members = [cpf(f"{700_000_000 + 10 * number + turn}") for turn in range(draw.choice([1, 1, 2, 3]))]
    for link in range(max(1, len(members) - 1)):
        kind = draw.choice(["CAF", "CAF", "CAF", "DAP"])
        farms = [
            (f"P{number}.{link}.{turn}", draw.choice(PLACES), Decimal(draw.randrange(10, 200)) / 10)
            for turn in range(draw.choice([1, 1, 2]))
        ]
        end = draw.choice([date(2024, 2, 29)] * 8 + [date(YEAR, 6, 30), date(YEAR, 12, 31)])
        taken = draw.choice(["suspensa", "cancelada"]) if draw.random() < 0.06 else ""
        for person in members[link : link + 2]:
            _document(tables, person, (kind, f"{kind} {number}.{link}", end), farms, taken)
    return members


def _document(
    tables: Tables, person: str, document: tuple[str, str, date], farms: list[tuple[str, str, Decimal]], taken: str
) -> None:
    """The person's rows of a document: one per property, and one more where it was taken away for some months."""
    kind, name, end = document
    for farm, place, area in farms:
        row: dict[str, Any] = {
            "cpf": person,
            "municipio": place,
            "imovel": farm,
            "area_ha": area,
            "documento": kind,
            "numero": name,
            "inicio": date(2022, 3, 1),
            "fim": end,
            "situacao": "ativa",
            "car": f"CAR {farm}",
        }
        tables.setdefault("agricultores", []).append(row)
        if farm.endswith("7.0") and end > date(YEAR, 8, 1):  # some areas are declared anew in July
            tables["agricultores"][-1] = row | {"fim": date(YEAR, 6, 30)}
            tables["agricultores"].append(row | {"inicio": date(YEAR, 7, 1), "area_ha": area / 2 + 3})
        if taken:
            gap = {"situacao": taken, "inicio": date(YEAR, 5, 1), "fim": date(YEAR, 8, 31)}
            tables["agricultores"].append(row | gap)


def _organisation(draw: Random, tables: Tables, number: int) -> str:
    identifier = cnpj(f"{80_000_000 + number}0001")
    row = {
        "cnpj": identifier,
        "tipo": draw.choice(KINDS),
        "habilitacao": draw.choice(["HAB"] * 9 + [None]),
        "inicio": date(2022, 1, 1),
        "fim": draw.choice([date(2026, 12, 31)] * 5 + [date(YEAR, 9, 30)]),
    }
    tables.setdefault("organizacoes", []).append(row)
    return identifier


def _contracts(draw: Random, tables: Tables, suppliers: list[str], products: list[str]) -> None:
    """One whole contract for each supplier and product, signed and consented to long before."""
    for turn, supplier in enumerate(suppliers):
        for product in products:
            row = {
                "numero": f"C{turn}.{product}",
                "fornecedor": supplier,
                "unidade": PLANT,
                "produto": product,
                "area_ha": Decimal(500),
                "quantidade_kg": Decimal(50_000_000),
                "assinatura": date(2022, 7, 1),
                "fim": date(2030, 12, 31),
                "preco": Decimal(draw.randrange(8_000, 30_000)) / 10_000,
                "preco_minimo": Decimal("0.5"),
                "unidade_preco": "kg",
                "prazo": True,
                "reajuste": True,
                "entrega": True,
                "salvaguardas": True,
                "anuente": "Sindicato",
                "data_anuencia": date(2022, 7, 1),
            }
            tables.setdefault("contratos", []).append(row)


def _note(draw: Random, tables: Tables, number: int, people: list[str], organisations: list[str], mix: Mix) -> None:
    supplier = draw.choice(organisations if draw.random() < 0.3 else people)
    when = day(draw)
    key = access_key("52", when, supplier, number + 1)
    for turn in range(draw.choice([1, 1, 2, 3])):
        row = _item(draw, when, supplier, mix) | {"chave": key, "item": 2 * turn + 2}
        tables.setdefault("aquisicoes", []).append(row)
        if len(supplier) == 14:
            _origins(draw, tables, row, people)


def _item(draw: Random, when: date, supplier: str, mix: Mix) -> dict[str, Any]:
    goods, inputs = mix
    product, form = draw.choice(goods)
    unit, factor = draw.choice(UNITS)
    kilograms = 1_200 * draw.randrange(1, 45 if len(supplier) == 11 else 150)
    row: dict[str, Any] = {
        "data": when,
        "fornecedor": supplier,
        "unidade": PLANT,
        "produto": product,
        "forma": form,
        "municipio_origem": draw.choice([*PLACES, None, None]),
        "quantidade": Decimal(kilograms) / factor,
        "unidade_medida": unit,
        "valor": money(draw, kilograms // 2, 3 * kilograms),
        "safra": draw.choice([None, None, "2021/22", "2022/23"]),
        "financiado": draw.random() < 0.05,
    }
    if draw.random() < inputs:
        row |= {"insumo": draw.choice(INPUTS), "produto": "cana", "forma": None}
    return row


def _origins(draw: Random, tables: Tables, row: dict[str, Any], people: list[str]) -> None:
    """All of the delivery, a part of it, or nothing, by quantity or by value, for up to five growers."""
    share = draw.choice([0, 0, 60, 100, 100, 100, 100])
    growers = draw.sample(people, min(len(people), draw.randrange(1, 6)))
    places = draw.random() < 0.7 and row["municipio_origem"] is None
    by_value = draw.random() < 0.3
    if not share:
        return
    weights = [draw.randrange(1, 100) for _ in growers]
    for grower, weight in zip(growers, weights, strict=True):
        part = Decimal(weight * share) / (100 * sum(weights))
        origin = {
            "chave": row["chave"],
            "item": row["item"],
            "cpf": grower,
            "quantidade": (row["quantidade"] * part).quantize(Decimal("0.001")),
            "unidade_medida": row["unidade_medida"],
            "municipio": draw.choice(PLACES) if places else None,
            "valor": (row["valor"] * part).quantize(Decimal("0.01")) if by_value else None,
        }
        tables.setdefault("origens", []).append(origin)


def _return(draw: Random, tables: Tables, number: int) -> None:
    """Some of an item, or all of it, sent back some days later, this year or the next."""
    bought = draw.choice([row for row in tables["aquisicoes"] if not row.get("devolucao_de")])
    when = bought["data"] + timedelta(days=draw.randrange(0, 90))
    part = Decimal(draw.choice([10, 25, 50, 100, 120])) / 100
    row = {
        "chave": access_key("52", when, PLANT, 900_000 + number),
        "item": 1,
        "data": when,
        "unidade": PLANT,
        "fornecedor": bought["fornecedor"],
        "produto": bought["produto"],
        "forma": bought["forma"],
        "insumo": bought.get("insumo"),
        "quantidade": (bought["quantidade"] * part).quantize(Decimal("0.001")),
        "unidade_medida": bought["unidade_medida"],
        "valor": (bought["valor"] * part).quantize(Decimal("0.01")),
        "devolucao_de": f"{bought['chave']}-{bought['item']:03d}",
    }
    tables["aquisicoes"].append(row)


def _sales(draw: Random, tables: Tables) -> None:
    tables["vendas"] = [
        {
            "data": day(draw, date(2022, 12, 1), date(2024, 1, 31)),
            "unidade": PLANT,
            "produto": draw.choice(["biodiesel"] * 9 + ["glicerina"]),
            "fabricacao": draw.choice(["propria"] * 9 + ["terceiros"]),
            "destino": draw.choice(["interno"] * 4 + ["exportacao"]),
            "volume_m3": Decimal(draw.randrange(1_000, 90_000)) / 10,
            "valor": money(draw, 100_000, 30_000_000),
            "valor_tributos": money(draw, 0, 90_000),
        }
        for _ in range(draw.randrange(3, 14))
    ]
