"""Where the example buys and sells: municipality codes by zone. Names and states come from the data of the law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastro.example.parties import ABROAD, Place

if TYPE_CHECKING:
    from lastro.law import LawBook

PLANT_CODE = "5218805"

ZONES = {
    "south_pr": ("4104808", "4127700", "4117909", "4128005"),
    "south_sc": ("4204202", "4219507"),
    "south_rs": ("4314100", "4307005", "4310207", "4317202", "4321907"),
    "centre_west": ("5218805", "5211909", "5213103", "5219308", "5213756", "5218508"),
    "centre_west_mt": ("5107040",),
    "centre_west_ms": ("5002951",),
    "northeast": ("2919553", "2101400"),
    "semiarid": ("2914604", "2921708", "2905305", "2919157", "2901155"),
    "semiarid_mg": ("3152204", "3135100", "3141009"),
    "southeast": ("3136306", "3147006"),
    "north": ("1716505", "1718204"),
    "north_pa": ("1504703", "1507953"),
}
DISTRIBUTOR_CODES = ("5208707", "3518800", "3550308", "4104808", "3170206", "5300108", "5103403")


class Gazetteer:
    """Places by code, asked once from the book of law."""

    def __init__(self, book: LawBook) -> None:
        self._book = book
        self._known: dict[str, Place] = {ABROAD: Place(ABROAD, "EXTERIOR", "EX")}

    def at(self, code: str) -> Place:
        """The place of an IBGE code, or abroad. Raises KeyError for an unknown code."""
        if code not in self._known:
            found = self._book.municipality(code)
            self._known[code] = Place(code, found.name, found.uf)
        return self._known[code]

    def zone(self, name: str) -> tuple[Place, ...]:
        """The places of a zone of this example."""
        return tuple(self.at(code) for code in ZONES[name])
