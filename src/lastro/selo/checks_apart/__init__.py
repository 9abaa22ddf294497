"""Checks that no percentage hangs on: the PIS/Cofins of biodiesel and the framing of a project.

`lastro selo check` runs them. Each module of this package declares `CHECKS`; a duplicate fails at import.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pkgutil import iter_modules

from lastro.selo.checks.model import not_checked
from lastro.selo.checks_apart.model import ApartCheck, CompanyCheck, CompanyFacts, YearCheck, YearFacts
from lastro.statement.model import Finding


def _registered() -> tuple[ApartCheck, ...]:
    found: list[ApartCheck] = []
    seen: set[tuple[str, str]] = set()
    for module in sorted(iter_modules(__path__), key=lambda m: m.name):
        for check in getattr(import_module(f"{__name__}.{module.name}"), "CHECKS", ()):
            for variant in check.variants:
                if (check.code, variant) in seen:
                    raise ValueError(f"check {check.code} {variant} is declared twice")
                seen.add((check.code, variant))
            found.append(check)
    return tuple(found)


APART = _registered()


def year_findings(facts: YearFacts) -> Iterator[Finding]:
    """What the checks of a plant and year find; "not checked" where a table of the company is absent."""
    company, plants = facts.evidence.config.company.cnpj, " ".join(plant.cnpj for plant in facts.plants)
    open_tables: set[tuple[str, str]] = set()
    for check in APART:
        if isinstance(check, YearCheck):
            absent = next((name for name in check.needs if name not in facts.evidence.present), None)
            if absent is None:
                yield from (_of(finding, plants) for finding in check.run(facts))
            elif (check.code, absent) not in open_tables:
                open_tables.add((check.code, absent))
                yield _of(not_checked(check.code, check.cites, absent), company)


def company_findings(facts: CompanyFacts) -> Iterator[Finding]:
    """What the checks of a whole workspace find; nothing where its table is absent: who has no project needs none."""
    for check in APART:
        if isinstance(check, CompanyCheck) and set(check.needs) <= facts.evidence.present:
            yield from (_of(finding, facts.evidence.config.company.cnpj) for finding in check.run(facts))


def _of(finding: Finding, cnpj: str) -> Finding:
    """The finding with the CNPJ it is about: several folders have files of one name."""
    return replace(finding, subject={**finding.subject, "cnpj": cnpj})


__all__ = [
    "APART",
    "ApartCheck",
    "CompanyCheck",
    "CompanyFacts",
    "YearCheck",
    "YearFacts",
    "company_findings",
    "year_findings",
]
