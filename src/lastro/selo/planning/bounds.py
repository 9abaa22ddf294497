"""Which limits a plan touches, which it shares with what a family already sold, and what the next real would bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lastro.core.numbers import CENTAVOS_PER_REAL, half_up
from lastro.selo.planning.figures import FormulaFigures
from lastro.selo.planning.offers import Offer
from lastro.selo.planning.probing import Effect, Probed
from lastro.selo.planning.task import Goal, Limited
from lastro.statement.model import Statement
from lastro.statement.plan import STEP, Binding, NextReal

_CENT = Fraction(1, CENTAVOS_PER_REAL)
_LIMIT, _ASKED = ".limit", ".asked"
_PERCENTAGE = "selo.weighted_percentage"


def family_limits(effects: Sequence[Effect], probed: Probed) -> tuple[Limited, ...]:
    """The income ceiling and the area × yield of each family that an offer names, less what it sold already."""
    income = [
        Limited("income", family, {at: e.income[family] for at, e in enumerate(effects) if family in e.income}, left)
        for family, left in probed.income_left.items()
    ]
    grown = [
        Limited("yield", " ".join(key), {at: e.yields[key] for at, e in enumerate(effects) if key in e.yields}, left)
        for key, left in probed.yield_left.items()
    ]
    return tuple(limit for limit in (*income, *grown) if limit.uses)


def binding_limits(
    figures: FormulaFigures, offers: Sequence[Offer], limits: Sequence[Limited], region: Sequence[Goal],
    amounts: Sequence[int],
) -> tuple[Binding, ...]:  # fmt: skip
    """What holds the plan: offers taken whole, families without room, caps that are full, the regional condition."""
    return (
        *(Binding("availability", o.name) for o, amount in zip(offers, amounts, strict=True) if 0 < o.most <= amount),
        *(Binding(limit.kind, limit.subject.split(" ")[0]) for limit in limits if _is_full(limit, amounts)),
        *caps(figures, amounts),
        *(Binding("regional", "") for goal in region if goal.slack(figures, amounts) <= len(amounts) * _CENT),
    )


def _is_full(limit: Limited, amounts: Sequence[int]) -> bool:
    """Whether what is left is less than the centavos that rounding keeps free."""
    if not any(amounts[at] for at in limit.uses) and limit.most > 0:
        return False
    return limit.slack(amounts) <= 2 * sum(limit.uses.values(), Fraction(0)) * _CENT


def caps(figures: FormulaFigures, amounts: Sequence[int]) -> Iterator[Binding]:
    """Caps of the declared figure whose limit is reached, by the line of the limit."""
    for line_id in figures.lines:
        asked = line_id.removesuffix(_LIMIT) + _ASKED
        if not line_id.endswith(_LIMIT) or asked not in figures.lines or "after_risk" in line_id:
            continue
        wanted, limit = figures.value(asked, amounts), figures.value(line_id, amounts)
        if wanted > 0 and wanted >= limit - len(amounts) * _CENT:
            cut = max(Fraction(0), wanted - limit) * CENTAVOS_PER_REAL
            yield Binding("cap", line_id, half_up(cut))


def next_reals(
    offers: Sequence[Offer], effects: Sequence[Effect], base: Statement, amounts: Sequence[int]
) -> tuple[NextReal, ...]:
    """What more of each offer would bring where the plan ends, the cheapest points first."""
    figures = FormulaFigures(base, effects)
    here = figures.value(_PERCENTAGE, amounts)
    found = []
    for at, (offer, effect) in enumerate(zip(offers, effects, strict=True)):
        more = [*amounts[:at], amounts[at] + STEP * CENTAVOS_PER_REAL, *amounts[at + 1 :]]
        points = Fraction(0) if effect.refused else figures.value(_PERCENTAGE, more) - here
        left = offer.most - amounts[at]
        found.append(NextReal(offer.name, points, offer.cost_per_real * STEP, left, effect.refused))
    return tuple(sorted(found, key=_dearness))


def _dearness(row: NextReal) -> tuple[bool, Fraction, str]:
    return row.points <= 0, row.cost / row.points if row.points > 0 else Fraction(0), row.offer
