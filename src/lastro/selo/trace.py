"""A calculation as a list of cited lines: each is a given amount, a value of the law, or a formula over earlier lines.

The formula *is* the computation: the line's value is its evaluation, so that terminal, workbook and explanation cannot
differ from what was computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from fractions import Fraction

from lastro.core.errors import LastroError
from lastro.core.numbers import fixed, fraction_text, percent, reais
from lastro.law import Evidence, Session, weakest
from lastro.statement.formula import Sums, evaluate, names, parse
from lastro.statement.formula_nodes import FormulaFault, Node
from lastro.statement.model import Line, Unit

_HUNDRED = 100


class Unmeasured(LastroError):
    """A line that was asked for has no value: what it divides by is nothing (exit 3: the evidence does not tell)."""

    exit_code = 3


class Trace:
    """Collects lines in order. Values are in the unit shown: reais, percent (60.84), factors."""

    def __init__(self, session: Session, sums: Sums) -> None:
        self._session = session
        self._sums = sums
        self._values: dict[str, Fraction | None] = {}  # None: cannot be measured
        self._evidence: dict[str, str] = {}
        self.lines: list[Line] = []

    def value(self, line_id: str) -> Fraction:
        """The exact value of a line already there. Raises KeyError, and Unmeasured for a line without a value."""
        value = self._values[line_id]
        if value is None:
            raise Unmeasured("selo.unmeasured", line=line_id)
        return value

    def law(self, key: str, on: date) -> str:
        """A line `law.<key>` with the value in force on that day; its id. Raises ParameterNotEstablished."""
        line_id = f"law.{key}"
        if line_id not in self._values:
            found = self._session.value(key, on)
            unit = Unit.BRL if found.unit == "BRL" else Unit.FACTOR
            cites = tuple(str(cite) for cite in found.cites)
            self._add(Line(line_id, None, unit, cites=cites, evidence=str(found.evidence)), found.number())
        return line_id

    def absent(
        self, line_id: str, unit: Unit, cites: tuple[str, ...], arguments: Mapping[str, str] | None = None
    ) -> str:
        """A line that the law defines and nobody has established: it has no value, and neither has what rests on it."""
        return self._add(Line(line_id, None, unit, cites=cites, arguments=arguments or {}), None)

    def given(
        self, line_id: str, value: Fraction, unit: Unit = Unit.BRL, cites: tuple[str, ...] = (),
        arguments: Mapping[str, str] | None = None, reading: tuple[str, ...] = (),
    ) -> str:  # fmt: skip
        """A line whose value was counted from the evidence."""
        return self._add(
            Line(line_id, None, unit, cites=cites, arguments=arguments or {}, reading=self._chosen(reading)), value
        )

    def formula(
        self, line_id: str, text: str, unit: Unit = Unit.BRL, cites: tuple[str, ...] = (),
        reading: tuple[str, ...] = (), arguments: Mapping[str, str] | None = None,
    ) -> str:  # fmt: skip
        """A line that is the evaluation of `text` over earlier lines and sums.

        A division by zero, as a year without sales gives, and whatever rests on one, has no value: never zero.
        """
        node = parse(text)
        inputs = names(node)
        marks = [Evidence(self._evidence[name]) for name in inputs if self._evidence.get(name)]
        line = Line(
            line_id, None, unit, formula=text, inputs=inputs, cites=cites, reading=self._chosen(reading),
            evidence=str(weakest(marks)) if marks else "", arguments=arguments or {},
        )  # fmt: skip
        return self._add(line, self._evaluated(node))

    def _evaluated(self, node: Node) -> Fraction | None:
        try:
            return evaluate(node, self.value, self._sums)
        except Unmeasured:
            return None
        except FormulaFault as fault:
            if fault.code != "formula.division_by_zero":
                raise
            return None

    def _chosen(self, keys: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{key}={self._session.reading(key)}" for key in keys)

    def _add(self, line: Line, value: Fraction | None) -> str:
        if line.id in self._values:
            raise ValueError(f"line {line.id} stands twice")
        self._values[line.id] = value
        self._evidence[line.id] = line.evidence
        printed, exact = (None, "") if value is None else shown(value, line.unit)
        self.lines.append(
            Line(
                line.id, printed, line.unit, exact, line.formula, line.inputs, line.cites, line.reading, line.evidence,
                line.arguments,
            )
        )  # fmt: skip
        return line.id


def shown(value: Fraction, unit: Unit) -> tuple[str, str]:
    """The printed text and the exact "p/q" of a value in the unit shown."""
    match unit:
        case Unit.BRL:
            return reais(value * _HUNDRED), fraction_text(value)
        case Unit.PERCENT | Unit.POINTS:
            return percent(value / _HUNDRED), fraction_text(value)
        case Unit.M3 | Unit.KG:
            return fixed(value, 3), fraction_text(value)
        case Unit.COUNT:
            return fixed(value, 0), fraction_text(value)
        case _:
            return fixed(value, 4), fraction_text(value)
