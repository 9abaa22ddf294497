"""The smallest sets of differences that give exactly what the ministry states, each verified by the rules.

Sizes are tried from none upwards and the search ends with the first that has a verified set; all of that size are
kept, since the figures alone do not tell them apart. Up to `COMPLETE` differences every combination is looked at (three
single rows only among `combining.THREE_OF`); beyond, the strongest rows and findings in any number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, combinations, islice

from lastro.core.errors import LastroError
from lastro.selo.reconciling.candidates import Candidate
from lastro.selo.reconciling.caps import under_caps
from lastro.selo.reconciling.changes import Change, joined
from lastro.selo.reconciling.combining import ANY_OF, HITS, THREE_OF, Amounts, in_any_number
from lastro.selo.reconciling.lab import Lab
from lastro.selo.reconciling.moves import Frame, Moves
from lastro.selo.reconciling.target import MILLI, Target, Window
from lastro.statement.reconciled import Explanation, Kind, Outcome, Searched

COMPLETE = 3
CAUSES_TOGETHER = 2
GATHERED = 4_000  # sets under caps that are ordered by how near their added effects come
BENT_SETS = 300  # of them, those for which the caps are computed anew
FREED = MILLI * 2  # and how far off the printed centavo they may be before the rules are asked
BENT = 24  # sales that are paired where they do not add up
COLLECTED = 1_000  # sets of one size that fit the arithmetic: enough to say that the figures do not decide
VERIFIED, LEAST_VERIFIED = 40, 8  # sets of one size that the rules are asked about, the stronger causes first
LINES_WEIGHED = 40_000  # lines that are weighed again for it
LISTED = 12
_NEAR = 10  # pairs of readings are tried whose added effects leave at most a tenth of the gap
_BENT = 6  # the same for several rows, whose effects bend each other
_LOOSE = 200  # where caps bend effects: one part in so many of the gap is near enough to ask the rules

Set = tuple[Candidate, ...]


@dataclass
class _Found:
    sets: dict[frozenset[Change], Set] = field(default_factory=dict)
    left: int = 0
    cut: bool = False  # more would fit


class Search:
    """One official figure against one year with what is `given` taken out."""

    def __init__(self, lab: Lab, target: Target, given: Change) -> None:
        self._lab, self._target, self._given = lab, target, given
        self._gone = _touched(lab, given)
        self._left: dict[Change, Moves] = {}
        self.verified = 0

    def answer(self) -> tuple[tuple[tuple[Set, Outcome], ...], Searched]:
        """The verified sets of the smallest size, and how far the search went. Empty sets explain without a change."""
        base = self._lab.bench.outcome(self._given)
        if self._target.meets(base):
            return ((((), base),), self._told(0, _Found()))
        for size in range(1, COMPLETE + 1):
            found = self._of_size(size)
            kept = self._verify(found)
            if kept:
                return kept, self._told(size, found)
        found = self._beyond()
        return self._verify(found), self._told(self._complete, found, ANY_OF)

    @property
    def _complete(self) -> int:
        return COMPLETE if len(self._lab.rows) <= THREE_OF else COMPLETE - 1

    def _told(self, size: int, found: _Found, by_halves: int = 0) -> Searched:
        lab = self._lab
        structural = len(lab.framing) + len(lab.bases)
        return Searched(
            min(size, self._complete), len(lab.rows), structural, by_halves, self.verified, found.left, found.cut,
            lab.is_large, 0 if size < 2 or lab.context(Change()).linear else self.bent_sets, tuple(lab.stopped),
        )  # fmt: skip

    def _of_size(self, size: int) -> _Found:
        found = _Found()
        for framed in range(min(size, 2) + 1):
            for frame in self._lab.frames(self._given, framed, self._near):
                for based, denominator in self._bases(frame, size - framed):
                    for rows in self._rows(frame, denominator, size - framed - len(based)):
                        _put(found, (*frame.candidates, *based, *rows))
                if len(found.sets) >= COLLECTED:
                    found.cut = True
                    return found
        return found

    def _near(self, outcome: Outcome) -> bool:
        """Whether an outcome is near enough to what is stated to be asked of the rules."""
        base = self._target.distance(self._lab.bench.outcome(self._given))
        return self._target.distance(outcome) * _NEAR <= base

    def _bases(self, frame: Frame, most: int) -> Iterator[tuple[Set, int]]:
        """Sets of exports and sales with the denominator they give: those that give the one stated; with a percentage
        alone, each by itself."""
        now = frame.outcome.denominator
        stated = self._target.figure.denominator
        yield (), now
        if not most:
            return
        bases = self._lab.bases_in(frame)
        if stated is None:
            if self._target.figure.percentage is not None and most == 1:
                yield from (((candidate,), now + effect) for candidate, effect in bases)
            return
        bent = bases is not self._lab.bases
        amounts = Amounts([effect for _, effect in bases])
        for count in range(1, most + 1):
            if bent and count > 1:
                yield from ((pair, stated) for pair in self._bent(frame, bases, stated) if count == len(pair))
            else:
                for found in islice(amounts.adding_up(count, stated - now, stated - now), HITS):
                    yield tuple(bases[at][0] for at in found), stated

    def _bent(self, frame: Frame, bases: Sequence[tuple[Candidate, int]], stated: int) -> Iterator[Set]:
        """Pairs of sales under a reading that measures the base by volume, where two do not add up: each is computed,
        among the first `BENT`."""
        for pair in combinations([candidate for candidate, _ in bases[:BENT]], 2):
            if not _overlap(pair) and self._lab.denominator(frame.change | pair[0].change | pair[1].change) == stated:
                yield pair

    def _rows(self, frame: Frame, denominator: int, count: int) -> Iterator[Set]:
        """Sets of `count` rows and findings that bring the numerator into the window."""
        window = self._window(frame, denominator, count)
        if count == 0:
            if window[0] <= 0 <= window[1]:
                yield ()
            return
        if not self._target.binds_numerator or window[0] > window[1]:
            return
        moves = self._moves(frame)
        listed = chain(
            _chosen(moves.strong, window, count), _chosen(moves, window, count, HITS if frame.exact else GATHERED),
            self._with_causes(frame, moves, window, count),
        )  # fmt: skip
        yield from listed if frame.exact or count == 1 else self._under_caps(frame, denominator, listed)

    def _under_caps(self, frame: Frame, denominator: int, listed: Iterable[Set]) -> Iterator[Set]:
        """Where caps bend what rows add: of the sets whose added effects come nearest, those that fit once the caps are
        computed anew."""
        least, most = self._aimed(frame).window(denominator)
        aim = (least + most) // 2 - frame.outcome.numerator * MILLI
        sets = {frozenset(candidate.change for candidate in chosen): chosen for chosen in islice(listed, GATHERED)}
        effect = self._lab.effect
        ordered = sorted(sets.values(), key=lambda s: abs(sum(effect(frame.of_rows, c.change) for c in s) - aim))
        nearest = ordered[: self.bent_sets]
        changes = [joined(candidate.change for candidate in chosen) for chosen in nearest]
        for chosen, numerator in zip(nearest, under_caps(self._lab, frame, changes), strict=True):
            if numerator is None or least - FREED <= numerator * MILLI <= most + FREED:
                yield chosen

    @property
    def bent_sets(self) -> int:
        """For how many sets the caps are computed anew; fewer in a large year."""
        return BENT_SETS // (5 if self._lab.is_large else 1)

    def _moves(self, frame: Frame) -> Moves:
        """The rows of a frame without those given."""
        key = frame.of_rows.change
        if key not in self._left:
            self._left[key] = self._lab.moves(frame).without(self._gone)
        return self._left[key]

    def _with_causes(self, frame: Frame, moves: Moves, window: Window, count: int) -> Iterator[Set]:
        for chosen, effect in self._causes(frame, count):
            left = (window[0] - effect, window[1] - effect)
            if count == len(chosen):
                if left[0] <= 0 <= left[1]:
                    yield chosen
                continue
            touched = frozenset().union(*(cause.touches for cause in chosen))
            for rows in islice(_chosen(moves, left, count - len(chosen)), HITS):
                if not any(row.touches & touched for row in rows):
                    yield (*chosen, *rows)

    def _causes(self, frame: Frame, count: int) -> Iterator[tuple[Set, int]]:
        """One finding, or two, with what they add together."""
        causes = self._lab.of_causes(frame).without(self._gone)
        yield from (((cause,), effect) for cause, effect in zip(causes.candidates, causes.effects, strict=True))
        if count < CAUSES_TOGETHER:
            return
        for (one, effect), (two, more) in combinations(zip(causes.candidates, causes.effects, strict=True), 2):
            shared = bool(one.touches & two.touches)
            if not shared:
                yield (one, two), effect + more
            elif not (one.touches <= two.touches or two.touches <= one.touches):
                yield (one, two), self._lab.together(frame, one, two)

    def _window(self, frame: Frame, denominator: int, count: int) -> Window:
        """What rows have to add to the numerator of the frame: as the figure is printed, and wider where caps bend."""
        least, most = self._aimed(frame).window(denominator)
        now = frame.outcome.numerator * MILLI
        loose = MILLI * (count + 1)
        if not frame.exact and count and self._target.binds_numerator:
            gap = min(abs(least - now), abs(most - now))
            largest = max(map(abs, self._moves(frame).effects), default=0)
            loose += gap // _LOOSE if count == 1 else max(gap, largest) // _BENT
        return least - now - loose, most - now + loose

    def _aimed(self, frame: Frame) -> Target:
        return Target(self._target.figure, truncated=frame.change.truncated)

    def _beyond(self) -> _Found:
        """More than `COMPLETE`: the strongest findings and rows in any number, in the year as it is."""
        found = _Found()
        if not self._target.binds_numerator:
            return found
        frame = next(self._lab.frames(self._given, 0, self._near))
        causes = self._lab.of_causes(frame).without(self._gone)
        rows = self._moves(frame)
        listed = Moves((*causes.candidates, *rows.candidates), (*causes.effects, *rows.effects))
        window = self._window(frame, frame.outcome.denominator, COMPLETE + 1)
        for positions in in_any_number(listed.effects, *window):
            chosen = tuple(listed.candidates[at] for at in positions)
            if chosen and not _overlap(chosen):
                _put(found, chosen)
        return found

    @property
    def _most(self) -> int:
        """How many sets the rules are asked about: fewer where each takes seconds."""
        lines = int(self._lab.bench.prepared.purchases.num_rows)
        return max(LEAST_VERIFIED, min(VERIFIED, LINES_WEIGHED // max(1, lines)))

    def _verify(self, found: _Found) -> tuple[tuple[Set, Outcome], ...]:
        """Those that the rules confirm, the stronger causes first. What was not asked is counted in `left`."""
        ordered = sorted(found.sets.values(), key=_strength)
        kept: list[tuple[Set, Outcome]] = []
        for at, chosen in enumerate(ordered):
            if at >= self._most or len(kept) >= LISTED:
                found.left += len(ordered) - at
                break
            change = self._given | joined(candidate.change for candidate in chosen)
            self.verified += 1
            try:
                outcome = self._lab.bench.outcome(change)
            except LastroError:
                continue  # the rules cannot compute it: it explains nothing
            if Target(self._target.figure, change.truncated).meets(outcome):
                kept.append((chosen, outcome))
        return tuple(kept)


def explained(lab: Lab, kept: Iterable[tuple[Set, Outcome]]) -> tuple[Explanation, ...]:
    """The verified sets as they are told."""
    return tuple(
        Explanation(tuple(candidate.told(lab.facts) for candidate in _by_strength(chosen)), outcome)
        for chosen, outcome in kept
    )


def _by_strength(chosen: Set) -> list[Candidate]:
    return sorted(chosen, key=lambda candidate: candidate.strength)


def _strength(chosen: Set) -> tuple[int, ...]:
    """Few weak causes before many: the sum, then the weakest."""
    strengths = sorted(candidate.strength for candidate in chosen)
    return sum(strengths), *reversed(strengths)


def _chosen(moves: Moves, window: Window, count: int, most: int = HITS) -> Iterator[Set]:
    for positions in islice(moves.amounts.adding_up(count, *window), most):
        chosen = tuple(moves.candidates[at] for at in positions)
        if not _overlap(chosen):
            yield chosen


def _overlap(chosen: Set) -> bool:
    """Whether two would change the same row; findings may share rows."""
    return any(
        a.touches & b.touches and not (a.kind is Kind.CAUSE_OUT and b.kind is Kind.CAUSE_OUT)
        for a, b in combinations(chosen, 2)
    )


def _put(found: _Found, chosen: Set) -> None:
    if not _overlap(chosen):
        found.sets.setdefault(frozenset(candidate.change for candidate in chosen), chosen)


def _touched(lab: Lab, given: Change) -> frozenset[object]:
    """What the given rows touch already."""
    keys = {key for line in given.blocked for key in lab.facts.parts.get(line, ())} | {k for k, _ in given.reduced}
    return frozenset({*keys, *(("line", line) for line in given.blocked), *given.spent_out, *given.sold_out})
