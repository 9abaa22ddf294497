"""The candidates of a year with their measured effects, kept for several searches over the same year.

A frame is what holds for the whole year (readings, regime, rounding); within it rows, findings and spending move the
numerator, exports and sales the denominator.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property

from lastro.core.errors import LastroError
from lastro.core.numbers import half_up
from lastro.selo.reconciling.bench import Bench
from lastro.selo.reconciling.candidates import Candidate, Candidates
from lastro.selo.reconciling.changes import Change, LineKey, joined, place_of
from lastro.selo.reconciling.effects import Context, context
from lastro.selo.reconciling.facts import Facts
from lastro.selo.reconciling.moves import Frame, Moves
from lastro.selo.reconciling.target import MILLI
from lastro.selo.regimes import REGIMES
from lastro.statement.reconciled import Kind, Outcome

LARGE = 1_000  # purchases: from here on weighing them again takes more than half a second
SALES_TRIED = 3  # sales that tell whether the base is measured by value
SALES_ASKED = 300  # where it is not: sales whose effect is asked one by one
SALES_ASKED_AGAIN = 60  # the same under each reading that measures the base in another way
SPENDING_ASKED = 40  # rows of spending whose effect is asked one by one; of more, the largest of each kind


class Lab:
    """One year. `stopped` names the readings that cannot be computed for it."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.facts = bench, Facts(bench)
        self._candidates = Candidates(bench, self.facts)
        self.stopped: list[str] = []
        self._contexts: dict[Change, Context] = {}
        self._moves: dict[Change, Moves] = {}
        self._of_causes: dict[Change, Moves] = {}
        self._together: dict[tuple[Change, Change, Change], int] = {}
        self._effects: dict[tuple[Change, Change], int] = {}
        self._denominators: dict[Change, int | None] = {}
        self._bases_in: dict[Change, tuple[tuple[Candidate, int], ...]] = {}

    def context(self, change: Change) -> Context:
        """What lines add with that change."""
        if change not in self._contexts:
            self._contexts[change] = context(self.bench, change)
        return self._contexts[change]

    @cached_property
    def framing(self) -> tuple[Candidate, ...]:
        """Readings, regimes and roundings that change the answer at all, alone."""
        listed = [*self._candidates.readings(), *self._candidates.regimes(iter(REGIMES)), *self._candidates.rounding()]
        return tuple(candidate for candidate in listed if self._tells(candidate))

    def _tells(self, candidate: Candidate) -> bool:
        if candidate.change.truncated:
            return True
        try:
            if not self.shapes(candidate) or candidate.kind is Kind.ROUNDING:
                return self.bench.outcome(candidate.change) != self.bench.base
            return self.context(candidate.change).outcome != self.bench.base
        except LastroError:
            self.stopped.append("=".join(candidate.subject.values()))
            return False

    def shapes(self, candidate: Candidate) -> bool:
        """Whether it makes the lines be weighed again."""
        return self.bench.shapes(candidate.change)

    @cached_property
    def bases(self) -> tuple[tuple[Candidate, int], ...]:
        """Exports and sales, with what each alone adds to the denominator, centavos."""
        return self._bases(Change(), list(self._candidates.sales()), SALES_ASKED)

    def bases_in(self, frame: Frame) -> tuple[tuple[Candidate, int], ...]:
        """The same under a reading that measures the base in another way."""
        if self.bench.base.denominator == frame.outcome.denominator or not frame.candidates:
            return self.bases
        key = joined(candidate.change for candidate in frame.candidates)
        if key not in self._bases_in:
            self._bases_in[key] = self._bases(key, [candidate for candidate, _ in self.bases], SALES_ASKED_AGAIN)
        return self._bases_in[key]

    def _bases(self, change: Change, listed: list[Candidate], most: int) -> tuple[tuple[Candidate, int], ...]:
        asked = sorted(listed, key=lambda c: (c.strength, -self._value(c)))
        plain = all(self._of_base(change, c) == self._by_value(c) for c in asked[:SALES_TRIED] if c.place)
        told = {id(candidate) for candidate in (asked[:most] if not plain else [c for c in asked if not c.place])}
        effects = ((c, self._of_base(change, c) if id(c) in told else self._by_value(c)) for c in listed)
        return tuple((candidate, effect) for candidate, effect in effects if effect)

    def _value(self, candidate: Candidate) -> int:
        return int(self.facts.sales[candidate.place]["centavos"]) if candidate.place else 0

    def _by_value(self, candidate: Candidate) -> int:
        return self._value(candidate) * (1 if candidate.change.sold_in or candidate.change.sold_dated else -1)

    def denominator(self, change: Change) -> int | None:
        """The denominator with that change; None where nothing is left to divide by."""
        if change not in self._denominators:
            try:
                self._denominators[change] = self.bench.denominator(change)
            except LastroError:
                self._denominators[change] = None
        return self._denominators[change]

    def _of_base(self, change: Change, candidate: Candidate) -> int:
        before, after = self.denominator(change), self.denominator(change | candidate.change)
        return self._by_value(candidate) if before is None or after is None else after - before

    @cached_property
    def _every_row(self) -> tuple[Candidate, ...]:
        return (*self._candidates.lines(), *self._candidates.spending(), *self._candidates.dated_lines())

    @cached_property
    def rows(self) -> tuple[Candidate, ...]:
        """Lines, parts, spending and dated rows, the stronger causes first; what a finding of one row says is not said
        twice."""
        single = {cause.change for cause in self.causes}
        kept = [candidate for candidate in self._every_row if candidate.change not in single]
        return tuple(sorted(kept, key=lambda candidate: candidate.strength))

    @cached_property
    def causes(self) -> tuple[Candidate, ...]:
        """All rows of one finding together."""
        return tuple(self._candidates.causes())

    @cached_property
    def _asked(self) -> Mapping[Change, int]:
        """Effects that no line tells: spending and dated rows."""
        spending = [c for c in self._every_row if c.place is not None]
        asked = spending if len(spending) <= SPENDING_ASKED else []
        one_by_one = {candidate.change: self._measured(candidate.change) for candidate in asked}
        return one_by_one | self._by_slot(spending[len(asked) :]) | self._dated()

    def _by_slot(self, spending: Sequence[Candidate]) -> dict[Change, int]:
        """Many rows of spending: the effect of the largest of each cost item and region, in proportion."""
        judged = {place_of(row.row): row for row in self.bench.weighed(Change()).spending}
        groups: defaultdict[object, list[tuple[Candidate, Fraction]]] = defaultdict(list)
        for candidate in spending:
            row = judged.get(candidate.place) if candidate.place else None
            if row is None:
                groups[candidate.change].append((candidate, Fraction(1)))
            else:
                amount = row.accepted if candidate.change.spent_out else row.stated - row.accepted
                slot = (row.item, row.letter, row.priority_region, bool(candidate.change.spent_out))
                groups[slot].append((candidate, amount))
        effects = {}
        for listed in groups.values():
            first, most = max(listed, key=lambda pair: pair[1])
            slope = self._measured(first.change) / most if most else Fraction(0)
            effects.update({candidate.change: half_up(slope * amount) for candidate, amount in listed})
        return effects

    def _measured(self, change: Change) -> int:
        try:
            return (self.bench.outcome(change).numerator - self.bench.base.numerator) * MILLI
        except LastroError:
            return 0

    def _dated(self) -> dict[Change, int]:
        """What rows of other years would add: all weighed at once, each in the year."""
        dated = [candidate for candidate in self._every_row if candidate.change.dated]
        if not dated:
            return {}
        lines = self.context(joined(candidate.change for candidate in dated)).lines
        added: dict[str, int] = {}
        for key, row in lines.items():
            added[key[1]] = added.get(key[1], 0) + row["weighted"]
        return {candidate.change: added.get(candidate.line, 0) for candidate in dated}

    def moves(self, frame: Frame) -> Moves:
        """The rows with their effect in a frame."""
        key = frame.of_rows.change
        if key not in self._moves:
            self._moves[key] = self._told(frame.of_rows, self.rows)
        return self._moves[key]

    def of_causes(self, frame: Frame) -> Moves:
        """The findings with their effect in a frame."""
        key = frame.of_rows.change
        if key not in self._of_causes:
            self._of_causes[key] = self._told(frame.of_rows, self.causes)
        return self._of_causes[key]

    def together(self, frame: Frame, one: Candidate, two: Candidate) -> int:
        """What two findings add that share rows."""
        key = (frame.of_rows.change, one.change, two.change)
        if key not in self._together:
            self._together[key] = self.effect(frame.of_rows, one.change | two.change)
        return self._together[key]

    def _told(self, told: Context, candidates: Sequence[Candidate]) -> Moves:
        effects = [(candidate, self.effect(told, candidate.change)) for candidate in candidates]
        kept = [(candidate, effect) for candidate, effect in effects if effect]
        return Moves(tuple(candidate for candidate, _ in kept), tuple(effect for _, effect in kept))

    def effect(self, told: Context, change: Change) -> int:
        """What a change of rows adds to the numerator, thousandths of a centavo, before the rules are asked."""
        key = (told.change, change)
        if key not in self._effects:
            self._effects[key] = self._effect(told, change)
        return self._effects[key]

    def _effect(self, told: Context, change: Change) -> int:
        if change in self._asked:
            return self._asked[change]
        if change.spent_out or change.spent_in or change.spent_dated:
            spent = sum(self._asked.get(each, 0) for each in _singles(change))
            return spent + self._of_lines(told, change)
        return self._of_lines(told, change)

    def _of_lines(self, told: Context, change: Change) -> int:
        total = Fraction(0)
        gone: set[object] = set()
        for line in change.blocked:
            for key in self.facts.parts.get(line, ()):
                gone.add(key)
                total += self._freed(told, key) - told.adds.get(key, 0)
        for key, centavos in change.reduced:
            if key in told.lines and key not in gone:
                total -= told.per_centavo(key) * min(centavos, told.lines[key]["accepted_centavos"])
        for key in change.admitted:
            if key in told.lines and key not in gone:
                row = told.lines[key]
                total += row["centavos"] * told.per_centavo(key) - told.adds[key]
        return half_up(total)

    def _freed(self, told: Context, key: LineKey) -> int:
        """What a family at a limit gains elsewhere when one of its rows is gone: its other rows fill the room."""
        row = told.lines.get(key)
        if row is None or not row["family"] or not told.cut.get(row["family"]):
            return 0
        centavos, weighted = told.cut[row["family"]]
        return half_up(Fraction(min(centavos - row["cut"], row["accepted_centavos"]) * weighted, centavos))

    def frames(self, given: Change, size: int, near: Callable[[Outcome], bool]) -> Iterator[Frame]:
        """Frames of that many readings, regimes and roundings, over what is given. Of two that both make the lines be
        weighed again, and in a large year of any two, only those whose added effects come `near`."""
        if size == 0:
            yield self._frame((), given)
        elif size == 1:
            yield from self._each(given, [(candidate,) for candidate in self.framing])
        elif size == 2:
            listed = sorted(self.framing, key=self.shapes)
            pairs = [(a, b) for at, b in enumerate(listed) for a in listed[:at] if not a.touches & b.touches]
            yield from self._each(given, [pair for pair in pairs if self._worth(pair, given, near)])

    @property
    def is_large(self) -> bool:
        """Whether weighing the lines again for every pair of readings would take minutes."""
        return int(self.bench.prepared.purchases.num_rows) > LARGE

    def _worth(self, pair: tuple[Candidate, ...], given: Change, near: Callable[[Outcome], bool]) -> bool:
        if not self.is_large and not all(map(self.shapes, pair)):
            return True
        base, after = self.bench.base, self.bench.outcome(given)
        changed = [self.bench.outcome(candidate.change) for candidate in pair]
        numerator = after.numerator + sum(outcome.numerator - base.numerator for outcome in changed)
        denominator = after.denominator + sum(outcome.denominator - base.denominator for outcome in changed)
        return denominator > 0 and near(Outcome(numerator, denominator, Fraction(100 * numerator, denominator)))

    def _each(self, given: Change, listed: Iterable[tuple[Candidate, ...]]) -> Iterator[Frame]:
        for candidates in listed:
            try:
                yield self._frame(candidates, given)
            except LastroError:
                continue  # a combination that cannot be computed explains nothing

    def _frame(self, candidates: tuple[Candidate, ...], given: Change) -> Frame:
        change = given | joined(candidate.change for candidate in candidates)
        shaping = [c for c in candidates if self.shapes(c) or len(candidates) == 1]
        of_rows = self.context(joined(c.change for c in shaping if c.kind in (Kind.READING, Kind.REGIME)))
        return Frame(candidates, change, self.bench.outcome(change), of_rows)


def _singles(change: Change) -> Iterator[Change]:
    for place in change.spent_out:
        yield Change(spent_out=frozenset({place}))
    for place in change.spent_in:
        yield Change(spent_in=frozenset({place}))
    for dated in change.spent_dated:
        yield Change(spent_dated=frozenset({dated}))
