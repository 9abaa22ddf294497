"""Which notes belong together: union-find over references. Order-free: a group is named by its least member."""

from __future__ import annotations

from collections.abc import Iterable


class Components:
    """Disjoint sets of names, joined pair by pair."""

    def __init__(self) -> None:
        self._parent: dict[str, str] = {}

    def join(self, one: str, other: str) -> None:
        """Put the sets of both names together."""
        first, second = self.find(one), self.find(other)
        if first != second:
            least, greatest = (first, second) if first < second else (second, first)
            self._parent[greatest] = least

    def find(self, name: str) -> str:
        """The least name of the set; the path to it is shortened on the way."""
        parent = self._parent
        root = parent.setdefault(name, name)
        while root != parent[root]:
            root = parent[root]
        while name != root:
            parent[name], name = root, parent[name]
        return root

    def groups(self) -> dict[str, str]:
        """Every known name with the least name of its set."""
        return {name: self.find(name) for name in list(self._parent)}


def components(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """Every name that stands in a pair, with the least name of its set."""
    sets = Components()
    for one, other in pairs:
        sets.join(one, other)
    return sets.groups()
