"""Shipped yields against Conab's own area and production, and the default crop calendar."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from lastro.core.numbers import half_up
from lastro.core.regions import CODE_OF_UF
from lastro.law import Evidence, load
from lastro.law.crops import all_yields
from lastro.law.reader import read_csv

BOOK = load()


def test_a_yield_is_production_over_area_to_the_kilogram() -> None:
    for row in read_csv("yields_conab.csv"):
        area, production = Fraction(row["area_thousand_ha"]), Fraction(row["production_thousand_t"])
        assert row["kg_ha"] == (str(half_up(production / area * 1000)) if area else "")
        assert (row["precision"] == "low") == (area < 1 or production < 1)


def test_the_yield_of_soy_in_goias_in_2022_23() -> None:
    (found,) = BOOK.yields("soja", "GO", "2022/23")
    assert (found.source, found.level, found.code, found.grams_per_ha) == ("Conab", "uf", "GO", 3_900_000)
    assert [str(cite) for cite in found.cites] == ["portaria-saf-mapa-280-2022 art. 6 I"]
    assert found.evidence is Evidence.DERIVED


def test_corn_has_one_yield_per_harvest() -> None:
    assert [value.harvest for value in BOOK.yields("milho", "GO", "2022/23")] == ["1", "2"]
    assert len(BOOK.yields("milho", "BA", "2022/23")) > 1


def test_winter_crops_are_named_by_one_year_and_palm_comes_from_ibge() -> None:
    assert BOOK.yields("canola", "RS", "2023")
    (palm,) = BOOK.yields("palma", "PA", "2022")
    assert (palm.source, palm.grams_per_ha) == ("IBGE", 15_600_000)


@pytest.mark.parametrize("asked", [("soja", "GO", "1990/91"), ("macauba", "MG", "2022/23"), ("soja", "XX", "2022/23")])
def test_a_yield_that_nobody_published_is_not_made_up(asked: tuple[str, str, str]) -> None:
    assert BOOK.yields(*asked) == ()


def test_no_yield_is_of_an_unknown_state_or_zero_hectares() -> None:
    for value in all_yields():
        assert value.code in CODE_OF_UF
        assert value.grams_per_ha >= 0
    assert "algodao" in {value.product for value in all_yields()}


@pytest.mark.parametrize(
    "product, day, crop_year",
    [
        ("soja", date(2023, 1, 1), "2022/23"),
        ("soja", date(2023, 12, 31), "2022/23"),
        ("soja", date(2024, 1, 1), "2023/24"),
        ("mamona", date(2000, 6, 1), "1999/00"),
        ("canola", date(2023, 8, 31), "2022"),
        ("canola", date(2023, 9, 1), "2023"),
        ("palma", date(2023, 12, 31), "2023"),
        ("macauba", date(2023, 5, 1), None),
        ("bovino", date(2023, 5, 1), None),
    ],
)
def test_the_default_crop_year_of_a_purchase(product: str, day: date, crop_year: str | None) -> None:
    assert BOOK.crop_year(product, day) == crop_year


def test_the_crop_calendar_names_crop_years_as_the_yields_do() -> None:
    for row in read_csv("crop_calendar.csv"):
        named = BOOK.crop_year(row["product"], date(2022, 10, 1))
        years = {value.crop_year for value in all_yields() if value.product == row["product"]}
        assert named in years
