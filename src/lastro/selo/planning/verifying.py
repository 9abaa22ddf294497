"""A plan is true only when the rules say so: its rows go through the whole assessment, and every centavo must agree."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from lastro.core.numbers import CENTAVOS_PER_REAL, reais
from lastro.selo.planning.figures import FormulaFigures
from lastro.selo.planning.probing import given_amounts
from lastro.selo.planning.rounding import PlanRefused
from lastro.selo.planning.supposing import Entry, Supposition, lines_of
from lastro.statement.formula_nodes import SumCall
from lastro.statement.model import Statement

NUMERATOR = "selo.numerator"
_COLUMNS = ("accepted_centavos", "weighted")


def verify(
    statement: Statement, trial: Supposition, entries: Sequence[Entry], figures: FormulaFigures, amounts: Sequence[int]
) -> None:
    """Raises PlanRefused naming the first amount on which the plan's accounting and the rules differ."""
    for name, told, ruled in _pairs(statement, trial, entries, figures, amounts):
        if told != ruled:
            raise PlanRefused("plan.differs", what=name, told=reais(told * 100), ruled=reais(ruled * 100))


def _pairs(
    statement: Statement, trial: Supposition, entries: Sequence[Entry], figures: FormulaFigures, amounts: Sequence[int]
) -> Iterator[tuple[str, Fraction, Fraction]]:
    """What the plan counts and what the rules count, in reais: each offer's lines, what is spent, the numerator."""
    assert statement.memory is not None
    by_offer = {offer: at for at, offer in enumerate(entry.offer for entry in entries)}
    for entry, hashes in zip(entries, trial.hashes, strict=True):
        if entry.offer.is_purchase and entry.centavos:
            lines = lines_of(statement.memory, hashes)
            effect = figures.effects[by_offer[entry.offer]]
            for column, per_real in zip(_COLUMNS, (CENTAVOS_PER_REAL, CENTAVOS_PER_REAL * 1_000), strict=True):
                told = effect.sums(SumCall(column)) * Fraction(entry.centavos, CENTAVOS_PER_REAL)
                ruled = sum((Fraction(value) for value in lines[column].to_pylist()), Fraction(0)) / per_real
                yield entry.offer.name, told, ruled
    spent = {line for effect in figures.effects for line in effect.given}
    given = given_amounts(statement)
    yield from ((line, figures.value(line, amounts), given[line]) for line in sorted(spent))
    yield NUMERATOR, figures.value(NUMERATOR, amounts), Fraction(statement.line(NUMERATOR).exact)
