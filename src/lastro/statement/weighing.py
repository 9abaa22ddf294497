"""The answer at the weighbridge: what would count of one delivery, and the room that is left."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True)
class Weighing:
    """`block` is the code that keeps the delivery out ("" when it counts). Centavos are None when no value was given;
    rooms are None when the limit could not be checked. `document_until` is exclusive."""

    block: str
    known_farmer: bool
    asked_grams: int
    accepted_grams: int
    asked_centavos: int | None
    accepted_centavos: int | None
    weight_thousandths: int
    weighted: int | None
    crop_year: str
    room_grams: int | None
    room_left_grams: int | None
    ceiling_centavos: int | None
    ceiling_left_centavos: int | None
    document_until: date | None
    arguments: Mapping[str, str] = field(default_factory=dict)

    @property
    def verdict(self) -> str:
        """no, part or all."""
        if self.block or not self.accepted_grams:
            return "no"
        return "all" if self.accepted_grams == self.asked_grams else "part"
