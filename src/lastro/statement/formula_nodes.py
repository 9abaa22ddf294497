"""The parts of a formula: frozen data, shared by the parser, the evaluator, the reader for people and the workbook."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from lastro.core.errors import LastroError

Operator = Literal["+", "-", "*", "/"]
Comparator = Literal[">=", ">", "<=", "<"]


class FormulaFault(LastroError):
    """A formula that cannot be read or evaluated. Always a fault of the product, never of the evidence."""


@dataclass(frozen=True)
class Number:
    """A plain number, exact."""

    value: Fraction


@dataclass(frozen=True)
class Name:
    """The value of another line, by its id."""

    id: str


@dataclass(frozen=True)
class Negative:
    """The operand with its sign turned."""

    operand: Node


@dataclass(frozen=True)
class Operation:
    """One of the four operations."""

    operator: Operator
    left: Node
    right: Node


@dataclass(frozen=True)
class Extreme:
    """The least or the greatest of the arguments."""

    function: Literal["min", "max"]
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Rounded:
    """The operand half-up (away from zero) to `places` decimals: the one rounding that a figure gets."""

    operand: Node
    places: int


@dataclass(frozen=True)
class SumCall:
    """The sum of a column of the totals over the rows whose other columns hold one of the given values.

    `filters` pairs a column with the values it may hold, in the order written.
    """

    column: str
    filters: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True)
class Choice:
    """`then` when `left comparator right` holds, else `otherwise`."""

    left: Node
    comparator: Comparator
    right: Node
    then: Node
    otherwise: Node


Node = Number | Name | Negative | Operation | Extreme | Rounded | SumCall | Choice


def children(node: Node) -> tuple[Node, ...]:
    """The parts directly inside `node`, in reading order."""
    match node:
        case Negative(operand) | Rounded(operand):
            return (operand,)
        case Operation(_, left, right):
            return (left, right)
        case Extreme(_, arguments):
            return arguments
        case Choice(left, _, right, then, otherwise):
            return (left, right, then, otherwise)
    return ()
