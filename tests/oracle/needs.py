"""Inputs count up to what the plant's process needed (art. 4 § 5 I): the excess is at risk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction

from tests.oracle.exact import Row, fraction, half_up, share, text, unit_grams
from tests.oracle.model import Config, Part


def mark_excess_inputs(parts: Sequence[Part], production: Sequence[Row], config: Config) -> None:
    """Mark SBS-20 on what was bought of an input above its need of the year, the latest purchases first.

    Without production rows of an input its need is not known and nothing is marked.
    """
    for name, need in _needs(production, config).items():
        room = half_up(need)
        bought = [p for p in parts if p.kind == "purchase" and not p.block and p.input == name and p.grams]
        for part in sorted(bought, key=lambda p: p.order):
            mass = part.grams or 1
            needed = min(room, mass)
            room -= needed
            if needed < mass:
                part.risks.add("SBS-20")
                part.risk = part.accepted - share(part.accepted, needed, mass)


def _needs(production: Sequence[Row], config: Config) -> dict[str, Fraction]:
    """Grams of each input in the year: what was used each month, at most the coefficient × biodiesel of that month."""
    rows = [row for row in production if _counts(row, config)]
    made: dict[str, Fraction] = defaultdict(Fraction)
    for row in rows:
        made[text(row, "mes")] += fraction(row.get("biodiesel_m3"))
    need: dict[str, Fraction] = defaultdict(Fraction)
    for row in rows:
        factor = unit_grams(text(row, "unidade_medida") or "kg", "")
        if text(row, "insumo") and factor is not None:
            known = [fraction(row["quantidade"])] if row.get("quantidade") is not None else []
            if row.get("coeficiente") is not None:
                known.append(fraction(row["coeficiente"]) * made[text(row, "mes")])
            need[text(row, "insumo")] += min(known, default=Fraction(0)) * factor
    return need


def _counts(row: Row, config: Config) -> bool:
    return text(row, "mes").startswith(f"{config.year}-") and config.plant_of(text(row, "unidade")) is not None
