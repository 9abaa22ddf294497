"""Rows with what each adds, and the frame of the year in which they add it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from lastro.selo.reconciling.candidates import Candidate
from lastro.selo.reconciling.changes import Change
from lastro.selo.reconciling.combining import Amounts
from lastro.selo.reconciling.effects import Context
from lastro.statement.reconciled import Kind, Outcome

STRONG = (Kind.CAUSE_OUT, Kind.CAUSE_IN, Kind.DOUBTFUL_OUT, Kind.ROW_IN)


@dataclass(frozen=True)
class Moves:
    """Candidates with what each adds to the numerator, in thousandths of a centavo, ready to be searched."""

    candidates: tuple[Candidate, ...]
    effects: tuple[int, ...]

    @cached_property
    def amounts(self) -> Amounts:
        return Amounts(self.effects)

    @cached_property
    def strong(self) -> Moves:
        """Those that a finding of ours speaks of."""
        kept = [at for at, candidate in enumerate(self.candidates) if candidate.kind in STRONG]
        return Moves(tuple(self.candidates[at] for at in kept), tuple(self.effects[at] for at in kept))

    def without(self, touched: frozenset[object]) -> Moves:
        """Those that touch none of these."""
        kept = [at for at, candidate in enumerate(self.candidates) if not candidate.touches & touched]
        return Moves(tuple(self.candidates[at] for at in kept), tuple(self.effects[at] for at in kept))


@dataclass(frozen=True)
class Frame:
    """Readings, regime and rounding taken together, what they answer, and what rows do under them. `exact`: effects of
    rows add up."""

    candidates: tuple[Candidate, ...]
    change: Change
    outcome: Outcome
    of_rows: Context = field(repr=False)

    @property
    def exact(self) -> bool:
        return self.of_rows.linear
