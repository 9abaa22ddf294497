"""The caps of the year, in their order: art. 3 §§ 6 and 7, then art. 4 §§ 7 and 8, all exact until the numerator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from tests.oracle import legal
from tests.oracle.lookups import Facts, is_priority
from tests.oracle.model import Config, Part
from tests.oracle.spending import Spend

Entry = tuple[Fraction, Fraction, Any]  # amount, weight, order


@dataclass
class Capped:
    """What the caps leave, in centavos, and the fraction of each group that they kept."""

    item_one: Fraction
    counted: Fraction
    weighted: Fraction
    counted_priority: Fraction
    items: dict[str, Fraction]
    spending_priority: Fraction
    kept: dict[str, Fraction]

    @property
    def numerator(self) -> Fraction:
        """Item I weighted, items II and III twice, items IV and V once (art. 4 §§ 9, 10)."""
        twice = legal.FACTOR_DONATION_AND_RESEARCH * (self.items["II"] + self.items["III"])
        return self.weighted + twice + self.items["IV"] + self.items["V"]

    @property
    def effective(self) -> Fraction:
        """The same without any factor."""
        return self.counted + sum(self.items.values())


def allocate(entries: Sequence[Entry], cap: Fraction, option: str) -> list[Fraction]:
    """What each entry keeps of its amount under one cap, by the reading `selo.cap_allocation`."""
    total = sum((amount for amount, _, _ in entries), Fraction(0))
    if total <= cap:
        return [amount for amount, _, _ in entries]
    if option == "proportional":
        return [amount * cap / total for amount, _, _ in entries]
    kept = [amount for amount, _, _ in entries]
    excess = total - cap
    for place in _first_to_go(entries, option):
        cut = min(kept[place], excess)
        kept[place] -= cut
        excess -= cut
    return kept


def _first_to_go(entries: Sequence[Entry], option: str) -> list[int]:
    """The entries in the order in which the cap takes them away; among equals the latest goes first."""
    latest = sorted(range(len(entries)), key=lambda i: entries[i][2], reverse=True)
    if option == "latest_first":
        return latest
    sign = 1 if option == "least_weight_first" else -1
    return sorted(latest, key=lambda i: sign * entries[i][1])


def capped(parts: Sequence[Part], costs: Sequence[Spend], before_limits: int, config: Config, facts: Facts) -> Capped:
    """Apply every cap to the accepted parts and the costs that are not blocked."""
    amounts = [Fraction(part.accepted) for part in parts]
    kept_shares = _corn_and_inputs(parts, amounts, before_limits, config)
    counted = sum(amounts, Fraction(0))
    weighted = sum((a * p.weight for a, p in zip(amounts, parts, strict=True)), Fraction(0))
    priority = sum((a for a, p in zip(amounts, parts, strict=True) if p.priority), Fraction(0))
    base = counted if config.reading("selo.cap_base") == "unweighted" else weighted
    base_priority = priority
    if config.reading("selo.cap_base") == "weighted":
        base_priority = sum((a * p.weight for a, p in zip(amounts, parts, strict=True) if p.priority), Fraction(0))
    open_costs = [cost for cost in costs if not cost.block]
    left, shares = _spending_caps(open_costs, base, base_priority, config, facts)
    return Capped(
        item_one=Fraction(sum(part.accepted for part in parts)),
        counted=counted,
        weighted=weighted,
        counted_priority=priority,
        items={item: _sum_of(left, open_costs, item) for item in ("II", "III", "IV", "V")},
        spending_priority=sum(
            (a for a, c in zip(left, open_costs, strict=True) if is_priority(facts, c.municipality, c.day)),
            Fraction(0),
        ),
        kept=kept_shares | shares,
    )


def _sum_of(left: Sequence[Fraction], costs: Sequence[Spend], item: str) -> Fraction:
    return sum((amount for amount, cost in zip(left, costs, strict=True) if cost.item == item), Fraction(0))


def _corn_and_inputs(
    parts: Sequence[Part], amounts: list[Fraction], before_limits: int, config: Config
) -> dict[str, Fraction]:
    """Cut corn (§ 6), then corn and inputs together (§ 7), in place. An input made of corn is an input only."""
    corn = [i for i, part in enumerate(parts) if part.corn]
    both = corn + [i for i, part in enumerate(parts) if part.input]
    rest = sum((a for i, a in enumerate(amounts) if i not in set(both)), Fraction(0))
    total = sum(amounts, Fraction(0))
    shares = {}
    for name, group, limit in (
        ("corn", corn, legal.CORN_SHARE),
        ("corn_and_inputs", both, legal.CORN_AND_INPUTS_SHARE),
    ):
        cap = _thirty_percent(limit, rest, total, Fraction(before_limits), config)
        shares[name] = _apply(parts, amounts, group, cap, config)
    return shares


def _thirty_percent(limit: Fraction, rest: Fraction, total: Fraction, before: Fraction, config: Config) -> Fraction:
    """The value up to which corn, or corn and inputs, count, by the reading `selo.thirty_percent_base`."""
    base = config.reading("selo.thirty_percent_base")
    if base == "strict":
        return limit / (1 - limit) * rest
    return limit * (total if base == "actual_total" else before)


def _apply(
    parts: Sequence[Part], amounts: list[Fraction], group: Sequence[int], cap: Fraction, config: Config
) -> Fraction:
    entries = [(amounts[i], parts[i].weight, parts[i].order) for i in group]
    kept = allocate(entries, cap, config.reading("selo.cap_allocation"))
    before = sum((amounts[i] for i in group), Fraction(0))
    for i, amount in zip(group, kept, strict=True):
        amounts[i] = amount
    return sum(kept, Fraction(0)) / before if before else Fraction(1)


def _spending_caps(
    costs: Sequence[Spend], base: Fraction, base_priority: Fraction, config: Config, facts: Facts
) -> tuple[list[Fraction], dict[str, Fraction]]:
    """Research up to a tenth of item I (§ 7), then items II to V together up to 50 % and 70 % of it (§ 8)."""
    left = [cost.amount for cost in costs]
    research = [i for i, cost in enumerate(costs) if cost.item == "III"]
    shares = {"research": _cut(costs, left, research, legal.RESEARCH_SHARE * base, config)}
    for name, group, cap in _pools(costs, base, base_priority, config, facts):
        shares[name] = _cut(costs, left, group, cap, config)
    return left, shares


def _pools(
    costs: Sequence[Spend], base: Fraction, base_priority: Fraction, config: Config, facts: Facts
) -> list[tuple[str, list[int], Fraction]]:
    """Which costs share which cap, by the reading `selo.regional_cap`."""
    everything = list(range(len(costs)))
    usual, priority = legal.SPENDING_SHARE * (base - base_priority), legal.SPENDING_SHARE_PRIORITY * base_priority
    reading = config.reading("selo.regional_cap")
    if reading == "purchase_origin":
        return [("spending", everything, usual + priority)]
    if reading == "plant_region":
        at_plant = is_priority(facts, config.municipality, config.last_day)
        return [("spending", everything, (legal.SPENDING_SHARE_PRIORITY if at_plant else legal.SPENDING_SHARE) * base)]
    inside = [i for i in everything if is_priority(facts, costs[i].municipality, costs[i].day)]
    outside = [i for i in everything if i not in inside]
    return [("spending.other", outside, usual), ("spending.priority", inside, priority)]


def _cut(costs: Sequence[Spend], left: list[Fraction], group: Sequence[int], cap: Fraction, config: Config) -> Fraction:
    entries = [(left[i], _factor(costs[i]), (costs[i].day, costs[i].item, costs[i].letter, left[i])) for i in group]
    kept = allocate(entries, cap, config.reading("selo.cap_allocation"))
    before = sum((left[i] for i in group), Fraction(0))
    for i, amount in zip(group, kept, strict=True):
        left[i] = amount
    return sum(kept, Fraction(0)) / before if before else Fraction(1)


def _factor(cost: Spend) -> Fraction:
    return Fraction(legal.FACTOR_DONATION_AND_RESEARCH if cost.item in ("II", "III") else 1)
