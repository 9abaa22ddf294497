"""The percentage of a civil year under Portaria SAF/MAPA 280/2022, as a statement with every step and finding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date

import pyarrow as pa

from lastro.core.dates import Interval, civil_year
from lastro.core.errors import WrongUse
from lastro.core.regions import region_of_uf_code
from lastro.evidence.columns import schema
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import DatedValue, LawBook, Session, load
from lastro.relation import Engine, duckdb_engine, run
from lastro.selo import pipeline, shares, tail
from lastro.selo.allocation import cut_by_order, spending_keeper
from lastro.selo.checks import Facts
from lastro.selo.checks.sbs_22_exports import without_justified_exports
from lastro.selo.given import evidence_of
from lastro.selo.judge import Judgement, closing, judge_lines, judge_tail
from lastro.selo.justified import justifications
from lastro.selo.lines import YearInputs, weigh_year
from lastro.selo.memory import memory_columns, memory_of
from lastro.selo.points import with_points
from lastro.selo.prepared import Prepared, prepare
from lastro.selo.spending import Spending, SpendingFacts, judge_spending, well_proved
from lastro.selo.spent import amounts, without_justified
from lastro.selo.tail import AFTER_RISK, DECLARED
from lastro.selo.trace import Trace
from lastro.selo.turnover import denominator_lines, turnover
from lastro.selo.whatif import Addition, WhatIf
from lastro.statement.formula_sums import kinds_of, sums_over
from lastro.statement.model import Finding, LawUsed, ReadingUsed, Severity, Statement

REGIME_280 = "portaria-saf-mapa-280-2022"


@dataclass(frozen=True)
class Question:
    """What is asked: the year, the plant ("" = the only one), the readings chosen and the user's own law values."""

    year: int
    plant: str = ""
    readings: Mapping[str, str] | None = None
    overrides: tuple[DatedValue, ...] = ()
    known_on: date | None = None


def session_of(evidence: Evidence, book: LawBook, question: Question) -> Session:
    """The law as the question asks for it: readings of the workspace, then those of the question. Raises WrongUse."""
    readings = {**evidence.config.readings, **(question.readings or {})}
    return book.session(readings=readings, known_on=question.known_on, overrides=question.overrides)


def assess(evidence: Evidence, book: LawBook, question: Question, prepared: Prepared | None = None) -> Statement:
    """The statement `selo.assess`. Raises ParameterNotEstablished (regime of another year), WrongUse (which plant).

    `prepared` lines of an earlier computation are used again when the readings that shaped them are the same.
    """
    session = session_of(evidence, book, question)
    period = civil_year(question.year)
    regime = str(session.value("selo.regime", period.start).value)
    engine_config = evidence.config.engine
    with duckdb_engine(memory=engine_config.memory or "") as engine:
        return _Assessment(evidence, book, session, period, regime, question, engine).statement(prepared)


class _Assessment:
    """One run; the engine lives as long as it does."""

    def __init__(
        self, evidence: Evidence, book: LawBook, session: Session, period: Interval, regime: str, question: Question,
        engine: Engine,
    ) -> None:  # fmt: skip
        self.evidence, self.book, self.session, self.period = evidence, book, session, period
        self.regime, self.question, self.engine = regime, question, engine
        self.plants = plants_of(evidence, session, question.plant)

    def statement(self, given: Prepared | None) -> Statement:
        fits = given is not None and given.fits(self.session)
        prepared = given if given and fits else prepare(self.evidence, self.book, self.session, self.plants)
        inputs = year_inputs(self.evidence, prepared, self.plants)
        year_lines = weigh_year(self.engine, inputs, self.book, self.session, self.period)
        spending = tuple(judge_spending(self._spending_rows(), self._spending_facts()))
        sold = turnover(prepared.sales, self.session, self.period)
        justified = justifications(self.evidence.tables["decisoes"].to_pylist(), self.period)
        facts = Facts(
            self.engine, self.evidence, self.book, self.session, self.period, year_lines, spending, sold, justified
        )
        judgement = judge_lines(facts)
        self.engine.register("risks", judgement.risk_table())
        run(self.engine, pipeline.total_steps(), _never)
        totals = self.engine.fetch("select * from totals")
        tail_inputs = self._what_if(totals, facts)
        trace = self._trace(tail_inputs, totals, facts)
        read = (*self.evidence.findings, *prepared.findings)
        findings = [*map(justified.applied, read), *self._pointed(judgement, tail_inputs), *judge_tail(trace, facts)]
        return self._assembled(trace, [*findings, *closing(findings, facts)], totals)

    def _spending_rows(self) -> list[Mapping[str, object]]:
        ours = {plant.cnpj for plant in self.plants}
        alone = len(self.evidence.config.units) == 1
        rows = self.evidence.tables["dispendios"].to_pylist()
        return [row for row in rows if row["unidade"] in ours or (not row["unidade"] and alone)]

    def _spending_facts(self) -> SpendingFacts:
        cooperatives = set(self.session.names("selo.280.cooperative_kinds", self.period.start))
        qualified = [
            row
            for row in self.evidence.tables["organizacoes"].to_pylist()
            if row["tipo"] in cooperatives and row["habilitacao"] and row["inicio"] is not None
        ]

        def is_qualified(cnpj: str, on: date) -> bool:
            return any(
                row["cnpj"] == cnpj and row["inicio"] <= on and (row["fim"] is None or on <= row["fim"])
                for row in qualified
            )

        def is_priority(code: str, on: date) -> bool:
            regions = self.session.names("selo.280.priority_regions", self.period.start)
            return self.book.municipality(code).region.value in regions or self.book.semiarido(code, on) is True

        decisions = tuple(self.evidence.tables["decisoes"].to_pylist())
        return SpendingFacts(self.period, self.session, is_qualified, is_priority, decisions)

    def _what_if(self, totals: pa.Table, facts: Facts) -> WhatIf:
        sums = sums_over(totals, kinds_of(memory_columns()))
        declared, safe = amounts(facts.spending), amounts(_safe(facts))
        sold = without_justified_exports(facts.sold, facts.justified)
        return WhatIf(self.session, sums, sold, declared, safe, self._plant_region(facts.on), facts.on)

    def _pointed(self, judgement: Judgement, what_if: WhatIf) -> list[Finding]:
        if what_if.percentage(DECLARED, Addition()) == 0 and not what_if.sold.domestic:
            return judgement.findings
        return with_points(judgement.staked(), what_if)

    def _trace(self, inputs: WhatIf, totals: pa.Table, facts: Facts) -> Trace:
        trace, on = Trace(self.session, inputs.sums), inputs.on
        denominator_lines(trace, inputs.sold, self.session)
        for figure, spent in ((DECLARED, inputs.spending), (AFTER_RISK, inputs.safe_spending)):
            cut = cut_by_order(self.engine, trace, figure, self.session, on)
            tail.item_one(trace, figure, self.session, on, cut)
            keep = self._keeper(facts.spending if figure is DECLARED else _safe(facts))
            tail.items_two_to_five(trace, figure, self.session, on, spent, inputs.plant_region, keep)
            tail.percentages(trace, figure, on)
        tail.conclusions(trace, on)
        shares.share_lines(trace, totals)
        return trace

    def _keeper(self, spending: Iterable[Spending]) -> tail.Keep | None:
        """How the joint caps fall on spending when the reading is not the proportional cut."""
        reading = self.session.reading("selo.cap_allocation")
        if reading == "proportional":
            return None
        doubled = self.session.number("selo.280.factor.donation_research", self.period.start)
        return spending_keeper(spending, doubled, reading)

    def _plant_region(self, on: date) -> str:
        facts = self._spending_facts()
        return "priority" if all(facts.is_priority(plant.municipality, on) for plant in self.plants) else "other"

    def _assembled(self, trace: Trace, findings: list[Finding], totals: pa.Table) -> Statement:
        config = self.evidence.config
        subject = {
            "company_cnpj": config.company.cnpj,
            "company_name": config.company.name,
            "unit_cnpj": " ".join(plant.cnpj for plant in self.plants),
            "unit_name": "; ".join(plant.name for plant in self.plants),
        }
        last = replace(self.period).last_day
        period = {"year": str(self.question.year), "start": str(self.period.start), "end": str(last)}
        return Statement(
            kind="selo.assess",
            subject=subject,
            period=period,
            regime=self.regime,
            lines=tuple(trace.lines),
            findings=tuple(findings),
            readings=tuple(ReadingUsed(r.key, r.option, r.is_default) for r in self.session.readings_used()),
            law=tuple(_law_used(value) for value in self.session.used()),
            complete=not any(f.severity is Severity.BLOCKS and f.code.startswith("EVD-STOP") for f in findings),
            provenance=dict(self.evidence.digests),
            memory=memory_of(self.engine),
            memory_columns=memory_columns(),
            totals=totals,
        )


def year_inputs(evidence: Evidence, prepared: Prepared, plants: Sequence[Plant]) -> YearInputs:
    """What `weigh_year` starts from."""
    regions = [region_of_uf_code(plant.municipality).value for plant in plants]
    of_plants = pa.table({"cnpj": [plant.cnpj for plant in plants], "region": regions})
    forms = [*_words("forma"), ""]
    return YearInputs(evidence, prepared.purchases, prepared.origins, of_plants, _words("produto"), forms)


def _words(vocabulary: str) -> list[str]:
    return list(schema().vocabularies[vocabulary].values)


def assess_tables(
    tables: Mapping[str, Sequence[Mapping[str, object]]], config: Mapping[str, object], readings: Mapping[str, str]
) -> Statement:
    """The statement of rows given in Python (see `given.evidence_of`): the same rules without files."""
    book = load()
    evidence = evidence_of(tables, config, book)
    return assess(evidence, book, Question(int(str(config["year"])), readings=readings))


def _law_used(value: object) -> LawUsed:
    fields = ("key", "start", "end", "value", "unit", "cites", "evidence", "overridden")
    return LawUsed(**{name: getattr(value, name) for name in fields})


def _never(step: object, missed: object) -> None:
    raise AssertionError(f"{step}: {missed}")


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
