"""The answer at the weighbridge: what would count of one delivery, why, and the room that is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from lastro.statement.model import Finding


@dataclass(frozen=True)
class Room:
    """A limit of the family: all it allows in the crop year (grams) or in the year (centavos), and what is left of it
    before the delivery."""

    whole: int
    left: int


@dataclass(frozen=True)
class Weighing:
    """What the rules say of one delivery. Grams are of what was delivered; centavos are None when no value was given.

    `reasons` tell what keeps it out, or what cuts it; `warnings` what puts it at risk or should be known.
    `yield_room` and `income_room` are None where that limit does not apply or could not be checked.
    `factors` are the multipliers above one, in tenths, by the name of their column. `document_until` is the last day of
    the farmer's document.
    """

    asked_grams: int
    accepted_grams: int
    asked_centavos: int | None
    accepted_centavos: int | None
    weight_thousandths: int
    weighted: int | None
    crop_year: str
    yield_room: Room | None
    income_room: Room | None
    document_until: date | None
    reasons: tuple[Finding, ...] = ()
    warnings: tuple[Finding, ...] = ()
    factors: Mapping[str, int] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """no, part or all."""
        if not self.accepted_grams:
            return "no"
        return "all" if self.accepted_grams == self.asked_grams else "part"
