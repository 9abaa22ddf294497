"""The values of Portaria SAF/MAPA 280/2022 and its neighbours, as the gazette prints them, on their boundary days."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from lastro.core.errors import ParameterNotEstablished
from lastro.law import Evidence, load

BOOK = load()
FIRST, LAST, AFTER = date(2022, 5, 30), date(2024, 6, 27), date(2024, 6, 28)

PRINTED = {
    "selo.280.factor.priority_origin": (Fraction(5), "art. 4 § 9 I"),
    "selo.280.factor.diversified": (Fraction(4), "art. 4 § 9 II"),
    "selo.280.factor.own_region": (Fraction(4), "art. 4 § 9 III"),
    "selo.280.factor.cooperative": (Fraction(13, 10), "art. 4 § 9 IV"),
    "selo.280.factor.donation_research": (Fraction(2), "art. 4 § 10"),
    "selo.280.cap.corn": (Fraction(3, 10), "art. 3 § 6"),
    "selo.280.cap.corn_and_inputs": (Fraction(3, 10), "art. 3 § 7"),
    "selo.280.cap.research": (Fraction(1, 10), "art. 4 § 7"),
    "selo.280.cap.spending": (Fraction(1, 2), "art. 4 § 8 I"),
    "selo.280.cap.spending_priority": (Fraction(7, 10), "art. 4 § 8 II"),
    "selo.280.travel.flat": (Fraction(15, 100), "art. 4 IV b"),
    "selo.280.travel.receipts": (Fraction(40, 100), "art. 4 IV b"),
    "selo.280.used_goods.yearly": (Fraction(1, 10), "art. 4 § 3"),
    "selo.280.amortisation.max_years": (Fraction(5), "art. 4 § 4"),
    "selo.280.loss.threshold": (Fraction(1, 5), "art. 8 II a"),
    "selo.280.loss.reports_total": (Fraction(1), "art. 8 I b"),
    "selo.280.loss.reports_partial": (Fraction(4), "art. 8 II b"),
}


@pytest.mark.parametrize("key", PRINTED)
def test_a_number_of_the_portaria_is_the_printed_one_with_its_article(key: str) -> None:
    session = BOOK.session()
    for day in (FIRST, LAST):
        value = session.value(key, day)
        assert value.number() == PRINTED[key][0]
        assert [str(cite) for cite in value.cites] == [f"portaria-saf-mapa-280-2022 {PRINTED[key][1]}"]
        assert value.evidence is Evidence.SEED
    for day in (date(2022, 5, 29), AFTER):
        with pytest.raises(ParameterNotEstablished):
            session.value(key, day)


def test_the_largest_weights_are_those_of_the_digest() -> None:
    session, day = BOOK.session(), date(2023, 4, 10)
    origin, diversified, own, cooperative = (
        session.number(f"selo.280.factor.{name}", day)
        for name in ("priority_origin", "diversified", "own_region", "cooperative")
    )
    assert origin * diversified * cooperative == 26
    assert diversified * own * cooperative == Fraction("20.8")
    assert diversified * cooperative == Fraction("5.2")


def test_live_animals_fats_and_exclusions_are_lists() -> None:
    session, day = BOOK.session(), date(2023, 1, 1)
    assert session.names("selo.280.live_animals", day) == ("bovino", "caprino", "ovino", "peixe")
    assert session.names("selo.280.fat_forms", day) == ("oleo", "gordura", "sebo")
    assert session.names("selo.280.diversified_exclusions", day) == ("soja", "milho")
    assert session.names("selo.280.donation_letters", day) == tuple("abcdefghijk")


def test_the_list_of_species_has_one_value_per_option_of_its_reading() -> None:
    for option in BOOK.readings["selo.list_xvii"].names:
        names = BOOK.session().names(f"selo.280.list_xvii.{option}", date(2023, 1, 1))
        assert {"soja", "milho", "mamona", "palma"} <= set(names)
        assert ("bovino" in names) == (option == "with_animal_fats")


def test_the_minimum_of_51_percent_is_marked_as_known_from_the_press() -> None:
    value = BOOK.session().value("selo.minimum_percentage", date(2023, 1, 1))
    assert value.number() == Fraction(51, 100)
    assert value.evidence is Evidence.PRESS


@pytest.mark.parametrize(
    "day, missing",
    [
        (date(2009, 1, 1), "portaria-mda-75-2010"),
        (date(2017, 1, 1), "portaria-sead-512-2017"),
        (date(2018, 12, 31), "portaria-sead-512-2017"),
        (date(2019, 12, 31), "portaria-sead-515-2018"),
        (date(2022, 1, 1), "portaria-mapa-144-2019; portaria-saf-mapa-280-2022"),
        (date(2022, 12, 31), "portaria-mapa-144-2019; portaria-saf-mapa-280-2022"),
    ],
)
def test_a_year_of_transition_stops_and_names_the_acts_that_share_it(day: date, missing: str) -> None:
    with pytest.raises(ParameterNotEstablished) as stopped:
        BOOK.session().value("selo.regime", day)
    assert stopped.value.exit_code == 4
    assert stopped.value.arguments["key"] == "selo.regime"
    assert stopped.value.arguments["cites"].startswith(missing)


@pytest.mark.parametrize(
    "day, act",
    [
        (date(2023, 1, 1), "portaria-saf-mapa-280-2022"),
        (date(2023, 12, 31), "portaria-saf-mapa-280-2022"),
        (date(2024, 1, 1), "portaria-mda-28-2024"),
        (date(2026, 12, 31), "portaria-mda-28-2024"),
    ],
)
def test_a_year_is_ruled_by_its_portaria(day: date, act: str) -> None:
    assert BOOK.session().value("selo.regime", day).value == act


@pytest.mark.parametrize(
    "key, printed, provision",
    [
        ("organisation_minority", Fraction(11, 10), "art. 31 § 1 b"),
        ("fomento", Fraction(30), "art. 31 § 1 c"),
        ("priority_origin", Fraction(4), "art. 31 § 1 d"),
        ("centre_southeast", Fraction(3), "art. 31 § 1 e"),
        ("diversified", Fraction(2), "art. 31 § 1 f"),
    ],
)
def test_a_factor_of_portaria_28_is_the_printed_one_with_its_letter(
    key: str, printed: Fraction, provision: str
) -> None:
    value = BOOK.session().value(f"selo.28.factor.{key}", date(2024, 6, 28))
    assert value.number() == printed
    assert str(value.cites[0]) == f"portaria-mda-28-2024 {provision}"
    assert value.evidence is Evidence.SECONDARY


@pytest.mark.parametrize("key", ["selo.28.factor.organisation_majority", "selo.minimum_percentage"])
def test_what_was_not_seen_of_portaria_28_is_not_established(key: str) -> None:
    assert BOOK.session().found(key, date(2024, 6, 28)) is None
    assert BOOK.session().provisions(key, date(2024, 6, 28))


@pytest.mark.parametrize(
    "day, share",
    [
        (date(2024, 1, 1), 10), (date(2024, 12, 31), 10), (date(2025, 1, 1), 15), (date(2025, 12, 31), 15),
        (date(2026, 1, 1), 20),
    ],
)  # fmt: skip
def test_the_regional_condition_grows_by_civil_year(day: date, share: int) -> None:
    assert BOOK.session().number("selo.regional.minimum", day) == Fraction(share, 100)


def test_there_is_no_regional_condition_before_2024() -> None:
    assert BOOK.session().found("selo.regional.minimum", date(2023, 12, 31)) is None


@pytest.mark.parametrize(
    "day, act",
    [
        (date(2005, 1, 1), "in-mda-1-2005"), (date(2008, 12, 31), "in-mda-1-2005"),
        (date(2010, 1, 1), "in-mda-1-2009"), (date(2011, 12, 31), "in-mda-1-2009"),
        (date(2013, 1, 1), "portaria-mda-60-2012"), (date(2016, 12, 31), "portaria-mda-60-2012"),
        (date(2020, 1, 1), "portaria-mapa-144-2019"), (date(2021, 12, 31), "portaria-mapa-144-2019"),
    ],
)  # fmt: skip
def test_a_year_before_2022_has_its_act(day: date, act: str) -> None:
    assert BOOK.session().value("selo.regime", day).value == act


MINIMUMS = [
    ("NE", date(2009, 2, 24), 50), ("NE", date(2009, 2, 25), 30), ("NE", date(2018, 8, 22), 30),
    ("SE", date(2009, 2, 24), 30), ("SE", date(2022, 5, 29), 30), ("S", date(2012, 9, 9), 30),
    ("S", date(2012, 9, 10), 35), ("S", date(2013, 12, 31), 35), ("S", date(2014, 1, 1), 40),
    ("S", date(2017, 9, 4), 40), ("S", date(2018, 8, 22), 40), ("N", date(2010, 12, 31), 10),
    ("N", date(2011, 1, 1), 15), ("CO", date(2005, 7, 7), 10), ("CO", date(2019, 7, 24), 15),
]  # fmt: skip


@pytest.mark.parametrize("region, day, percent", MINIMUMS)
def test_the_minimum_of_a_region_on_both_sides_of_each_change(region: str, day: date, percent: int) -> None:
    assert BOOK.session().number(f"selo.cost.minimum.{region}", day) == Fraction(percent, 100)


@pytest.mark.parametrize("day", [date(2005, 7, 6), date(2017, 9, 5), date(2018, 8, 21), date(2022, 5, 30)])
def test_a_minimum_that_nobody_has_shown_is_not_there(day: date) -> None:
    assert BOOK.session().found("selo.cost.minimum.S", day) is None


@pytest.mark.parametrize("day", [date(2012, 9, 9), date(2014, 1, 1), date(2015, 9, 30), date(2017, 9, 5)])
def test_the_multiplier_of_other_feedstock_is_a_hole_where_nothing_was_seen(day: date) -> None:
    assert BOOK.session().found("selo.cost.factor.other_crops", day) is None


@pytest.mark.parametrize(
    "day, printed",
    [(date(2012, 9, 10), 2), (date(2013, 12, 31), 2), (date(2015, 10, 1), 4), (date(2022, 5, 29), 4)],
)
def test_the_multiplier_of_other_feedstock_on_its_days(day: date, printed: int) -> None:
    assert BOOK.session().number("selo.cost.factor.other_crops", day) == printed


@pytest.mark.parametrize(
    "day, ceiling",
    [
        (date(2009, 6, 30), 110_000),
        (date(2009, 7, 1), 220_000),
        (date(2013, 7, 1), 360_000),
        (date(2021, 6, 30), 415_000),
        (date(2021, 7, 1), 500_000),
        (date(2023, 12, 31), 500_000),
        (date(2026, 1, 31), 500_000),
    ],
)
def test_the_income_ceiling_of_its_day(day: date, ceiling: int) -> None:
    assert BOOK.session().number("selo.pronaf_income_ceiling", day) == ceiling


@pytest.mark.parametrize(
    "day",
    [date(2008, 6, 30), date(2010, 7, 1), date(2013, 6, 30), date(2014, 7, 1), date(2020, 6, 30), date(2026, 2, 1)],
)
def test_a_hole_of_the_income_ceiling_is_never_filled(day: date) -> None:
    with pytest.raises(ParameterNotEstablished):
        BOOK.session().number("selo.pronaf_income_ceiling", day)


def test_the_last_day_of_a_dap_and_the_first_of_the_caf_alone_follow_each_other() -> None:
    session, day = BOOK.session(), date(2023, 1, 1)
    assert session.day("selo.dap.last_issue", day) == date(2022, 10, 31)
    assert session.day("selo.caf.only_from", day) == date(2022, 11, 1)
    assert session.value("selo.caf.validity_years", day).evidence is Evidence.UNVERIFIED
