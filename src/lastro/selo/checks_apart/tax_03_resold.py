"""TAX-03: feedstock that was resold, or put to another use, and is counted as used in biodiesel.

Castor oil is worth more to the chemical industry than as fuel. Per product: what was used with a reduced class against
what was bought and in stock, less what the plant's own sales notes and `destino_uso` show to have gone elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lastro.core.numbers import half_up
from lastro.selo.checks_apart.model import Row, YearCheck, YearFacts
from lastro.selo.checks_apart.tax_01_used import Weighed, bought, opening, weighed
from lastro.selo.checks_apart.used import REDUCED, Coefficients, class_of, feedstock_used, finding, good
from lastro.statement.model import Finding, Severity

_CITES = ("cosit-196-2021", "decreto-10527-2020 art. 6 § 3")
_OTHER_USE, _AUTHORISED = "outro_uso", "authorised"
_TEN_THOUSANDTHS = 10_000


def _resold(facts: YearFacts) -> Iterator[Finding]:
    coefficients = Coefficients(facts)
    used = [row for row in feedstock_used(facts) if class_of(facts, row) in REDUCED]
    for product in sorted({row["produto"] for row in used}):
        yield from _of_product(facts, coefficients, product, [row for row in used if row["produto"] == product])


def _of_product(facts: YearFacts, coefficients: Coefficients, product: str, used: list[Row]) -> Iterator[Finding]:
    base, last = good(used[0]), f"{facts.period.last_day:%Y-%m}"
    sellers = frozenset(row["supplier"] for row in facts.purchases)
    sold, elsewhere = _sold(facts, product), _elsewhere(facts, product)
    sums = [
        coefficients.same(amounts, base)
        for amounts in (
            weighed(facts, used), [*opening(facts, product), *bought(facts, product, last, sellers)],
            _closing(facts, product), sold, elsewhere,
        )
    ]  # fmt: skip
    if None in sums:
        return  # TAX-01 tells that a coefficient is missing
    taken, had, left, resold, other = (amount or Fraction(0) for amount in sums)
    excess = min(taken - (had - left - resold - other), resold + other)
    if excess > 0:
        told = {
            "product": product,
            "form": base[1],
            "used_grams": str(half_up(taken)),
            "gone_grams": str(half_up(resold + other)),
            "excess_grams": str(half_up(excess)),
        }
        variant = "resold" if resold else "other_use"
        stake = half_up(sum(row["custo"] or 0 for row in used) * excess / taken)
        yield finding("TAX-03", Severity.ALERT, variant, used[0], "consumo", told, _CITES, stake)


def _closing(facts: YearFacts, product: str) -> list[Weighed]:
    """The closing stock of the last month that each form has one."""
    rows = [row for row in facts.rows("estoques") if row["produto"] == product and row["final"] is not None]
    return weighed(facts, {good(row): row for row in rows}.values(), "final")


def _elsewhere(facts: YearFacts, product: str) -> list[Weighed]:
    """Purchases whose stated use is not biodiesel."""
    return [
        (good(row), f"{row['issued_on']:%Y-%m}", Fraction(row["grams"]))
        for row in facts.purchases
        if row["product"] == product and row["destination"] == _OTHER_USE and row["grams"] and row["kind"] != "return"
    ]


def _sold(facts: YearFacts, product: str) -> list[Weighed]:
    """Items of that product in the plants' own sales notes."""
    plants = {plant.cnpj for plant in facts.plants}
    found: list[Weighed] = []
    for item in facts.evidence.items.to_pylist():
        ours = item["side"] == "sale" and item["seller"] in plants and item["state"] == _AUTHORISED
        if not ours or item["product"] != product or item["issued_on"] not in facts.period:
            continue
        factor = facts.book.unit_factor(product, item["counted_unit"] or item["unit"] or "", item["issued_on"])
        quantity = item["counted_quantity"] or item["quantity"]
        if factor is not None and factor.kind == "mass" and quantity:
            weight = Fraction(quantity, _TEN_THOUSANDTHS) * factor.factor
            found.append((good(item), f"{item['issued_on']:%Y-%m}", weight))
    return found


CHECKS = (
    YearCheck(
        "TAX-03", {"resold": Severity.ALERT, "other_use": Severity.ALERT}, _CITES, _resold, ("consumo", "estoques")
    ),
)
