"""What a CFOP and an NCM mean for the purchase and the sale of biodiesel, and how units convert: dated data."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache

from lastro.core.dates import Interval
from lastro.law.evidence import Evidence
from lastro.law.reader import optional_date, read_csv

CFOP_EFFECTS = (
    "purchase",
    "purchase_entry",
    "remittance",
    "fixing",
    "future_billing",
    "future_delivery",
    "return_of_purchase",
    "sale",
    "sale_to_order_remittance",
    "return_of_sale",
    "export",
    "transfer",
    "other",
)
NCM_USES = ("feedstock", "sowing", "biodiesel", "glycerin", "input", "other")
_ANY_PRODUCT = "*"


@dataclass(frozen=True)
class CfopEffect:
    """What an operation code does. `purchase` is the supplier's own note, `purchase_entry` the buyer's entry note."""

    code: str
    interval: Interval
    effect: str
    evidence: Evidence
    note: str


@dataclass(frozen=True)
class NcmEffect:
    """Which good a code names, in the vocabulary of the tables. `code` may be a prefix of the eight digits.

    `ambiguous` says that several products share the code, so it alone does not tell the product.
    """

    code: str
    interval: Interval
    product: str
    form: str
    use: str
    ambiguous: bool
    evidence: Evidence
    note: str


@dataclass(frozen=True)
class UnitFactor:
    """One unit in grams, millilitres, heads or pieces. `reading` names the question that its use depends on."""

    kind: str
    factor: Fraction
    evidence: Evidence
    reading: str


def _interval(row: Mapping[str, str]) -> Interval:
    return Interval(date.fromisoformat(row["from"]), optional_date(row["to"]))


@cache
def cfops() -> Mapping[str, tuple[CfopEffect, ...]]:
    """Every known operation code with its dated effects."""
    found: dict[str, tuple[CfopEffect, ...]] = {}
    for row in read_csv("cfop.csv"):
        effect = CfopEffect(row["cfop"], _interval(row), row["effect"], Evidence(row["evidence"]), row["note"])
        found[effect.code] = (*found.get(effect.code, ()), effect)
    return found


@cache
def ncms() -> Mapping[str, tuple[NcmEffect, ...]]:
    """Every known NCM code or prefix with its dated meaning."""
    found: dict[str, tuple[NcmEffect, ...]] = {}
    for row in read_csv("ncm.csv"):
        effect = NcmEffect(
            code=row["ncm"],
            interval=_interval(row),
            product=row["product"],
            form=row["form"],
            use=row["use"],
            ambiguous=row["ambiguous"] == "1",
            evidence=Evidence(row["evidence"]),
            note=row["note"],
        )
        found[effect.code] = (*found.get(effect.code, ()), effect)
    return found


def cfop(code: str, on: date) -> CfopEffect | None:
    """The effect of the four-digit operation code on that day; None when the data does not know it."""
    return next((effect for effect in cfops().get(code, ()) if on in effect.interval), None)


def ncm(code: str, on: date) -> NcmEffect | None:
    """The good that the code names on that day, by its longest known prefix; None when the data does not know it."""
    for length in range(len(code), 1, -1):
        for effect in ncms().get(code[:length], ()):
            if on in effect.interval:
                return effect
    return None


@cache
def _units() -> Mapping[str, str]:
    return {row["text"]: row["unit"] for row in read_csv("units.csv")}


@cache
def _factors() -> Mapping[tuple[str, str], tuple[tuple[Interval, UnitFactor], ...]]:
    found: dict[tuple[str, str], tuple[tuple[Interval, UnitFactor], ...]] = {}
    for row in read_csv("unit_factors.csv"):
        factor = UnitFactor(row["kind"], Fraction(row["factor"]), Evidence(row["evidence"]), row["reading"])
        slot = (row["unit"], row["product"])
        found[slot] = (*found.get(slot, ()), (_interval(row), factor))
    return found


def normalise_unit(text: str) -> str | None:
    """The canonical unit of free text as invoices write it ("Kgs." → "kg"); None when it is unknown."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.upper()) if not unicodedata.combining(c))
    return _units().get(re.sub(r"[^A-Z0-9@]", "", bare))


def unit_factor(product: str, unit_text: str, on: date) -> UnitFactor | None:
    """How much one unit of that product is; None when nothing says (a pending item: never zero, never one)."""
    unit = normalise_unit(unit_text)
    if unit is None:
        return None
    for slot in ((unit, product), (unit, _ANY_PRODUCT)):
        for interval, factor in _factors().get(slot, ()):
            if on in interval:
                return factor
    return None
