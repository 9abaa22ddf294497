"""A small linear program in floating point: columns with bounds, affine expressions over them, and rows.

Floats live here and in the solver alone; whatever comes out is turned into centavos and verified by the rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

INFINITY = float("inf")


@dataclass(frozen=True)
class Affine:
    """constant + Σ coefficient · column."""

    terms: Mapping[int, float] = field(default_factory=dict)
    constant: float = 0.0

    def plus(self, other: Affine, times: float = 1.0) -> Affine:
        """self + times · other."""
        terms = dict(self.terms)
        for column, coefficient in other.terms.items():
            terms[column] = terms.get(column, 0.0) + times * coefficient
        return Affine({c: v for c, v in terms.items() if v}, self.constant + times * other.constant)

    def scaled(self, factor: float) -> Affine:
        """factor · self."""
        return Affine({c: v * factor for c, v in self.terms.items() if factor}, self.constant * factor)

    @property
    def is_constant(self) -> bool:
        return not self.terms


@dataclass
class Column:
    """One unknown. `name` is "" for one on which the search does not branch."""

    low: float
    high: float
    cost: float = 0.0
    whole: bool = False
    name: str = ""


@dataclass(frozen=True)
class Row:
    """low <= Σ coefficient · column <= high."""

    terms: Mapping[int, float]
    low: float
    high: float


@dataclass
class Program:
    """Columns and rows under construction. `maximise` is the expression to make large; None minimises the costs."""

    columns: list[Column] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)
    maximise: Affine | None = None
    impossible: bool = False

    def column(self, low: float, high: float, *, cost: float = 0.0, whole: bool = False, name: str = "") -> Affine:
        """A new column, as an expression."""
        self.columns.append(Column(low, high, cost, whole, name))
        return Affine({len(self.columns) - 1: 1.0})

    def range(self, expression: Affine) -> tuple[float, float]:
        """The least and greatest value that the bounds of the columns allow."""
        low = high = expression.constant
        for column, coefficient in expression.terms.items():
            ends = coefficient * self.columns[column].low, coefficient * self.columns[column].high
            low, high = low + min(ends), high + max(ends)
        return low, high

    def at_least(self, expression: Affine, least: float = 0.0) -> None:
        """expression >= least."""
        if expression.is_constant:
            self.impossible |= expression.constant < least - 1e-9 * max(1.0, abs(least))
            return
        size = max(map(abs, expression.terms.values()))
        terms = {column: coefficient / size for column, coefficient in expression.terms.items()}
        self.rows.append(Row(terms, (least - expression.constant) / size, INFINITY))

    def equal(self, left: Affine, right: Affine) -> None:
        """left = right."""
        difference = left.plus(right, -1.0)
        self.at_least(difference)
        self.at_least(difference.scaled(-1.0))
