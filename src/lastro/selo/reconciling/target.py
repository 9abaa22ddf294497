"""What the ministry states, as a test of an outcome and as the window of numerators that would print the same."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor

from lastro.core.numbers import half_up
from lastro.statement.reconciled import Gap, OfficialFigure, Outcome

MILLI = 1_000  # weighted amounts are centavos times a weight in thousandths
_PERCENT = 100
_EVER = 10**30

Window = tuple[int, int]  # least and most thousandths of a centavo of the numerator, both included


@dataclass(frozen=True)
class Target:
    """The official figure; `truncated` when the ministry would cut the percentage instead of rounding it."""

    figure: OfficialFigure
    truncated: bool = False

    def meets(self, outcome: Outcome) -> bool:
        """Whether the outcome is what the ministry states, to the centavo and to the places it prints."""
        figure = self.figure
        if figure.numerator is not None and outcome.numerator != figure.numerator:
            return False
        if figure.denominator is not None and outcome.denominator != figure.denominator:
            return False
        return figure.percentage is None or self._printed(outcome.percentage) == figure.percentage

    def _printed(self, percentage: Fraction) -> Fraction:
        scale = 10**self.figure.places
        return Fraction(floor(percentage * scale) if self.truncated else half_up(percentage * scale), scale)

    def window(self, denominator: int) -> Window:
        """The numerators that meet it over this denominator (centavos). Empty (least above most) when none does."""
        least, most = -_EVER, _EVER
        figure = self.figure
        if figure.denominator is not None and denominator != figure.denominator:
            return 1, 0
        if figure.numerator is not None:
            least = most = figure.numerator * MILLI
        if figure.percentage is not None:
            step = Fraction(1, 10**figure.places)
            low = figure.percentage - (0 if self.truncated else step / 2)
            per_point = Fraction(denominator * MILLI, _PERCENT)
            least, most = max(least, ceil(low * per_point)), min(most, floor((low + step) * per_point))
        return least, most

    @property
    def binds_numerator(self) -> bool:
        """Whether anything stated depends on the numerator."""
        return self.figure.numerator is not None or self.figure.percentage is not None

    def gap(self, outcome: Outcome) -> Gap:
        """Ours less the ministry's, of what it states."""
        figure = self.figure
        return Gap(
            None if figure.numerator is None else outcome.numerator - figure.numerator,
            None if figure.denominator is None else outcome.denominator - figure.denominator,
            None if figure.percentage is None else self._difference(outcome, figure.percentage),
        )

    def _difference(self, outcome: Outcome, percentage: Fraction) -> Fraction:
        """In points; zero when ours prints the same."""
        if self._printed(outcome.percentage) == percentage:
            return Fraction(0)
        return outcome.percentage - percentage

    def distance(self, outcome: Outcome) -> Fraction:
        """How far off an outcome is, to order those that do not meet it."""
        gap = self.gap(outcome)
        if gap.numerator is not None:
            return Fraction(abs(gap.numerator) + abs(gap.denominator or 0))
        return abs(gap.points or Fraction(0)) + abs(gap.denominator or 0)
