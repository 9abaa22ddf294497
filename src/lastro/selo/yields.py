"""Official yields in their order of preference: arts. 6, 7 § 1 and 8 § 2 of Portaria SAF/MAPA 280/2022.

Conab, IBGE, (Embrapa for perennials,) another public body; each for the region of production, else the nearest area.
The order may be changed by a granted request (`decisoes`). Without an official yield there is no limit, and a finding.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date

from lastro.law import LawBook, Session, YieldValue
from lastro.law.crops import all_yields

LEVELS = ("municipio", "uf", "regiao", "proximo")

Row = Mapping[str, object]


@dataclass(frozen=True)
class OfficialYield:
    """A yield and where it stands: `source` (conab, ibge, …), `level`, `survey` ("" when the source has one only)."""

    grams_per_ha: int
    source: str
    level: str
    survey: str = ""


class Yields:
    """Answers which official yield holds for a place, crop and crop year."""

    def __init__(self, book: LawBook, session: Session, given: Iterable[Row], decisions: Iterable[Row]) -> None:
        self._book = book
        self._session = session
        self._given: dict[tuple[str, str], list[tuple[str, str, OfficialYield]]] = {}
        self._orders = [row for row in decisions if row.get("tipo") == "ordem_rendimento"]
        for row in given:
            self._add(row)

    def _add(self, row: Row) -> None:
        crop, season, amount = str(row["produto"]), str(row["safra"] or ""), row["kg_ha"]
        if not isinstance(amount, int):
            return
        source, level = str(row["fonte"] or "outra"), str(row["nivel"] or "municipio")
        found = OfficialYield(amount, source.casefold(), level, str(row["levantamento"] or ""))
        self._given.setdefault((crop, season), []).append((str(row["codigo"] or ""), level, found))

    def find(self, place: str, crop: str, season: str, on: date, order_key: str) -> OfficialYield | None:
        """The yield that the order of `order_key` prefers for municipality `place`; None when nobody has one."""
        candidates = [*self._user_candidates(place, crop, season), *self._shipped(place, crop, season)]
        order = self._order(crop, on, order_key)
        by_level = self._session.reading("selo.yield_level") == "level_first"

        def rank(candidate: OfficialYield) -> tuple[int, int]:
            source = order.index(candidate.source) if candidate.source in order else len(order)
            level = LEVELS.index(candidate.level)
            return (level, source) if by_level else (source, level)

        best = min((rank(candidate) for candidate in candidates), default=None)
        tied = [candidate for candidate in candidates if rank(candidate) == best]
        return max(tied, key=lambda c: (c.survey, c.grams_per_ha)) if tied else None

    def _user_candidates(self, place: str, crop: str, season: str) -> list[OfficialYield]:
        codes = self._codes(place)
        return [found for code, level, found in self._rows(crop, season) if code in codes[level]]

    def _rows(self, crop: str, season: str) -> list[tuple[str, str, OfficialYield]]:
        """The user's rows of that crop and season, and those without a season; without a season, the latest ones."""
        if season:
            return [*self._given.get((crop, season), []), *self._given.get((crop, ""), [])]
        seasons = sorted((s for c, s in self._given if c == crop), reverse=True)
        return self._given[crop, seasons[0]] if seasons else []

    def _shipped(self, place: str, crop: str, season: str) -> list[OfficialYield]:
        if not place:
            return []
        uf = self._book.municipality(place).uf
        values = self._book.yields(crop, uf, season) if season else latest_yields(crop, uf)
        if self._session.reading("selo.corn_harvests") == "largest":
            return [OfficialYield(v.grams_per_ha, v.source.casefold(), v.level) for v in values]
        together: dict[tuple[str, str], int] = {}
        for value in values:
            slot = (value.source.casefold(), value.level)
            together[slot] = together.get(slot, 0) + value.grams_per_ha
        return [OfficialYield(grams, source, level) for (source, level), grams in together.items()]

    def _codes(self, place: str) -> Mapping[str, frozenset[str]]:
        if not place:
            return {level: frozenset() for level in LEVELS}
        municipality = self._book.municipality(place)
        region = frozenset((municipality.region.value,))
        here = frozenset((place,))
        return {"municipio": here, "uf": frozenset((municipality.uf,)), "regiao": region, "proximo": here}

    def _order(self, crop: str, on: date, order_key: str) -> tuple[str, ...]:
        for row in self._orders:
            start, end = row.get("inicio"), row.get("fim")
            applies = row.get("objeto") in (None, "", crop, "geral")
            begun = not isinstance(start, date) or start <= on
            if applies and begun and (not isinstance(end, date) or on <= end):
                return tuple(str(row["conteudo"] or "").casefold().replace(";", " ").replace(",", " ").split())
        return tuple(name.casefold() for name in self._session.names(order_key, on))


def latest_yields(crop: str, uf: str) -> tuple[YieldValue, ...]:
    """The shipped yields of the latest crop year known for that product and state: the coefficient of maturity."""
    known = [value for value in all_yields() if value.product == crop and value.code == uf]
    last = max((value.crop_year for value in known), default="")
    return tuple(value for value in known if value.crop_year == last)
