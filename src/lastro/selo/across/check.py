"""`lastro selo check`: the years of one or several companies under the real rules, and what they have in common.

    check(companies, others, key, on)  ->  Checked(statement, ledgers)

Each plant and year is assessed as `assess` does it; nothing of that answer changes. What the tax (Decreto 10.527/2020)
and the framing of a project (IN MDA 2/2005) ask besides is checked here, since no percentage hangs on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from lastro.core.dates import civil_year
from lastro.core.errors import WrongUse
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import LawBook
from lastro.selo.across.compare import compare
from lastro.selo.across.ledger import Ledger, Place, ledger_of
from lastro.selo.across.sealing import IndexKey, plain_tokens, sealed
from lastro.selo.assess import Question, assess, plants_of, session_of
from lastro.selo.checks_apart import company_findings, year_findings
from lastro.selo.checks_apart.model import CompanyFacts, YearFacts
from lastro.selo.prepared import Prepared, prepare
from lastro.statement.model import Finding, LawUsed, ReadingUsed, Statement


@dataclass(frozen=True)
class Company:
    """One workspace, and a question for each year asked of it (its `plant` is ignored: every plant answers)."""

    evidence: Evidence
    book: LawBook
    questions: tuple[Question, ...]


@dataclass(frozen=True)
class Checked:
    """The statement `selo.check`, and the ledgers that an index is made of."""

    statement: Statement
    ledgers: tuple[Ledger, ...]


@dataclass(frozen=True)
class _Year:
    """One assessed plant and year."""

    company: Company
    question: Question
    plants: tuple[Plant, ...]
    prepared: Prepared
    statement: Statement
    ledger: Ledger

    @property
    def places(self) -> frozenset[Place]:
        return frozenset(Place(plant.cnpj, self.question.year) for plant in self.plants)


def check(
    companies: Sequence[Company], others: Sequence[Ledger] = (), key: IndexKey | None = None, on: date | None = None
) -> Checked:
    """All findings that no single percentage shows.

    `others` are indexes read under `key`; ours are then sealed under it too, to be compared. `on` is the day on which
    terms are looked at (none: terms still running are not judged). Raises WrongUse when one plant and year stands in
    two folders, and what `assess` raises.
    """
    years = [year for company in companies for year in _years(company)]
    _refuse_repeats(years)
    ledgers = tuple(year.ledger for year in years)
    own = frozenset().union(*(year.places for year in years))
    findings = [*_across(ledgers, [_without(ledger, own) for ledger in others], key), *_apart(companies, years, on)]
    return Checked(_statement(companies, years, findings), ledgers)


def _years(company: Company) -> Iterator[_Year]:
    for asked in company.questions:
        session = session_of(company.evidence, company.book, asked)
        units = company.evidence.config.units
        together = session.reading("selo.subject") == "company"
        for question in [asked] if together else [replace(asked, plant=unit.cnpj) for unit in units]:
            plants = plants_of(company.evidence, session, question.plant)
            prepared = prepare(company.evidence, company.book, session, plants)
            statement = assess(company.evidence, company.book, question, prepared)
            ledger = ledger_of(company.evidence, session, statement)
            yield _Year(company, question, plants, prepared, statement, ledger)


def _refuse_repeats(years: Iterable[_Year]) -> None:
    seen: set[Place] = set()
    for year in years:
        for place in sorted(year.places):
            if place in seen:
                raise WrongUse("across.same_place", plant=place.plant, year=place.year)
            seen.add(place)


def _across(ours: Sequence[Ledger], others: Sequence[Ledger], key: IndexKey | None) -> tuple[Finding, ...]:
    tokens = frozenset().union(*(plain_tokens(ledger) for ledger in ours))
    if key is None or not others:
        return compare(ours, (), {token: token for token in tokens})
    shut = [replace(sealed(ledger, key), suppliers=ledger.suppliers) for ledger in ours]
    return compare(shut, others, {key.seal(token): token for token in tokens})


def _without(ledger: Ledger, own: frozenset[Place]) -> Ledger:
    """An index of another without the plants and years that are ours: one's own index meets nobody."""
    return replace(
        ledger,
        uses=tuple(use for use in ledger.uses if use.place not in own),
        incomes=tuple(income for income in ledger.incomes if income.place not in own),
        crops=tuple(crop for crop in ledger.crops if crop.place not in own),
    )


def _apart(companies: Iterable[Company], years: Iterable[_Year], on: date | None) -> Iterator[Finding]:
    for year in years:
        session = session_of(year.company.evidence, year.company.book, year.question)
        period = civil_year(year.question.year)
        yield from year_findings(
            YearFacts(year.company.evidence, year.company.book, session, period, year.plants, year.prepared)
        )
    for company in companies:
        session = session_of(company.evidence, company.book, company.questions[0])
        yield from company_findings(CompanyFacts(company.evidence, company.book, session, on))


def _statement(companies: Sequence[Company], years: Sequence[_Year], findings: Iterable[Finding]) -> Statement:
    told = [year.statement for year in years]
    configs = [company.evidence.config for company in companies]
    plants = list(dict.fromkeys((plant.cnpj, plant.name) for year in years for plant in year.plants))
    subject = {
        "company_cnpj": " ".join(dict.fromkeys(config.company.cnpj for config in configs)),
        "company_name": "; ".join(dict.fromkeys(config.company.name for config in configs)),
        "unit_cnpj": " ".join(cnpj for cnpj, _ in plants),
        "unit_name": "; ".join(name for _, name in plants),
    }
    period = {
        "year": " ".join(sorted({statement.period["year"] for statement in told})),
        "start": min(statement.period["start"] for statement in told),
        "end": max(statement.period["end"] for statement in told),
    }
    return Statement(
        kind="selo.check",
        subject=subject,
        period=period,
        regime=" ".join(sorted({statement.regime for statement in told})),
        lines=(),
        findings=_distinct(findings),
        readings=_readings(told),
        law=_law(told),
        provenance={
            f"{config.company.cnpj} {name}": digest
            for config, company in zip(configs, companies, strict=True)
            for name, digest in company.evidence.digests.items()
        },
    )


def _readings(statements: Iterable[Statement]) -> tuple[ReadingUsed, ...]:
    found = {(reading.key, reading.option): reading for statement in statements for reading in statement.readings}
    return tuple(found[slot] for slot in sorted(found))


def _law(statements: Iterable[Statement]) -> tuple[LawUsed, ...]:
    found = {(used.key, used.start, used.value): used for statement in statements for used in statement.law}
    return tuple(found[slot] for slot in sorted(found))


def _distinct(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Each finding once: two plants of one folder answer "not checked" for the same table."""
    told: list[Finding] = []
    for finding in findings:
        if finding not in told:
            told.append(finding)
    return tuple(told)
