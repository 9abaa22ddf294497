"""What one row more or less does to the numerator, told by the rules' own final calculation, without weighing again.

Where no cap binds a row adds its value times its weight. Where one does, the effect of a row is asked of the caps
themselves. Both only point to explanations: the rules verify each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from lastro.core.numbers import half_up
from lastro.selo.reconciling.bench import Bench, Weighed
from lastro.selo.reconciling.changes import Change, LineKey
from lastro.selo.reconciling.target import MILLI
from lastro.statement.formula import Sums
from lastro.statement.formula_nodes import SumCall
from lastro.statement.reconciled import Outcome

ONE_BY_ONE = 300  # beyond this many rows under a cap, those of one kind share the effect of the largest
_CENTAVOS = 100
_ACCEPTED = frozenset(("accepted_centavos", "safe_centavos"))
_WEIGHTED = frozenset(("weighted", "safe_weighted"))
_FILTERS = ("kind", "cap_group", "spending_region", "region", "product", "supplier_kind", "month", "weight")

Row = Mapping[str, Any]
_Group = tuple[object, ...]


@dataclass(frozen=True)
class Context:
    """A year under some readings, with what each line of it adds: thousandths of a centavo of the numerator.

    `linear`: no cap bends what rows add, so that their effects add up exactly.
    """

    change: Change
    outcome: Outcome
    lines: Mapping[LineKey, Row]
    adds: Mapping[LineKey, int]
    linear: bool

    @cached_property
    def cut(self) -> Mapping[str, tuple[int, int]]:
        """What limits cut of each family: centavos, and the same times their weights."""
        found: dict[str, tuple[int, int]] = {}
        for row in self.lines.values():
            if row["cut"] > 0 and row["family"]:
                before = found.get(row["family"], (0, 0))
                found[row["family"]] = before[0] + row["cut"], before[1] + row["cut"] * row["weight"]
        return found

    def per_centavo(self, key: LineKey) -> Fraction:
        """What a centavo more of that line would add, as far as its own accepted centavos tell."""
        row = self.lines[key]
        if row["accepted_centavos"] and row["regained_weight"] == row["weight"]:
            return Fraction(self.adds[key], row["accepted_centavos"])
        return Fraction(row["regained_weight"])


def context(bench: Bench, change: Change) -> Context:
    """The year with that change. Raises what the rules raise."""
    weighed = bench.weighed(change)
    lines = {(row["kind"], row["line_id"], row["part"]): row for row in _lines(weighed)}
    outcome = bench.tail(weighed)
    bench.remember(change, outcome)
    return _Asking(bench, weighed, lines, outcome).context(change)


def _lines(weighed: Weighed) -> list[dict[str, Any]]:
    rules = weighed.year.regime.lines
    rows: list[dict[str, Any]] = weighed.year.engine.fetch(
        f"""select l.kind, l.line_id, l.part, l.family, l.block, l.blocks, l.centavos, l.requested_centavos,
  l.accepted_centavos, l.weighted, l.weight, cast({rules.regained_weight} as bigint) as regained_weight, l.cap_group,
  l.spending_region, coalesce(l.place_region, '?') as region, l.product, l.supplier_kind,
  substr(cast(l.issued_on as varchar), 6, 2) as month, l.yield_cut_centavos + l.income_cut_centavos as cut
from weighted_lines l order by l.issued_on, l.key, l.item, l.line_id, l.part"""
    ).to_pylist()
    return rows


class _Asking:
    """Asks the final calculation what it loses without rows."""

    def __init__(self, bench: Bench, weighed: Weighed, lines: Mapping[LineKey, Row], outcome: Outcome) -> None:
        self._bench, self._weighed, self._lines, self._outcome = bench, weighed, lines, outcome
        groups: defaultdict[_Group, list[LineKey]] = defaultdict(list)
        for key, row in lines.items():
            if row["accepted_centavos"]:
                groups[row["cap_group"], row["spending_region"], row["weight"]].append(key)
        self._groups = list(groups.values())

    def context(self, change: Change) -> Context:
        largest = [max(keys, key=lambda key: self._lines[key]["accepted_centavos"]) for keys in self._groups]
        lost = [self._adds([key]) for key in largest]
        alone = all(abs(adds - self._lines[key]["weighted"]) <= MILLI for adds, key in zip(lost, largest, strict=True))
        together = sum(self._lines[key]["weighted"] for key in largest)
        linear = alone and (not largest or abs(self._adds(largest) - together) <= MILLI)
        plain = {key: row["weighted"] for key, row in self._lines.items()}
        if linear:
            return Context(change, self._outcome, self._lines, plain, linear=True)
        if change == Change() and len(self._lines) <= ONE_BY_ONE:
            asked = {key: self._adds([key]) if row["accepted_centavos"] else 0 for key, row in self._lines.items()}
            return Context(change, self._outcome, self._lines, asked, linear=False)
        return Context(change, self._outcome, self._lines, self._by_group(largest, lost), linear=False)

    def _by_group(self, largest: Sequence[LineKey], lost: Sequence[int]) -> dict[LineKey, int]:
        """The effect of each row as that of the largest of its group, in proportion."""
        adds = dict.fromkeys(self._lines, 0)
        for keys, first, adding in zip(self._groups, largest, lost, strict=True):
            slope = Fraction(adding, self._lines[first]["accepted_centavos"])
            adds.update({key: half_up(slope * self._lines[key]["accepted_centavos"]) for key in keys})
        return adds

    def _adds(self, keys: Iterable[LineKey]) -> int:
        rows = [self._lines[key] for key in keys]
        without = self._bench.tail(self._weighed, sums_without(self._weighed.sums, rows))
        return (self._outcome.numerator - without.numerator) * MILLI


def sums_without(sums: Sums, rows: Iterable[Row]) -> Sums:
    """The sums with these lines taken out: accepted, asked for and weighted."""
    listed = list(rows)

    def answer(call: SumCall) -> Fraction:
        chosen = [row for row in listed if _passes(row, call)]
        base: Fraction = sums(call)
        if call.column in _ACCEPTED:
            return base - Fraction(sum(row["accepted_centavos"] for row in chosen), _CENTAVOS)
        if call.column == "requested_centavos":
            return base - Fraction(sum(row["requested_centavos"] for row in chosen), _CENTAVOS)
        if call.column in _WEIGHTED:
            return base - Fraction(sum(row["weighted"] for row in chosen), _CENTAVOS * MILLI)
        return base

    return answer


def _passes(row: Row, call: SumCall) -> bool:
    return all(name not in _FILTERS or str(row[name] or "") in values for name, values in call.filters)
