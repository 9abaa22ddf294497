"""Two small companies with sound years of their own, as `lastro selo check` takes them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from lastro.core.dates import civil_year
from lastro.evidence.workspace import SealPeriod, TaxOption
from lastro.law import load
from lastro.selo.across import Company, check
from lastro.selo.assess import Question, session_of
from lastro.selo.checks_apart import company_findings, year_findings
from lastro.selo.checks_apart.model import CompanyFacts, YearFacts
from lastro.selo.given import evidence_of
from lastro.selo.prepared import prepare
from lastro.statement.model import Finding
from tests.oracle.identifiers import cnpj
from tests.selo.world import CONFIG, PLANT, Edit, sound

OTHER_PLANT = cnpj("990000020001")
OTHER: Mapping[str, Any] = CONFIG | {"cnpj": OTHER_PLANT, "name": "Outra usina"}
TODAY = date(2024, 1, 31)


def company(
    *edits: Edit, config: Mapping[str, Any] = CONFIG, seals: Sequence[SealPeriod] = (), tax: Sequence[TaxOption] = (),
    readings: Mapping[str, str] | None = None, years: Sequence[int] = (2023,),
) -> Company:  # fmt: skip
    """The sound workspace with these edits, asked about these years."""
    tables = sound()
    for each in edits:
        each(tables)
    evidence = evidence_of(tables, config, load())
    evidence = replace(evidence, config=replace(evidence.config, seals=tuple(seals), taxation=tuple(tax)))
    return Company(evidence, load(), tuple(Question(year, readings=readings) for year in years))


def found(*companies: Company, on: date | None = TODAY) -> list[Finding]:
    """What the check finds, tables that are absent aside."""
    told = check(companies, on=on).statement.findings
    return [finding for finding in told if finding.variant != "not_checked"]


def found_apart(one: Company, on: date | None = TODAY) -> list[Finding]:
    """What the checks of the tax and of the framing find in one company, without assessing its year."""
    (question,), evidence = one.questions, one.evidence
    session = session_of(evidence, one.book, question)
    prepared = prepare(evidence, one.book, session, evidence.config.units)
    period = civil_year(question.year)
    facts = YearFacts(evidence, one.book, session, period, evidence.config.units, prepared)
    told = [*year_findings(facts), *company_findings(CompanyFacts(evidence, one.book, session, on))]
    return [finding for finding in told if finding.variant != "not_checked"]


__all__ = ["OTHER", "OTHER_PLANT", "PLANT", "TODAY", "company", "found", "found_apart"]
