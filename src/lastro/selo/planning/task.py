"""What a search is asked: the offers, the goals that their amounts must meet, and the limits that they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.selo.planning.equations import Equations
from lastro.selo.planning.figures import FormulaFigures
from lastro.selo.planning.linear import Affine
from lastro.selo.planning.offers import Offer


@dataclass(frozen=True)
class Goal:
    """Σ factor · line must be at least `least`. Lines are in the unit shown."""

    parts: tuple[tuple[Fraction, str], ...]
    least: Fraction

    def slack(self, figures: FormulaFigures, amounts: Sequence[int]) -> Fraction:
        """By how much the goal is met, exactly; negative where it is not."""
        return sum((f * figures.value(line, amounts) for f, line in self.parts), Fraction(0)) - self.least

    def written(self, equations: Equations) -> Affine:
        """The left side, as an expression."""
        found = Affine()
        for factor, line in self.parts:
            found = found.plus(equations.line(line), float(factor))
        return found


@dataclass(frozen=True)
class Limited:
    """Offers that share a limit: reais of each times its use, together no more than `most`."""

    kind: str
    subject: str
    uses: Mapping[int, Fraction]  # position of the offer → use per real
    most: Fraction

    def slack(self, amounts: Sequence[int]) -> Fraction:
        """What is left of the limit, exactly."""
        used = (use * Fraction(amounts[at], CENTAVOS_PER_REAL) for at, use in self.uses.items())
        return self.most - sum(used, Fraction(0))


@dataclass(frozen=True)
class Task:
    """What is asked of the search: which offers, under which limits, with which goals. `maximise` makes one goal's left
    side large instead of the cost small."""

    figures: FormulaFigures
    offers: tuple[Offer, ...]
    goals: tuple[Goal, ...]
    limits: tuple[Limited, ...]
    maximise: Goal | None = None
