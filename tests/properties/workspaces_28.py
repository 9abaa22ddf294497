"""Invented workspaces for the years of Portaria MDA 28/2024: those of `workspaces`, moved in time, with what is new.

New are other products and other uses (option b), the membership of organisations, fomento and funds, dedication, and
the balances of 2024.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

from hypothesis import strategies as st

from tests.oracle.identifiers import key_check_digit
from tests.properties.costs_28 import add_balances, add_costs
from tests.properties.workspaces import GOODS, PLACES, YEAR, Example, Sizes, Tables, build

KEYS = ("chave", "devolucao_de")
OTHER_GOODS = [
    *GOODS,
    ("gergelim", "semente"),
    ("amendoim", "grao"),
    ("ave", "vivo"),
    ("ave", "gordura"),
    ("bovino", "outro"),
    ("outro_alimento", "outro"),
    ("outro", "outro"),
]


def workspaces(
    readings: st.SearchStrategy[Mapping[str, str]] | None = None, given: st.SearchStrategy[Any] | None = None
) -> st.SearchStrategy[Example]:
    """Workspaces of some hundreds of lines in 2024, 2025 or 2026."""
    sizes = st.builds(
        Sizes,
        families=st.integers(3, 60),
        organisations=st.integers(1, 8),
        notes=st.integers(1, 220),
        returns=st.integers(0, 20),
        costs=st.integers(0, 60),
        perennials=st.integers(0, 2),
        losses=st.integers(0, 2),
    )
    return st.builds(
        build_28,
        st.integers(0, 2**32),
        sizes,
        st.sampled_from([2024, 2025, 2026]),
        st.just({}) if readings is None else readings,
        st.just({}) if given is None else given,
    )


def build_28(seed: int, sizes: Sizes, year: int, readings: Mapping[str, str], given: Mapping[str, Fraction]) -> Example:
    """The workspace that the seed and the sizes describe."""
    draw = Random(seed)
    plain = build(seed, replace(sizes, costs=0), {}, (OTHER_GOODS, GOODS))
    tables = moved(plain.tables, year - YEAR)
    for row in tables["aquisicoes"]:
        row["destino_uso"] = draw.choice([None, None, None, "biodiesel", "outro_uso"])
    for row in tables["organizacoes"]:
        row["percentual_af"] = draw.choice([None, Decimal(75), Decimal("75.01"), Decimal(100), Decimal("12.5")])
    add_costs(draw, tables, sizes.costs, PLACES, year)
    add_balances(draw, tables, year)
    config = replace(plain.config, year=year, readings=readings, given=given)
    return Example(tables, config, seed)


def moved(tables: Tables, years: int) -> Tables:
    """The same workspace so many years later; papers issued before the year of the workspace stay as they are."""
    return {name: [_moved_row(row, years) for row in rows] for name, rows in tables.items()}


def _moved_row(row: Mapping[str, Any], years: int) -> dict[str, Any]:
    return {column: _moved(column, value, years) for column, value in row.items()}


def _moved(column: str, value: Any, years: int) -> Any:
    if isinstance(value, date):
        kept = column in ("inicio", "assinatura", "data_anuencia") and value.year < YEAR
        return value if kept else value.replace(year=value.year + years, day=min(value.day, 28))
    if column in KEYS and value:
        return moved_key(value[:44], years) + value[44:]
    if column == "safra" and value:
        first = int(value[:4]) + years
        return f"{first}/{(first + 1) % 100:02d}"
    if column == "mes":
        return f"{int(value[:4]) + years}{value[4:]}"
    return value


def moved_key(key: str, years: int) -> str:
    """The key of the same note so many years later."""
    body = f"{key[:2]}{int(key[2:4]) + years:02d}{key[4:43]}"
    return body + key_check_digit(body)
