"""Invented rows of `perenes`, `frustracoes` and `produtividades`: what counts without a purchase, and by what yield."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

Tables = dict[str, list[dict[str, Any]]]


def add_perennials(draw: Random, tables: Tables, count: int, people: list[str], organisations: list[str]) -> None:
    """Palm under one contract each, planted and not yet mature, mature, or with the expectation ended."""
    contracts = [row for row in tables["contratos"] if row["produto"] == "palma"]
    for contract in draw.sample(contracts, min(count, len(contracts))):
        row = {
            "contrato": contract["numero"],
            "cultura": "palma",
            "area_ha": Decimal(draw.randrange(10, 300)) / 10,
            "plantio": date(draw.choice([2019, 2020, 2024]), 3, 1),
            "maturidade": draw.choice([date(2023, 12, 31), date(2024, 1, 1), date(2026, 3, 1), date(2027, 3, 1)]),
            "rendimento_kg_ha": Decimal(draw.randrange(8_000, 20_000)),
            "fonte": "ibge",
            "municipio": draw.choice(["2914604", "3143302", "5218805"]),
            "preco": draw.choice([None, Decimal("0.4321")]),
            "manifestacao": draw.choice([None, None, None, date(2023, 6, 30), date(2024, 2, 1)]),
        }
        tables.setdefault("perenes", []).append(row)


def add_losses(draw: Random, tables: Tables, count: int) -> None:
    """Losses under contracts that sold something, total and partial, near the threshold on both sides; and mortality."""
    sold = sorted({(row["fornecedor"], row["produto"]) for row in tables["aquisicoes"]})
    fitting = [
        row
        for row in tables["contratos"]
        if (row["fornecedor"], row["produto"]) in sold
        and row["produto"] in ("soja", "milho", "mamona", "bovino", "suino")
    ]
    for contract in draw.sample(fitting, min(count, len(fitting))):
        animal = contract["produto"] in ("bovino", "suino")
        row = {
            "contrato": contract["numero"],
            "produto": contract["produto"],
            "data": date(draw.choice([2023, 2023, 2023, 2022]), draw.randrange(1, 13), 15),
            "municipio": draw.choice(["4314100", "2914604", "5218805", "3143302"]),
            "requerimento": draw.choice([date(2023, 12, 20)] * 9 + [None]),
        }
        tables.setdefault("frustracoes", []).append(
            row | (_death(draw) if animal else _failure(draw, tables, contract))
        )


def _death(draw: Random) -> dict[str, Any]:
    proofs = ("doc_defesa_sanitaria", "doc_emergencia", "doc_ater_publica", "doc_cooperativa")
    return {
        "tipo": "mortalidade",
        "esperado": Decimal(draw.randrange(10, 60)),
        "entregue": Decimal(draw.randrange(0, 12)),
        "unidade_medida": "cabeca",
        "preco": Decimal(draw.randrange(100_000, 400_000)) / 100,
        **{proof: draw.random() < 0.95 for proof in proofs},
    }


def _failure(draw: Random, tables: Tables, contract: dict[str, Any]) -> dict[str, Any]:
    expected = 1_000 * draw.randrange(20, 400)
    return {
        "tipo": draw.choice(["total", "parcial", "parcial", "parcial"]),
        "safra": "2022/23",
        "area_ha": draw.choice([None, Decimal(draw.randrange(10, 900)) / 10]),
        "esperado": Decimal(expected),
        "entregue": Decimal(expected * draw.choice([0, 1, 10, 50, 79, 80, 81]) // 100),
        "unidade_medida": "kg",
        "preco": draw.choice([None, Decimal("1.2345")]),
        "laudos": draw.choice([0, 1, 3, 4, 4, 4, 5]),
        "excecao_admitida": draw.random() < 0.1,
    }


def add_yields(draw: Random, tables: Tables) -> None:
    """Figures of every source and level, several surveys, and sometimes a granted change of their order."""
    for product in ("soja", "milho", "mamona", "girassol", "palma"):
        for _ in range(draw.randrange(0, 7)):
            level = draw.choice(["municipio", "municipio", "uf", "regiao", "proximo"])
            codes = {"uf": ["GO", "RS", "MG", "BA"], "regiao": ["CO", "S", "SE", "NE"]}
            row = {
                "fonte": draw.choice(["conab", "ibge", "outra"]),
                "nivel": level,
                "codigo": draw.choice(codes.get(level, ["5218805", "4314100", "3143302", "2914604"])),
                "produto": product,
                "safra": draw.choice(["2021/22", "2022/23", "2022/23"]),
                "kg_ha": Decimal(draw.randrange(500, 9_000)),
                "levantamento": draw.choice([None, "2", "9", "10", "12"]),
            }
            same = [known for known in tables.get("produtividades", ()) if _fact(known) == _fact(row)]
            if not same:
                tables.setdefault("produtividades", []).append(row)
    if draw.random() < 0.4:
        order = " ".join(draw.sample(["ibge", "conab", "outra"], 3))
        decision = {"tipo": "ordem_rendimento", "objeto": draw.choice(["soja", "mamona"]), "numero": "Ofício 3"}
        tables.setdefault("decisoes", []).append(decision | {"data": date(2023, 2, 1), "conteudo": order})


def _fact(row: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(row[column] for column in ("fonte", "nivel", "codigo", "produto", "safra", "levantamento"))
