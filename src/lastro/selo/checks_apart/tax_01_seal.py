"""TAX-01, who may claim: a reduced class of family farming needs the unit regime, a regular seal and a family supplier.

Decreto 10.527/2020, art. 6 § 2; Lei 11.116/2005, arts. 4 and 5 § 3.
"""

from __future__ import annotations

from collections.abc import Iterator

from lastro.selo.checks_apart.model import YearCheck, YearFacts
from lastro.selo.checks_apart.used import FAMILIES, REDUCED, class_of, feedstock_used, finding, month
from lastro.selo.registry import without
from lastro.statement.model import Finding, Severity

_OPTION = ("lei-11116-2005 art. 4",)
_SEAL = ("decreto-10527-2020 art. 6 § 2 II",)
_FAMILY = ("decreto-10527-2020 art. 6 § 2 I", "lei-11116-2005 art. 5 § 3")
_ACTIVE, _AD_VALOREM = "ativa", "ad_valorem"


def _no_option(facts: YearFacts) -> Iterator[Finding]:
    """The coefficients are of the regime per m³: a year under the other one has none."""
    regimes = {option.year: option.regime for option in facts.evidence.config.taxation}
    if regimes.get(facts.period.start.year) != _AD_VALOREM:
        return
    for row in feedstock_used(facts):
        if row["classe"] in REDUCED:
            told = {"month": row["mes"], "class": row["classe"]}
            yield finding("TAX-01", Severity.BLOCKS, "ad_valorem", row, "consumo", told, _OPTION, row["custo"])


def _no_seal(facts: YearFacts) -> Iterator[Finding]:
    """A month of which some day has no active seal. A workspace that states no seal at all is not judged."""
    seals = facts.evidence.config.seals
    plants = {plant.cnpj for plant in facts.plants}
    active = [s.interval for s in seals if s.situation == _ACTIVE and (not s.plant or s.plant in plants)]
    stopped = [s.interval for s in seals if s.situation != _ACTIVE and (not s.plant or s.plant in plants)]
    for row in feedstock_used(facts) if seals else ():
        if class_of(facts, row) in FAMILIES and without([month(row)], without(active, stopped)):
            told = {"month": row["mes"], "class": class_of(facts, row)}
            yield finding("TAX-01", Severity.BLOCKS, "no_seal", row, "consumo", told, _SEAL, row["custo"])


def _not_family(facts: YearFacts) -> Iterator[Finding]:
    for row in feedstock_used(facts):
        if row["classe"] in FAMILIES and row["fornecedor"] not in facts.families:
            told = {"month": row["mes"], "class": row["classe"], "supplier": row["fornecedor"] or ""}
            yield finding("TAX-01", Severity.BLOCKS, "not_family", row, "consumo", told, _FAMILY, row["custo"])


CHECKS = (
    YearCheck("TAX-01", {"ad_valorem": Severity.BLOCKS}, _OPTION, _no_option, ("consumo",)),
    YearCheck("TAX-01", {"no_seal": Severity.BLOCKS}, _SEAL, _no_seal, ("consumo",)),
    YearCheck("TAX-01", {"not_family": Severity.BLOCKS}, _FAMILY, _not_family, ("consumo", "agricultores")),
)
