"""Units that cannot be right are told; those within rounding are not."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.evidence.nfe.builder import Item, Note
from tests.evidence.nfe.test_link import codes, linked

GOOD = Item(quantity="60000.0000", unit_price="2.0000000000", value="120000.00")


def one(item: Item, net_weight: str = "") -> list[tuple[str, str]]:
    return codes(linked(Note(items=(item,), net_weight=net_weight)))


@pytest.mark.parametrize(
    ("item", "net_weight"),
    [
        (GOOD, "60000.000"),
        (replace(GOOD, value="120500.00"), ""),  # 0.41 %
        (replace(GOOD, unit="T", quantity="60.0000", unit_price="2000", tax_unit="KG", tax_quantity="60000"), "60000"),
        (replace(GOOD, unit="Kgs.", tax_unit="TON", tax_quantity="60.1"), ""),
        (replace(GOOD, unit="SC60", quantity="1000", unit_price="120", tax_unit="kg", tax_quantity="60000"), "60000"),
        (replace(GOOD, unit_price="1e5"), ""),  # unreadable: informative only
        (replace(GOOD, unit_price=""), ""),
        (replace(GOOD, tax_unit="LT"), ""),  # another measure is not comparable
        (Item(quantity="0.0001", unit_price="100.00", value="0.01"), ""),  # a centavo of rounding
    ],
)
def test_what_agrees_is_silent(item: Item, net_weight: str) -> None:
    assert one(item, net_weight) == []


@pytest.mark.parametrize(
    ("item", "net_weight", "code"),
    [
        (replace(GOOD, value="121000.00"), "", "EVD-NFE-40"),  # 0.83 %
        (replace(GOOD, unit_price="120"), "", "EVD-NFE-40"),  # kilograms with the price of a sack
        (replace(GOOD, unit="TON", quantity="60000", tax_unit="KG", tax_quantity="60000"), "", "EVD-NFE-41"),
        (GOOD, "1000.000", "EVD-NFE-42"),
        (replace(GOOD, unit="CX", tax_unit="KG"), "", "EVD-NFE-43"),
    ],
)
def test_what_disagrees_is_told(item: Item, net_weight: str, code: str) -> None:
    assert one(item, net_weight) == [(code, "default")]


def test_a_weight_of_several_items_is_not_compared() -> None:
    assert codes(linked(Note(items=(GOOD, GOOD), net_weight="60000"))) == []


def test_an_unknown_unit_is_told_once_for_all_its_items() -> None:
    item = replace(GOOD, unit="ENGRADADO"[:6])
    notes = linked(
        Note(items=(item, item)), Note(number=2, items=(item,)), Note(number=3, items=(replace(item, ncm="99999999"),))
    )
    assert codes(notes) == [("EVD-NFE-43", "no_product"), ("EVD-NFE-43", "default")]
    assert notes.findings[1].arguments["items"] == "3"


def test_a_price_far_from_the_month_is_told() -> None:
    usual = [Note(number=n, items=(GOOD,)) for n in range(1, 9)]
    wrong = Note(number=50, items=(replace(GOOD, unit_price="120", value="7200000.00"),))
    notes = linked(*usual, wrong)
    assert [(f.code, f.subject["key"]) for f in notes.findings] == [("EVD-NFE-44", wrong.key)]
    assert codes(linked(*usual[:3], wrong)) == []  # too few to know what is usual
