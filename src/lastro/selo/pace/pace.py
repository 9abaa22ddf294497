"""How far the year is toward the minimum, and what it takes to get there: Decreto 10.527/2020 art. 3 § 2 I.

The percentage so far is a real assessment of what is dated up to the day. What is missing is the minimum, plus the
margin asked for, of the expected sales, less what already counts. Caps that grow with purchases are not foreseen.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.core.dates import civil_year, end_of_month
from lastro.core.errors import WrongUse
from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook
from lastro.selo.assess import Question, assess
from lastro.selo.pace.until import evidence_until
from lastro.selo.pace.windows import MONTHS, windows
from lastro.statement.model import Line, Statement
from lastro.statement.pace import Need, Pace

TRIED = range(40, 61, 5)
"""The percentages shown while nobody has established the minimum of the regime."""
_HUNDRED = 100


@dataclass(frozen=True)
class Asked:
    """The day, the `expected_sales` of the whole year in centavos, the `minimum` in percent when the user states one,
    and the `margin` in points that he wants above it."""

    on: date
    expected_sales: int | None = None
    minimum: Fraction | None = None
    margin: Fraction = Fraction(0)


def pace(evidence: Evidence, book: LawBook, question: Question, asked: Asked) -> Pace:
    """The pace on `asked.on`. Raises WrongUse for a day outside the year, and what `assess` raises."""
    year = civil_year(question.year)
    if asked.on not in year:
        raise WrongUse("pace.outside_year", day=asked.on, year=question.year)
    past = evidence_until(evidence, asked.on)
    so_far = _SoFar(assess(past, book, question), asked, evidence.config.expected_sales)
    minimum, source, mark = so_far.minimum()
    expected, origin = so_far.expected_sales()
    statement = so_far.statement
    return Pace(
        subject=statement.subject,
        year=question.year,
        on=asked.on,
        regime=statement.regime,
        percentage=so_far.value("selo.weighted_percentage"),
        percentage_after_risk=so_far.value("selo.weighted_percentage_after_risk"),
        numerator=so_far.amount("selo.numerator"),
        spent=so_far.amount("selo.effective_spending"),
        sales=so_far.amount("selo.denominator"),
        mean_weight=so_far.mean_weight(),
        expected_sales=expected,
        expected_source=origin,
        elapsed=so_far.elapsed,
        left=so_far.left,
        minimum=minimum,
        minimum_source=source,
        minimum_evidence=mark,
        margin=asked.margin,
        needs=tuple(so_far.needs(minimum, expected)),
        windows=windows(evidence, book, year, asked.on),
    )


class _SoFar:
    """What the statement up to the day says, and what follows from it."""

    def __init__(self, statement: Statement, asked: Asked, configured: int | None) -> None:
        self.statement, self.asked, self.configured = statement, asked, configured
        self.elapsed = _months_elapsed(asked.on)
        self.left = MONTHS - self.elapsed

    def value(self, line_id: str) -> Fraction | None:
        line = self.line(line_id)
        return Fraction(line.exact) if line is not None and line.exact else None

    def amount(self, line_id: str) -> Fraction:
        return self.value(line_id) or Fraction(0)

    def line(self, line_id: str) -> Line | None:
        return next((line for line in self.statement.lines if line.id == line_id), None)

    def mean_weight(self) -> Fraction | None:
        spent = self.amount("selo.effective_spending")
        return self.amount("selo.numerator") / spent if spent else None

    def minimum(self) -> tuple[Fraction | None, str, str]:
        """The percentage to reach, where it comes from, and how well it is known."""
        if self.asked.minimum is not None:
            return self.asked.minimum, "typed", ""
        line = self.line("selo.minimum_percentage")
        if line is None or not line.exact:
            return None, "", ""
        return Fraction(line.exact), "law", line.evidence

    def expected_sales(self) -> tuple[Fraction | None, str]:
        """Reais of the whole year; without any sale so far nothing can be extrapolated."""
        for given, source in ((self.asked.expected_sales, "typed"), (self.configured, "configured")):
            if given is not None:
                return Fraction(given, CENTAVOS_PER_REAL), source
        sales = self.amount("selo.denominator")
        return (sales / self.elapsed * MONTHS, "extrapolated") if sales > 0 else (None, "")

    def needs(self, minimum: Fraction | None, expected: Fraction | None) -> Iterator[Need]:
        if expected is None:
            return
        for percentage in [minimum] if minimum is not None else map(Fraction, TRIED):
            yield self._need(percentage, expected)

    def _need(self, minimum: Fraction, expected: Fraction) -> Need:
        target = (minimum + self.asked.margin) / _HUNDRED * expected
        missing = max(Fraction(0), target - self.amount("selo.numerator"))
        monthly = missing / self.left if self.left else None
        weight = self.mean_weight()
        spent = monthly / weight if monthly is not None and weight else None
        return Need(minimum, target, missing, monthly, spent)


def _months_elapsed(on: date) -> Fraction:
    """Whole months before that of the day, and the part of it that ends with the day."""
    return on.month - 1 + Fraction(on.day, end_of_month(on).day)
