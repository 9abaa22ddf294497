"""Official yields shipped with the product and the default crop calendar: Portaria SAF/MAPA 280/2022, art. 6."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache

from lastro.core.numbers import GRAMS_PER_KG
from lastro.law.cites import Cite, parse_cite
from lastro.law.evidence import Evidence
from lastro.law.reader import read_csv, read_yaml


@dataclass(frozen=True)
class YieldValue:
    """An official yield. `harvest` is "1", "2" or "3" where a crop year has several, else "".

    `low_precision` marks a row whose area or production the source rounds too coarsely for the ratio to mean much.
    """

    source: str
    level: str
    code: str
    product: str
    crop_year: str
    harvest: str
    grams_per_ha: int
    low_precision: bool
    cites: tuple[Cite, ...]
    evidence: Evidence


@cache
def _by_crop() -> Mapping[tuple[str, str, str], tuple[YieldValue, ...]]:
    found: dict[tuple[str, str, str], tuple[YieldValue, ...]] = {}
    for name, described in read_yaml("yields.yaml").items():
        cites = tuple(parse_cite(text) for text in described["cites"])
        for row in read_csv(f"{name}.csv"):
            if row["kg_ha"]:
                value = _yield_value(row, described["source"], cites, Evidence(described["evidence"]))
                slot = (value.product, value.code, value.crop_year)
                found[slot] = (*found.get(slot, ()), value)
    return found


def _yield_value(row: Mapping[str, str], source: str, cites: tuple[Cite, ...], evidence: Evidence) -> YieldValue:
    return YieldValue(
        source=source,
        level="uf",
        code=row["uf"],
        product=row["product"],
        crop_year=row["crop_year"],
        harvest=row["harvest"],
        grams_per_ha=int(row["kg_ha"]) * GRAMS_PER_KG,
        low_precision=row["precision"] == "low",
        cites=cites,
        evidence=evidence,
    )


def yields(product: str, uf: str, crop_year: str) -> tuple[YieldValue, ...]:
    """The shipped official yields of that product, state ("GO") and crop year ("2022/23"); empty when there is none."""
    return _by_crop().get((product, uf, crop_year), ())


@cache
def all_yields() -> tuple[YieldValue, ...]:
    """Every shipped yield, by product, state and crop year."""
    return tuple(value for slot in sorted(_by_crop()) for value in _by_crop()[slot])


@dataclass(frozen=True)
class Season:
    """How a crop is sold by the default calendar: `split` crop years are named by two years and sold in the second,
    `single` ones by the year their sale begins in."""

    label: str
    first_month: int
    evidence: Evidence

    def begins(self, on: date) -> date:
        """The first day of the sale of the crop that is sold on that day."""
        return date(on.year if on.month >= self.first_month else on.year - 1, self.first_month, 1)


@cache
def _calendar() -> Mapping[str, Season]:
    return {
        row["product"]: Season(row["label"], int(row["first_month"]), Evidence(row["evidence"]))
        for row in read_csv("crop_calendar.csv")
    }


def season(product: str) -> Season | None:
    """How the product is sold by the default calendar; None when it has none."""
    return _calendar().get(product)


def crop_year(product: str, on: date) -> str | None:
    """The crop year that a purchase of that day belongs to by the default calendar; None when it has none."""
    known = season(product)
    if known is None:
        return None
    year = known.begins(on).year
    return f"{year - 1}/{year % 100:02d}" if known.label == "split" else str(year)
