"""The two limits of a family: what its land can yield and what it may sell in a year (arts. 3 § 9, 4 I, 6)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle import legal, legal_28
from tests.oracle.exact import running_clamp, share
from tests.oracle.lookups import Facts
from tests.oracle.model import Config, Part
from tests.oracle.purchases import Tables
from tests.oracle.registry import Registry
from tests.oracle.yields import official_yield


@dataclass(frozen=True)
class Ground:
    """All that a yield limit is computed from."""

    tables: Tables
    config: Config
    registry: Registry
    facts: Facts


def apply_limits(parts: Sequence[Part], ground: Ground) -> None:
    """Set `accepted` of every purchase: yield, then income, in one order of date, key and item."""
    counted = sorted((p for p in parts if p.kind == "purchase" and not p.block), key=lambda p: p.order)
    for part in counted:
        part.accepted, part.accepted_grams = part.value, part.grams
    if ground.config.reading("selo.28.family_limits") == "none":
        return
    if ground.config.reading("selo.limit_order") == "yield_then_income":
        _yield_limit(counted, ground)
        _income_limit(counted, ground.registry)
    else:
        _income_limit(counted, ground.registry)
        _yield_limit(counted, ground)


def _yield_limit(counted: Sequence[Part], ground: Ground) -> None:
    """A family sells of one crop and crop year at most what its declared area yields (art. 6)."""
    groups: dict[tuple[str, str, str], list[Part]] = defaultdict(list)
    for part in counted:
        if part.person and _is_crop(part) and part.accepted_grams is not None and part.crop_year:
            groups[(ground.registry.family(part.person), part.crop_year, part.product)].append(part)
    rooms = {name: room for name, group in groups.items() if (room := _room(*name, group, ground)) is not None}
    if ground.config.reading("selo.area_shared") == "crops_share":
        _share_land({name: groups[name] for name in rooms}, rooms)
        return
    for name, room in rooms.items():
        given = running_clamp([part.accepted_grams or 0 for part in groups[name]], room)
        for part, taken in zip(groups[name], given, strict=True):
            _cut_by_mass(part, taken)


def _share_land(groups: dict[tuple[str, str, str], list[Part]], rooms: dict[tuple[str, str, str], int]) -> None:
    """Crops of one family and season use up one area: each takes the part of it that its mass needs."""
    seasons: dict[tuple[str, str], list[tuple[Part, int]]] = defaultdict(list)
    for (family, season, product), group in groups.items():
        seasons[(family, season)] += [(part, rooms[(family, season, product)]) for part in group]
    for lines in seasons.values():
        free = Fraction(1)
        for part, room in sorted(lines, key=lambda line: line[0].order):
            taken = min(part.accepted_grams or 0, int(free * room))
            free -= Fraction(taken, room) if room else 0
            _cut_by_mass(part, taken)


def _is_crop(part: Part) -> bool:
    """Limits of land reach crops as harvested: no animal, no input, no oil whose grain is not known."""
    crop = not part.input and part.product not in legal.ANIMALS and part.product != "residuo"
    return crop and part.form not in ("oleo", "gordura", "sebo", "torta")


def _room(family: str, season: str, product: str, group: Sequence[Part], ground: Ground) -> int | None:
    """Grams: area × yield of each property, rounded property by property; None when an area or a yield is unknown."""
    total = 0
    largest = ground.config.reading("selo.area_of_season") == "largest"
    for area, place in ground.registry.properties(family, {part.day for part in group}, largest):
        rate = official_yield(ground.tables, ground.config, ground.facts, product, place, season) if place else None
        if rate is None or area is None:
            return None
        total += share(area, rate, 10_000)
    return total


def _cut_by_mass(part: Part, taken: int) -> None:
    before = part.accepted
    if part.accepted_grams and taken < part.accepted_grams:
        part.accepted = share(before, taken, part.accepted_grams)
        part.accepted_grams = taken
    part.yield_cut = before - part.accepted


def _income_limit(counted: Sequence[Part], registry: Registry) -> None:
    """A family sells in a civil year at most what frames it in Pronaf (art. 3 § 9), inputs too (art. 4 § 5 II)."""
    groups: dict[str, list[Part]] = defaultdict(list)
    for part in counted:
        if part.person:
            groups[registry.family(part.person)].append(part)
    for group in groups.values():
        reached = [
            part for part in group if part.day <= legal_28.CEILING_KNOWN_UNTIL
        ]  # an unknown ceiling cuts nothing
        given = running_clamp([part.accepted for part in reached], legal.INCOME_CEILING_CENTAVOS)
        for part, taken in zip(reached, given, strict=True):
            part.income_cut = part.accepted - taken
            if part.accepted_grams is not None and taken < part.accepted:
                part.accepted_grams = share(part.accepted_grams, taken, part.accepted)
            part.accepted = taken
