"""Which few of many whole numbers add up to a window: exact, in integers, within stated limits.

One and two are looked for among all, three among the first `THREE_OF`, any number among the first `ANY_OF` by halves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

THREE_OF = 1_000
ANY_OF = 28
HITS = 200  # combinations of one size that are looked at further

Found = tuple[int, ...]  # positions in the amounts


class Amounts:
    """Whole numbers by position; searched by value."""

    def __init__(self, amounts: Sequence[int]) -> None:
        self._amounts = amounts
        self._order = sorted(range(len(amounts)), key=amounts.__getitem__)
        self._values = [amounts[at] for at in self._order]

    def adding_up(self, count: int, least: int, most: int) -> Iterator[Found]:
        """Combinations of `count` (up to three) whose sum is in the window; each once. Empty for more than three."""
        if least > most:
            return
        if count == 0 and least <= 0 <= most:
            yield ()
        elif count == 1:
            yield from ((self._order[at],) for at in self._between(least, most))
        elif count == 2:
            yield from self._pairs(least, most)
        elif count == 3 and len(self._amounts) <= THREE_OF:
            yield from self._triples(least, most)

    def _between(self, least: int, most: int, start: int = 0) -> range:
        return range(bisect_left(self._values, least, start), bisect_right(self._values, most, start))

    def _pairs(self, least: int, most: int) -> Iterator[Found]:
        for first, value in enumerate(self._values):
            for second in self._between(least - value, most - value, first + 1):
                yield self._order[first], self._order[second]

    def _triples(self, least: int, most: int) -> Iterator[Found]:
        for first, one in enumerate(self._values):
            for second in range(first + 1, len(self._values)):
                both = one + self._values[second]
                for third in self._between(least - both, most - both, second + 1):
                    yield self._order[first], self._order[second], self._order[third]


def in_any_number(amounts: Sequence[int], least: int, most: int) -> list[Found]:
    """The smallest combinations of the first `ANY_OF` amounts in the window, at most `HITS`: by halves."""
    listed = amounts[:ANY_OF]
    middle = len(listed) // 2
    left, right = _sums(listed, range(middle)), _sums(listed, range(middle, len(listed)))
    right.sort(key=lambda pair: pair[0])
    values = [value for value, _ in right]
    found: list[Found] = []
    for value, chosen in left:
        low, high = bisect_left(values, least - value), bisect_right(values, most - value)
        found.extend((*chosen, *right[at][1]) for at in islice(range(low, high), HITS))
    smallest = min((len(each) for each in found), default=0)
    return [each for each in found if len(each) == smallest][:HITS]


def _sums(amounts: Sequence[int], positions: range) -> list[tuple[int, Found]]:
    """The sum of every subset of these positions."""
    sums: list[tuple[int, Found]] = [(0, ())]
    for at in positions:
        sums += [(value + amounts[at], (*chosen, at)) for value, chosen in sums]
    return sums
