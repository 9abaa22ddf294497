"""Invented rows of `dispendios`, of the decisions they rest on and of the production that inputs serve."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

PROOF = 0.93  # how often a proof is there


def add_costs(
    draw: Random, tables: dict[str, list[dict[str, Any]]], count: int, organisations: list[str], places: list[str]
) -> None:
    """Costs of every item and letter, well and badly proved, public, advanced, financed, used and amortised."""
    largest = draw.choice([2_000_000, 40_000_000, 300_000_000])
    for number in range(count):
        kind = draw.choice(["doacao", "doacao", "pesquisa", "ater_propria", "ater_propria", "ater_terceiros"])
        row = _common(draw, kind, number, places, largest)
        if kind == "doacao":
            row |= _donation(draw, tables, number, organisations)
        elif kind == "pesquisa":
            row |= _research(draw, tables, number, row["data"])
        tables.setdefault("dispendios", []).append(row)
    tables["producao"] = [row for month in range(1, 13) for row in _production(draw, month)]


def _common(draw: Random, kind: str, number: int, places: list[str], largest: int) -> dict[str, Any]:
    letters = {"ater_propria": ["a", "a", "b", "c"]}.get(kind, [None])
    return {
        "tipo": kind,
        "alinea": draw.choice(letters),
        "data": date(draw.choice([2022, 2023, 2023, 2023, 2023, 2024]), draw.randrange(6, 13), draw.randrange(1, 29)),
        "valor": Decimal(draw.randrange(10_000, largest)) / 100,
        "municipio": draw.choice([*places, None]),
        "comprovante": f"NF {number}" if draw.random() < PROOF else None,
        "registro": "CREA 1" if draw.random() < PROOF else None,
        "tecnico": f"T{draw.randrange(6)}" if kind == "ater_propria" else None,
        "recibo": draw.random() < PROOF,
        "relatorio": draw.random() < PROOF,
        "antecipado": draw.random() < 0.04,
        "financiado": draw.random() < 0.04,
    }


def _donation(
    draw: Random, tables: dict[str, list[dict[str, Any]]], number: int, organisations: list[str]
) -> dict[str, Any]:
    letter = draw.choice(list("abcdefghijkgh"))
    row: dict[str, Any] = {"alinea": letter, "recurso_publico": draw.random() < 0.05}
    if letter in "gh":
        row |= {
            "beneficiario": draw.choice(organisations),
            "anos_de_uso": draw.choice([None, None, 0, 1, 3, 11]),
            "amortizar_anos": draw.choice([None, None, 1, 3, 5, 6]),
            "aprovacao_numero": f"AM {number}",
        }
        if draw.random() < 0.8:
            decision = {
                "tipo": "amortizacao",
                "objeto": f"AM {number}",
                "numero": f"AM {number}",
                "data": date(2021, 12, 1),
            }
            tables.setdefault("decisoes", []).append(decision)
    return row


def _research(draw: Random, tables: dict[str, list[dict[str, Any]]], number: int, spent: date) -> dict[str, Any]:
    admitted = draw.choice([date(2021, 11, 1), date(2021, 11, 1), date(2021, 11, 1), spent])
    if draw.random() < 0.1:
        return {"orgao_publico": "Embrapa"}
    decision = {"tipo": "pesquisa_admitida", "objeto": f"PQ {number}", "numero": f"PQ {number}", "data": admitted}
    tables.setdefault("decisoes", []).append(decision)
    body = "Embrapa" if draw.random() < 0.9 else None
    return {"orgao_publico": body, "aprovacao_numero": f"PQ {number}", "aprovacao_data": admitted}


def _production(draw: Random, month: int) -> list[dict[str, Any]]:
    made = {"mes": f"2023-{month:02d}", "biodiesel_m3": Decimal(draw.randrange(100, 9_000)) / 10}
    uses = {"mes": f"2023-{month:02d}", "insumo": "metanol", "unidade_medida": "kg", "coeficiente": Decimal(110)}
    return [made, uses]
