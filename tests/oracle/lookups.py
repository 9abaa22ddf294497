"""Facts the oracle looks up: regions, the Semiárido by date, shipped yields, the crop calendar."""

from __future__ import annotations

from datetime import date
from typing import Protocol

from tests.oracle.legal import PRIORITY_REGIONS, REGION_OF_FIRST_DIGIT

_STATES = (
    "11RO 12AC 13AM 14RR 15PA 16AP 17TO 21MA 22PI 23CE 24RN 25PB 26PE 27AL 28SE 29BA "
    "31MG 32ES 33RJ 35SP 41PR 42SC 43RS 50MS 51MT 52GO 53DF"
)
UF_OF_CODE = {state[:2]: state[2:] for state in _STATES.split()}


class Facts(Protocol):
    """What is looked up and not ruled."""

    def semiarid(self, code: str, on: date) -> bool | None: ...

    def shipped_yields(self, product: str, uf: str, crop_year: str) -> list[tuple[str, str, int]]: ...

    def crop_year(self, product: str, on: date) -> str | None: ...


class LawFacts:
    """The facts that the product ships, read through `lastro.law`."""

    def __init__(self) -> None:
        from lastro.law import load

        self._book = load()

    def semiarid(self, code: str, on: date) -> bool | None:
        return self._book.semiarido(code, on)

    def shipped_yields(self, product: str, uf: str, crop_year: str) -> list[tuple[str, str, int]]:
        """Source, level and grams per hectare; a crop with several harvests a year has several."""
        found = self._book.yields(product, uf, crop_year)
        return [(value.source.lower(), value.level, value.grams_per_ha) for value in found]

    def crop_year(self, product: str, on: date) -> str | None:
        return self._book.crop_year(product, on)


def region(code: str | None) -> str | None:
    """The major region of a municipality code."""
    return REGION_OF_FIRST_DIGIT[code[0]] if code else None


def uf(code: str) -> str:
    return UF_OF_CODE[code[:2]]


def is_priority(facts: Facts, code: str | None, on: date) -> bool:
    """North, Northeast or Semiárido, shown. An origin or a Semiárido that is undetermined shows nothing."""
    if code is None:
        return False
    return region(code) in PRIORITY_REGIONS or facts.semiarid(code, on) is True
