"""Two statements of the same evidence under two regimes, side by side and line by line."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lastro.statement.model import Line, Statement


@dataclass(frozen=True)
class Weighed:
    """What one regime makes of one line: centavos accepted, weight in thousandths, and the reason that keeps it out."""

    accepted_centavos: int
    weight: int
    block: str

    @property
    def weighted(self) -> Fraction:
        """Weighted reais, exact."""
        return Fraction(self.accepted_centavos * self.weight, 100_000)


@dataclass(frozen=True)
class Compared:
    """One line of the memory under both regimes. None: the regime does not know the line."""

    line_id: str
    part: str
    key: str
    item: int
    issued_on: str
    supplier: str
    product: str
    centavos: int
    left: Weighed | None
    right: Weighed | None

    @property
    def difference(self) -> Fraction:
        """Weighted reais of the right regime less those of the left."""
        return _of(self.right) - _of(self.left)


def _of(weighed: Weighed | None) -> Fraction:
    return Fraction(0) if weighed is None else weighed.weighted


@dataclass(frozen=True)
class Comparison:
    """Both statements whole, and every line of either memory in the order of the largest difference."""

    left: Statement
    right: Statement
    rows: tuple[Compared, ...]

    @property
    def differing(self) -> tuple[Compared, ...]:
        """The lines that do not count the same."""
        return tuple(row for row in self.rows if row.left != row.right)

    def figures(self, ids: tuple[str, ...]) -> tuple[tuple[str, Line | None, Line | None], ...]:
        """The lines with these ids under both regimes, where either has one."""
        left, right = ({line.id: line for line in side.lines} for side in (self.left, self.right))
        return tuple((name, left.get(name), right.get(name)) for name in ids if name in left or name in right)

    def lines_weighted(self) -> tuple[Fraction, Fraction]:
        """Weighted reais of all lines under each regime, before joint caps."""
        left = sum((_of(row.left) for row in self.rows), Fraction(0))
        right = sum((_of(row.right) for row in self.rows), Fraction(0))
        return left, right
