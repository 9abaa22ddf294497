"""The percentage under every option of every reading, one changed at a time: how much hangs on each open question."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from lastro.core.errors import LastroError
from lastro.core.numbers import CENTAVOS_PER_REAL, half_up
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook
from lastro.selo.assess import Question, assess, plants_of, session_of
from lastro.selo.prepared import Prepared, prepare
from lastro.statement.alternative import Alternative, Alternatives
from lastro.statement.model import Statement


def alternatives(evidence: Evidence, book: LawBook, question: Question) -> Alternatives:
    """Assess again under each other option of each reading that the assessment asked.

    Raises what `assess` raises for the readings as chosen; an option that cannot be computed says why in its row.
    """
    session = session_of(evidence, book, question)
    prepared = prepare(evidence, book, session, plants_of(evidence, session, question.plant))
    chosen = assess(evidence, book, question, prepared)
    rows = [
        _alternative(evidence, book, question, prepared, chosen, used.key, option)
        for used in chosen.readings
        for option in book.readings[used.key].names
        if option != used.option
    ]
    ordered = sorted(rows, key=lambda row: (-abs(row.points), -abs(row.amount_centavos), row.key, row.option))
    return Alternatives(_percentage(chosen), tuple(ordered))


def _alternative(
    evidence: Evidence, book: LawBook, question: Question, prepared: Prepared, chosen: Statement, key: str, option: str
) -> Alternative:
    changed = replace(question, readings={**(question.readings or {}), key: option})
    try:
        other = assess(evidence, book, changed, prepared)
    except LastroError as fault:
        return Alternative(key, option, Fraction(0), Fraction(0), 0, fault.code)
    change = _numerator(other) - _numerator(chosen)
    return Alternative(
        key, option, _percentage(other), _percentage(other) - _percentage(chosen), half_up(change * CENTAVOS_PER_REAL)
    )


def _percentage(statement: Statement) -> Fraction:
    return Fraction(statement.line("selo.weighted_percentage").exact)


def _numerator(statement: Statement) -> Fraction:
    return Fraction(statement.line("selo.numerator").exact)
