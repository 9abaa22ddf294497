"""What expected production and losses are worth: contract price, else the mean paid (reading `selo.price_of_expected`).

Quantities of the tables are millionths of their unit, prices ten-thousandths of a real; results are grams and centavos.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.core.numbers import half_up
from lastro.law import LawBook

Row = Mapping[str, object]

MICRO = 1_000_000
PRICE_PER_CENTAVO = 100  # prices are ten-thousandths of a real
M2_PER_HECTARE = 10_000


@dataclass(frozen=True)
class ExtraLine:
    """A line of kind `expected` or `loss`, in the columns that `pipeline.LINE_COLUMNS` names."""

    kind: str
    row: Row
    table: str
    contract: Row | None
    product: str
    form: str
    place: str | None
    on: date
    grams: int | None
    centavos: int
    crop_year: str | None
    block: str = ""
    variant: str = ""


@dataclass(frozen=True)
class Prices:
    """Prices known for the year: contracts by number, and the mean paid per product in centavos per gram."""

    book: LawBook
    contracts: Mapping[str, Row]
    mean_paid: Mapping[str, Fraction]

    def grams(self, product: str, quantity: object, unit: object, contract: Row | None, on: date) -> Fraction | None:
        """A quantity of a table in grams; None when the unit is not a mass or is unknown."""
        per_unit = self.grams_per_unit(product, unit, contract, on)
        return None if per_unit is None or not isinstance(quantity, int) else Fraction(quantity, MICRO) * per_unit

    def grams_per_unit(self, product: str, unit: object, contract: Row | None, on: date) -> Fraction | None:
        """Grams in one `unit` of the product on that date; an empty unit is kilograms."""
        factor = self.book.unit_factor(product, str(unit or "kg"), on)
        return factor.factor if factor is not None and factor.kind == "mass" else None

    def per_gram(self, product: str, price: object, unit: object, contract: Row | None, on: date) -> Fraction | None:
        """Centavos per gram: the row's own price, else the contract's, else the mean paid; None without any."""
        for stated, of in ((price, unit), _contract_price(contract)):
            per_unit = self.grams_per_unit(product, of, contract, on)
            if isinstance(stated, int) and per_unit:
                return Fraction(stated, PRICE_PER_CENTAVO) / per_unit
        return self.mean_paid.get(product)


def _contract_price(contract: Row | None) -> tuple[object, object]:
    return (None, None) if contract is None else (contract["preco"], contract["unidade_preco"])


def grown(area_m2: object, grams_per_ha: int) -> Fraction | None:
    """Production of an area at a yield, in grams; None without an area."""
    return Fraction(area_m2 * grams_per_ha, M2_PER_HECTARE) if isinstance(area_m2, int) else None


def centavos_of(grams: Fraction, per_gram: Fraction) -> int:
    """Half-up to the centavo: the line's value, as an invoice would state it."""
    return half_up(grams * per_gram)
