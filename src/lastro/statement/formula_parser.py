"""Reads the text of a formula into nodes, by recursive descent. The grammar stands in `lastro.statement.formula`."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import cast, get_args

from lastro.statement.formula_nodes import (
    Choice,
    Comparator,
    Extreme,
    FormulaFault,
    Name,
    Negative,
    Node,
    Number,
    Operation,
    Operator,
    Rounded,
    SumCall,
)

_PATTERNS = {
    "number": re.compile(r"\s*(\d+(?:\.\d+)?)(?![\w.])"),
    "name": re.compile(r"\s*([A-Za-z_]\w*(?:\.\w+)*)", re.ASCII),
    "value": re.compile(r"\s*(\w+(?:[.\-]\w+)*)", re.ASCII),
    "quoted": re.compile(r"\s*'([^']*)'"),
    "mark": re.compile(r"\s*(>=|<=|[-+*/(),=|<>])"),
}


class Parser:
    """One pass over one text. Raises FormulaFault naming the text, the position and what was expected."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._position = 0

    def whole(self) -> Node:
        """The formula, which must use up the text."""
        node = self._sum_of_terms()
        if self._text[self._position :].strip():
            raise self._fault("end")
        return node

    # Terms and factors

    def _sum_of_terms(self) -> Node:
        return self._left_associative(self._product_of_factors, "+-")

    def _product_of_factors(self) -> Node:
        return self._left_associative(self._factor, "*/")

    def _left_associative(self, operand: Callable[[], Node], operators: str) -> Node:
        node = operand()
        while (mark := self._peek_mark()) and mark in operators:
            self._take_mark(mark)
            node = Operation(cast(Operator, mark), node, operand())
        return node

    def _factor(self) -> Node:
        if self._peek_mark() == "-":
            self._take_mark("-")
            return Negative(self._factor())
        if self._peek_mark() == "(":
            self._take_mark("(")
            node = self._sum_of_terms()
            self._take_mark(")")
            return node
        return self._number_or_name()

    def _number_or_name(self) -> Node:
        number = self._match("number")
        if number is not None:
            return Number(Fraction(number))
        word = self._name()
        if self._peek_mark() != "(":
            return Name(word)
        return self._call(word)

    # Calls

    def _call(self, function: str) -> Node:
        self._take_mark("(")
        match function:
            case "min" | "max":
                node: Node = Extreme("min" if function == "min" else "max", self._arguments())
            case "round":
                node = self._rounded()
            case "sum":
                node = self._sum_call()
            case "if":
                node = self._choice()
            case _:
                raise self._fault("function")
        self._take_mark(")")
        return node

    def _arguments(self) -> tuple[Node, ...]:
        found = [self._sum_of_terms()]
        while self._peek_mark() == ",":
            self._take_mark(",")
            found.append(self._sum_of_terms())
        return tuple(found)

    def _rounded(self) -> Rounded:
        operand = self._sum_of_terms()
        self._take_mark(",")
        places = self._match("number")
        if places is None or "." in places:
            raise self._fault("places")
        return Rounded(operand, int(places))

    def _sum_call(self) -> SumCall:
        column = self._name()
        filters = []
        while self._peek_mark() == ",":
            self._take_mark(",")
            name = self._name()
            self._take_mark("=")
            filters.append((name, self._values()))
        return SumCall(column, tuple(filters))

    def _values(self) -> tuple[str, ...]:
        found = [self._value()]
        while self._peek_mark() == "|":
            self._take_mark("|")
            found.append(self._value())
        return tuple(found)

    def _value(self) -> str:
        for kind in ("quoted", "value"):
            value = self._match(kind)
            if value is not None:
                return value
        raise self._fault("value")

    def _choice(self) -> Choice:
        left = self._sum_of_terms()
        comparator = self._peek_mark()
        if comparator not in get_args(Comparator):
            raise self._fault("comparison")
        self._take_mark(comparator)
        right = self._sum_of_terms()
        self._take_mark(",")
        then = self._sum_of_terms()
        self._take_mark(",")
        return Choice(left, cast(Comparator, comparator), right, then, self._sum_of_terms())

    # Tokens

    def _name(self) -> str:
        name = self._match("name")
        if name is None:
            raise self._fault("name")
        return name

    def _peek_mark(self) -> str:
        found = _PATTERNS["mark"].match(self._text, self._position)
        return found[1] if found else ""

    def _take_mark(self, mark: str) -> None:
        if self._peek_mark() != mark:
            raise self._fault(mark)
        self._match("mark")

    def _match(self, kind: str) -> str | None:
        found = _PATTERNS[kind].match(self._text, self._position)
        if found is None:
            return None
        self._position = found.end()
        return found[1]

    def _fault(self, expected: str) -> FormulaFault:
        return FormulaFault("formula.syntax", text=self._text, position=self._position + 1, expected=expected)
