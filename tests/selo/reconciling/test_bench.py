"""The changed year is what the rules say of tables changed by hand: same numerator, denominator and percentage."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction

import pytest

from lastro.selo.reconciling.changes import Change
from lastro.statement.model import Statement
from lastro.statement.reconciled import Outcome
from tests.selo.reconciling.years import answered, lab, without, year
from tests.selo.world import Tables

DOCUMENT = {"inicio": date(2022, 3, 1), "fim": date(2024, 2, 29)}


def _of(statement: Statement) -> Outcome:
    exact = {line.id: Fraction(line.exact) for line in statement.lines if line.exact}
    return Outcome(
        int(exact["selo.numerator"] * 100), int(exact["selo.denominator"] * 100), exact["selo.weighted_percentage"]
    )


def _line(position: int) -> str:
    """The line of a row of `aquisicoes`, by its place in the table."""
    rows = lab().facts.purchases.values()
    return next(row["line_id"] for row in rows if row["_row"] == position + 2)


def _place(table: str, position: int) -> tuple[str, str, int]:
    return f"{table}.csv", "", position + 2


def _documented() -> Tables:
    tables = year()
    tables["agricultores"].append({**tables["agricultores"][0], "cpf": tables["aquisicoes"][23]["fornecedor"]})
    return tables


def _dated(table: str, position: int, on: date) -> Tables:
    tables = year()
    tables[table][position] |= {"data": on}
    return tables


def _domestic() -> Tables:
    tables = year()
    tables["vendas"][10] |= {"destino": "interno"}
    return tables


CASES: dict[str, tuple[Callable[[], Change], Callable[[], Statement]]] = {
    "rows_out": (
        lambda: Change(blocked=frozenset({_line(4), _line(11)})),
        lambda: answered(without(year(), "aquisicoes", 4, 11)),
    ),
    "delivery_out": (
        lambda: Change(blocked=frozenset({_line(24)})),
        lambda: answered(without(year(), "aquisicoes", 24)),
    ),
    "row_in": (
        lambda: Change(admitted=frozenset({("purchase", _line(23), "")})),
        lambda: answered(_documented()),
    ),
    "row_of_next_year_in": (
        lambda: Change(dated=frozenset({(_line(25), date(2023, 12, 31))})),
        lambda: answered(_dated("aquisicoes", 25, date(2023, 12, 31))),
    ),
    "spending_out": (
        lambda: Change(spent_out=frozenset({_place("dispendios", 1)})),
        lambda: answered(without(year(), "dispendios", 1)),
    ),
    "sale_out": (
        lambda: Change(sold_out=frozenset({_place("vendas", 2)})),
        lambda: answered(without(year(), "vendas", 2)),
    ),
    "export_in_the_base": (lambda: Change(sold_in=frozenset({_place("vendas", 10)})), lambda: answered(_domestic())),
    "another_reading": (
        lambda: Change(readings=frozenset({("selo.financed_purchase", "excluded")})),
        lambda: answered(year(), {"selo.financed_purchase": "excluded"}),
    ),
    "readings_and_a_row": (
        lambda: Change(
            readings=frozenset({("selo.export_exclusion", "by_volume"), ("selo.used_goods", "compound")}),
            blocked=frozenset({_line(6)}),
        ),
        lambda: answered(
            without(year(), "aquisicoes", 6),
            {"selo.export_exclusion": "by_volume", "selo.used_goods": "compound"},
        ),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_change_answers_as_the_rules_over_tables_changed_by_hand(name: str) -> None:
    change, statement = CASES[name]
    assert lab().bench.outcome(change()) == _of(statement())


def test_nothing_changed_is_the_statement() -> None:
    assert lab().bench.base == _of(lab().bench.statement)


def test_a_farmers_part_takes_its_own_value_out_of_a_delivery() -> None:
    keys = lab().facts.parts[_line(24)]
    row = lab().facts.memory[keys[1]]
    change = Change(reduced=frozenset({(keys[1], row["accepted_centavos"])}))
    assert lab().bench.base.numerator - lab().bench.outcome(change).numerator == row["weighted"] // 1000


def test_more_than_a_part_holds_takes_no_more_than_it_holds() -> None:
    key = lab().facts.parts[_line(24)][1]
    whole = Change(reduced=frozenset({(key, lab().facts.memory[key]["accepted_centavos"])}))
    assert lab().bench.outcome(Change(reduced=frozenset({(key, 10**12)}))) == lab().bench.outcome(whole)
