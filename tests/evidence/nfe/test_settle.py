"""Which of two notes on one event counts: figures first, then what must hold for any figures."""

from __future__ import annotations

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from lastro.evidence.nfe.components import components
from lastro.evidence.nfe.settle import ACQUISITIONS, Settled, Told, settle, settle_changes, settle_oversized

PARTIES = ("12345678909", "12345678")


def sold(key: str, value: int, role: str = "purchase", quantity: int | None = 10_000, ordinal: int = 1) -> Told:
    return Told(key, ordinal, role, False, PARTIES, value, quantity, "KG")


def entered(
    key: str, value: int, role: str = "entry_of_purchase", quantity: int | None = 10_000, ordinal: int = 1
) -> Told:
    return Told(key, ordinal, role, True, PARTIES, value, quantity, "KG")


def by_key(settled: list[Settled]) -> dict[str, Settled]:
    return {one.key: one for one in settled}


def counted(settled: list[Settled]) -> dict[str, str]:
    return {one.key: one.reason for one in settled if one.counts}


def test_the_entry_note_counts_when_both_agree_within_a_centavo() -> None:
    for value in (9_999, 10_000, 10_001):
        found = by_key(settle([sold("P", 10_000), entered("E", value)], [("E", "P")]))
        assert (found["E"].counts, found["E"].reason, found["E"].counterpart_key) == (True, "entry_note_agrees", "P")
        assert (found["P"].counts, found["P"].reason, found["P"].counterpart_key) == (
            False,
            "covered_by_entry_note",
            "E",
        )
        assert found["E"].difference_centavos == 0


def test_else_the_lower_counts_and_the_difference_is_told() -> None:
    higher = by_key(settle([sold("P", 10_000), entered("E", 10_500)], [("E", "P")]))
    assert (higher["P"].counts, higher["P"].reason, higher["P"].difference_centavos) == (True, "lower_of_two", 500)
    assert (higher["E"].counts, higher["E"].reason, higher["E"].counterpart_key) == (
        False,
        "covered_by_producer_note",
        "P",
    )
    lower = by_key(settle([sold("P", 10_000), entered("E", 9_998)], [("E", "P")]))
    assert (lower["E"].counts, lower["E"].difference_centavos) == (True, 2)


def test_one_entry_may_cover_several_loads() -> None:
    items = [sold("P1", 4_000), sold("P2", 6_000), entered("E", 10_000)]
    assert counted(settle(items, [("E", "P1"), ("E", "P2")])) == {"E": "entry_note_agrees"}


def test_two_entries_of_one_load_never_count_more_than_the_load() -> None:
    items = [sold("P", 10_000), entered("E1", 10_000), entered("E2", 10_000)]
    assert counted(settle(items, [("E1", "P"), ("E2", "P")])) == {"P": "lower_of_two"}


def test_the_difference_is_spread_over_the_items_to_the_centavo() -> None:
    items = [sold("P", 1_000, ordinal=n) for n in (1, 2, 3)] + [entered("E", 3_100)]
    shares = [one.difference_centavos for one in settle(items, [("E", "P")]) if one.counts]
    assert sum(shares) == 100
    assert max(shares) - min(shares) <= 1


def test_a_remittance_and_its_fixing_are_one_purchase() -> None:
    items = [sold("R", 0, "remittance"), entered("R2", 0, "remittance"), entered("F", 9_000, "fixing")]
    found = by_key(settle(items, [("R2", "R"), ("F", "R2")]))
    assert counted(list(found.values())) == {"F": "entry_note_alone"}
    assert found["R"].reason == found["R2"].reason == "counted_at_fixing"


def test_a_remittance_without_fixing_is_no_purchase() -> None:
    (one,) = settle([sold("R", 9_000, "remittance")], [])
    assert (one.counts, one.reason) == (False, "price_not_fixed")


def test_both_sides_of_a_fixing_meet_at_the_remittance() -> None:
    items = [sold("R", 0, "remittance"), sold("F", 9_000, "fixing"), entered("G", 9_000, "fixing")]
    assert counted(settle(items, [("F", "R"), ("G", "R")])) == {"G": "entry_note_agrees"}


def test_fixings_in_part_all_count_and_each_meets_its_equal() -> None:
    items = [
        sold("R", 0, "remittance"), sold("F1", 4_000, "fixing"), sold("F2", 6_000, "fixing"), entered("G1", 4_000, "fixing"),
    ]  # fmt: skip
    found = settle(items, [("F1", "R"), ("F2", "R"), ("G1", "R")])
    assert counted(found) == {"G1": "entry_note_agrees", "F2": "producer_note_alone"}


def test_a_fixing_without_quantity_takes_what_was_delivered() -> None:
    items = [
        sold("R", 0, "remittance", quantity=70_000), entered("F1", 4_000, "fixing", quantity=30_000), entered("F2", 6_000, "fixing", quantity=0),
    ]  # fmt: skip
    found = by_key(settle(items, [("F1", "R"), ("F2", "R")]))
    assert (found["F2"].quantity, found["F2"].unit, found["F1"].quantity) == (40_000, "KG", 30_000)
    buyers = [replace(items[0], key="R2", by_buyer=True, quantity=65_000), *items]
    assert by_key(settle(buyers, [("F1", "R"), ("F2", "R")]))["F2"].quantity == 35_000  # the buyer weighed it


def test_two_fixings_without_quantity_are_left_open() -> None:
    items = [
        sold("R", 0, "remittance"),
        entered("F1", 1, "fixing", quantity=0),
        entered("F2", 2, "fixing", quantity=None),
    ]
    assert {one.quantity for one in settle(items, [("F1", "R"), ("F2", "R")]) if one.counts} == {0, None}


def test_a_future_delivery_counts_at_delivery() -> None:
    items = [sold("B", 9_000, "billing"), sold("D", 9_000, "delivery")]
    found = by_key(settle(items, [("D", "B")]))
    assert (found["B"].reason, found["D"].counts) == ("counted_at_delivery", True)
    assert settle(items[:1], [])[0].reason == "not_delivered"


def test_other_parties_are_another_event() -> None:
    other = replace(entered("E", 5_000), parties=("98765432100", "12345678"))
    assert counted(settle([sold("P", 10_000), other], [("E", "P")])) == {
        "P": "producer_note_alone",
        "E": "entry_note_alone",
    }


def test_of_two_notes_on_a_return_the_greater_counts() -> None:
    items = [entered("B", 500, "return"), sold("S", 700, "return")]
    found = by_key(settle_changes(items, "O"))
    assert (found["S"].counts, found["S"].reason, found["S"].difference_centavos) == (True, "greater_of_two", 200)
    assert {one.counterpart_key for one in found.values()} == {"O"}
    agreeing = settle_changes([entered("B", 500, "return"), sold("S", 500, "return")], "O")
    assert counted(agreeing) == {"B": "entry_note_agrees"}


def test_of_two_notes_on_a_complement_the_lower_counts() -> None:
    found = settle_changes([entered("B", 500, "complement"), sold("S", 700, "complement")], "O")
    assert counted(found) == {"B": "lower_of_two"}


def test_two_returns_by_the_buyer_both_subtract() -> None:
    found = settle_changes([entered("B1", 500, "return"), entered("B2", 300, "return")], "O")
    assert counted(found) == {"B1": "return_subtracts", "B2": "return_subtracts"}


def test_a_group_too_large_counts_what_the_buyer_told() -> None:
    items = [sold(f"P{n}", 10) for n in range(5)] + [entered("E", 50)]
    assert counted(settle_oversized(items)) == {"E": "component_too_large"}
    assert len(counted(settle_oversized(items[:5]))) == 5


@st.composite
def groups(draw: st.DrawFn) -> tuple[list[Told], list[tuple[str, str]]]:
    roles = {
        False: ["purchase", "fixing", "delivery", "remittance", "billing"],
        True: ["entry_of_purchase", "fixing", "remittance"],
    }
    items = []
    for n in range(draw(st.integers(1, 8))):
        by_buyer = draw(st.booleans())
        role = draw(st.sampled_from(roles[by_buyer]))
        for ordinal in range(1, draw(st.integers(1, 2)) + 1):
            items.append(
                Told(
                    f"k{n}", ordinal, role, by_buyer, PARTIES, draw(st.integers(0, 300)), draw(st.integers(0, 5)), "KG"
                )
            )
    keys = sorted({item.key for item in items})
    edges = draw(st.lists(st.tuples(st.sampled_from(keys), st.sampled_from(keys)), max_size=10))
    return items, edges


@settings(max_examples=300, deadline=None)
@given(groups(), st.randoms(use_true_random=False))
def test_whatever_the_figures(group: tuple[list[Told], list[tuple[str, str]]], order: random.Random) -> None:
    items, edges = group
    settled = settle(items, edges)
    shuffled, turned = list(items), [(b, a) for a, b in edges]
    order.shuffle(shuffled)
    order.shuffle(turned)
    assert settle(shuffled, turned) == settled, "order changes nothing"
    assert [(one.key, one.ordinal) for one in settled] == sorted((item.key, item.ordinal) for item in items)
    value = {(item.key, item.ordinal): item.value_centavos for item in items}
    acquired = [item for item in items if item.role in ACQUISITIONS]
    told_by = [sum(item.value_centavos for item in acquired if item.by_buyer == side) for side in (False, True)]
    counted_value = sum(value[one.key, one.ordinal] for one in settled if one.counts)
    assert counted_value <= sum(told_by)
    assert all(one.reason for one in settled)
    assert not [
        one for one in settled if one.counts and (one.key, one.ordinal) not in {(i.key, i.ordinal) for i in acquired}
    ]
    named = components((a, b) for a, b in edges if {a, b} <= {item.key for item in acquired})
    for group_name in set(named.values()):
        of_event = [item for item in acquired if named.get(item.key) == group_name]
        sides = [sum(i.value_centavos for i in of_event if i.by_buyer == side) for side in (False, True)]
        if {i.by_buyer for i in of_event} == {False, True}:
            taken = sum(value[o.key, o.ordinal] for o in settled if o.counts and named.get(o.key) == group_name)
            gap = abs(sides[0] - sides[1])
            assert taken == (sides[1] if gap <= 1 else min(sides))
            told = sum(o.difference_centavos for o in settled if named.get(o.key) == group_name)
            assert told == (0 if gap <= 1 else gap)


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("abcdefgh"))), st.randoms(use_true_random=False))
def test_components_do_not_depend_on_order(pairs: list[tuple[str, str]], order: random.Random) -> None:
    found = components(pairs)
    turned = [(b, a) for a, b in pairs]
    order.shuffle(turned)
    assert components(turned) == found
    assert all(found[a] == found[b] <= min(a, b) for a, b in pairs)
