"""Municipalities by code and by name, and the Semiárido on the boundary days of each delimitation."""

from __future__ import annotations

from datetime import date

import pytest

from lastro.core.dates import Interval, civil_year
from lastro.core.regions import region_of_uf_code
from lastro.law import MunicipalityAmbiguous, MunicipalityUnknown, load
from lastro.law.places import municipalities, undetermined

BOOK = load()
CODES = tuple(municipalities())


def answers(day: date) -> dict[bool | None, int]:
    found = [BOOK.semiarido(code, day) for code in CODES]
    return {answer: found.count(answer) for answer in (True, False, None)}


@pytest.mark.parametrize(
    "day, yes, unknown",
    [
        (date(2005, 12, 31), 0, 5571),
        (date(2006, 1, 1), 1134, 0),
        (date(2017, 11, 22), 1134, 0),
        (date(2017, 11, 23), 1134, 343),
        (date(2022, 12, 31), 1134, 343),
        (date(2023, 1, 1), 1477, 0),
        (date(2023, 12, 31), 1477, 0),
        (date(2026, 11, 30), 1477, 0),
    ],
)
def test_how_many_municipalities_are_in_the_semiarid_on_a_day(day: date, yes: int, unknown: int) -> None:
    assert answers(day) == {True: yes, False: 5571 - yes - unknown, None: unknown}


def test_only_the_delimitation_of_2017_leaves_codes_undetermined() -> None:
    assert [(period.start.year, codes) for period, codes in undetermined()] == [(2006, 0), (2017, 343), (2023, 0)]


def test_every_region_is_that_of_the_code() -> None:
    for code in CODES:
        municipality = BOOK.municipality(code)
        assert municipality.region == region_of_uf_code(code)
    assert BOOK.municipality("5218805").uf == "GO"
    with pytest.raises(KeyError):
        BOOK.municipality("9999999")
    with pytest.raises(KeyError):
        BOOK.semiarido("9999999", date(2023, 1, 1))


@pytest.mark.parametrize(
    "text", ["5218805", " 5218805 ", "Rio Verde/GO", "rio verde - go", "RIO VERDE (GO)", "Rio Verde, go", "Rio Verde"]
)
def test_a_municipality_is_found_as_people_write_it(text: str) -> None:
    assert BOOK.find_municipality(text) == "5218805"


@pytest.mark.parametrize(
    "text, uf", [("Alta Floresta d'Oeste", "RO"), ("SAO JOAO D ALIANCA", "GO"), ("Espigão D’Oeste/RO", "RO")]
)
def test_accents_and_apostrophes_do_not_matter(text: str, uf: str) -> None:
    assert BOOK.municipality(BOOK.find_municipality(text)).uf == uf


def test_a_name_with_a_hyphen_is_not_taken_for_a_state() -> None:
    hyphened = [m for m in municipalities().values() if "-" in m.name]
    assert hyphened
    for municipality in hyphened:
        assert BOOK.find_municipality(f"{municipality.name}/{municipality.uf}") == municipality.code


def test_every_name_with_its_state_finds_its_own_code() -> None:
    for municipality in municipalities().values():
        assert BOOK.find_municipality(f"{municipality.name}/{municipality.uf}") == municipality.code


@pytest.mark.parametrize("text", ["", "9999999", "521880", "Rio Verde/SP", "Nenhures"])
def test_what_no_municipality_is_called_is_unknown(text: str) -> None:
    with pytest.raises(MunicipalityUnknown):
        BOOK.find_municipality(text)


def test_a_name_of_several_states_wants_its_state() -> None:
    with pytest.raises(MunicipalityAmbiguous) as refused:
        BOOK.find_municipality("Bom Jesus")
    assert "PI" in refused.value.arguments["ufs"]
    assert BOOK.municipality(BOOK.find_municipality("Bom Jesus/PI")).uf == "PI"


def test_the_table_of_a_year_has_one_row_per_municipality_with_its_answer() -> None:
    table = BOOK.municipality_table(civil_year(2023))
    assert table.num_rows == 5571
    assert sum(table["semiarido"].to_pylist()) == 1477
    assert set(table["valid_from"].to_pylist()) == {date(2023, 1, 1)}
    assert set(table["valid_to"].to_pylist()) == {date(2024, 1, 1)}


def test_the_table_splits_where_an_answer_changes_and_only_there() -> None:
    table = BOOK.municipality_table(Interval(date(2022, 7, 1), date(2023, 7, 1)))
    assert table.num_rows == 5571 + 343
    assert table["semiarido"].null_count == 343


def test_the_table_leaves_the_undetermined_null_and_never_false() -> None:
    table = BOOK.municipality_table(civil_year(2018))
    assert table.num_rows == 5571
    assert table["semiarido"].null_count == 343


def test_the_table_of_some_municipalities_is_that_part_of_the_whole() -> None:
    some = {"5218805", "2903201", "0000000"}
    whole = [row for row in BOOK.municipality_table(civil_year(2023)).to_pylist() if row["code"] in some]
    assert sorted(whole, key=lambda row: row["code"]) == BOOK.municipality_table(civil_year(2023), some).to_pylist()
    assert BOOK.municipality_table(civil_year(2023), ()).num_rows == 0
