"""The two figures that every statement of the Selo gives, and how amounts of spending are told apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

REGIONS = ("priority", "other")
"""Region groups: North, Northeast and Semi-arid together, and the rest."""


@dataclass(frozen=True)
class Figure:
    """One of the two figures: as declared, or with what is at risk taken out. Columns are those of the totals."""

    prefix: str
    accepted: str
    weighted: str
    percentage: str


DECLARED = Figure("selo", "accepted_centavos", "weighted", "selo.weighted_percentage")
AFTER_RISK = Figure("selo.after_risk", "safe_centavos", "safe_weighted", "selo.weighted_percentage_after_risk")
FIGURES = (DECLARED, AFTER_RISK)
ANSWER = tuple(figure.percentage for figure in FIGURES)  # without these there is no answer

Amounts = Mapping[tuple[str, str], Fraction]  # (item of spending, region group) -> reais
