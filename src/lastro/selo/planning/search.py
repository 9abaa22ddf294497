"""The best amounts of the offers: branch and bound over what the formulas leave bent.

Each node is a linear program that allows at least what the formulas allow. Where its best point is one that the exact
formulas allow too, the node is done; else it is split where the two are furthest apart. The first node that is done and
bounds all others is the cheapest.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from math import ceil

from lastro.core.numbers import CENTAVOS_PER_REAL, half_up
from lastro.selo.planning.equations import Equations, Lesser, Product, Split
from lastro.selo.planning.highs import Point, solved
from lastro.selo.planning.linear import Affine, Program
from lastro.selo.planning.offers import Offer
from lastro.selo.planning.rounding import PlanRefused, repaired
from lastro.selo.planning.task import Goal, Task

MOST_NODES, MOST_REACHING = 800, 250  # of a search for the cheapest, and for how far the offers reach
APART, SHARE_APART = 1.0, 1e-3  # cheapest: none costs a real, or a thousandth, less
POINTS_APART = 1e-3  # furthest: none reaches a thousandth of a point further
_TIE = 1e-8  # what a real of value counts besides its cost: of two plans of one cost, the smaller
_REPAIR_EVERY = 8
_EDGE = 8  # a split nearer to an end than this part of the range is made in the middle
_NEAR = 1e-7
_CLOSE = 1e-9


@dataclass(frozen=True)
class Found:
    """Centavos of each offer, the objective there, and the best that any amounts could have."""

    amounts: tuple[int, ...]
    objective: float
    bound: float
    proven: bool


def best(task: Task) -> Found | None:
    """None where no amounts meet the goals. Raises LastroError when the solver gives up."""
    return _Search(task).run()


@dataclass
class _Node:
    split: Split
    point: Point
    lessers: list[Lesser]
    products: list[Product]
    program: Program


class _Search:
    def __init__(self, task: Task) -> None:
        self._task = task
        self._sign = 1.0 if task.maximise is None else -1.0  # the queue makes small
        self._order = count()
        self._queue: list[tuple[float, int, _Node]] = []
        self._best: Found | None = None
        self._seen = 0

    def run(self) -> Found | None:
        self._push(Split())
        for _ in range(MOST_NODES if self._task.maximise is None else MOST_REACHING):
            if not self._queue or self._is_beaten(self._queue[0][0]):
                return self._best
            bound, _, node = heapq.heappop(self._queue)
            if not self._accept(node, bound):
                for split in _splits(node):
                    self._push(split)
        if self._best is None or not self._queue:
            return self._best
        return replace(self._best, bound=self._sign * self._queue[0][0], proven=False)

    def _push(self, split: Split) -> None:
        program, equations = self._written(split)
        point = solved(program)
        if point is not None and not self._is_beaten(self._sign * point.objective):
            node = _Node(split, point, equations.lessers, equations.products, program)
            heapq.heappush(self._queue, (self._sign * point.objective, next(self._order), node))

    def _is_beaten(self, bound: float) -> bool:
        if self._best is None:
            return False
        mine = self._sign * self._best.objective
        apart = max(APART, SHARE_APART * mine) if self._task.maximise is None else POINTS_APART
        return bound >= mine - apart

    def _accept(self, node: _Node, bound: float) -> bool:
        """Keep the point when the exact formulas allow it. Whether the node needs no splitting."""
        task = self._task
        amounts = tuple(_centavos(offer, node.point.values[at]) for at, offer in enumerate(task.offers))
        if any(goal.slack(task.figures, amounts) < -_tolerance(goal) for goal in task.goals):
            self._seen += 1
            if self._best is None or self._seen % _REPAIR_EVERY == 0:
                self._repair(amounts)
            return self._is_beaten(bound)
        self._keep(amounts, node.point.objective if task.maximise is None else None)
        return self._is_beaten(bound)

    def _repair(self, amounts: tuple[int, ...]) -> None:
        """A point that misses the goals, made to meet them: not the best, but it ends the search of what is dearer."""
        try:
            self._keep(repaired(self._task, amounts), None)
        except PlanRefused:
            return

    def _keep(self, amounts: tuple[int, ...], objective: float | None) -> None:
        value = self._value(amounts) if objective is None else objective
        if self._best is None or self._sign * value < self._sign * self._best.objective:
            self._best = Found(amounts, value, value, True)

    def _value(self, amounts: tuple[int, ...]) -> float:
        task = self._task
        if task.maximise is not None:
            return float(task.maximise.slack(task.figures, amounts) + task.maximise.least)
        costs = (
            (float(offer.cost_per_real) + _TIE) * amount / CENTAVOS_PER_REAL
            for offer, amount in zip(task.offers, amounts, strict=True)
        )
        return sum(costs)

    def _written(self, split: Split) -> tuple[Program, Equations]:
        program, task = Program(), self._task
        reais = [_column(program, offer) for offer in task.offers]
        equations = Equations(task.figures, program, reais, split)
        for goal in task.goals:
            program.at_least(goal.written(equations), float(goal.least))
        for limit in task.limits:
            spare = sum(limit.uses.values(), Fraction(0)) / CENTAVOS_PER_REAL  # each amount is rounded up to a centavo
            used = Affine()
            for at, use in limit.uses.items():
                used = used.plus(reais[at], float(use))
            program.at_least(used.scaled(-1.0), -float(max(Fraction(0), limit.most - spare)))
        if task.maximise is not None:
            program.maximise = task.maximise.written(equations)
        return program, equations


def _column(program: Program, offer: Offer) -> Affine:
    """The reais of an offer: a share of all of it, or whole units."""
    most = offer.most / CENTAVOS_PER_REAL
    cost = float(offer.cost_per_real) + _TIE
    if offer.whole:
        price = float(offer.price)
        return program.column(0.0, float(int(offer.available)), cost=cost * price, whole=True).scaled(price)
    return program.column(0.0, 1.0, cost=cost * most).scaled(most)


def _centavos(offer: Offer, value: float) -> int:
    """The centavos of a column's value, rounded up; what the solver leaves as dust is nothing."""
    if value <= _CLOSE:
        return 0
    if offer.whole:
        return offer.centavos_of(half_up(Fraction(value)))
    return min(offer.most, ceil(offer.most * value - _NEAR))


def _tolerance(goal: Goal) -> Fraction:
    """How far a point may miss a goal before it is split: the exact repair closes what is left."""
    return Fraction(1, 1_000_000) * max(Fraction(1), abs(goal.least))


def _splits(node: _Node) -> list[Split]:
    """Two nodes that together allow all that this one rightly allows; none where nothing is bent."""

    def at(expression: Affine) -> float:
        values = node.point.values
        return expression.constant + sum(c * values[column] for column, c in expression.terms.items())

    def size(expression: Affine) -> float:
        return max(1.0, *map(abs, node.program.range(expression)))

    gaps = [(abs(at(m.result) - min(at(m.left), at(m.right))) / size(m.result), m.name) for m in node.lessers]
    gap, name = max(gaps, default=(0.0, ""))
    if gap > _CLOSE:
        return [replace(node.split, sides={**node.split.sides, name: side}) for side in (0, 1)]
    bent = [(abs(at(p.result) - at(p.share) * at(p.other)) / size(p.result), p) for p in node.products]
    gap, product = max(bent, key=lambda pair: pair[0], default=(0.0, None))
    if product is None or gap <= _CLOSE:
        return _undecided(node)
    return _halves(node, product, at(product.share))


def _halves(node: _Node, product: Product, value: float) -> list[Split]:
    low, high = node.program.range(product.share)
    edge = (high - low) / _EDGE
    middle = value if low + edge < value < high - edge else (low + high) / 2
    if high - low < _CLOSE:
        return []
    ends = ((low, middle), (middle, high))
    return [replace(node.split, ends={**node.split.ends, product.name: each}) for each in ends]


def _undecided(node: _Node) -> list[Split]:
    """Nothing shows at the point, and yet the exact figure differs: decide what is still open."""
    for lesser in node.lessers:
        return [replace(node.split, sides={**node.split.sides, lesser.name: side}) for side in (0, 1)]
    return []
