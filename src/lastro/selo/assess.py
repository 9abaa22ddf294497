"""The percentage of a civil year under the regime that rules it, as a statement with every step and finding."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date

import pyarrow as pa

from lastro.core.dates import civil_year
from lastro.core.errors import WrongUse
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import DatedValue, LawBook, Session, load
from lastro.relation import duckdb_engine
from lastro.selo import shares
from lastro.selo.checks import Facts
from lastro.selo.checks.sbs_22_exports import without_justified_exports
from lastro.selo.figures import AFTER_RISK, ANSWER, DECLARED
from lastro.selo.given import evidence_of
from lastro.selo.judge import Judgement, closing, judge_lines, judge_tail
from lastro.selo.justified import justifications
from lastro.selo.memory import memory_columns, memory_of
from lastro.selo.old_seal import old_seal_line
from lastro.selo.points import with_points
from lastro.selo.prepared import Prepared
from lastro.selo.regimes import regime_of
from lastro.selo.spending import Spending, well_proved
from lastro.selo.spent import amounts, without_justified
from lastro.selo.trace import Trace, Unmeasured
from lastro.selo.turnover import turnover
from lastro.selo.whatif import WhatIf
from lastro.selo.year import Year, sums_of
from lastro.statement.model import Finding, LawUsed, ReadingUsed, Statement


@dataclass(frozen=True)
class Question:
    """What is asked: the year, the plant ("" = the only one), the readings chosen and the user's own law values."""

    year: int
    plant: str = ""
    readings: Mapping[str, str] | None = None
    overrides: tuple[DatedValue, ...] = ()
    known_on: date | None = None
    regime: str = ""  # an act of `regimes.REGIMES`; "" is the one that rules the year


def session_of(evidence: Evidence, book: LawBook, question: Question) -> Session:
    """The law as the question asks for it: readings of the workspace, then those of the question; the parameters of the
    regime held to its time. Raises WrongUse, and ParameterNotEstablished for a year that no regime rules."""
    readings = {**evidence.config.readings, **(question.readings or {})}
    plain = book.session(readings, question.known_on, question.overrides)
    held = regime_of(plain, question.year, question.regime).held(book)
    return book.session(readings, question.known_on, question.overrides, held)


def assess(evidence: Evidence, book: LawBook, question: Question, prepared: Prepared | None = None) -> Statement:
    """The statement `selo.assess`. Raises ParameterNotEstablished (regime of another year), WrongUse (which plant).

    `prepared` lines of an earlier computation are used again when the readings that shaped them are the same.
    """
    session = session_of(evidence, book, question)
    period = civil_year(question.year)
    regime = regime_of(session, question.year, question.regime)
    engine_config = evidence.config.engine
    with duckdb_engine(memory=engine_config.memory or "") as engine:
        year = Year(evidence, book, session, period, plants_of(evidence, session, question.plant), engine, regime)
        return _Assessment(year, question).statement(prepared)


class _Assessment:
    """One run; the engine lives as long as it does."""

    def __init__(self, year: Year, question: Question) -> None:
        self.year, self.regime, self.question = year, year.regime, question
        self.evidence, self.session, self.engine = year.evidence, year.session, year.engine

    def statement(self, given: Prepared | None) -> Statement:
        year = self.year
        prepared = year.prepared(given)
        year_lines, spending = year.weigh(prepared), year.spending()
        sold = turnover(prepared.sales, self.session, year.period)
        justified = justifications(self.evidence.tables["decisoes"].to_pylist(), year.period)
        facts = Facts(
            self.engine, self.evidence, year.book, self.session, year.period, year_lines, spending, sold, justified,
            self.regime,
        )  # fmt: skip
        judgement = judge_lines(facts)
        totals = year.totals(judgement.risk_table())
        what_if = self._what_if(totals, facts)
        trace = self._trace(what_if, totals, facts)
        read = (*self.evidence.findings, *prepared.findings)
        findings = [*map(justified.applied, read), *self._pointed(judgement, what_if), *judge_tail(trace, facts)]
        return self._assembled(trace, [*findings, *closing(findings, facts)], totals)

    def _what_if(self, totals: pa.Table, facts: Facts) -> WhatIf:
        spending = {DECLARED: facts.spending, AFTER_RISK: _safe(facts)}
        spent = {figure: amounts(rows) for figure, rows in spending.items()}
        cuts = {figure: self.year.cuts(figure, rows) for figure, rows in spending.items()}
        sold = without_justified_exports(facts.sold, facts.justified)
        sums = sums_of(totals, self.regime)
        region, carried = self.year.plant_region(), self.year.carried()
        return WhatIf(self.regime, self.session, sums, sold, spent, cuts, region, facts.on, carried)

    def _pointed(self, judgement: Judgement, what_if: WhatIf) -> list[Finding]:
        try:
            return with_points(judgement.staked(), what_if)
        except Unmeasured:  # a year without sales has no percentage, and its findings no points
            return judgement.findings

    def _trace(self, what_if: WhatIf, totals: pa.Table, facts: Facts) -> Trace:
        trace = Trace(self.session, what_if.sums)
        self.regime.denominators(trace, what_if.sold, self.session)
        for figure, spending in ((DECLARED, facts.spending), (AFTER_RISK, _safe(facts))):
            self.year.figure(trace, figure, spending)
        self.regime.conclusions(trace, self.session, facts.on)
        old_seal_line(trace, self.session, self.evidence.config.seals, self.year.period)
        shares.share_lines(trace, totals, self.regime)
        return trace

    def _missing(self, key: str) -> dict[str, str]:
        """A parameter that nobody has established, as the statement names it."""
        cites = self.session.provisions(key, self.year.on)
        return {"key": key, "on": self.year.on.isoformat(), "cites": "; ".join(cites)}

    def _assembled(self, trace: Trace, findings: list[Finding], totals: pa.Table) -> Statement:
        config = self.evidence.config
        subject = {
            "company_cnpj": config.company.cnpj,
            "company_name": config.company.name,
            "unit_cnpj": " ".join(plant.cnpj for plant in self.year.plants),
            "unit_name": "; ".join(plant.name for plant in self.year.plants),
        }
        last = self.year.period.last_day
        missing = tuple(map(self._missing, self.regime.missing(self.session, self.year.on, self.engine)))
        period = {"year": str(self.question.year), "start": str(self.year.period.start), "end": str(last)}
        return Statement(
            kind="selo.assess",
            subject=subject,
            period=period,
            regime=self.regime.act,
            lines=tuple(trace.lines),
            findings=tuple(findings),
            readings=tuple(ReadingUsed(r.key, r.option, r.is_default) for r in self.session.readings_used()),
            law=tuple(_law_used(value) for value in self.session.used()),
            complete=not missing and all(line.value is not None for line in trace.lines if line.id in ANSWER),
            missing=missing,
            provenance=dict(self.evidence.digests),
            memory=memory_of(self.engine, self.regime.lines),
            memory_columns=memory_columns(self.regime.lines),
            totals=totals,
        )


def assess_tables(
    tables: Mapping[str, Sequence[Mapping[str, object]]], config: Mapping[str, object], readings: Mapping[str, str],
    regime: str = "", overrides: tuple[DatedValue, ...] = (),
) -> Statement:  # fmt: skip
    """The statement of rows given in Python (see `given.evidence_of`): the same rules without files."""
    book = load()
    evidence = evidence_of(tables, config, book)
    return assess(
        evidence, book, Question(int(str(config["year"])), readings=readings, overrides=overrides, regime=regime)
    )


def _law_used(value: object) -> LawUsed:
    fields = ("key", "start", "end", "value", "unit", "cites", "evidence", "overridden")
    return LawUsed(**{name: getattr(value, name) for name in fields})


def _safe(facts: Facts) -> list[Spending]:
    """The spending that is well proved, or whose faults a decision justifies."""
    return well_proved(without_justified(facts.spending, facts.justified))


def plants_of(evidence: Evidence, session: Session, plant: str) -> tuple[Plant, ...]:
    """The plants of the statement: one, or all of the company by the reading `selo.subject`."""
    units = evidence.config.units
    if session.reading("selo.subject") == "company":
        return units
    if plant:
        chosen = tuple(unit for unit in units if unit.cnpj == plant)
        if not chosen:
            raise WrongUse("selo.unknown_plant", plant=plant, plants=", ".join(unit.cnpj for unit in units))
        return chosen
    if len(units) != 1:
        raise WrongUse("selo.which_plant", plants=", ".join(unit.cnpj for unit in units))
    return units
