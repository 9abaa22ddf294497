"""Which raw material is admitted and by what it is multiplied (arts. 3 § 4, 4 §§ 9, 11, 12)."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle import legal
from tests.oracle.lookups import Facts, is_priority, region
from tests.oracle.model import Config, Part
from tests.oracle.registry import FAMILY_COOPERATIVE, Registry


def is_live(product: str, form: str) -> bool:
    """An animal that is not delivered as something made of it."""
    return product in legal.ANIMALS and form in ("", "vivo")


def admitted(product: str, form: str) -> bool:
    """Raw material is what the list of art. 2 XVII names and what animals give; live animals of four kinds only."""
    if is_live(product, form):  # art. 3 § 4
        return product in legal.LIVE_ANIMALS_ADMITTED
    return product in legal.LIST_XVII or product in legal.ANIMALS


def weigh(part: Part, config: Config, registry: Registry, facts: Facts) -> None:
    """Set the part's region and weight. Every factor that applies multiplies."""
    part.priority = is_priority(facts, part.municipality, part.day)
    part.weight = _weight(part, config, registry, facts) if _multiplied(part, config) else Fraction(1)


def _multiplied(part: Part, config: Config) -> bool:
    """Whether art. 4 § 9 reaches the part at all."""
    if part.input:  # art. 4 § 12
        return False
    if part.product in legal.ANIMALS and part.form not in legal.FAT_FORMS:  # art. 4 § 11
        return False
    if part.kind == "expected" and not part.priority:  # art. 7 § 4
        return False
    return not (part.kind == "loss" and config.reading("selo.loss_multipliers") == "none")


def _weight(part: Part, config: Config, registry: Registry, facts: Facts) -> Fraction:
    weight = legal.FACTOR_PRIORITY_ORIGIN if part.priority else Fraction(1)
    if part.kind == "expected" and config.reading("selo.perennial_factors") == "origin_only":
        return weight
    if diversified(part.product, part.form, config):
        weight *= legal.FACTOR_DIVERSIFIED
    if _own_region(part, config):
        weight *= legal.FACTOR_OWN_REGION
    if registry.kind_of_organisation(part.supplier, part.day) == FAMILY_COOPERATIVE:
        weight *= legal.FACTOR_COOPERATIVE
    return weight


def diversified(product: str, form: str, config: Config) -> bool:
    """A raw material of the list that is not soy, corn or a live animal (art. 4 § 9 II)."""
    if product in ("soja", "milho"):
        return form == "oleo" and config.reading("selo.soy_oil") == "grain_only"
    if product in legal.ANIMALS:
        return form in legal.FAT_FORMS and config.reading("selo.list_xvii") == "with_animal_fats"
    return product in legal.LIST_XVII


def _own_region(part: Part, config: Config) -> bool:
    """A plant of the Southeast or Centre-West buying in its own region (art. 4 § 9 III)."""
    home = region(config.plants().get(part.plant, config.municipality))
    if home not in legal.REGIONS_OF_OWN_FACTOR or region(part.municipality) != home:
        return False
    return not (part.priority and config.reading("selo.semiarid_southeast") == "priority_only")
