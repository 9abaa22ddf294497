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


Label = Callable[[str], str]
Told = Callable[[str, str], str]


def _as_stored(column: str, value: str) -> str:
    return value or "–"


def pretty(node: Node, lang: Lang, label: Label = str, told: Told = _as_stored) -> str:
    """`node` in words of `lang`. `label` turns a line id or a column name into what stands in the text, `told` a value
    that a sum chooses (column, value); both give back what is stored by default."""
    match node:
        case Number(value):
            return _number(value, lang)
        case Name(line_id):
            return label(line_id)
        case Negative(operand):
            return f"−{_inside(operand, 3, lang, label, told)}"
        case Operation():
            return _operation(node, lang, label, told)
        case Extreme(function, arguments):
            listed = "; ".join(pretty(argument, lang, label, told) for argument in arguments)
            return text(f"formula.{function}", lang, {"arguments": listed})
        case Rounded(operand, places):
            shown = {"operand": pretty(operand, lang, label, told), "places": str(places)}
            return text("formula.round", lang, shown)
        case SumCall():
            return _sum(node, lang, label, told)
        case Choice():
            return _choice(node, lang, label, told)


def _operation(node: Operation, lang: Lang, label: Label, told: Told) -> str:
    binds = _BINDS[node.operator]
    left = _inside(node.left, binds, lang, label, told)
    # a - (b - c) and a / (b / c) need their brackets; a + (b + c) does not
    right = _inside(node.right, binds + (node.operator in "-/"), lang, label, told)
    return f"{left} {_SIGNS[node.operator]} {right}"


def _inside(node: Node, binds: int, lang: Lang, label: Label, told: Told) -> str:
    shown = pretty(node, lang, label, told)
    own = _BINDS[node.operator] if isinstance(node, Operation) else 2 if _is_ratio(node) else 3
    return f"({shown})" if own < binds or (isinstance(node, Negative) and binds > 1) else shown


def _sum(node: SumCall, lang: Lang, label: Label, told: Told) -> str:
    if not node.filters:
        return text("formula.sum", lang, {"column": label(node.column)})
    chosen = "; ".join(
        f"{label(name)} = {' | '.join(told(name, value) for value in values)}" for name, values in node.filters
    )
    return text("formula.sum_where", lang, {"column": label(node.column), "filters": chosen})


def _choice(node: Choice, lang: Lang, label: Label, told: Told) -> str:
    parts = {
        "left": node.left,
        "right": node.right,
        "then": node.then,
        "otherwise": node.otherwise,
    }
    shown = {name: pretty(part, lang, label, told) for name, part in parts.items()}
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
