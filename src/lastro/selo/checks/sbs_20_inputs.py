"""SBS-20: more of an input was bought than the process needed (art. 4 § 5 I); the excess is at risk.

The need of a month is the quantity used (`producao`), at most volume × coefficient. Without either nothing is checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import pyarrow as pa

from lastro.core.numbers import ML_PER_M3, half_up
from lastro.selo.checks.model import Facts, LineCheck
from lastro.selo.valuation import MICRO
from lastro.statement.model import Severity

_SCHEMA = pa.schema([("input", pa.string()), ("need_grams", pa.int64())])


def _need(facts: Facts) -> pa.Table:
    """Grams of each input that the year's production needed. Inputs in volume are left out: no density is assumed."""
    rows = [
        row for row in facts.evidence.tables["producao"].to_pylist() if row["mes"][:4] == str(facts.period.start.year)
    ]
    made: dict[str, int] = {}
    for row in rows:
        made[row["mes"]] = made.get(row["mes"], 0) + (row["biodiesel_m3"] or 0)
    needs: dict[str, Fraction] = {}
    for row in rows:
        factor = facts.book.unit_factor("", row["unidade_medida"] or "kg", facts.on) if row["insumo"] else None
        if factor is not None and factor.kind == "mass":
            used = min(_known(row, made[row["mes"]]), default=Fraction(0))
            needs[row["insumo"]] = needs.get(row["insumo"], Fraction(0)) + used * factor.factor
    listed = [{"input": name, "need_grams": half_up(grams)} for name, grams in sorted(needs.items())]
    return pa.Table.from_pylist(listed, schema=_SCHEMA)


def _known(row: Mapping[str, Any], made_ml: int) -> list[Fraction]:
    """What the row says of the need, in its unit: the quantity used, and volume × coefficient."""
    known = [] if row["quantidade"] is None else [Fraction(row["quantidade"], MICRO)]
    if row["coeficiente"] is not None:
        known.append(Fraction(made_ml, ML_PER_M3) * Fraction(row["coeficiente"], MICRO))
    return known


def _above_need(facts: Facts) -> str:
    """The later lines carry the excess: each line's quantity beyond what the earlier ones leave of the need."""
    facts.engine.register("input_needs", _need(facts))
    return """select kind, line_id, part, muldiv_half_up(accepted_centavos, excess_grams, grams) as amount, input,
  whole(need_grams, 1000) as need_kg from (
  select w.kind, w.line_id, w.part, w.accepted_centavos, w.grams, w.input, n.need_grams,
    w.grams - clamp(n.need_grams - coalesce(sum(w.grams) over (partition by w.input
      order by w.issued_on, w.key, w.item, w.line_id, w.part rows between unbounded preceding and 1 preceding), 0),
      cast(0 as bigint), w.grams) as excess_grams
  from weighted_lines w join input_needs n on n.input = w.input
  where w.block = '' and w.is_input and w.grams > 0) over_need
where excess_grams > 0"""


CHECKS = (
    LineCheck(
        "SBS-20", "above_need", Severity.AT_RISK, ("portaria-saf-mapa-280-2022 art. 4 § 5 I",), _above_need,
        needs=("producao",),
    ),
)  # fmt: skip
