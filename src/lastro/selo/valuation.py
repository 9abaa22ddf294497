"""What expected production and losses are worth: contract price, else the mean paid (reading `selo.price_of_expected`).

Quantities of the tables are millionths of their unit, prices ten-thousandths of a real; results are grams and centavos.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.core.numbers import M2_PER_HECTARE, half_up, muldiv_half_up
from lastro.law import LawBook

Row = Mapping[str, object]

MICRO = 1_000_000
PRICE_PER_CENTAVO = 100  # prices are ten-thousandths of a real
SACK = "sc"


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
    """Prices known for the year: the rows of `contratos`, and the mean paid per product in centavos per gram."""

    book: LawBook
    contracts: tuple[Row, ...]
    mean_paid: Mapping[str, Fraction]

    def contract(self, number: str, product: str) -> Row | None:
        """The row of that number, the one of the product first; None when there is none."""
        rows = [row for row in self.contracts if row["numero"] == number and number]
        return next((row for row in rows if row["produto"] == product), rows[0] if rows else None)

    def grams(self, product: str, quantity: object, unit: object, contract: Row | None, on: date) -> int | None:
        """A quantity of a table in grams, half-up; None when the unit is not a mass or is unknown."""
        per_unit = self.grams_per_unit(product, unit, contract, on)
        if per_unit is None or not isinstance(quantity, int):
            return None
        return half_up(Fraction(quantity, MICRO) * per_unit)

    def grams_per_unit(self, product: str, unit: object, contract: Row | None, on: date) -> Fraction | None:
        """Grams in one `unit` of the product on that date; a sack weighs what the contract says; empty is kilograms."""
        sack = (contract or {}).get("kg_por_saca")
        if unit == SACK and isinstance(sack, int):
            return Fraction(sack)
        factor = self.book.unit_factor(product, str(unit or "kg"), on)
        return factor.factor if factor is not None and factor.kind == "mass" else None

    def per_gram(self, product: str, price: object, unit: object, contract: Row | None, on: date) -> Fraction | None:
        """Centavos per gram: the row's own price, else the contract's, else the mean paid; None without any."""
        for stated, of in ((price, unit), _contract_price(contract)):
            per_unit = self.grams_per_unit(product, of, contract, on)
            if isinstance(stated, int) and per_unit:
                return Fraction(stated, PRICE_PER_CENTAVO) / per_unit
        return self.mean_paid.get(product)

    def per_unit(self, price: object, unit: object, contract: Row | None) -> Fraction | None:
        """Centavos per `unit` of any kind (a head of cattle): the row's price, else the contract's in that unit."""
        if isinstance(price, int):
            return Fraction(price, PRICE_PER_CENTAVO)
        stated, of = _contract_price(contract)
        return Fraction(stated, PRICE_PER_CENTAVO) if isinstance(stated, int) and of == unit else None


def _contract_price(contract: Row | None) -> tuple[object, object]:
    return (None, None) if contract is None else (contract["preco"], contract["unidade_preco"])


def grown(area_m2: object, grams_per_ha: int) -> int | None:
    """Production of an area at a yield, in grams, half-up; None without an area."""
    return muldiv_half_up(area_m2, grams_per_ha, M2_PER_HECTARE) if isinstance(area_m2, int) else None


def centavos_of(grams: Fraction | int, per_gram: Fraction) -> int:
    """Half-up to the centavo: the line's value, as an invoice would state it."""
    return half_up(grams * per_gram)
