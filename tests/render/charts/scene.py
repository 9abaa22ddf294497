"""The sample statement with what the charts want besides: multipliers that add up, the minimum in reais, the months."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from lastro.core.numbers import fixed, fraction_text
from lastro.statement.model import Line, Statement, Unit
from tests.statement.sample import sample

MULTIPLIERS = ("priority_origin", "diversified", "own_region", "cooperative")


def line(line_id: str, value: Fraction, unit: Unit = Unit.BRL) -> Line:
    places = 2 if unit is Unit.BRL else 4
    return Line(line_id, fixed(value, places), unit, fraction_text(value))


def exact(statement: Statement, line_id: str) -> Fraction:
    return Fraction(statement.line(line_id).exact)


def scene(rows: int = 60) -> Statement:
    """The sample, with sales at which it passes as declared (56.84 %) and fails after risk, multipliers that lead exactly
    from what is counted to what is weighted, months, and the minimum in reais."""
    base = replace(sample(rows), lines=_resold(sample(rows)))
    changed = {one.id: one for one in (*_multipliers(base), *_minimum(base), *_months(base))}
    kept = tuple(changed.pop(one.id, one) for one in base.lines)
    return replace(base, lines=(*kept, *changed.values()))


def _resold(base: Statement) -> tuple[Line, ...]:
    sold = exact(base, "selo.numerator") / Fraction(5684, 10000)
    least = exact(base, "selo.minimum_percentage")
    values = {"selo.denominator": sold, "selo.sales.domestic": sold + exact(base, "selo.sales.export")}
    for prefix, suffix in (("selo.", ""), ("selo.after_risk.", "_after_risk")):
        reached = 100 * exact(base, f"{prefix}numerator") / sold
        values[f"selo.weighted_percentage{suffix}"] = reached
        values[f"selo.margin{suffix}"] = reached - least
        values[f"selo.margin_value{suffix}"] = (reached - least) * sold / 100
    return tuple(_with(one, values[one.id]) if one.id in values else one for one in base.lines)


def _with(one: Line, value: Fraction) -> Line:
    return replace(one, value=fixed(value, 2 if one.unit is Unit.BRL else 4), exact=fraction_text(value))


def _multipliers(base: Statement) -> list[Line]:
    added = exact(base, "selo.item.I.weighted") - exact(base, "selo.item.I.counted")
    parts = [added * n // 10 for n in (4, 3, 2)]
    parts.append(added - sum(parts))
    return [
        _with(base.line(f"selo.multiplier.{name}.added"), Fraction(part))
        for name, part in zip(MULTIPLIERS, parts, strict=True)
    ]


def _minimum(base: Statement) -> list[Line]:
    asked = exact(base, "selo.denominator") * exact(base, "selo.minimum_percentage") / 100
    return [line("selo.minimum_value", asked)]


def _months(base: Statement) -> list[Line]:
    whole, reached = exact(base, "selo.item.I"), exact(base, "selo.weighted_percentage")
    found = []
    for month in range(1, 13):
        share = Fraction(month * (month + 1), 12 * 13)
        found.append(line(f"selo.month.{month:02d}.accepted", whole * Fraction(2 * month, 12 * 13)))
        found.append(line(f"selo.month.{month:02d}.cumulative_percentage", reached * share, Unit.PERCENT))
    return found
