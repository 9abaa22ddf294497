"""TAX-01, what was used: the reduced rate follows the family feedstock that the biodiesel was made from.

Solução de Consulta Cosit 196/2021: buying is enough for the seal, not for the rate. Month by month, what was used of
family farming cannot pass its purchases and the opening stock, and all that was used cannot make more than was made.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from lastro.core.numbers import ML_PER_M3, fixed, half_up
from lastro.selo.checks_apart.model import Row, YearCheck, YearFacts
from lastro.selo.checks_apart.used import (
    FAMILIES,
    REDUCED,
    Coefficients,
    Good,
    class_of,
    cost,
    feedstock_used,
    finding,
    good,
    grams,
)  # fmt: skip
from lastro.statement.model import Finding, Severity

_USED = ("decreto-10527-2020 art. 6 § 3", "cosit-196-2021")
_SLACK = Fraction(1, 100)  # ours: weighbridge and laboratory do not agree more closely than this

Weighed = tuple[Good, str, Fraction]


def _beyond_stock(facts: YearFacts) -> Iterator[Finding]:
    """Per product, the month in which use stands furthest above purchases and the first opening stock."""
    coefficients = Coefficients(facts)
    used = [row for row in feedstock_used(facts) if class_of(facts, row) in FAMILIES]
    for product in sorted({row["produto"] for row in used}):
        yield from _of_product(facts, coefficients, product, [row for row in used if row["produto"] == product])


def _of_product(facts: YearFacts, coefficients: Coefficients, product: str, used: list[Row]) -> Iterator[Finding]:
    base, last, worst, whole = good(used[0]), used[-1], Fraction(0), Fraction(1)
    for mes in sorted({row["mes"] for row in used}):
        taken = coefficients.same(weighed(facts, [row for row in used if row["mes"] <= mes]), base)
        had = coefficients.same([*opening(facts, product), *bought(facts, product, mes)], base)
        if taken is None or had is None:
            told = {"product": product, "form": base[1]}
            yield finding("TAX-01", Severity.ALERT, "no_coefficient", used[0], "consumo", told, _USED)
            return
        if taken - had > worst:
            worst, whole, last = taken - had, taken, next(row for row in used if row["mes"] == mes)
    if worst:
        told = {
            "month": last["mes"],
            "product": product,
            "form": base[1],
            "used_grams": str(half_up(whole)),
            "excess_grams": str(half_up(worst)),
        }
        stake = half_up(cost(row for row in used if row["mes"] <= last["mes"]) * worst / whole)
        yield finding("TAX-01", Severity.BLOCKS, "beyond_stock", last, "consumo", told, _USED, stake)


def weighed(facts: YearFacts, rows: Iterable[Row], column: str = "quantidade") -> list[Weighed]:
    """Good, month and grams of rows of a monthly table; one whose unit is no mass weighs nothing."""
    return [(good(row), row["mes"], grams(facts.book, row, column) or Fraction(0)) for row in rows]


def opening(facts: YearFacts, product: str) -> list[Weighed]:
    """The opening stock of the first month that each form has one; of all classes, as stocks tell none."""
    first: dict[Good, Row] = {}
    for row in facts.rows("estoques"):
        if row["produto"] == product and row["inicial"] is not None:
            first.setdefault(good(row), row)
    return weighed(facts, first.values(), "inicial")


def bought(facts: YearFacts, product: str, until: str, families: frozenset[str] | None = None) -> list[Weighed]:
    """Purchases from family farming up to the end of that month, returns off; `families` None asks the registry."""
    sellers = facts.families if families is None else families
    rows = [
        row
        for row in facts.purchases
        if row["product"] == product and row["supplier"] in sellers and row["grams"] and not row["own"]
        and f"{row['issued_on']:%Y-%m}" <= until
    ]  # fmt: skip
    return [
        (good(row), f"{row['issued_on']:%Y-%m}", Fraction(-row["grams"] if row["kind"] == "return" else row["grams"]))
        for row in rows
    ]


def _balance(facts: YearFacts) -> Iterator[Finding]:
    """Per month, what the feedstock used would make against the biodiesel made."""
    coefficients = Coefficients(facts)
    made: defaultdict[str, int] = defaultdict(int)
    for row in facts.rows("producao"):
        made[row["mes"]] += row["biodiesel_m3"] or 0
    by_month: defaultdict[str, list[Row]] = defaultdict(list)
    for row in feedstock_used(facts):
        by_month[row["mes"]].append(row)
    yield from _without_coefficient(facts, coefficients)
    for mes, rows in sorted(by_month.items()):
        yield from _of_month(facts, coefficients, mes, rows, Fraction(made[mes], ML_PER_M3))


def _without_coefficient(facts: YearFacts, coefficients: Coefficients) -> Iterator[Finding]:
    """Each good used whose coefficient no row gives: its months are not balanced."""
    told: set[Good] = set()
    for row in feedstock_used(facts):
        if coefficients.of(good(row), row["mes"]) is None and good(row) not in told:
            told.add(good(row))
            arguments = {"product": good(row)[0], "form": good(row)[1]}
            yield finding("TAX-01", Severity.ALERT, "balance_open", row, "consumo", arguments, _USED)


def _of_month(
    facts: YearFacts, coefficients: Coefficients, mes: str, rows: list[Row], made: Fraction
) -> Iterator[Finding]:
    possible = Fraction(0)
    for what, _, amount in weighed(facts, rows):
        needed = coefficients.of(what, mes)
        if needed is None:
            return
        possible += amount / needed
    reduced = [row for row in rows if class_of(facts, row) in REDUCED]
    told = {"month": mes, "possible_m3": fixed(possible, 3), "made_m3": fixed(made, 3)}
    if reduced and possible > made * (1 + _SLACK):
        stake = half_up(cost(reduced) * (possible - made) / possible)
        yield finding("TAX-01", Severity.BLOCKS, "beyond_production", reduced[0], "consumo", told, _USED, stake)
    if reduced and possible < made * (1 - _SLACK):
        yield finding("TAX-01", Severity.ALERT, "made_beyond", reduced[0], "consumo", told, _USED)


CHECKS = (
    YearCheck(
        "TAX-01", {"beyond_stock": Severity.BLOCKS, "no_coefficient": Severity.ALERT}, _USED, _beyond_stock,
        ("consumo", "estoques"),
    ),
    YearCheck(
        "TAX-01",
        {"beyond_production": Severity.BLOCKS, "made_beyond": Severity.ALERT, "balance_open": Severity.ALERT},
        _USED, _balance, ("consumo", "producao"),
    ),
)  # fmt: skip
