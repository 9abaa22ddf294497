"""What the small are told of a year: each farmer what was sold in his name, each cooperative what it delivered.

Amounts are int64 centavos, masses int64 grams, as in the memory of calculation that they come from. A room of None is a
limit that does not apply or could not be checked.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date


@dataclass(frozen=True)
class Party:
    """Who bought, sold or grew: CPF or CNPJ, and the name, "" when nobody states it."""

    identifier: str
    name: str = ""


@dataclass(frozen=True)
class Sale:
    """One line in the name of a farmer: what an invoice says of him, returns taken off, and what of it counted.

    `kind`: purchase, expected (production of a perennial), loss, return. `through` is the organisation that delivered
    it, "" when he sold himself. `reason` is the code of what kept it out; `cuts` name the limits that cut it (yield,
    income); `at_risk` says that the company may still lose it.
    """

    kind: str
    day: date
    key: str
    item: int
    product: str
    form: str
    crop_year: str
    through: str
    grams: int | None
    centavos: int
    counted: int
    reason: str = ""
    cuts: tuple[str, ...] = ()
    at_risk: bool = False


@dataclass(frozen=True)
class AreaRoom:
    """What a family may still sell of a crop by area × official yield, in grams."""

    product: str
    crop_year: str
    whole: int
    left: int


@dataclass(frozen=True)
class IncomeRoom:
    """What a family may still sell under the programme in the year, in centavos."""

    whole: int
    left: int


@dataclass(frozen=True)
class FarmerStatement:
    """One farmer's year with one buyer. `family` are the other people whose sales share the rooms."""

    farmer: Party
    buyer: Party
    year: str
    sales: tuple[Sale, ...]
    areas: tuple[AreaRoom, ...]
    income: IncomeRoom | None
    family: tuple[str, ...] = ()
    document_until: date | None = None

    @property
    def centavos(self) -> int:
        return sum(sale.centavos for sale in self.sales)

    @property
    def counted(self) -> int:
        return sum(sale.counted for sale in self.sales)


@dataclass(frozen=True)
class Delivery:
    """One invoice item of a cooperative: the whole, what names a farmer, and what counted."""

    day: date
    key: str
    item: int
    product: str
    grams: int | None
    centavos: int
    named: int
    counted: int

    @property
    def unnamed(self) -> int:
        return self.centavos - self.named


@dataclass(frozen=True)
class Origin:
    """What one farmer grew of a crop among the deliveries, and the room that is left to his family."""

    farmer: Party
    product: str
    crop_year: str
    grams: int | None
    centavos: int
    counted: int
    left: int | None


@dataclass(frozen=True)
class CooperativeStatement:
    """One organisation's year with one buyer."""

    organisation: Party
    kind: str
    buyer: Party
    year: str
    deliveries: tuple[Delivery, ...]
    origins: tuple[Origin, ...]

    @property
    def centavos(self) -> int:
        return sum(delivery.centavos for delivery in self.deliveries)

    @property
    def named(self) -> int:
        return sum(delivery.named for delivery in self.deliveries)

    @property
    def unnamed(self) -> int:
        return self.centavos - self.named

    @property
    def counted(self) -> int:
        return sum(delivery.counted for delivery in self.deliveries)


@dataclass(frozen=True)
class SmallStatements:
    """All statements of one assessment. `digest` is the content hash of the assessment that they come from."""

    farmers: tuple[FarmerStatement, ...]
    cooperatives: tuple[CooperativeStatement, ...]
    digest: str
    end: str  # last day of the period
