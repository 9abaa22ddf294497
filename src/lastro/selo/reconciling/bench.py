"""Runs the rules on a changed year: the same weighing, caps and rounding as `assess`, the declared figure alone.

    with Bench(evidence, book, question) as bench: bench.outcome(change)

Lines are weighed again only when the change touches them or the readings that shaped them.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from fractions import Fraction

import pyarrow as pa

from lastro.core.dates import civil_year
from lastro.core.numbers import CENTAVOS_PER_REAL, half_up
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import LawBook
from lastro.relation import Engine, duckdb_engine
from lastro.relation.engine import small_engine
from lastro.selo.assess import Question, assess, plants_of, session_of
from lastro.selo.figures import DECLARED
from lastro.selo.judge import NO_RISKS
from lastro.selo.prepared import Prepared, prepare
from lastro.selo.reconciling.changes import Change, edit_weighted, edited_evidence, edited_prepared, place_of
from lastro.selo.regimes import regime_of
from lastro.selo.spending import Spending
from lastro.selo.trace import Trace, Unmeasured
from lastro.selo.turnover import Turnover, turnover
from lastro.selo.year import Year, sums_of
from lastro.statement.formula import Sums
from lastro.statement.reconciled import Outcome

FEW_LINES = 5_000  # up to here an engine without an optimizer is faster


@dataclass(frozen=True)
class Weighed:
    """A year as the engine holds it: what its sums, its spending and its sales are."""

    year: Year
    totals: pa.Table
    sums: Sums
    spending: tuple[Spending, ...]
    sold: Turnover


_Key = tuple[frozenset[tuple[str, str]], str, Change]


class Bench:
    """The year of one question, to be computed again and again. `statement` is its answer, `base` its outcome.

    Raises what `assess` raises, and Unmeasured for a year whose figure cannot be measured.
    """

    def __init__(self, evidence: Evidence, book: LawBook, question: Question) -> None:
        self.evidence, self.book, self.question = evidence, book, question
        self.session = session_of(evidence, book, question)
        self.plants = plants_of(evidence, self.session, question.plant)
        self.prepared = prepare(evidence, book, self.session, self.plants)
        self.statement = assess(evidence, book, question, self.prepared)
        if not self.statement.complete:
            raise Unmeasured("selo.unmeasured", line=DECLARED.percentage)
        self._open = ExitStack()
        memory = evidence.config.engine.memory or ""
        self._engine: Engine = self._open.enter_context(duckdb_engine(memory=memory))
        few = self.prepared.purchases.num_rows <= FEW_LINES
        self._scratch: Engine = self._open.enter_context(small_engine() if few else duckdb_engine(memory=memory))
        self._in_scratch: _Key | None = None
        self._scratch_totals: pa.Table | None = None
        year = self._year(Change(), self._engine, self.evidence)
        year.weigh(self.prepared)
        self._totals = year.totals(NO_RISKS)
        self._shaping = {used.key for used in year.session.readings_used()} | set(self.prepared.readings)
        self._outcomes: dict[Change, Outcome] = {}
        self._prepared_by: dict[frozenset[tuple[str, str]], Prepared] = {}
        self.base = self.outcome(Change())

    def __enter__(self) -> Bench:
        return self

    def __exit__(self, *raised: object) -> None:
        self._open.close()

    def shapes(self, change: Change) -> bool:
        """Whether the change makes the lines be weighed again."""
        asked = {key for key, _ in change.readings}
        return bool(asked & self._shaping) or bool(change.regime) or change.of_lines != Change()

    def outcome(self, change: Change) -> Outcome:
        """What the rules answer with the change. Raises LastroError where they cannot."""
        if change not in self._outcomes:
            self._outcomes[change] = self.tail(self.weighed(change))
        return self._outcomes[change]

    def remember(self, change: Change, outcome: Outcome) -> None:
        """Keep an outcome that was computed beside something else."""
        self._outcomes[change] = outcome

    def denominator(self, change: Change) -> int:
        """The denominator alone, centavos; nothing is weighed. Raises Unmeasured."""
        year = self._year(change, self._engine, self.evidence)
        sales = edited_prepared(self._prepared(year, change, self.plants), change).sales
        trace = Trace(year.session, sums_of(self._totals, year.regime))
        year.regime.denominators(trace, turnover(sales, year.session, year.period), year.session)
        return _centavos(trace.value("selo.denominator"))

    def weighed(self, change: Change) -> Weighed:
        """The year with the change; its engine holds the lines until the next call."""
        evidence = edited_evidence(self.evidence, change)
        plants = self._plants(change)
        if not self.shapes(change) and plants == self.plants:
            year = self._year(change, self._engine, evidence)
            return self._told(year, self._totals, edited_prepared(self.prepared, change), change)
        year = self._year(change, self._scratch, evidence)
        prepared = edited_prepared(self._prepared(year, change, plants), change)
        key = (change.readings, change.regime, change.of_lines)
        if key != self._in_scratch or self._scratch_totals is None:
            self._in_scratch = None
            year.weigh(prepared)
            edit_weighted(self._scratch, change, year.regime.lines)
            self._scratch_totals, self._in_scratch = year.totals(NO_RISKS), key
        return self._told(year, self._scratch_totals, prepared, change)

    def _prepared(self, year: Year, change: Change, plants: tuple[Plant, ...]) -> Prepared:
        if change.readings not in self._prepared_by:
            self._prepared_by[change.readings] = year.prepared(self.prepared if plants == self.plants else None)
        return self._prepared_by[change.readings]

    def _told(self, year: Year, totals: pa.Table, prepared: Prepared, change: Change) -> Weighed:
        spending = tuple(admitted(row, change) for row in year.spending())
        sold = turnover(prepared.sales, year.session, year.period)
        return Weighed(year, totals, sums_of(totals, year.regime), spending, sold)

    def tail(self, weighed: Weighed, sums: Sums | None = None, spending: Sequence[Spending] | None = None) -> Outcome:
        """The declared figure over these sums and this spending (None: those of the year). Raises Unmeasured."""
        year = weighed.year
        trace = Trace(year.session, sums or weighed.sums)
        year.regime.denominators(trace, weighed.sold, year.session)
        year.figure(trace, DECLARED, weighed.spending if spending is None else spending)
        return Outcome(
            _centavos(trace.value("selo.numerator")),
            _centavos(trace.value("selo.denominator")),
            trace.value(DECLARED.percentage),
        )

    def _question(self, change: Change) -> Question:
        readings = {**(self.question.readings or {}), **dict(change.readings)}
        return replace(self.question, readings=readings, regime=change.regime or self.question.regime)

    def _plants(self, change: Change) -> tuple[Plant, ...]:
        if not change.readings:
            return self.plants
        session = session_of(self.evidence, self.book, self._question(change))
        return plants_of(self.evidence, session, self.question.plant)

    def _year(self, change: Change, engine: Engine, evidence: Evidence) -> Year:
        question = self._question(change)
        session = session_of(evidence, self.book, question)
        regime = regime_of(session, question.year, question.regime)
        return Year(evidence, self.book, session, civil_year(question.year), self._plants(change), engine, regime)


def admitted(row: Spending, change: Change) -> Spending:
    """Spending that the ministry counts whole although a rule of ours keeps or cuts it."""
    if place_of(row.row) not in change.spent_in:
        return row
    return replace(row, accepted=row.stated, block=None, cut=None)


def _centavos(reais: Fraction) -> int:
    return half_up(reais * CENTAVOS_PER_REAL)
