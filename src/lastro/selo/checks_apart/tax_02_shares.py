"""TAX-02: the classes share the volume by the acquisition cost of what was used, not by its quantity.

Decreto 10.527/2020, art. 6 §§ 3 to 5: cost of feedstock used, own production at the average price paid to third
parties in the period, imported biodiesel at the general rate alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from lastro.core.numbers import half_up
from lastro.selo.checks_apart.model import Row, YearCheck, YearFacts
from lastro.selo.checks_apart.used import REDUCED, class_of, feedstock_used, finding, good, grams
from lastro.statement.model import Finding, Severity

_BY_COST = ("decreto-10527-2020 art. 6 § 3", "lei-11116-2005 art. 5 § 4")
_OWN = ("decreto-10527-2020 art. 6 § 4", "lei-11116-2005 art. 5 § 5")
_IMPORTED = ("decreto-10527-2020 art. 6 § 5",)
_ONE_CENTAVO = 1


def _no_cost(facts: YearFacts) -> Iterator[Finding]:
    for row in feedstock_used(facts):
        if not row["custo"]:
            told = {"month": row["mes"], "product": row["produto"]}
            yield finding("TAX-02", Severity.BLOCKS, "no_cost", row, "consumo", told, _BY_COST)


def _by_volume(facts: YearFacts) -> Iterator[Finding]:
    """Goods of several kinds and classes at one price per kilogram: the cost was shared out by weight."""
    for mes, rows in _by_month(facts).items():
        prices = [_price(facts, row) for row in rows]
        goods, classes = {good(row) for row in rows}, {class_of(facts, row) for row in rows}
        if len(goods) > 1 and len(classes) > 1 and None not in prices and _one_price(facts, rows):
            told = {"month": mes, "rows": str(len(rows))}
            yield finding("TAX-02", Severity.ALERT, "by_volume", rows[0], "consumo", told, _BY_COST)


def _price(facts: YearFacts, row: Row) -> Fraction | None:
    """Centavos a gram."""
    weight = grams(facts.book, row, "quantidade")
    return Fraction(row["custo"]) / weight if weight and row["custo"] else None


def _one_price(facts: YearFacts, rows: list[Row]) -> bool:
    """Whether each cost is, within a centavo, the weight at the mean price of all."""
    weights = [grams(facts.book, row, "quantidade") or Fraction(0) for row in rows]
    mean = Fraction(sum(row["custo"] for row in rows)) / sum(weights)
    return all(abs(row["custo"] - weight * mean) <= _ONE_CENTAVO for row, weight in zip(rows, weights, strict=True))


def _own_price(facts: YearFacts) -> Iterator[Finding]:
    """Own production against the mean that third parties were paid for the same good used in the month."""
    for mes, rows in _by_month(facts).items():
        for row in rows:
            weight = grams(facts.book, row, "quantidade") if row["propria"] else None
            if weight is None:
                continue
            mean = _mean(facts, [other for other in rows if not other["propria"] and good(other) == good(row)])
            told = {"month": mes, "product": row["produto"]}
            if mean is None:
                yield finding("TAX-02", Severity.ALERT, "no_average", row, "consumo", told, _OWN)
                continue
            due, stated = half_up(weight * mean), row["custo"] or 0
            if abs(due - stated) > _ONE_CENTAVO:
                told |= {"due_centavos": str(due), "stated_centavos": str(stated)}
                amount = abs(due - stated)
                yield finding("TAX-02", Severity.BLOCKS, "own_price", row, "consumo", told, _OWN, amount)


def _mean(facts: YearFacts, rows: list[Row]) -> Fraction | None:
    priced = [(row["custo"], grams(facts.book, row, "quantidade")) for row in rows if row["custo"]]
    weight = sum((amount for _, amount in priced if amount), Fraction(0))
    return sum((Fraction(paid) for paid, amount in priced if amount), Fraction(0)) / weight if weight else None


def _imported(facts: YearFacts) -> Iterator[Finding]:
    """Imported biodiesel sold in a month whose feedstock claims a class: the class does not reach it."""
    claimed = {mes for mes, rows in _by_month(facts).items() if any(class_of(facts, row) in REDUCED for row in rows)}
    sold = [row for row in facts.sales if row["product"] == "biodiesel" and not row["is_return"]]
    own = {f"{row['sold_on']:%Y-%m}" for row in sold if row["manufacture"] == "propria"}
    for row in sold:
        mes = f"{row['sold_on']:%Y-%m}"
        if row["manufacture"] == "importado" and mes in claimed:
            severity, variant = (Severity.ALERT, "imported") if mes in own else (Severity.BLOCKS, "only_imported")
            told = {"month": mes}
            yield finding("TAX-02", severity, variant, row, "vendas", told, _IMPORTED, row["centavos"])


def _by_month(facts: YearFacts) -> dict[str, list[Row]]:
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in feedstock_used(facts):
        found[row["mes"]].append(row)
    return dict(sorted(found.items()))


CHECKS = (
    YearCheck("TAX-02", {"no_cost": Severity.BLOCKS}, _BY_COST, _no_cost, ("consumo",)),
    YearCheck("TAX-02", {"by_volume": Severity.ALERT}, _BY_COST, _by_volume, ("consumo",)),
    YearCheck(
        "TAX-02", {"own_price": Severity.BLOCKS, "no_average": Severity.ALERT}, _OWN, _own_price, ("consumo",)
    ),
    YearCheck(
        "TAX-02", {"only_imported": Severity.BLOCKS, "imported": Severity.ALERT}, _IMPORTED, _imported, ("consumo",)
    ),
)  # fmt: skip
