"""The whole law of the product, read lazily: `load()` gives the one `LawBook`."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from lastro.core.calendar import Calendar
from lastro.core.dates import Interval
from lastro.law import crops, goods, holidays, overrides, places, reader
from lastro.law.model import Act, DatedValue, Parameter, ReadingQuestion, Term
from lastro.law.session import Session

if TYPE_CHECKING:
    import pyarrow as pa


class LawBook:
    """What the law says: acts, dated parameters, readings, terms, places, goods, yields and calendars."""

    @property
    def acts(self) -> Mapping[str, Act]:
        """Acts by id."""
        return reader.acts()

    @property
    def parameters(self) -> Mapping[str, tuple[DatedValue, ...]]:
        """Dated values by key, in order of time."""
        return reader.parameters()

    @property
    def rules(self) -> Mapping[str, Parameter]:
        """What each parameter key means, by key."""
        return reader.parameter_rules()

    @property
    def readings(self) -> Mapping[str, ReadingQuestion]:
        """Open questions by key."""
        return reader.readings()

    @property
    def glossary(self) -> tuple[Term, ...]:
        """Terms of the field."""
        return reader.glossary()

    def session(
        self,
        readings: Mapping[str, str] | None = None,
        known_on: date | None = None,
        overrides: Iterable[DatedValue] = (),
        held: Mapping[str, Interval] | None = None,
    ) -> Session:
        """A session that answers by date and records what was consulted.

        `readings` chooses options by key, `known_on` hides what was published after that day, `overrides` come from
        `overrides_from_yaml`, `held` reads the keys that begin so as of the nearest day of an interval. Raises WrongUse
        for an unknown reading or option.
        """
        return Session(self.parameters, self.readings, readings or {}, known_on, overrides, held)

    def overrides_from_yaml(self, path: Path) -> tuple[DatedValue, ...]:
        """The parameters a user supplies, with citations of their own. Raises EvidenceUnreadable or WrongUse."""
        return overrides.from_yaml(path, self.rules)

    def municipality(self, code: str) -> places.Municipality:
        """The municipality of that seven-digit code. Raises KeyError."""
        return places.municipalities()[code]

    def find_municipality(self, text: str) -> str:
        """The code of what a person wrote. Raises MunicipalityUnknown or MunicipalityAmbiguous."""
        return places.find_municipality(text)

    def semiarido(self, code: str, on: date) -> bool | None:
        """Whether that municipality was in the Semiárido on that day; None is undetermined. Raises KeyError."""
        return places.semiarid(code, on)

    def municipality_table(self, within: Interval, codes: Collection[str] | None = None) -> pa.Table:
        """Municipalities (of `codes`, or all) with region and Semiárido, one row per interval without change inside
        `within`."""
        return places.municipality_table(within, codes)

    def cfop(self, code: str, on: date) -> goods.CfopEffect | None:
        """The effect of an operation code; None when unknown."""
        return goods.cfop(code, on)

    def ncm(self, code: str, on: date) -> goods.NcmEffect | None:
        """The good of a merchandise code; None when unknown."""
        return goods.ncm(code, on)

    def normalise_unit(self, text: str) -> str | None:
        """The canonical unit of free text; None when unknown."""
        return goods.normalise_unit(text)

    def unit_factor(self, product: str, unit_text: str, on: date) -> goods.UnitFactor | None:
        """One unit of that product in grams, millilitres, heads or pieces; None leaves the item pending."""
        return goods.unit_factor(product, unit_text, on)

    def yields(self, product: str, uf: str, crop_year: str) -> tuple[crops.YieldValue, ...]:
        """Shipped official yields of a product in a state and crop year."""
        return crops.yields(product, uf, crop_year)

    def crop_year(self, product: str, on: date) -> str | None:
        """The crop year of a purchase by the default calendar; None when the product has none."""
        return crops.crop_year(product, on)

    def calendar(self, option: str) -> Calendar:
        """The business-day calendar of an option of `calendar.holidays`. Raises WrongUse."""
        return holidays.calendar(option)


@cache
def load() -> LawBook:
    """The law of this version, read once per process and file by file as it is asked for."""
    return LawBook()
