"""What a statement would say under another reading of the law, one changed at a time."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Alternative:
    """One option of one reading: the percentage, its change in points, the change of the numerator in centavos.

    `stopped_by` names the error when the option needs something that is not there, with its arguments; the figures are
    then zero.
    """

    key: str
    option: str
    percentage: Fraction
    points: Fraction
    amount_centavos: int
    stopped_by: str = ""
    stopped_with: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Alternatives:
    """The percentage as chosen and every alternative, the largest effect first."""

    percentage: Fraction
    rows: tuple[Alternative, ...]
