"""What the oracle answers under any regime."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from tests.oracle import spending, spending_28
from tests.oracle.model import Part


@dataclass(frozen=True)
class Result:
    """`lines` maps a line id to its exact value in the unit shown: reais, percent, or a plain fraction for shares."""

    lines: Mapping[str, Fraction]
    parts: tuple[Part, ...]
    costs: tuple[spending.Spend, ...] | tuple[spending_28.Spend, ...]

    def part(self, line_id: str, person: str | None = None) -> Part:
        """The part of that line (and grower). Raises StopIteration."""
        return next(p for p in self.parts if p.line_id == line_id and person in (None, p.person))


def at_risk(part: Part) -> int:
    """Centavos that leave the second figure: the whole part when it is badly shown or proved, else an excess."""
    return part.accepted if part.risks & {"SBS-09", "SBS-21"} else part.risk
