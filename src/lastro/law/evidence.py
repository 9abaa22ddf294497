"""How well a fact of law is known: the mark that stands beside every parameter wherever it is shown."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Evidence(StrEnum):
    """From the strongest to the weakest."""

    SEED = "seed"  # read in the primary text itself
    OFFICIAL = "official"  # gazette, planalto, gov.br or bcb
    SECONDARY = "secondary"  # law portals and copies
    PRESS = "press"  # newspapers, trade press, associations
    DERIVED = "derived"  # computed or inferred from named inputs
    UNVERIFIED = "unverified"  # recalled or doubtful: check before relying on it


_RANK = {mark: position for position, mark in enumerate(Evidence)}


def weakest(marks: Iterable[Evidence | str]) -> Evidence | None:
    """The weakest of `marks`, None when there are none. Raises ValueError for a mark that does not exist."""
    known = [Evidence(mark) for mark in marks]
    return max(known, key=_RANK.__getitem__) if known else None
