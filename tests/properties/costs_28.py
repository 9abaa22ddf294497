"""Invented spending under Portaria MDA 28/2024: fomento, funds, assistance and donations, and the balance of 2024."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from random import Random
from typing import Any

Tables = dict[str, list[dict[str, Any]]]
CHANGE = date(2025, 9, 10)
KINDS = ["fomento", "fomento", "pesquisa", "fundo", "doacao", "ater_propria", "ater_propria", "ater_terceiros"]


def add_costs(draw: Random, tables: Tables, count: int, places: list[str], year: int) -> None:
    """Costs of every kind, approved, not approved or too late, inside and outside the priority regions."""
    largest = draw.choice([2_000_000, 40_000_000, 300_000_000])
    for number in range(count):
        kind = draw.choice(KINDS)
        spent = _day(draw, year)
        row: dict[str, Any] = {
            "tipo": kind,
            "data": spent,
            "valor": Decimal(draw.randrange(10_000, largest)) / 100,
            "municipio": draw.choice([*places, *places, None]),
            "comprovante": f"NF {number}",
            "recibo": True,
            "relatorio": True,
        }
        row |= _approval(draw, tables, number, spent) if draw.random() < 0.7 else {}
        row |= _assistance(draw, kind, number) if kind.startswith("ater") else {}
        if kind == "doacao":
            row["alinea"] = draw.choice(list("abcdef"))
        tables.setdefault("dispendios", []).append(row)


def _day(draw: Random, year: int) -> date:
    """Mostly of the year, near the day of the change where the year has it."""
    near = [date(year, 9, day) for day in (9, 10, 11)]
    return draw.choice([*near, date(year, draw.randrange(1, 13), draw.randrange(1, 29)), date(year - 1, 12, 31)])


def _approval(draw: Random, tables: Tables, number: int, spent: date) -> dict[str, Any]:
    """By the row's own columns or by a decision, before the expense, on its day or after it."""
    name = f"AP {number}"
    approved = date.fromordinal(spent.toordinal() + draw.choice([-90, -1, 0, 1]))
    if draw.random() < 0.5:
        return {"aprovacao_numero": name, "aprovacao_data": approved}
    kind = draw.choice(["fomento_aprovado", "fomento_aprovado", "pesquisa_admitida"])
    tables.setdefault("decisoes", []).append({"tipo": kind, "objeto": name, "numero": name, "data": approved})
    return {"aprovacao_numero": name}


def _assistance(draw: Random, kind: str, number: int) -> dict[str, Any]:
    row: dict[str, Any] = {"registro": draw.choice(["CREA 1"] * 9 + [None])}
    if kind == "ater_propria":
        row |= {"alinea": draw.choice("aabc"), "tecnico": f"T{number % 4}"}
        row["dedicacao"] = draw.choice([None, Decimal(100), Decimal(50), Decimal("33.3333"), Decimal(0)])
    return row


def add_balances(draw: Random, tables: Tables, year: int) -> None:
    """Balances of the evaluation of 2024: left over or short, notified in the year before or in another."""
    for number in range(draw.randrange(0, 3)):
        row = {
            "tipo": "saldo_2024",
            "objeto": "2024",
            "numero": f"Ofício {number}",
            "data": date(draw.choice([year - 1, year - 1, year, 2025]), draw.randrange(1, 13), 15),
            "valor": Decimal(draw.randrange(-90_000_000, 300_000_000)) / 100,
        }
        tables.setdefault("decisoes", []).append(row)
