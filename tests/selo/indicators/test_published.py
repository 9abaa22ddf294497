"""The figures that the ministry printed (working material on monitoring the Selo), from the inputs that it printed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from lastro.core.numbers import fixed
from lastro.law import load
from lastro.selo.indicators import indicators
from lastro.statement.indicators import Contribution, Group


def of(year: int, farmers: int = 0, **amounts: str | Fraction) -> Group:
    """The whole of a year in which one source states these amounts."""
    given = {name: Fraction(0) for name in ("purchases", "assistance", "support", "priority", "gross", "waiver")}
    given |= {name: Fraction(amount) for name, amount in amounts.items()}
    people = frozenset(number.to_bytes(4, "big") for number in range(farmers))
    source = Contribution("Brasil", "1", "Brasil", "", str(year), "", given, {}, people)
    return indicators([source], load()).groups[0]


@pytest.mark.parametrize(
    "year, assistance, farmers, printed",
    [
        (2022, "70009140.70", 54_340, "1288.35"),
        (2023, "75722178.53", 62_445, "1212.62"),
        (2024, "76255168.93", 55_137, "1383.01"),
    ],
)
def test_assistance_per_farmer_is_the_printed_one(year: int, assistance: str, farmers: int, printed: str) -> None:
    found = of(year, farmers, assistance=assistance)
    assert found.value("farmers") == farmers
    assert fixed(found.value("assistance_per_farmer") or 0, 2) == printed


def test_assistance_per_farmer_of_2025_is_a_centavo_below_the_printed_3182_75() -> None:
    assert fixed(of(2025, 41_887, assistance="133315634.08").value("assistance_per_farmer") or 0, 2) == "3182.74"


def test_purchases_per_farmer_of_2022_were_printed_as_all_spending_over_one_farmer_more() -> None:
    spending = "5954062633.29"
    assert fixed(of(2022, 54_341, purchases=spending).value("purchases_per_farmer") or 0, 2) == "109568.51"
    assert fixed(of(2022, 54_340, purchases=spending).value("purchases_per_farmer") or 0, 2) == "109570.53"


PMEN = {2018: "26.12", 2019: "29.11", 2020: "21.41", 2021: "23.73", 2022: "16.41", 2023: "19.25", 2024: "13.09", 2025: "11.15"}  # fmt: skip
# The gross values were not printed: those of the digest follow from spending and percentage, in thousands of millions.
IMPLIED = {2022: ("5954062633.29", "36.28"), 2023: ("6767488961.80", "35.16"), 2024: ("6591474410.94", "50.36"), 2025: ("6953034864.82", "62.36")}  # fmt: skip


@pytest.mark.parametrize("year", IMPLIED)
def test_the_printed_pmen_agrees_with_its_spending_over_the_implied_gross_value(year: int) -> None:
    spending, thousand_million = IMPLIED[year]
    found = of(year, purchases=spending, gross=Fraction(thousand_million) * 10**9)
    assert fixed(found.value("pmen") or 0, 2) == PMEN[year]


def test_only_2018_2019_and_2021_reach_the_goal_of_today() -> None:
    goal = load().session().number("selo.national_goal", load().parameters["selo.national_goal"][0].interval.start)
    reached = [year for year, printed in PMEN.items() if Fraction(printed) >= 100 * goal]
    assert reached == [2018, 2019, 2021]


REGIONAL = {2022: "9.95", 2023: "8.22", 2024: "14.42", 2025: "22.18"}


@pytest.mark.parametrize("year", REGIONAL)
def test_the_regional_share_divides_by_all_the_spending(year: int) -> None:
    share = Fraction(REGIONAL[year])
    assert of(year, purchases="100", priority=share).value("regional_share") == share


def test_the_printed_mean_of_the_last_three_regional_shares() -> None:
    last = [Fraction(REGIONAL[year]) for year in (2023, 2024, 2025)]
    assert fixed(sum(last, Fraction(0)) / 3, 2) == "14.94"


def test_the_goal_is_that_in_force_at_the_end_of_the_year() -> None:
    assert of(2024, gross="1").value("goal") == 22
    before = of(2023, gross="1")
    assert before.value("goal") is None
    (goal,) = [indicator for indicator in before.indicators if indicator.name == "goal"]
    assert [reason.code for _, reason in goal.needs] == ["no_goal"]
    assert replace(goal, needs=()) != goal
