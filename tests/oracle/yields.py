"""Official yields and the order in which their sources are preferred (arts. 6, 7 § 1, 8 § 2)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tests.oracle.exact import Row, fraction, half_up, text
from tests.oracle.lookups import Facts, region, uf
from tests.oracle.model import Config
from tests.oracle.purchases import Tables

YIELD_ORDER = ("conab", "ibge")  # arts. 6 and 8 § 2; every other public body comes after
PERENNIAL_ORDER = ("conab", "ibge", "embrapa")  # art. 7 § 1
LEVELS = ("municipio", "uf", "regiao")


Ranked = tuple[tuple[int, int, int], int, int, int, int]  # place in the order, newest season, user first, survey, -rate


def official_yield(
    tables: Tables, config: Config, facts: Facts, product: str, place: str, season: str | None
) -> int | None:
    """Grams per hectare of the preferred source for the place of the farm (arts. 6, 8 § 2); None without any."""
    best = _best(tables, config, facts, product, place, season, YIELD_ORDER)
    return None if best is None else -best[-1]


def mature_yield(row: Row, tables: Tables, config: Config, facts: Facts, product: str, place: str) -> int | None:
    """Grams per hectare at maturity (art. 7 § 1): the row's own figure, unless a body before its source has one."""
    best = _best(tables, config, facts, product, place, None, PERENNIAL_ORDER) if place else None
    if row.get("rendimento_kg_ha") is None:
        return None if best is None else -best[-1]
    order = granted_order(tables.get("decisoes", ()), config, product) or PERENNIAL_ORDER
    own = half_up(fraction(row["rendimento_kg_ha"]) * 1_000)
    if best is None or _rank(text(row, "fonte").lower(), "municipio", order, config) <= best[0]:
        return own
    return -best[-1]


def _best(
    tables: Tables,
    config: Config,
    facts: Facts,
    product: str,
    place: str,
    season: str | None,
    standard: tuple[str, ...],
) -> Ranked | None:
    """The preferred figure: source and level, then the newest crop year, then the user's row before the shipped one.

    Of several surveys the last counts; of several harvests of one crop year the largest, or their sum by the reading
    `selo.corn_harvests`.
    """
    order = granted_order(tables.get("decisoes", ()), config, product) or standard
    found = [_ranked(row, order, config) for row in _rows(tables, product, place, season)]
    for known_season in [season] if season is not None else _seasons(config):
        shipped = [rate for rate in facts.shipped_yields(product, uf(place), known_season) if rate[2]]
        if shipped and config.reading("selo.corn_harvests") == "sum":
            shipped = [(*shipped[0][:2], sum(rate for _, _, rate in shipped))]
        newest = -int(known_season[:4])
        found += [(_rank(source, level, order, config), newest, 1, 0, -rate) for source, level, rate in shipped]
    return min(found) if found else None


def _seasons(config: Config) -> list[str]:
    """Every crop year that the year of the statement can look back to, for crops that have no season of their own."""
    years = range(config.year, 2000, -1)
    return [name for year in years for name in (str(year), f"{year - 1}/{year % 100:02d}")]


def granted_order(decisions: Sequence[Row], config: Config, product: str) -> tuple[str, ...] | None:
    """The order of sources that the department granted for the year and the crop (art. 6, sole §; 7 § 2; 8 § 3)."""
    granted = [
        row
        for row in decisions
        if text(row, "tipo") == "ordem_rendimento"
        and text(row, "objeto") in ("", product)
        and (row.get("inicio") or row.get("data") or config.first_day) <= config.last_day
        and (row.get("fim") or config.last_day) >= config.first_day
    ]
    if not granted:
        return None
    last = max(granted, key=lambda row: (row.get("data") or config.first_day, text(row, "numero")))
    return tuple(name for name in re.split(r"[^a-z]+", text(last, "conteudo").lower()) if name)


def _rows(tables: Tables, product: str, place: str, season: str | None) -> list[Row]:
    return [
        row
        for row in tables.get("produtividades", ())
        if text(row, "produto") == product
        and (season is None or text(row, "safra") == season)
        and text(row, "codigo") in _codes(text(row, "nivel"), place)
    ]


def _codes(level: str, place: str) -> tuple[str, ...]:
    """How a row of that level may name the place; `proximo` names the place that it stands in for."""
    by_level = {"municipio": (place,), "uf": (uf(place), place[:2]), "regiao": (region(place) or "",)}
    return by_level.get(level, (place, uf(place)))


def _ranked(row: Row, order: tuple[str, ...], config: Config) -> Ranked:
    rank = _rank(text(row, "fonte").lower(), text(row, "nivel"), order, config)
    survey = row.get("levantamento")
    newest = -int(survey) if survey is not None and str(survey).isdigit() else 0
    season = text(row, "safra")[:4]
    return (rank, -int(season) if season else 0, 0, newest, -half_up(fraction(row["kg_ha"]) * 1_000))


def _rank(source: str, level: str, order: tuple[str, ...], config: Config) -> tuple[int, int, int]:
    """The nearest area comes only where the region itself has nothing; then source before level, or the reverse."""
    by_source = order.index(source) if source in order else len(order)
    by_level = LEVELS.index(level) if level in LEVELS else len(LEVELS)
    nearest = int(level == "proximo")
    if config.reading("selo.yield_level") == "source_first":
        return (nearest, by_source, by_level)
    return (nearest, by_level, by_source)
