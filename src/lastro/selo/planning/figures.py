"""The statement's own formulas, asked again with more in their sums: the exact figure of any amounts of the offers.

A line's formula is its computation, so nothing is computed a second way here.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.selo.planning.probing import Effect
from lastro.statement.formula import evaluate, parse
from lastro.statement.formula_nodes import SumCall
from lastro.statement.formula_sums import kinds_of, sums_over
from lastro.statement.model import Line, Statement


class FormulaFigures:
    """Lines of a statement as functions of what is taken of each offer, in centavos."""

    def __init__(self, base: Statement, effects: Sequence[Effect]) -> None:
        assert base.totals is not None
        self.lines: dict[str, Line] = {line.id: line for line in base.lines}
        self.effects = tuple(effects)
        self._sums = sums_over(base.totals, kinds_of(base.memory_columns))
        self._parts: dict[SumCall, tuple[Fraction, ...]] = {}

    def value(self, line_id: str, amounts: Sequence[int]) -> Fraction:
        """The exact value of a line with these centavos of each offer, in the unit shown."""
        reais = [Fraction(centavos, CENTAVOS_PER_REAL) for centavos in amounts]
        known: dict[str, Fraction] = {}

        def lookup(name: str) -> Fraction:
            if name not in known:
                line = self.lines[name]
                known[name] = evaluate(parse(line.formula), lookup, sums) if line.formula else given(name)
            return known[name]

        def sums(call: SumCall) -> Fraction:
            return _along(self.sum_parts(call), reais)

        def given(name: str) -> Fraction:
            return _along(self.given_parts(name), reais)

        return lookup(line_id)

    def sum_parts(self, call: SumCall) -> tuple[Fraction, ...]:
        """What a sum is without any offer, then what a real of each offer adds."""
        if call not in self._parts:
            self._parts[call] = (self._sums(call), *(effect.sums(call) for effect in self.effects))
        return self._parts[call]

    def given_parts(self, name: str) -> tuple[Fraction, ...]:
        """The same of a line taken from the evidence."""
        base = Fraction(self.lines[name].exact)
        return (base, *(effect.given.get(name, Fraction(0)) for effect in self.effects))


def _along(parts: tuple[Fraction, ...], reais: Sequence[Fraction]) -> Fraction:
    return parts[0] + sum(
        (part * more for part, more in zip(parts[1:], reais, strict=True) if part and more), Fraction(0)
    )
