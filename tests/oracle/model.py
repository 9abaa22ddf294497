"""What the oracle passes from step to step."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

# The readings the oracle answers, each with its default first, named as the questions in the law data of the product.
READINGS: Mapping[str, tuple[str, ...]] = {
    "selo.export_exclusion": ("domestic_value", "by_volume"),
    "selo.cap_allocation": ("proportional", "least_weight_first", "most_weight_first", "latest_first"),
    "selo.cap_base": ("unweighted", "weighted"),
    "selo.thirty_percent_base": ("strict", "actual_total", "before_limits"),
    "selo.regional_cap": ("purchase_origin", "plant_region", "pool_per_region"),
    "selo.family_unit": ("document", "person"),
    "selo.subject": ("unit", "company"),
    "selo.limit_order": ("yield_then_income", "income_then_yield"),
    "selo.yield_level": ("source_first", "level_first"),
    "selo.area_shared": ("each_crop_alone", "crops_share"),
    "selo.area_of_season": ("largest", "smallest"),
    "selo.corn_harvests": ("largest", "sum"),
    "selo.list_xvii": ("with_animal_fats", "vegetable_only"),
    "selo.soy_oil": ("excluded", "grain_only"),
    "selo.semiarid_southeast": ("both", "priority_only"),
    "selo.price_of_expected": ("contract_then_mean", "contract_only"),
    "selo.perennial_and_real": ("larger", "sum_refused"),
    "selo.perennial_factors": ("all_factors", "origin_only"),
    "selo.loss_threshold": ("threshold", "deductible"),
    "selo.loss_multipliers": ("as_purchase", "none"),
    "selo.loss_estimate": ("lower", "official_only"),
    "selo.used_goods": ("linear", "compound"),
    "selo.travel_choice": ("per_technician", "per_producer"),
    "selo.return_year": ("return_year", "purchase_year"),
    "selo.art9_caf": ("caf_stands_for_dap", "dap_only"),
    "selo.gross_or_net": ("gross", "net"),
    "selo.denominator_scope": ("all_sold", "own_production"),
    "selo.financed_purchase": ("counts", "excluded"),
    "selo.crop_calendar": ("default_calendar", "stated_only"),
}
# Those of Portaria MDA 28/2024 alone.
READINGS_28: Mapping[str, tuple[str, ...]] = {
    "selo.28.family_limits": ("kept", "none"),
    "selo.28.feedstock": ("oilseeds_and_fats", "list_280"),
    "selo.28.semiarid_southeast": ("both", "only_priority"),
    "selo.28.donations": ("weight_one", "fomento", "out"),
    "selo.28.group_training": ("counts", "out"),
    "selo.28.ater_in_fomento": ("weight_one", "as_fomento"),
}
_OPTIONS = {**READINGS, **READINGS_28}


@dataclass(frozen=True)
class Config:
    """One plant and one civil year. `units` are all plants of the company by CNPJ with their municipality; `given` the
    values of law that the user supplies, by the key of the product; `regime` an act, "" for the one that rules the year.
    """

    plant: str
    municipality: str
    year: int
    readings: Mapping[str, str] = field(default_factory=dict)
    units: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, Fraction] = field(default_factory=dict)
    regime: str = ""

    def __post_init__(self) -> None:
        for key, option in self.readings.items():
            assert option in _OPTIONS[key], (key, option)

    def reading(self, key: str) -> str:
        return self.readings.get(key, _OPTIONS[key][0])

    @property
    def first_day(self) -> date:
        return date(self.year, 1, 1)

    @property
    def last_day(self) -> date:
        return date(self.year, 12, 31)

    def in_year(self, day: date | None) -> bool:
        return day is not None and day.year == self.year

    def plants(self) -> dict[str, str]:
        """The plants that this statement is about, with their municipality."""
        if self.reading("selo.subject") == "company" and self.units:
            return dict(self.units)
        return {self.plant: self.municipality}

    def plant_of(self, cnpj: str) -> str | None:
        """The plant a row belongs to: its own, the only one when it names none, else nobody's."""
        if not cnpj:
            return self.plant if len(self.units) <= 1 else None
        return cnpj if cnpj in self.plants() else None


@dataclass
class Part:
    """A purchase item, or what one farmer grew of it; also an expected production, a loss or a return.

    `value` is net of returns and before limits, `accepted` after them, both in centavos. `block` is the code that
    takes it out of both figures, `risk` the centavos of `accepted` that leave the second figure.
    """

    line_id: str
    kind: str  # purchase, expected, loss, return
    day: date
    key: str
    item: int
    person: str  # the grower; "" when not shown
    supplier: str
    plant: str
    product: str
    form: str
    input: str
    contract: str
    crop_year: str | None
    municipality: str | None
    value: int
    grams: int | None
    quantity: Fraction = Fraction(0)  # as the row states it, in `unit`
    unit: str = ""
    gross: tuple[int, int | None] = (0, None)  # value and grams of the item before returns
    financed: bool = False
    other_use: bool = False  # bought for something else than biodiesel
    option: str = ""  # of spending, under Portaria 28/2024: a or b
    block: str = ""
    accepted: int = 0
    accepted_grams: int | None = None
    yield_cut: int = 0
    income_cut: int = 0
    weight: Fraction = Fraction(1)
    priority: bool = False
    risk: int = 0
    risks: set[str] = field(default_factory=set)

    @property
    def order(self) -> tuple[date, str, int, str, str]:
        """The one total order of limits: date, key, item, then the grower."""
        return (self.day, self.key, self.item, self.person, self.line_id)

    @property
    def weighted(self) -> Fraction:
        return self.accepted * self.weight

    @property
    def corn(self) -> bool:
        """Corn as grain or oil; a form that is not stated is taken for grain (art. 3 § 6)."""
        return self.product == "milho" and not self.input and self.form in ("", "grao", "oleo")
