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

NEAREST = "proximo"
LEVELS = ("municipio", "uf", "regiao", NEAREST)

Row = Mapping[str, object]


@dataclass(frozen=True)
class OfficialYield:
    """A yield and where it stands: `source` (conab, ibge, …) and `level`. `stated` by the user, of a numbered `survey`
    (0: unnumbered); `season` orders figures of crops that have no season of their own."""

    grams_per_ha: int
    source: str
    level: str
    survey: int = 0
    season: str = ""
    stated: bool = False


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
        survey = str(row["levantamento"] or "")
        number = int(survey) if survey.isascii() and survey.isdigit() else 0
        found = OfficialYield(amount, source.casefold(), level, number, season, stated=True)
        self._given.setdefault((crop, season), []).append((str(row["codigo"] or ""), level, found))

    def find(
        self, place: str, crop: str, season: str, on: date, order_key: str, own: OfficialYield | None = None
    ) -> OfficialYield | None:
        """The yield that the order of `order_key` prefers for municipality `place`; None when nobody has one.

        The nearest area comes only where the region itself has nothing. `own` is a figure that the row itself cites:
        it yields only to a source that comes before its own.
        """
        order = self._order(crop, on, order_key)
        by_level = self._session.reading("selo.yield_level") == "level_first"
        candidates = [] if own is None else [own]
        candidates += [*self._user_candidates(place, crop, season), *self._shipped(place, crop, season)]

        def rank(candidate: OfficialYield) -> tuple[int, int, int]:
            source = order.index(candidate.source) if candidate.source in order else len(order)
            level = LEVELS.index(candidate.level)
            nearest = int(candidate.level == NEAREST)
            return (nearest, level, source) if by_level else (nearest, source, level)

        best = min((rank(candidate) for candidate in candidates), default=None)
        tied = [candidate for candidate in candidates if rank(candidate) == best]
        if own is not None and own in tied:
            return own
        return max(tied, key=lambda c: (c.season, c.stated, c.survey, c.grams_per_ha)) if tied else None

    def _user_candidates(self, place: str, crop: str, season: str) -> list[OfficialYield]:
        codes = self._codes(place)
        return [found for code, level, found in self._rows(crop, season) if code in codes[level]]

    def _rows(self, crop: str, season: str) -> list[tuple[str, str, OfficialYield]]:
        """The user's rows of that crop and season, and those without a season; without a season, all of the crop."""
        if season:
            return [*self._given.get((crop, season), []), *self._given.get((crop, ""), [])]
        return [row for (of, _), rows in sorted(self._given.items()) if of == crop for row in rows]

    def _shipped(self, place: str, crop: str, season: str) -> list[OfficialYield]:
        if not place:
            return []
        uf = self._book.municipality(place).uf
        values = self._book.yields(crop, uf, season) if season else known_yields(crop, uf)
        found = [OfficialYield(v.grams_per_ha, v.source.casefold(), v.level, season=v.crop_year) for v in values]
        if self._session.reading("selo.corn_harvests") == "largest":
            return found
        together: dict[tuple[str, str, str], int] = {}
        for one in found:
            slot = (one.source, one.level, one.season)
            together[slot] = together.get(slot, 0) + one.grams_per_ha
        return [OfficialYield(grams, source, level, season=year) for (source, level, year), grams in together.items()]

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


def known_yields(crop: str, uf: str) -> tuple[YieldValue, ...]:
    """Every shipped yield of that product and state: a crop without a season of its own takes the newest."""
    return tuple(value for value in all_yields() if value.product == crop and value.code == uf)
