"""A formula of the statement as a formula of the spreadsheet, from the same nodes."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

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

_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2}
_ATOM = 3
COMPARED_PLACES = 6  # binary noise of two equal sums of money stays below this


def spreadsheet(node: Node, cell: Callable[[str], str], sums: Callable[[SumCall], str]) -> str:
    """`node` in the language of the file format (English names, comma between arguments), without the equals sign.

    `cell` answers the address of a name, `sums` the expression of a sum.
    """

    def write(part: Node, binds: int = 0) -> str:
        text = _expression(part, write, cell, sums)
        return f"({text})" if _strength(part) < binds else text

    return write(node)


def _expression(
    node: Node, write: Callable[..., str], cell: Callable[[str], str], sums: Callable[[SumCall], str]
) -> str:
    match node:
        case Number(value):
            return number(value)
        case Name(name):
            return cell(name)
        case SumCall():
            return sums(node)
        case Negative(operand):
            return f"-{write(operand, _ATOM)}"
        case Operation(operator, left, right):
            binds = _BINDS[operator]
            return f"{write(left, binds)}{operator}{write(right, binds + 1)}"
        case Rounded(operand, places):
            return rounded(write(operand), places)
        case Extreme(function, arguments):
            return f"{function.upper()}({','.join(write(argument) for argument in arguments)})"
        case Choice(left, comparator, right, then, otherwise):
            difference = rounded(f"{write(left, 1)}-{write(right, 2)}", COMPARED_PLACES)
            return f"IF({difference}{comparator}0,{write(then)},{write(otherwise)})"


def rounded(expression: str, places: int) -> str:
    """The expression half-up (away from zero), as the spreadsheet's ROUND does."""
    return f"ROUND({expression},{places})"


def number(value: Fraction) -> str:
    """A number exactly: as decimal digits when they end, else as a division in brackets."""
    if value.denominator == 1:
        return str(value.numerator)
    return f"({value.numerator}/{value.denominator})"


def _strength(node: Node) -> int:
    if isinstance(node, Operation):
        return _BINDS[node.operator]
    return 0 if isinstance(node, Negative) else _ATOM
