"""Notes that tell one event twice, settled: which of them counts, and what is at risk.

A purchase is often documented by the producer's note and by the buyer's entry note. When both exist, the entry note
counts if they agree within a centavo; else the lower counts and the difference is at risk. A delivery with the price
to be fixed is no purchase: the fixing is, and when the fixing tells no quantity it takes that of the delivery. Of a
future delivery, the delivery counts and its billing does not. Nothing here reads files or law: the effects of
operation codes have become roles before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain

from lastro.core.numbers import muldiv_half_up
from lastro.evidence.nfe.components import components

ACQUISITIONS = frozenset({"purchase", "entry_of_purchase", "fixing", "delivery"})
TOLERANCE_CENTAVOS = 1


@dataclass(frozen=True)
class Told:
    """One item as a note tells it. `by_buyer`: the buyer issued the note. Quantity in ten-thousandths of `unit`."""

    key: str
    ordinal: int
    role: str
    by_buyer: bool
    parties: tuple[str, str]  # seller, buyer
    value_centavos: int
    quantity: int | None = None
    unit: str = ""


@dataclass(frozen=True)
class Settled:
    """What becomes of one item. `difference_centavos` is its part of what the two notes disagree about."""

    key: str
    ordinal: int
    counts: bool
    reason: str
    counterpart_key: str = ""
    difference_centavos: int = 0
    quantity: int | None = None
    unit: str = ""


Edges = Collection[tuple[str, str]]


def settle(items: Sequence[Told], references: Edges) -> list[Settled]:
    """The items of one group of linked notes, in the order of key and ordinal.

    `references` are the pairs of keys of which one note names the other. Acquisitions that name each other are one
    event; those that only meet at a common delivery are one event when their values agree.
    """
    settled: list[Settled] = []
    in_order = sorted(items, key=lambda item: (item.key, item.ordinal))
    for parties in sorted({item.parties for item in items}):
        between = [item for item in in_order if item.parties == parties]
        settled += _between(between, references)
    return sorted(settled, key=lambda one: (one.key, one.ordinal))


def settle_changes(items: Sequence[Told], original: str) -> list[Settled]:
    """Returns, or complements, of the note `original`: told by both sides, the buyer's counts when they agree.

    Else the one that claims less for the buyer: the greater return, the lower complement.
    """
    in_order = sorted(items, key=lambda item: (item.key, item.ordinal))
    seller, buyer = _sides(in_order)
    returned = in_order[0].role == "return"
    if seller and buyer:
        compared = _compared(seller, buyer, greater=returned)
    else:
        compared = [_as_told(item, "return_subtracts" if returned else "complement_adds_value") for item in in_order]
    return [replace(one, counterpart_key=original or one.counterpart_key) for one in compared]


def settle_oversized(items: Sequence[Told]) -> list[Settled]:
    """A group too large to be one event: what the buyer told counts, and what sellers told only when no buyer did."""
    buyer_told = any(item.by_buyer and item.role in ACQUISITIONS for item in items)
    return [
        _as_told(item, "component_too_large")
        if item.role in ACQUISITIONS and (item.by_buyer or not buyer_told)
        else Settled(item.key, item.ordinal, False, "component_too_large")
        for item in items
    ]


def _between(items: Sequence[Told], references: Edges) -> list[Settled]:
    """The items between one seller and one buyer."""
    acquisitions = [item for item in items if item.role in ACQUISITIONS]
    settled = list(chain.from_iterable(_event(event) for event in _events(acquisitions, references)))
    counted = {(one.key, one.ordinal) for one in settled if one.counts}
    roles = {item.role for item in acquisitions if (item.key, item.ordinal) in counted}
    settled += [_not_yet(item, roles) for item in items if item.role not in ACQUISITIONS]
    return _with_delivered_quantity(settled, items)


def _events(acquisitions: Sequence[Told], references: Edges) -> list[list[Told]]:
    """Acquisitions by the event they tell: those that name each other, then those of equal value, then the rest."""
    keys = {item.key for item in acquisitions}
    named = components((one, other) for one, other in references if one in keys and other in keys)
    events: dict[str, list[Told]] = {}
    for item in acquisitions:
        events.setdefault(named.get(item.key, item.key), []).append(item)
    told_twice = [event for event in events.values() if all(_sides(event))]
    told_once = [event for event in events.values() if not all(_sides(event))]
    return told_twice + _paired(told_once)


def _paired(told_once: list[list[Told]]) -> list[list[Told]]:
    """One-sided events joined in pairs of equal value; if both sides have some left, those left are one event."""
    sellers = sorted((e for e in told_once if not e[0].by_buyer), key=_value_and_key)
    buyers = sorted((e for e in told_once if e[0].by_buyer), key=_value_and_key)
    pairs: list[list[Told]] = []
    left: list[list[Told]] = []
    while sellers and buyers:
        gap = _value(sellers[0]) - _value(buyers[0])
        if abs(gap) <= TOLERANCE_CENTAVOS:
            pairs.append(sellers.pop(0) + buyers.pop(0))
        else:
            left.append(sellers.pop(0) if gap < 0 else buyers.pop(0))
    left += sellers + buyers
    together = list(chain.from_iterable(left))
    return [*pairs, together] if all(_sides(together)) else [*pairs, *left]


def _value(items: Iterable[Told]) -> int:
    return sum(item.value_centavos for item in items)


def _value_and_key(event: list[Told]) -> tuple[int, str]:
    return _value(event), min(item.key for item in event)


def _sides(items: Iterable[Told]) -> tuple[list[Told], list[Told]]:
    """What the seller told and what the buyer told."""
    known = list(items)
    return [item for item in known if not item.by_buyer], [item for item in known if item.by_buyer]


def _event(items: list[Told]) -> list[Settled]:
    """One event, told by one side or by both."""
    seller, buyer = _sides(items)
    if seller and buyer:
        return _compared(seller, buyer, greater=False)
    return [_as_told(item, "entry_note_alone" if item.by_buyer else "producer_note_alone") for item in items]


def _as_told(item: Told, reason: str, counterpart: str = "", difference: int = 0) -> Settled:
    return Settled(item.key, item.ordinal, True, reason, counterpart, difference, item.quantity, item.unit)


def _compared(seller: list[Told], buyer: list[Told], greater: bool) -> list[Settled]:
    """Both sides told it: the buyer's note counts when they agree, else the lower (or the greater)."""
    gap = _value(buyer) - _value(seller)
    agree = abs(gap) <= TOLERANCE_CENTAVOS
    buyers_counts = agree or (gap > 0) == greater
    counted, covered = (buyer, seller) if buyers_counts else (seller, buyer)
    reason = "entry_note_agrees" if agree else "greater_of_two" if greater else "lower_of_two"
    partner, kept = min(item.key for item in covered), min(item.key for item in counted)
    shares = _shares(0 if agree else abs(gap), [item.value_centavos for item in counted])
    covering = "covered_by_entry_note" if buyers_counts else "covered_by_producer_note"
    return [
        *(_as_told(item, reason, partner, share) for item, share in zip(counted, shares, strict=True)),
        *(Settled(item.key, item.ordinal, False, covering, kept) for item in covered),
    ]


def _shares(total: int, values: Sequence[int]) -> list[int]:
    """`total` over the items by value, to the centavo: each share is a difference of rounded running sums."""
    whole, running, given, shares = sum(values), 0, 0, []
    for place, value in enumerate(values, 1):
        running += value
        upto = muldiv_half_up(total, running, whole) if whole else muldiv_half_up(total, place, len(values))
        shares.append(upto - given)
        given = upto
    return shares


def _not_yet(item: Told, counted_roles: Collection[str]) -> Settled:
    """A delivery with the price to be fixed, or a billing before the delivery: no purchase by itself."""
    if item.role == "remittance":
        reason = "counted_at_fixing" if "fixing" in counted_roles else "price_not_fixed"
    else:
        reason = "counted_at_delivery" if "delivery" in counted_roles else "not_delivered"
    return Settled(item.key, item.ordinal, False, reason)


def _with_delivered_quantity(settled: list[Settled], items: Sequence[Told]) -> list[Settled]:
    """A single fixing without quantity takes what was delivered and not yet told by other fixings."""
    fixings = {(item.key, item.ordinal) for item in items if item.role == "fixing"}
    open_ones = [one for one in settled if one.counts and (one.key, one.ordinal) in fixings and not one.quantity]
    remittances = [item for item in items if item.role == "remittance"]
    delivered = _sides(remittances)[1] or remittances
    units = {item.unit for item in delivered}
    if len(open_ones) != 1 or len(units) != 1:
        return settled
    unit = units.pop()
    told = sum(
        one.quantity or 0 for one in settled if one.counts and (one.key, one.ordinal) in fixings and one.unit == unit
    )
    carried = sum(item.quantity or 0 for item in delivered) - told
    if carried <= 0:
        return settled
    return [replace(one, quantity=carried, unit=unit) if one is open_ones[0] else one for one in settled]
