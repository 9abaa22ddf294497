"""The search against trying everything: on small offers of any kind no grid of amounts is cheaper, and none is missed.

The formulas are those of a real statement in which corn and spending already press on their caps.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import cache
from itertools import product

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lastro.selo.planning.figures import FormulaFigures
from lastro.selo.planning.offers import Offer
from lastro.selo.planning.probing import Effect
from lastro.selo.planning.rounding import repaired
from lastro.selo.planning.search import best
from lastro.selo.planning.task import Goal, Limited, Task
from lastro.statement.formula_nodes import SumCall
from lastro.statement.model import Statement
from tests.selo.planning.test_plan import DAYS
from tests.selo.world import HOME, add, assessed, cost, purchase

# Each question is asked of the whole rules many times: beside `make test`, in `.ci/run`.
pytestmark = pytest.mark.long

PERCENTAGE = "selo.weighted_percentage"
STEPS = 4
SLACK = Fraction(11, 10)  # the real, or the thousandth, by which plans are told apart, and whole centavos
ITEMS = ("II", "III", "IV", "V")


@cache
def base(corn: bool, spent: bool) -> Statement:
    """The sound year, with corn and spending over their caps where asked."""
    more = purchase(produto="milho", valor=Decimal(30_000), quantidade=Decimal(30_000), contrato=None)
    edits = [add("aquisicoes", more)] if corn else []
    if spent:
        edits.append(add("dispendios", cost("ater_terceiros", None, "20000", municipio=HOME)))
    return assessed(*edits)


def offer(name: str, most: int, dear: Fraction) -> Offer:
    """A purchase of up to `most` reais at `dear` reais of extra cost a real."""
    blank = {"letter": "", "supplier_kind": "", "supplier": "", "place": "", "product": "", "form": "", "input": ""}
    return Offer(
        name=name, kind="compra", crop_year="", on=DAYS[1], price=Fraction(1), available=Fraction(most), unit="kg",
        extra=dear, **blank,
    )  # fmt: skip


def line_effect(cap_group: str, region: str, weight: int) -> Effect:
    row = {"cap_group": cap_group, "spending_region": region}

    def sums(call: SumCall) -> Fraction:
        if any(row.get(name) not in values for name, values in call.filters):
            return Fraction(0)
        return {"accepted_centavos": Fraction(1), "weighted": Fraction(weight)}.get(call.column, Fraction(0))

    return Effect(sums, {}, {}, {})


def spending_effect(item: str, region: str) -> Effect:
    return Effect(lambda call: Fraction(0), {f"selo.spending.{item}.{region}": Fraction(1)}, {}, {})


regions = st.sampled_from(("priority", "other"))
effects = st.one_of(
    st.builds(line_effect, st.sampled_from(("main", "main", "corn", "input")), regions, st.sampled_from((1, 4, 5, 20))),
    st.builds(spending_effect, st.sampled_from(ITEMS), regions),
)
offers = st.tuples(
    effects, st.integers(1, 60).map(lambda n: n * 1_000), st.integers(0, 8).map(lambda n: Fraction(n, 8))
)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    some=st.lists(offers, min_size=1, max_size=3),
    target=st.integers(9, 60),
    regional=st.sampled_from((None, None, Fraction(1, 4))),
    pressed=st.tuples(st.booleans(), st.booleans()),
    shared=st.one_of(st.none(), st.integers(1, 40).map(lambda n: Fraction(n * 1_000))),
)
def test_no_grid_of_amounts_is_cheaper_and_no_limit_is_passed(
    some: list[tuple[Effect, int, Fraction]],
    target: int,
    regional: Fraction | None,
    pressed: tuple[bool, bool],
    shared: Fraction | None,
) -> None:
    figures = FormulaFigures(base(*pressed), [effect for effect, _, _ in some])
    listed = tuple(offer(str(at), most, dear) for at, (_, most, dear) in enumerate(some))
    goals = [Goal(((Fraction(1), PERCENTAGE),), Fraction(target))]
    if regional is not None:
        parts = ((Fraction(1), "selo.effective_spending.priority"), (-regional, "selo.effective_spending"))
        goals.append(Goal(parts, Fraction(0)))
    limits = () if shared is None else (Limited("income", "x", {at: Fraction(1) for at in range(len(some))}, shared),)
    task = Task(figures, listed, tuple(goals), limits)
    tried = [
        amounts
        for amounts in product(*([one.most * step // STEPS for step in range(STEPS + 1)] for one in listed))
        if all(limit.slack(amounts) >= 0 for limit in limits)
        and all(goal.slack(figures, amounts) >= 0 for goal in goals)
    ]
    found = best(task)
    if found is None:
        assert tried == []
        return
    exact = repaired(task, found.amounts)
    assert all(goal.slack(figures, exact) >= 0 for goal in goals)
    assert all(limit.slack(exact) >= 0 for limit in limits)
    assert all(0 <= amount <= one.most for amount, one in zip(exact, listed, strict=True))
    assert found.proven
    cheapest = min((costs(listed, amounts) for amounts in tried), default=None)
    assert cheapest is None or costs(listed, exact) <= cheapest + max(SLACK, cheapest / 999)


def costs(listed: tuple[Offer, ...], amounts: tuple[int, ...]) -> Fraction:
    """What the amounts cost beyond the market, in reais."""
    priced = zip(listed, amounts, strict=True)
    return sum((one.cost_per_real * amount for one, amount in priced), Fraction(0)) / 100


@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(some=st.lists(offers, min_size=1, max_size=3), pressed=st.tuples(st.booleans(), st.booleans()))
def test_no_grid_of_amounts_reaches_further(
    some: list[tuple[Effect, int, Fraction]], pressed: tuple[bool, bool]
) -> None:
    figures = FormulaFigures(base(*pressed), [effect for effect, _, _ in some])
    listed = tuple(offer(str(at), most, dear) for at, (_, most, dear) in enumerate(some))
    percentage = Goal(((Fraction(1), PERCENTAGE),), Fraction(0))
    found = best(Task(figures, listed, (), (), maximise=percentage))
    assert found is not None
    reached = figures.value(PERCENTAGE, found.amounts)
    grid = product(*([one.most * step // STEPS for step in range(STEPS + 1)] for one in listed))
    furthest = max(figures.value(PERCENTAGE, amounts) for amounts in grid)
    assert furthest <= (reached if found.proven else Fraction(found.bound)) + Fraction(1, 999)
