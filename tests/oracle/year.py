"""One plant's civil year under Portaria SAF/MAPA 280/2022: every part, every total, both percentages."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from tests.oracle import legal
from tests.oracle.caps import Capped, capped
from tests.oracle.exact import half_up
from tests.oracle.expected import expected_parts
from tests.oracle.limits import Ground, apply_limits
from tests.oracle.lookups import Facts, LawFacts
from tests.oracle.losses import loss_parts
from tests.oracle.model import Config, Part
from tests.oracle.needs import mark_excess_inputs
from tests.oracle.purchases import Tables, purchase_parts
from tests.oracle.registry import Registry
from tests.oracle.result import Result, at_risk
from tests.oracle.sales import denominator
from tests.oracle.spending import spends
from tests.oracle.weights import weigh


def assess(tables: Mapping[str, Sequence[Mapping[str, Any]]], config: Config, facts: Facts | None = None) -> Result:
    """The year of one plant. Rows use the pt-BR column names of the workspace and typed values."""
    known = facts or LawFacts()
    registry = Registry(
        tables.get("agricultores", ()), tables.get("organizacoes", ()), config.reading("selo.family_unit")
    )
    parts = _parts(tables, config, registry, known)
    costs = spends(tables, config, registry)
    sold = denominator(tables.get("vendas", ()), config)
    before = sum(p.value for p in parts if not p.block)
    first = capped([p for p in parts if not p.block], costs, before, config, known)
    safe = [dataclasses.replace(p, accepted=p.accepted - at_risk(p)) for p in parts if not p.block]
    safe_costs = spends(tables, config, registry, after_risk=True)
    second = capped(safe, safe_costs, before, config, known)
    return Result(_lines(first, second, sold), tuple(parts), tuple(costs))


def _parts(tables: Tables, config: Config, registry: Registry, facts: Facts) -> list[Part]:
    parts = purchase_parts(tables, config, registry, facts)
    apply_limits(parts, Ground(tables, config, registry, facts))
    parts += expected_parts(tables, config, registry, facts, parts) + loss_parts(tables, config, registry, facts, parts)
    for part in parts:
        weigh(part, config, registry, facts)
    mark_excess_inputs(parts, tables.get("producao", ()), config)
    return parts


def _lines(first: Capped, second: Capped, sold: Fraction) -> dict[str, Fraction]:
    numerator = Fraction(half_up(first.numerator))
    lines = {
        "selo.item.I": first.item_one / 100,
        "selo.item.I.counted": first.counted / 100,
        "selo.item.I.weighted": first.weighted / 100,
        "selo.numerator": numerator / 100,
        "selo.denominator": sold / 100,
        "selo.minimum_percentage": legal.MINIMUM_PERCENT,
    }
    lines |= {f"selo.item.{item}": amount / 100 for item, amount in first.items.items()}
    lines |= {f"selo.cap.{name}.kept": share for name, share in first.kept.items()}
    if first.effective:
        lines["selo.regional_share"] = 100 * (first.counted_priority + first.spending_priority) / first.effective
    if sold:
        lines["selo.weighted_percentage"] = 100 * numerator / sold
        lines["selo.weighted_percentage_after_risk"] = 100 * half_up(second.numerator) / sold
        lines["selo.effective_percentage"] = 100 * first.effective / sold
        lines["selo.margin"] = lines["selo.weighted_percentage"] - legal.MINIMUM_PERCENT
    return lines
