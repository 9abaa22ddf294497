"""One plant's civil year under Portaria MDA 28/2024 and Portaria Interministerial MME/MDA 2/2023, part by part."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.oracle import legal_28
from tests.oracle.exact import half_up, text
from tests.oracle.limits import Ground, apply_limits
from tests.oracle.lookups import Facts, LawFacts
from tests.oracle.model import Config, Part
from tests.oracle.purchases import purchase_parts
from tests.oracle.registry import Registry
from tests.oracle.result import Result, at_risk
from tests.oracle.spending_28 import Spend, carried_over, spends
from tests.oracle.weights_28 import blocked, weigh

TRIED = range(40, 61)


def assess(tables: Mapping[str, Sequence[Mapping[str, Any]]], config: Config, facts: Facts | None = None) -> Result:
    """The year of one plant. Rows use the pt-BR column names of the workspace and typed values."""
    known = facts or LawFacts()
    registry = Registry(
        tables.get("agricultores", ()), tables.get("organizacoes", ()), config.reading("selo.family_unit")
    )
    parts = purchase_parts(tables, config, registry, known, lambda part: blocked(part, config, registry, known))
    apply_limits(parts, Ground(tables, config, registry, known))
    for part in parts:
        weigh(part, config, registry, known)
    costs = spends(tables, config, known)
    lines = _lines(parts, costs, carried_over(tables, config), domestic_gross(tables.get("vendas", ()), config), config)
    return Result(lines, tuple(parts), tuple(costs))


def domestic_gross(sales: Sequence[Mapping[str, Any]], config: Config) -> Fraction:
    """Centavos of biodiesel sold at home in the year, taxes included, less what came back (art. 31 § 3)."""
    return Fraction(
        sum(
            (-1 if text(row, "devolucao_de") else 1) * abs(int(row["valor"] * 100))
            for row in sales
            if config.plant_of(text(row, "unidade")) is not None
            and config.in_year(row["data"])
            and text(row, "produto") in ("", "biodiesel")
            and text(row, "destino") != "exportacao"
        )
    )


def _lines(
    parts: Sequence[Part], costs: Sequence[Spend], carried: Fraction, sold: Fraction, config: Config
) -> dict[str, Fraction]:
    counted = [part for part in parts if not part.block]
    spent = [cost for cost in costs if not cost.block]
    numerator = half_up(_weighted(counted, spent) + carried)
    second = half_up(_weighted(counted, spent, after_risk=True) + carried)
    lines = _items(counted, spent) | {"selo.numerator": Fraction(numerator), "selo.denominator": sold}
    if carried:
        lines["selo.carried_over"] = carried
    lines = {name: value / 100 for name, value in lines.items()} | _regional(counted, spent, config)
    effective = sum((Fraction(p.accepted) for p in counted), Fraction(0)) + sum((c.amount for c in spent), Fraction(0))
    lines["selo.effective_spending"] = effective / 100
    if sold:
        lines["selo.weighted_percentage"] = Fraction(100 * numerator) / sold
        lines["selo.weighted_percentage_after_risk"] = Fraction(100 * second) / sold
        lines["selo.effective_percentage"] = 100 * effective / sold
    return lines | _margin(lines, numerator, sold, config)


def _weighted(parts: Sequence[Part], costs: Sequence[Spend], after_risk: bool = False) -> Fraction:
    """Spending × factor; in the second figure without what is badly shown or proved."""
    bought = sum((p.weight * (p.accepted - (at_risk(p) if after_risk else 0)) for p in parts), Fraction(0))
    return bought + sum((c.weight * c.amount for c in costs if not (after_risk and c.risks)), Fraction(0))


def _items(parts: Sequence[Part], costs: Sequence[Spend]) -> dict[str, Fraction]:
    """Centavos of each option of spending, in the first figure."""
    found = {"selo.item.purchases": Fraction(sum(part.accepted for part in parts))}
    for option in ("a", "b"):
        mine = [part for part in parts if part.option == option]
        found[f"selo.item.{option}"] = Fraction(sum(part.accepted for part in mine))
        found[f"selo.item.{option}.weighted"] = sum((part.weighted for part in mine), Fraction(0))
    for option in ("c", "ater", "other"):
        found[f"selo.item.{option}"] = sum((c.amount for c in costs if c.option == option), Fraction(0))
    found["selo.item.c.weighted"] = sum((c.amount * c.weight for c in costs if c.option == "c"), Fraction(0))
    return found


def _regional(parts: Sequence[Part], costs: Sequence[Spend], config: Config) -> dict[str, Fraction]:
    """The share of the North, Northeast and Semiárido in all effective spending: no factor, no balance of another year."""
    minimum = legal_28.REGIONAL_MINIMUM_PERCENT.get(config.year)
    spent = [(Fraction(p.accepted), p.priority) for p in parts] + [(c.amount, c.priority) for c in costs]
    total = sum((amount for amount, _ in spent), Fraction(0))
    inside = sum((amount for amount, priority in spent if priority), Fraction(0))
    lines = {"selo.regional_share": 100 * inside / total} if total else {}
    if minimum is not None:
        lines["selo.regional_minimum"] = minimum
        lines["selo.regional_margin_value"] = (inside - minimum / 100 * total) / 100
        if total:
            lines["selo.regional_margin"] = lines["selo.regional_share"] - minimum
    return lines


def _margin(lines: Mapping[str, Fraction], numerator: int, sold: Fraction, config: Config) -> dict[str, Fraction]:
    """How far the minimum of the caput of art. 31 is; who does not know it sees every minimum from 40 to 60 percent."""
    minimum = config.given.get("selo.minimum_percentage")
    asked = {"": 100 * minimum} if minimum is not None else {f"_at.{tried}": Fraction(tried) for tried in TRIED}
    found = {} if minimum is None else {"selo.minimum_percentage": 100 * minimum}
    for name, percent in asked.items() if sold else ():
        found[f"selo.margin{name}"] = lines["selo.weighted_percentage"] - percent
        found[f"selo.margin_value{name}"] = (numerator - percent / 100 * sold) / 100
    return found
