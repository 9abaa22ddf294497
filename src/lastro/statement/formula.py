"""Formulas of statement lines: one text that is evaluated exactly, read by people and live in the workbook.

A line with a formula *is* the value of that formula (design: "computed once"), so the same text must serve the
computation, the explanation and the spreadsheet.

    formula    = term (("+" | "-") term)*
    term       = factor (("*" | "/") factor)*
    factor     = "-" factor | "(" formula ")" | number | line id | call
    call       = ("min" | "max") "(" formula ("," formula)* ")"
               | "round" "(" formula "," digits ")"
               | "sum" "(" column ("," column "=" value ("|" value)*)* ")"
               | "if" "(" formula (">=" | ">" | "<=" | "<") formula "," formula "," formula ")"

A number is `3` or `0.25`; a line id is letters, digits and underscores with dots between (`selo.item.I`); a value is a
bare word (`NE`, `104000`, `SBS-09`) or anything between single quotes (`''` is the empty text). `sum` answers in the
unit shown: reais for centavos, kg for grams.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import chain
from operator import add, ge, gt, le, lt, mul, sub

from lastro.core.numbers import half_up
from lastro.statement.formula_nodes import (
    Choice,
    Extreme,
    FormulaFault,
    Name,
    Negative,
    Node,
    Number,
    Operation,
    Rounded,
    SumCall,
    children,
)
from lastro.statement.formula_parser import Parser

Lookup = Callable[[str], Fraction]
Sums = Callable[[SumCall], Fraction]

_COMPARE: dict[str, Callable[[Fraction, Fraction], bool]] = {">=": ge, ">": gt, "<=": le, "<": lt}
_ARITHMETIC: dict[str, Callable[[Fraction, Fraction], Fraction]] = {"+": add, "-": sub, "*": mul}


@cache
def parse(text: str) -> Node:
    """The nodes of `text`. Raises FormulaFault (`formula.syntax`) naming the position and what was expected."""
    return Parser(text).whole()


def evaluate(node: Node, lookup: Lookup, sums: Sums) -> Fraction:
    """The exact value: `lookup` answers line ids, `sums` the sums over the totals, both in the unit shown.

    Raises FormulaFault (`formula.division_by_zero`); what `lookup` and `sums` raise passes through.
    """
    match node:
        case Number(value):
            return value
        case Name(line_id):
            return lookup(line_id)
        case SumCall():
            return sums(node)
        case Negative(operand):
            return -evaluate(operand, lookup, sums)
        case Rounded(operand, places):
            return Fraction(half_up(evaluate(operand, lookup, sums) * 10**places), 10**places)
        case Extreme(function, arguments):
            values = [evaluate(argument, lookup, sums) for argument in arguments]
            return min(values) if function == "min" else max(values)
        case Choice(left, comparator, right, then, otherwise):
            holds = _COMPARE[comparator](evaluate(left, lookup, sums), evaluate(right, lookup, sums))
            return evaluate(then if holds else otherwise, lookup, sums)
        case Operation():
            return _operate(node, evaluate(node.left, lookup, sums), evaluate(node.right, lookup, sums))


def _operate(node: Operation, left: Fraction, right: Fraction) -> Fraction:
    if node.operator != "/":
        return _ARITHMETIC[node.operator](left, right)
    if right == 0:
        raise FormulaFault("formula.division_by_zero", formula=text_of(node))
    return left / right


def names(node: Node) -> tuple[str, ...]:
    """The line ids used, each once, in reading order."""
    return tuple(dict.fromkeys(part.id for part in walk(node) if isinstance(part, Name)))


def sum_calls(node: Node) -> tuple[SumCall, ...]:
    """The sums used, each once, in reading order."""
    return tuple(dict.fromkeys(part for part in walk(node) if isinstance(part, SumCall)))


def walk(node: Node) -> Iterator[Node]:
    """`node` and everything inside it, in reading order."""
    return chain([node], *(walk(child) for child in children(node)))


def text_of(node: Node) -> str:
    """A formula text that parses to `node` again."""
    match node:
        case Number(value):
            return number_text(value)
        case Name(line_id):
            return line_id
        case Negative(operand):
            return f"-{_bracketed(operand)}"
        case Operation(operator, left, right):
            return f"{_bracketed(left)} {operator} {_bracketed(right)}"
        case Extreme(function, arguments):
            return f"{function}({', '.join(map(text_of, arguments))})"
        case Rounded(operand, places):
            return f"round({text_of(operand)}, {places})"
        case SumCall(column, filters):
            return f"sum({', '.join([column, *(_filter_text(name, values) for name, values in filters)])})"
        case Choice(left, comparator, right, then, otherwise):
            return f"if({text_of(left)} {comparator} {text_of(right)}, {text_of(then)}, {text_of(otherwise)})"


def number_text(value: Fraction) -> str:
    """A formula of this value: `3`, or `3/10` in brackets of its own. Use it to write an exact value into a formula."""
    if value < 0:
        return f"(-{number_text(-value)})"
    return str(value.numerator) if value.denominator == 1 else f"({value.numerator}/{value.denominator})"


def _bracketed(node: Node) -> str:
    return f"({text_of(node)})" if isinstance(node, Operation | Negative) else text_of(node)


def _filter_text(name: str, values: tuple[str, ...]) -> str:
    return f"{name}=" + "|".join(f"'{value}'" for value in values)
