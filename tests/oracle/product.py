"""The product on the same rows: `lastro.selo.assess.assess_tables`, seen from outside through its statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from tests.oracle.model import Config

# Columns of the memory of calculation, by what the tests ask of them.
LINE, PERSON, ACCEPTED, WEIGHT, BLOCK, RISK = "line_id", "farmer", "accepted", "weight", "block", "risk"


@dataclass(frozen=True)
class Seen:
    """One row of the memory: accepted centavos, weight, blocking code and codes at risk."""

    accepted: int
    weight: Fraction
    block: str
    risks: frozenset[str]


@dataclass(frozen=True)
class Answer:
    """Line ids to exact values in the unit shown; rows of the memory by (line, grower)."""

    lines: Mapping[str, Fraction]
    parts: Mapping[tuple[str, str], Seen]
    statement: Any


def exists() -> bool:
    """Whether the product has the function to compare with."""
    return find_spec("lastro.selo.assess") is not None


def assess(tables: Mapping[str, Sequence[Mapping[str, Any]]], config: Config) -> Answer:
    """The product's answer in the oracle's terms."""
    described: dict[str, Any] = {
        "cnpj": config.plant,
        "name": "Usina",
        "municipality": config.municipality,
        "year": config.year,
    }
    if config.units:
        described["units"] = [{"cnpj": cnpj, "name": cnpj, "municipality": m} for cnpj, m in config.units.items()]
    statement = import_module("lastro.selo.assess").assess_tables(tables, described, dict(config.readings))
    lines = {line.id: Fraction(line.exact) for line in statement.lines if line.exact}
    return Answer(lines, dict(_seen(row) for row in statement.memory.to_pylist()), statement)


def _seen(row: Mapping[str, Any]) -> tuple[tuple[str, str], Seen]:
    risks = frozenset(code for code in str(row[RISK] or "").replace(",", " ").split())
    seen = Seen(row[ACCEPTED], Fraction(row[WEIGHT], 1000), row[BLOCK] or "", risks)
    return (row[LINE], row[PERSON] or ""), seen
