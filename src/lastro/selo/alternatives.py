"""The percentage under every option of every reading, one changed at a time: how much hangs on each open question.

The same rules answer each time. Lines are weighed again only when the reading that changes was asked while weighing
them; otherwise the sums already there go through the final calculation again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import pyarrow as pa

from lastro.core.dates import civil_year
from lastro.core.errors import LastroError
from lastro.core.numbers import CENTAVOS_PER_REAL, half_up
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import LawBook
from lastro.relation import Engine, duckdb_engine
from lastro.selo.assess import Question, assess, plants_of, session_of
from lastro.selo.figures import DECLARED
from lastro.selo.judge import NO_RISKS
from lastro.selo.prepared import Prepared, prepare
from lastro.selo.regimes import regime_of
from lastro.selo.trace import Trace, Unmeasured
from lastro.selo.turnover import turnover
from lastro.selo.year import Year, sums_of
from lastro.statement.alternative import Alternative, Alternatives


@dataclass(frozen=True)
class _Result:
    """The declared figure: percent and reais."""

    percentage: Fraction
    numerator: Fraction


def alternatives(evidence: Evidence, book: LawBook, question: Question) -> Alternatives:
    """The declared percentage under each other option of each reading that the assessment asks.

    Raises what `assess` raises for the readings as chosen, and Unmeasured without sales; an option that cannot be
    computed says why in its row.
    """
    session = session_of(evidence, book, question)
    plants = plants_of(evidence, session, question.plant)
    prepared = prepare(evidence, book, session, plants)
    chosen = assess(evidence, book, question, prepared)
    if not chosen.line(DECLARED.percentage).exact:
        raise Unmeasured("selo.unmeasured", line=DECLARED.percentage)
    base = _Result(*(Fraction(chosen.line(f"selo.{name}").exact) for name in ("weighted_percentage", "numerator")))
    asked = {used.key: used.option for used in chosen.readings}
    with duckdb_engine(memory=evidence.config.engine.memory or "") as engine:
        kept = _Kept(evidence, book, question, prepared, plants, engine)
        rows = [_row(base, key, option, kept) for key, option in _options(book, asked)]
    ordered = sorted(rows, key=lambda row: (-abs(row.points), -abs(row.amount_centavos), row.key, row.option))
    return Alternatives(base.percentage, tuple(ordered))


def _options(book: LawBook, asked: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Every option that was not taken of every reading asked."""
    for key, taken in asked.items():
        yield from ((key, option) for option in book.readings[key].names if option != taken)


def _row(base: _Result, key: str, option: str, kept: _Kept) -> Alternative:
    try:
        other = kept.under(key, option)
    except LastroError as fault:
        return Alternative(key, option, Fraction(0), Fraction(0), 0, fault.code, fault.arguments)
    change = half_up((other.numerator - base.numerator) * CENTAVOS_PER_REAL)
    return Alternative(key, option, other.percentage, other.percentage - base.percentage, change)


class _Kept:
    """The lines weighed under the readings as chosen, and which readings shaped them."""

    def __init__(
        self, evidence: Evidence, book: LawBook, question: Question, prepared: Prepared, plants: tuple[Plant, ...],
        engine: Engine,
    ) -> None:  # fmt: skip
        self._evidence, self._book, self._question = evidence, book, question
        self._prepared, self._plants = prepared, plants
        self._year = self._of(self._question, plants, engine)
        self._totals = self._weighed(self._year, prepared)
        self._shaping = {used.key for used in self._year.session.readings_used()}

    def under(self, key: str, option: str) -> _Result:
        """The declared figure with that option alone changed."""
        question = replace(self._question, readings={**(self._question.readings or {}), key: option})
        plants = plants_of(self._evidence, session_of(self._evidence, self._book, question), question.plant)
        if plants == self._plants and key not in self._shaping and key not in self._prepared.readings:
            return self._declared(self._of(question, plants, self._year.engine), self._prepared, self._totals)
        with duckdb_engine(memory=self._evidence.config.engine.memory or "") as engine:
            year = self._of(question, plants, engine)
            prepared = year.prepared(self._prepared if plants == self._plants else None)
            return self._declared(year, prepared, self._weighed(year, prepared))

    def _of(self, question: Question, plants: tuple[Plant, ...], engine: Engine) -> Year:
        session = session_of(self._evidence, self._book, question)
        regime = regime_of(session, question.year, question.regime)
        return Year(self._evidence, self._book, session, civil_year(question.year), plants, engine, regime)

    def _weighed(self, year: Year, prepared: Prepared) -> pa.Table:
        year.weigh(prepared)
        return year.totals(NO_RISKS)

    def _declared(self, year: Year, prepared: Prepared, totals: pa.Table) -> _Result:
        trace = Trace(year.session, sums_of(totals, year.regime))
        year.regime.denominators(trace, turnover(prepared.sales, year.session, year.period), year.session)
        year.figure(trace, DECLARED, year.spending())
        return _Result(trace.value("selo.weighted_percentage"), trace.value("selo.numerator"))
