"""The statement's formulas as rows of a linear program: the plan's equations are those that the statement prints.

Sums, shares of the law and plain products are linear. What is not – the lesser of an amount and its cap, the share
that a cap keeps – is enclosed between straight lines: the program then allows a little too much, and `search` splits it
until nothing is left between. A node of the search says on which side a "lesser of" is, and between which ends a share.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from lastro.core.errors import LastroError
from lastro.selo.planning.figures import FormulaFigures
from lastro.selo.planning.linear import Affine, Program
from lastro.statement.formula import parse
from lastro.statement.formula_nodes import (
    Choice,
    Extreme,
    Name,
    Negative,
    Node,
    Number,
    Operation,
    Rounded,
    SumCall,
)


@dataclass(frozen=True)
class Split:
    """What a node of the search has decided: the side of each "lesser of", and the ends of each share."""

    sides: Mapping[str, int] = field(default_factory=dict)
    ends: Mapping[str, tuple[float, float]] = field(default_factory=dict)


@dataclass(frozen=True)
class Lesser:
    """`result` stands for the lesser of two expressions, on an undecided side."""

    name: str
    result: Affine
    left: Affine
    right: Affine


@dataclass(frozen=True)
class Product:
    """`result` stands for share · other; `share` is a column of its own, named `name`."""

    name: str
    result: Affine
    share: Affine
    other: Affine


class Equations:
    """Writes lines of a statement into a program, under the decisions of one node."""

    def __init__(self, figures: FormulaFigures, program: Program, offers: list[Affine], split: Split) -> None:
        self._figures, self._program, self._offers, self._split = figures, program, offers, split
        self._known: dict[str, Affine] = {}
        self._pairs: dict[tuple[int, int], Affine] = {}
        self.lessers: list[Lesser] = []
        self.products: list[Product] = []

    def line(self, line_id: str) -> Affine:
        """The line as an expression over the program's columns."""
        if line_id not in self._known:
            line = self._figures.lines[line_id]
            if line.formula:
                self._known[line_id] = self._node(parse(line.formula), line_id)
            else:
                self._known[line_id] = self._along(self._figures.given_parts(line_id))
        return self._known[line_id]

    def _along(self, parts: tuple[Fraction, ...]) -> Affine:
        base, *more = map(float, parts)
        found = Affine({}, base)
        for part, offer in zip(more, self._offers, strict=True):
            found = found.plus(offer, part) if part else found
        return found

    def _node(self, node: Node, path: str) -> Affine:
        match node:
            case Number(value):
                return Affine({}, float(value))
            case Name(line_id):
                return self.line(line_id)
            case SumCall():
                return self._along(self._figures.sum_parts(node))
            case Negative(operand):
                return self._node(operand, f"{path}/0").scaled(-1.0)
            case Rounded(operand):
                return self._node(operand, path)
            case Extreme(function, arguments):
                found = [self._node(argument, f"{path}/{at}") for at, argument in enumerate(arguments)]
                return self._extreme(function, found, path)
            case Choice():
                return self._choice(node, path)
            case Operation():
                return self._operation(node, path)

    def _operation(self, node: Operation, path: str) -> Affine:
        left, right = f"{path}/0", f"{path}/1"
        if node.operator == "/":
            return self._quotient(node.left, node.right, path)
        one, other = self._node(node.left, left), self._node(node.right, right)
        if node.operator == "*":
            return self._product(one, other, path)
        return one.plus(other, 1.0 if node.operator == "+" else -1.0)

    def _choice(self, node: Choice, path: str) -> Affine:
        """The branch that holds; where that is open, the first: it asks whether there is anything to divide, and where
        there is nothing, whatever is shared out of it is nothing."""
        apart = self._node(node.left, f"{path}/0").plus(self._node(node.right, f"{path}/1"), -1.0)
        low, high = self._program.range(apart)
        if node.comparator in ("<", "<="):
            low, high = -high, -low
        never = high < 0 or (high == 0 and node.comparator in (">", "<"))
        return self._node(node.otherwise, f"{path}/3") if never else self._node(node.then, f"{path}/2")

    def _extreme(self, function: str, found: list[Affine], path: str) -> Affine:
        sign = 1.0 if function == "min" else -1.0
        least = found[0].scaled(sign)
        for at, other in enumerate(found[1:]):
            least = self._lesser(least, other.scaled(sign), f"{path}<{at}")
        return least.scaled(sign)

    def _lesser(self, left: Affine, right: Affine, name: str) -> Affine:
        apart = right.plus(left, -1.0)
        low, high = self._program.range(apart)
        side = self._split.sides.get(name)
        if low >= 0 or side == 0:
            self._program.at_least(apart)
            return left
        if high <= 0 or side == 1:
            self._program.at_least(apart.scaled(-1.0))
            return right
        (a_low, a_high), (b_low, b_high) = self._program.range(left), self._program.range(right)
        result = self._sized(min(a_low, b_low), min(a_high, b_high))
        for least in (left.plus(result, -1.0), right.plus(result, -1.0)):
            self._program.at_least(least)
        self._program.at_least(result.plus(left, -1.0).plus(right, -1.0), -max(a_high, b_high))
        self.lessers.append(Lesser(name, result, left, right))
        return result

    def _quotient(self, numerator: Node, denominator: Node, path: str) -> Affine:
        under = self._node(denominator, f"{path}/1")
        if isinstance(numerator, Operation) and numerator.operator == "*" and not under.is_constant:
            share = self._quotient(numerator.left, denominator, f"{path}/0")  # (a · b) / c is a share of b
            return self._product(share, self._node(numerator.right, f"{path}/0/1"), path)
        over = self._node(numerator, f"{path}/0")
        if under.is_constant:
            if not under.constant:
                raise LastroError("plan.unmeasured", line=path.split("/")[0])
            return over.scaled(1.0 / under.constant)
        if over == under:
            return Affine({}, 1.0)
        return self._share(over, under, path)

    def _share(self, over: Affine, under: Affine, path: str) -> Affine:
        """What part of `under` `over` is: between nothing and all of it."""
        low, high = self._split.ends.get(path, (0.0, 1.0))
        least, most = self._program.range(over)
        under_low, under_high = self._program.range(under)
        if under_low > 0:
            high = min(high, max(0.0, most / under_low))
        if under_high > 0:
            low = max(low, min(high, max(0.0, least / under_high)))
        share = self._program.column(low, max(low, high), name=path)
        self._program.equal(over, self._spread(share, under))
        self._planes(over, share, under)
        return share

    def _product(self, one: Affine, other: Affine, path: str) -> Affine:
        if one.is_constant:
            return other.scaled(one.constant)
        if other.is_constant:
            return one.scaled(other.constant)
        share, rest = (one, other) if self._is_share(one) else (other, one)
        if not self._is_share(share):
            share = self._named(share, path)
        return self._spread(share, rest)

    def _spread(self, share: Affine, rest: Affine) -> Affine:
        """share · rest, column by column: what one column shares out is the same wherever it stands."""
        found = share.scaled(rest.constant)
        for column, coefficient in rest.terms.items():
            found = found.plus(self._pair(share, column), coefficient)
        return found

    def _pair(self, share: Affine, column: int) -> Affine:
        """share · column, made once."""
        (own,) = share.terms
        if (own, column) not in self._pairs:
            other = Affine({column: 1.0})
            ends = [a * b for a in self._program.range(share) for b in self._program.range(other)]
            result = self._program.column(min(ends), max(ends))
            self._planes(result, share, other)
            self._pairs[own, column] = result
            if self._program.columns[own].low < self._program.columns[own].high:
                self.products.append(Product(self._program.columns[own].name, result, share, other))
        return self._pairs[own, column]

    def _is_share(self, expression: Affine) -> bool:
        """Whether it is one column that the search can split."""
        ((column, coefficient),) = expression.terms.items() if len(expression.terms) == 1 else ((-1, 0.0),)
        return (
            column >= 0 and coefficient == 1.0 and not expression.constant and bool(self._program.columns[column].name)
        )

    def _named(self, expression: Affine, path: str) -> Affine:
        low, high = self._program.range(expression)
        ends = self._split.ends.get(path, (low, high))
        column = self._program.column(max(low, ends[0]), min(high, ends[1]), name=path)
        self._program.equal(column, expression)
        return column

    def _sized(self, low: float, high: float) -> Affine:
        """A column for an expression of that range, counted in units of its size."""
        size = max(abs(low), abs(high)) or 1.0
        return self._program.column(low / size, high / size).scaled(size)

    def _planes(self, result: Affine, share: Affine, other: Affine) -> None:
        """The four planes around a product of two ranges (McCormick 1976)."""
        (a_low, a_high), (b_low, b_high) = self._program.range(share), self._program.range(other)
        for a, b, sign in ((a_low, b_low, 1.0), (a_high, b_high, 1.0), (a_high, b_low, -1.0), (a_low, b_high, -1.0)):
            plane = other.scaled(a).plus(share, b)
            self._program.at_least(result.plus(plane, -1.0).scaled(sign), -sign * a * b)
