"""A formula as a person reads it: words of the language, its decimal mark, and operands by their labels."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from lastro.core.numbers import fixed
from lastro.statement.catalogue import Lang, text
from lastro.statement.formula_nodes import Choice, Extreme, Name, Negative, Node, Number, Operation, Rounded, SumCall

_SIGNS = {"+": "+", "-": "−", "*": "×", "/": "÷"}
_COMPARATORS = {">=": "≥", "<=": "≤", ">": ">", "<": "<"}
_BINDS = {"+": 1, "-": 1, "*": 2, "/": 2}
_MARK = {"pt": ",", "en": "."}


def pretty(node: Node, lang: Lang, label: Callable[[str], str] = str) -> str:
    """`node` in words of `lang`; `label` turns a line id or a column name into what stands in the text (itself by
    default)."""
    match node:
        case Number(value):
            return _number(value, lang)
        case Name(line_id):
            return label(line_id)
        case Negative(operand):
            return f"−{_inside(operand, 3, lang, label)}"
        case Operation():
            return _operation(node, lang, label)
        case Extreme(function, arguments):
            listed = "; ".join(pretty(argument, lang, label) for argument in arguments)
            return text(f"formula.{function}", lang, {"arguments": listed})
        case Rounded(operand, places):
            shown = {"operand": pretty(operand, lang, label), "places": str(places)}
            return text("formula.round", lang, shown)
        case SumCall():
            return _sum(node, lang, label)
        case Choice():
            return _choice(node, lang, label)


def _operation(node: Operation, lang: Lang, label: Callable[[str], str]) -> str:
    binds = _BINDS[node.operator]
    left = _inside(node.left, binds, lang, label)
    # a - (b - c) and a / (b / c) need their brackets; a + (b + c) does not
    right = _inside(node.right, binds + (node.operator in "-/"), lang, label)
    return f"{left} {_SIGNS[node.operator]} {right}"


def _inside(node: Node, binds: int, lang: Lang, label: Callable[[str], str]) -> str:
    shown = pretty(node, lang, label)
    own = _BINDS[node.operator] if isinstance(node, Operation) else 2 if _is_ratio(node) else 3
    return f"({shown})" if own < binds or (isinstance(node, Negative) and binds > 1) else shown


def _sum(node: SumCall, lang: Lang, label: Callable[[str], str]) -> str:
    if not node.filters:
        return text("formula.sum", lang, {"column": label(node.column)})
    chosen = "; ".join(
        f"{label(name)} = {' | '.join(value or '–' for value in values)}" for name, values in node.filters
    )
    return text("formula.sum_where", lang, {"column": label(node.column), "filters": chosen})


def _choice(node: Choice, lang: Lang, label: Callable[[str], str]) -> str:
    parts = {
        "left": node.left,
        "right": node.right,
        "then": node.then,
        "otherwise": node.otherwise,
    }
    shown = {name: pretty(part, lang, label) for name, part in parts.items()}
    return text("formula.if", lang, {**shown, "comparator": _COMPARATORS[node.comparator]})


def _number(value: Fraction, lang: Lang) -> str:
    if _is_ratio(Number(value)):
        return f"{value.numerator} ÷ {value.denominator}"
    places = next(places for places in range(20) if (value * 10**places).denominator == 1)
    return fixed(value, places).replace(".", _MARK[lang])


def _is_ratio(node: Node) -> bool:
    """A number that no decimal writes out, such as 3/7."""
    if not isinstance(node, Number):
        return False
    rest = node.value.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    return rest != 1
