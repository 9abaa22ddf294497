"""From the search's amounts to exact ones: the goals are met to the last centavo, and no limit is passed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lastro.core.errors import LastroError
from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.selo.planning.task import Goal, Task

_TRIES = 60
_STEP = 1_000 * CENTAVOS_PER_REAL  # wide enough that the rounding of the numerator does not show in a slope


class PlanRefused(LastroError):
    """A plan that the rules do not confirm to the centavo is not shown (exit 1)."""


def repaired(task: Task, amounts: Sequence[int]) -> tuple[int, ...]:
    """The amounts with the centavos that are missing. Raises PlanRefused when no offer can bring them."""
    exact = list(amounts)
    for _ in range(_TRIES):
        missed = next((goal for goal in task.goals if goal.slack(task.figures, exact) < 0), None)
        if missed is None:
            return tuple(exact)
        _add(task, missed, exact)
    raise PlanRefused("plan.not_repaired")


def _add(task: Task, goal: Goal, exact: list[int]) -> None:
    """More of the offer that brings the goal nearer at the least cost, as much as is missing or fits."""
    gap = -goal.slack(task.figures, exact)
    for at in _cheapest_first(task, goal, exact):
        slope = slope_of(task, goal, exact, at)
        if slope <= 0:
            continue
        more = min(_whole_up(gap / slope), room(task, exact, at))
        if task.offers[at].whole:
            more = _one_unit(task, exact, at)
        if more > 0:
            exact[at] += more
            return
    raise PlanRefused("plan.not_repaired")


def _cheapest_first(task: Task, goal: Goal, exact: Sequence[int]) -> Iterator[int]:
    """Offers in order: those already taken, then by what a centavo of the goal costs."""

    def dear(at: int) -> tuple[bool, bool, Fraction]:
        slope = slope_of(task, goal, exact, at)
        offer = task.offers[at]
        return offer.whole, not exact[at], offer.cost_per_real / slope if slope > 0 else Fraction(0)

    yield from sorted((at for at in range(len(exact)) if room(task, exact, at) > 0), key=dear)


def slope_of(task: Task, goal: Goal, exact: Sequence[int], at: int) -> Fraction:
    """What a centavo more of one offer brings to a goal."""
    more = list(exact)
    more[at] += _STEP
    return (goal.slack(task.figures, more) - goal.slack(task.figures, exact)) / _STEP


def room(task: Task, exact: Sequence[int], at: int) -> int:
    """The centavos of an offer that can still be taken under availability and the limits it shares."""
    left = Fraction(task.offers[at].most - exact[at])
    for limit in task.limits:
        if at in limit.uses:
            left = min(left, limit.slack(exact) / limit.uses[at] * CENTAVOS_PER_REAL)
    return max(0, int(left))


def _one_unit(task: Task, exact: Sequence[int], at: int) -> int:
    offer = task.offers[at]
    units = round_units(offer.price, exact[at])
    more = offer.centavos_of(units + 1) - exact[at]
    return more if more <= room(task, exact, at) else 0


def round_units(price: Fraction, centavos: int) -> int:
    """How many whole units a value is."""
    return _whole_up(Fraction(centavos, CENTAVOS_PER_REAL) / price)


def _whole_up(value: Fraction) -> int:
    return -int(-value // 1)
