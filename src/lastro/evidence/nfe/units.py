"""Checks that catch a wrong unit: quantity against price, against the taxable quantity, against the net weight.

Factors come from the dated table of the law data by product. A unit that the table does not know is a pending item:
never zero, never factor one. Tolerances are those of rounding in the layout, half a per cent and the last place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

import pyarrow as pa

from lastro.evidence.nfe.findings import (
    UNIT_BAND,
    UNIT_PRICE,
    UNIT_TAX,
    UNIT_UNKNOWN,
    UNIT_WEIGHT,
    about_file,
    about_note,
    more_like_it,
    severity,
)
from lastro.evidence.nfe.limits import LIMITS
from lastro.evidence.nfe.numbers import FieldFault, scaled_text
from lastro.law import LawBook, UnitFactor
from lastro.statement.model import Finding

_TENTHOUSANDTHS = 10_000
_PRICE_PLACES = 10
_MILLIONTHS = 1_000_000
_ONE_IN = 200  # half a per cent
_BAND_LEAST_ITEMS = 8
_BAND_TIMES = 3
_SLACK_GRAMS = 1_000


@dataclass(slots=True)
class _Item:
    key: str
    item: int
    issued_on: date
    product: str
    unit: str
    quantity: int
    unit_price: str
    value_centavos: int
    tax_unit: str
    tax_quantity: int | None
    net_grams: int | None  # of the note, when this is its only item
    file: str
    member: str

    def finding(self, code: str, **arguments: object) -> Finding:
        return about_note(
            code,
            "default",
            self.key,
            self.file,
            self.member,
            self.value_centavos,
            item=self.item,
            number=self.key[25:34].lstrip("0"),
            series=self.key[22:25].lstrip("0") or "0",
            issued_on=self.issued_on,
            unit=self.unit,
            **arguments,
        )


class _Factors:
    """Factors by product, unit and day, each asked once."""

    def __init__(self, book: LawBook) -> None:
        self._factor = cache(book.unit_factor)

    def measure(self, item: _Item, unit: str, quantity: int) -> tuple[str, int] | None:
        """Kind (mass, volume …) and quantity in millionths of its base unit; None when the unit is not known."""
        factor: UnitFactor | None = self._factor(item.product, unit, item.issued_on)
        if factor is None:
            return None
        ratio = factor.factor
        return factor.kind, quantity * _MILLIONTHS * ratio.numerator // (_TENTHOUSANDTHS * ratio.denominator)


def unit_findings(items: pa.Table, documents: pa.Table, book: LawBook) -> tuple[Finding, ...]:
    """What the units of the items that count tell: `items` and `documents` of the linked notes."""
    factors = _Factors(book)
    found: list[Finding] = []
    shown: Counter[str] = Counter()
    unknown: dict[tuple[str, str], list[_Item]] = defaultdict(list)
    prices: dict[tuple[str, str], list[tuple[int, _Item]]] = defaultdict(list)
    for item in _counted(items, documents):
        measure = factors.measure(item, item.unit, item.quantity)
        if measure is None:
            unknown[item.product, item.unit].append(item)
        elif measure[0] == "mass" and measure[1] and item.product:
            price = item.value_centavos * _MILLIONTHS * _MILLIONTHS // measure[1]
            prices[item.product, f"{item.issued_on:%Y-%m}"].append((price, item))
        for finding in _of_item(item, measure, factors):
            shown[finding.code] += 1
            if shown[finding.code] <= LIMITS.findings_of_a_kind:
                found.append(finding)
    found += _more(shown)
    return (*found, *_unknown(unknown), *_outside_band(prices))


def _counted(items: pa.Table, documents: pa.Table) -> Iterator[_Item]:
    """Items that count and tell a quantity of their own."""
    weights = dict(zip(documents["key"].to_pylist(), documents["net_grams"].to_pylist(), strict=True))
    in_note = Counter(items["key"].to_pylist())
    for batch in items.select(_COLUMNS).to_batches(max_chunksize=50_000):
        for counts, role, key, quantity, *rest in zip(*(column.to_pylist() for column in batch.columns), strict=True):
            if counts and quantity and role not in ("return", "complement"):
                yield _item(key, quantity, weights[key] if in_note[key] == 1 else None, rest)


_COLUMNS = [
    "counts", "role", "key", "quantity", "item", "issued_on", "product", "unit", "unit_price", "value_centavos",
    "tax_unit", "tax_quantity", "_file", "_member",
]  # fmt: skip


def _item(key: str, quantity: int, net_grams: int | None, rest: list[Any]) -> _Item:
    number, issued_on, product, unit, price, value, tax_unit, tax_quantity, file, member = rest
    return _Item(
        key, number, issued_on, product, unit, quantity, price, value, tax_unit, tax_quantity, net_grams, file, member
    )


def _of_item(item: _Item, measure: tuple[str, int] | None, factors: _Factors) -> Iterator[Finding]:
    if not _price_agrees(item):
        yield item.finding(UNIT_PRICE, unit_price=item.unit_price, value_centavos=item.value_centavos)
    if measure is None:
        return
    kind, amount = measure
    if item.tax_quantity and (item.tax_quantity, item.tax_unit) != (item.quantity, item.unit):
        taxed = factors.measure(item, item.tax_unit, item.tax_quantity)
        if taxed is not None and taxed[0] == kind and not _close(amount, taxed[1], 0):
            yield item.finding(UNIT_TAX, tax_unit=item.tax_unit)
    if (
        item.net_grams
        and kind == "mass"
        and not _close(amount, item.net_grams * _MILLIONTHS, _SLACK_GRAMS * _MILLIONTHS)
    ):
        yield item.finding(UNIT_WEIGHT, net_grams=item.net_grams)


def _price_agrees(item: _Item) -> bool:
    """Whether quantity × unit price is the value, within half a per cent and a centavo. No readable price agrees."""
    if not item.unit_price:
        return True
    try:
        price = scaled_text(item.unit_price, _PRICE_PLACES, "vUnCom")
    except FieldFault:
        return True
    centavo = _TENTHOUSANDTHS * 10**_PRICE_PLACES // 100
    return _close(item.quantity * price, item.value_centavos * centavo, centavo)


def _close(one: int, other: int, slack: int) -> bool:
    """Whether two amounts differ by no more than half a per cent of the greater, and `slack`."""
    return (abs(one - other) - slack) * _ONE_IN <= max(one, other)


def _more(shown: Counter[str]) -> Iterator[Finding]:
    for code, n in sorted(shown.items()):
        if n > LIMITS.findings_of_a_kind:
            yield more_like_it(code, "default", "notes", "", n - LIMITS.findings_of_a_kind)


def _unknown(unknown: dict[tuple[str, str], list[_Item]]) -> Iterator[Finding]:
    """One finding per unit and product that the table does not know."""
    for (product, unit), items in sorted(unknown.items()):
        yield Finding(
            UNIT_UNKNOWN,
            severity(UNIT_UNKNOWN),
            "default" if product else "no_product",
            subject={"unit": unit, "product": product},
            arguments={
                "unit": unit,
                "product": product,
                "items": str(len(items)),
                "example": items[0].key[25:34].lstrip("0"),
            },
            source=about_file(UNIT_UNKNOWN, "default", items[0].file, items[0].member).source,
            amount_centavos=sum(item.value_centavos for item in items),
        )


def _outside_band(prices: dict[tuple[str, str], list[tuple[int, _Item]]]) -> Iterator[Finding]:
    """Items whose price per kilogram is more than three times, or less than a third of, the month's median."""
    shown = 0
    for (product, _), known in sorted(prices.items()):
        if len(known) < _BAND_LEAST_ITEMS:
            continue
        median = sorted(price for price, _ in known)[len(known) // 2]
        for price, item in known:
            if price > median * _BAND_TIMES or price * _BAND_TIMES < median:
                shown += 1
                if shown <= LIMITS.findings_of_a_kind:
                    yield item.finding(UNIT_BAND, product=product)
    yield from _more(Counter({UNIT_BAND: shown}))
