"""What a check is: one code, one question, one file. It reads the computed lines or tables and answers with findings.

A `LineCheck` asks in SQL over `weighted_lines` and the registered tables; a `FactCheck` asks in Python over sums and
tables. Both say which tables they need; a table that is absent makes the check answer "not checked", never a guess.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from lastro.core.dates import Interval
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook, Session
from lastro.relation import Engine
from lastro.selo.additions import Addition
from lastro.selo.justified import Justifications
from lastro.selo.lines import YearLines
from lastro.selo.regime import Regime
from lastro.selo.spending import Spending
from lastro.selo.trace import Trace
from lastro.selo.turnover import Turnover
from lastro.statement.model import Finding, Severity, Source


@dataclass(frozen=True)
class Facts:
    """All that a check may look at."""

    engine: Engine
    evidence: Evidence
    book: LawBook
    session: Session
    period: Interval
    year_lines: YearLines
    spending: tuple[Spending, ...]
    sold: Turnover
    justified: Justifications
    regime: Regime

    @property
    def on(self) -> date:
        """The day whose law rules sums of the whole year."""
        return self.period.start


@dataclass(frozen=True)
class LineCheck:
    """`rows` selects kind, line_id, part and amount (centavos at stake, positive) from `weighted_lines` and tables.

    Every further column of the select is an argument of the message. `blocks` findings tell why a line, or an excess,
    is out; `at_risk` ones take `amount` out of the second figure. `regains` is false where the remedy is to take the
    row out: no points hang on it.
    """

    code: str
    variant: str
    severity: Severity
    cites: tuple[str, ...]
    rows: str | Callable[[Facts], str]
    needs: tuple[str, ...] = ()
    regains: bool = True


@dataclass(frozen=True)
class FactCheck:
    """`run` answers with findings, each with what would count besides if it were remedied (None: nothing).

    `variants` lists every variant it may use and how it weighs.
    """

    code: str
    variants: Mapping[str, Severity]
    cites: tuple[str, ...]
    run: Callable[[Facts], Iterable[Staked]]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class TailCheck:
    """Like `FactCheck`, over the finished trace: what the joint caps cut."""

    code: str
    variants: Mapping[str, Severity]
    cites: tuple[str, ...]
    run: Callable[[Trace, Facts], Iterable[Finding]]


@dataclass(frozen=True)
class ClosingCheck:
    """The last ones, over all findings of the statement: what is said about them and fits none."""

    code: str
    variants: Mapping[str, Severity]
    run: Callable[[Sequence[Finding], Facts], Iterable[Finding]]
    cites: tuple[str, ...] = ()


Check = LineCheck | FactCheck | TailCheck | ClosingCheck

Staked = tuple[Finding, Addition | None]
NOT_CHECKED = "not_checked"


def not_checked(code: str, cites: tuple[str, ...], absent: str) -> Finding:
    """The finding of a check whose table the workspace does not have."""
    return Finding(code, Severity.ALERT, NOT_CHECKED, {"table": absent}, {"table": absent}, cites)


def row_subject(row: Mapping[str, object], table: str) -> dict[str, str]:
    """The subject of a finding about a row of a table."""
    return {"table": table, "row_hash": str(row["_hash"])}


def row_source(row: Mapping[str, object]) -> Source:
    """Where a row of a table stands among the user's files."""
    number = row["_row"]
    return Source(str(row["_file"]), str(row["_sheet"] or ""), number if isinstance(number, int) else 0)
