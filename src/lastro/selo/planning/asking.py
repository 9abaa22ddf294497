"""What a plan needs to know: the plant, the days of the year, and the assessment as a function of the evidence."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from lastro.core.dates import civil_year
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import LawBook
from lastro.selo.assess import Question, assess, plants_of, session_of
from lastro.statement.model import Statement


@dataclass(frozen=True)
class Planning:
    """One plant's year under one question. `assess` gives the statement of any evidence in its place."""

    evidence: Evidence
    plant: Plant
    start: date
    last_day: date
    assess: Callable[[Evidence], Statement]

    @property
    def period(self) -> tuple[date, date]:
        return self.start, self.last_day


def planning(evidence: Evidence, book: LawBook, question: Question) -> Planning:
    """Raises WrongUse when it is not clear which plant is meant. Of a statement of several plants, the first buys."""
    plant = plants_of(evidence, session_of(evidence, book, question), question.plant)[0]
    year = civil_year(question.year)
    assert year.last_day is not None

    def assessed(given: Evidence) -> Statement:
        return assess(given, book, question)

    return Planning(evidence, plant, year.start, year.last_day, assessed)
