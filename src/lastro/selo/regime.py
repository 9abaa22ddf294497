"""What a regulation of the Selo decides, as data and functions: one value of `Regime` per regulation.

Everything else (evidence, returns, origins, limits, findings, statement) is common to all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

import pyarrow as pa

from lastro.core.dates import Interval
from lastro.law import LawBook, Session
from lastro.relation import Engine
from lastro.selo.additions import IN_PROPORTION, Addition, Cuts
from lastro.selo.figures import Amounts, Figure
from lastro.selo.line_rules import LineRules
from lastro.selo.spending import Row, Spending, SpendingFacts
from lastro.selo.trace import Trace
from lastro.selo.turnover import Turnover
from lastro.statement.model import Finding

Tables = Mapping[str, pa.Table]
Alert = tuple[Spending, str, Mapping[str, str]]


@dataclass(frozen=True)
class Costs:
    """What a figure is computed from besides the sums of its lines: spending in reais by (item, region group),
    `carried` what a balance of another year adds."""

    spending: Amounts
    plant_region: str
    carried: Fraction = Fraction(0)
    cuts: Cuts = IN_PROPORTION
    more: Addition = field(default_factory=Addition)


def _in_proportion(session: Session, on: date, engine: Engine, figure: Figure, spending: Sequence[Spending]) -> Cuts:
    return IN_PROPORTION


@dataclass(frozen=True)
class Regime:
    """One regulation. Functions take the trace that they append lines to, the session, and the first day of the year.

    `act` names it, in the law data and in statements; `keys` are the beginnings of its own parameters, which are read
    as on the nearest day of its time. `checks` names the checks that it asks with the provisions they rest on here;
    None asks all with their own. `accepted` is the line of all purchases accepted. `missing` answers which parameters
    the figure had to do without, `gaps` the findings that say what that means, `alerts` what is odd about spending
    (row, variant of SBS-15, arguments), `carried` the reais that a balance of another year adds. `cooperative_kinds`
    and `priority_regions` are the keys of lists.
    """

    act: str
    keys: tuple[str, ...]
    lines: LineRules
    spending: Callable[[list[Row], SpendingFacts], list[Spending]]
    denominators: Callable[[Trace, Turnover, Session], None]
    figure: Callable[[Trace, Figure, Session, date, Costs], None]
    conclusions: Callable[[Trace, Session, date], None]
    added: Callable[[Trace], None]
    accepted: str
    checks: Mapping[str, tuple[str, ...]] | None = None
    cuts: Callable[[Session, date, Engine, Figure, Sequence[Spending]], Cuts] = _in_proportion
    gaps: Callable[[Trace, Session, date, Engine, Tables], Iterable[Finding]] = lambda *_: ()
    alerts: Callable[[Sequence[Spending]], Iterable[Alert]] = lambda _: ()
    carried: Callable[[Tables, Interval], Fraction] = lambda *_: Fraction(0)
    missing: Callable[[Session, date, Engine], tuple[str, ...]] = lambda *_: ()
    cooperative_kinds: str = ""
    priority_regions: str = ""

    def held(self, book: LawBook) -> dict[str, Interval]:
        """The interval that each of its keys is held to: the time of the act."""
        interval = book.acts[self.act].in_force
        return {} if interval is None else dict.fromkeys(self.keys, interval)

    def asks(self, code: str) -> bool:
        """Whether the check of that code belongs to this regime."""
        return self.checks is None or code in self.checks

    def cites(self, code: str, declared: tuple[str, ...]) -> tuple[str, ...]:
        """The provisions that the check of that code rests on here."""
        return declared if self.checks is None else self.checks[code] or declared
