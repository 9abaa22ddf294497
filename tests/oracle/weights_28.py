"""Which option of spending a purchase is, whether it counts, and by what it is multiplied.

Decreto 10.527/2020 art. 3 § 2 I a, b (wording of 2024) and Portaria MDA 28/2024 art. 31 §§ 1, 2.
"""

from __future__ import annotations

from fractions import Fraction

from tests.oracle import legal_28
from tests.oracle.lookups import Facts, is_priority, region
from tests.oracle.model import Config, Part
from tests.oracle.purchases import blocked_supplier
from tests.oracle.registry import FAMILY_COOPERATIVE, Registry


def is_feedstock(part: Part, config: Config) -> bool:
    """Option a: raw material of biodiesel. Another use, a live animal, a cake, an input or food is another product (b)."""
    if part.input or part.other_use or part.form in ("vivo", "torta"):
        return False
    if part.product in legal_28.ANIMALS:
        return part.form in legal_28.FAT_FORMS
    wide = config.reading("selo.28.feedstock") == "oilseeds_and_fats"
    return part.product in (legal_28.OILSEEDS if wide else legal_28.LIST_OF_2022)


def blocked(part: Part, config: Config, registry: Registry, facts: Facts) -> str:
    """Other products count only from the North, the Northeast and the Semiárido; suppliers as in any regime."""
    if not is_feedstock(part, config) and not is_priority(facts, part.municipality, part.day):
        return "SBS-19"
    return blocked_supplier(part, config, registry, dap_only=False)


def weigh(part: Part, config: Config, registry: Registry, facts: Facts) -> None:
    """Set region, option and weight: the factors of letters a, b, d, e and f multiply where they occur together (§ 2)."""
    part.priority = is_priority(facts, part.municipality, part.day)
    part.option = "a" if is_feedstock(part, config) else "b"
    part.weight = _organisation(part, config, registry) * _place(part, config)
    if part.option == "a" and part.product not in legal_28.NOT_DIVERSIFIED:
        part.weight *= legal_28.FACTOR_DIVERSIFIED


def _place(part: Part, config: Config) -> Fraction:
    """Letters d and e, of products and raw materials alike; both in the Semiárido of the Southeast unless read otherwise."""
    factor = legal_28.FACTOR_PRIORITY_ORIGIN if part.priority else Fraction(1)
    only_d = part.priority and config.reading("selo.28.semiarid_southeast") == "only_priority"
    if region(part.municipality) in legal_28.REGIONS_OF_FACTOR_E and not only_d:
        factor *= legal_28.FACTOR_CENTRE_AND_SOUTHEAST
    return factor


def _organisation(part: Part, config: Config, registry: Registry) -> Fraction:
    """Letter b up to three quarters of family farmers; above, letter a if somebody knows its factor."""
    if registry.kind_of_organisation(part.supplier, part.day) != FAMILY_COOPERATIVE:
        return Fraction(1)
    members = registry.membership(part.supplier, part.day)
    if members is None:
        return Fraction(1)
    if members <= legal_28.MEMBERSHIP_THRESHOLD:
        return legal_28.FACTOR_ORGANISATION_MINORITY
    return config.given.get("selo.28.factor.organisation_majority", Fraction(1))
