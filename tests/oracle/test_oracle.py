"""The oracle stands on its own feet: what its steps give on numbers small enough to check by hand."""

from __future__ import annotations

import re
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.oracle.caps import allocate
from tests.oracle.exact import half_up, largest_remainder, running_clamp
from tests.oracle.identifiers import access_key, cnpj, cpf, key_belongs
from tests.oracle.registry import Registry

FOLDER = Path(__file__).parent


def test_the_oracle_shares_no_code_with_the_rules_it_checks() -> None:
    imports = re.compile(r"^\s*(?:from|import) lastro\S*", re.MULTILINE)
    found = {
        (path.name, line.strip())
        for path in FOLDER.glob("*.py")
        if path.name != "product.py"  # the other side
        for line in imports.findall(path.read_text(encoding="utf-8"))
    }
    assert found == {("lookups.py", "from lastro.law")}


def test_the_oracle_knows_no_float() -> None:
    sources = [path for path in FOLDER.glob("*.py") if path.name != "test_oracle.py"]
    assert [path.name for path in sources if re.search(r"\bfloat\b|\bround\(", path.read_text(encoding="utf-8"))] == [
        "exact.py"  # where its first line says so
    ]


@pytest.mark.parametrize(("value", "rounded"), [("1/2", 1), ("-1/2", -1), ("1/3", 0), ("-5/2", -3), ("7", 7)])
def test_halves_round_away_from_zero(value: str, rounded: int) -> None:
    assert half_up(Fraction(value)) == rounded


@given(st.integers(0, 10**12), st.lists(st.integers(1, 10**6), min_size=1, max_size=9))
def test_what_is_divided_among_growers_is_all_there_is(total: int, weights: list[int]) -> None:
    parts = largest_remainder(total, [Fraction(weight) for weight in weights], [str(i) for i in range(len(weights))])
    assert sum(parts) == total
    assert all(
        abs(part - Fraction(total * weight, sum(weights))) < 1 for part, weight in zip(parts, weights, strict=True)
    )


@given(st.lists(st.integers(0, 10**9)), st.integers(0, 10**10))
def test_a_room_gives_all_it_has_and_no_more(wanted: list[int], room: int) -> None:
    assert sum(running_clamp(wanted, room)) == min(sum(wanted), room)


@pytest.mark.parametrize(
    ("option", "kept"),
    [
        ("proportional", [20, 30, 10]),
        ("least_weight_first", [0, 60, 0]),
        ("most_weight_first", [40, 0, 20]),
        ("latest_first", [40, 20, 0]),
    ],
)
def test_a_cap_of_sixty_on_forty_sixty_and_twenty(option: str, kept: list[int]) -> None:
    entries = [(Fraction(40), Fraction(1), 1), (Fraction(60), Fraction(5), 2), (Fraction(20), Fraction(2), 3)]
    assert allocate(entries, Fraction(60), option) == kept


def test_people_chained_by_documents_are_one_family() -> None:
    rows = [
        {"cpf": "3", "documento": "CAF", "numero": "A"},
        {"cpf": "2", "documento": "CAF", "numero": "A"},
        {"cpf": "2", "documento": "CAF", "numero": "B"},
        {"cpf": "1", "documento": "CAF", "numero": "B"},
        {"cpf": "4", "documento": "DAP", "numero": "A"},
    ]
    registry = Registry(rows, (), "document")
    assert [registry.family(person) for person in "1234"] == ["1", "1", "1", "4"]


def test_a_key_belongs_to_its_month_and_to_the_supplier_or_the_buyer() -> None:
    day, farmer, plant = date(2023, 4, 10), cpf("700000001"), cnpj("990000010001")
    by_farmer, by_plant = access_key("52", day, farmer, 1), access_key("52", day, plant, 1)
    assert key_belongs(by_farmer, day, farmer, plant)
    assert key_belongs(by_plant, day, farmer, plant)
    assert not key_belongs(by_farmer, date(2023, 5, 10), farmer, plant)
    assert not key_belongs(by_farmer, day, cpf("700000002"), plant)
    assert not key_belongs(by_farmer[:-1] + str((int(by_farmer[-1]) + 1) % 10), day, farmer, plant)
