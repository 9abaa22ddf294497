"""The pace: what is dated later does not count yet, what is missing is exact, and no calendar is invented."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from lastro.core.errors import WrongUse
from lastro.law import load
from lastro.render.pace import pace_json, pace_lines
from lastro.selo.assess import Question, assess
from lastro.selo.given import evidence_of
from lastro.selo.pace import Asked, pace
from lastro.selo.pace.until import evidence_until
from lastro.statement.pace import Pace, Window
from tests.selo.world import CONFIG, Edit, add, contract, cost, purchase, sound

MIDYEAR = date(2023, 6, 30)
YEAR = Question(2023)


def evidence(*edits: Edit) -> Any:
    tables = sound()
    for each in edits:
        each(tables)
    return evidence_of(tables, CONFIG, load())


def paced(*edits: Edit, asked: Asked | None = None) -> Pace:
    return pace(evidence(*edits), load(), YEAR, asked or Asked(MIDYEAR))


def calendar(product: str, crop_year: str, **columns: Any) -> Edit:
    return add("calendarios", {"produto": product, "safra": crop_year} | columns)


def window(found: Pace, product: str) -> Window:
    (only,) = [each for each in found.windows if each.product == product]
    return only


def test_what_is_dated_after_the_day_does_not_count_yet() -> None:
    later = add("aquisicoes", purchase(data=date(2023, 7, 1), valor=Decimal(99_000)))
    sold = add("vendas", {"data": date(2023, 7, 1), "valor": Decimal(5), "volume_m3": Decimal(1)})
    spent = add("dispendios", cost("ater_terceiros", None, "700", data=date(2023, 7, 1)))
    assert paced(later, sold, spent) == paced()


def test_the_day_itself_counts() -> None:
    that_day = add("aquisicoes", purchase(data=MIDYEAR, valor=Decimal(1_000)))
    assert paced(that_day).spent == paced().spent + 1_000


def test_the_last_day_of_the_year_gives_the_assessment() -> None:
    given = evidence(add("aquisicoes", purchase(data=date(2023, 12, 31), valor=Decimal(7_000))))
    statement = assess(given, load(), YEAR)
    found = pace(given, load(), YEAR, Asked(date(2023, 12, 31)))
    assert found.percentage == Fraction(statement.line("selo.weighted_percentage").exact)
    assert found.percentage_after_risk == Fraction(statement.line("selo.weighted_percentage_after_risk").exact)


def test_the_evidence_of_the_year_is_left_as_it_was() -> None:
    given = evidence(add("aquisicoes", purchase(data=date(2023, 7, 1))))
    before = given.tables["aquisicoes"]
    assert evidence_until(given, MIDYEAR).tables["aquisicoes"].num_rows == 1
    assert given.tables["aquisicoes"] is before
    assert before.num_rows == 2


def test_what_is_missing_is_the_minimum_of_the_expected_sales_less_what_counts() -> None:
    found = paced(asked=Asked(MIDYEAR, expected_sales=1_000_000_00, margin=Fraction(2)))
    (need,) = found.needs
    assert (found.minimum, found.minimum_source, found.minimum_evidence) == (51, "law", "press")
    assert need.target == 530_000
    assert need.missing == 530_000 - found.numerator
    assert need.per_month == need.missing / 6
    assert found.mean_weight == found.numerator / found.spent
    assert need.spent_per_month == need.per_month / found.mean_weight


def test_without_a_word_on_sales_they_are_extrapolated_and_said_to_be() -> None:
    found = paced()
    assert found.elapsed == 6
    assert (found.expected_sales, found.expected_source) == (2_000_000, "extrapolated")
    assert any("só uma projeção" in line for line in pace_lines(found, "pt"))


def test_part_of_a_month_is_part_of_a_month() -> None:
    assert paced(asked=Asked(date(2023, 8, 10))).elapsed == 7 + Fraction(10, 31)
    assert paced(asked=Asked(date(2023, 12, 31))).left == 0


def test_sales_typed_come_before_those_of_the_file() -> None:
    given = evidence()
    given = replace(given, config=replace(given.config, expected_sales=3_000_000_00))
    configured = pace(given, load(), YEAR, Asked(MIDYEAR))
    typed = pace(given, load(), YEAR, Asked(MIDYEAR, expected_sales=4_000_000_00))
    assert (configured.expected_sales, configured.expected_source) == (3_000_000, "configured")
    assert (typed.expected_sales, typed.expected_source) == (4_000_000, "typed")


def test_a_year_without_sales_so_far_has_no_percentage_and_no_projection() -> None:
    found = paced(asked=Asked(date(2023, 5, 31)))
    assert found.percentage is None
    assert (found.expected_sales, found.expected_source, found.needs) == (None, "", ())
    assert any("--sales" in line for line in pace_lines(found, "pt"))


def test_with_expected_sales_the_need_is_known_before_the_first_sale() -> None:
    found = paced(asked=Asked(date(2023, 5, 31), expected_sales=1_000_000_00))
    assert found.needs[0].missing == 510_000 - found.numerator


def test_what_is_reached_is_missing_nothing() -> None:
    found = paced(asked=Asked(MIDYEAR, expected_sales=100_00))
    assert found.needs[0].missing == 0
    assert any("já alcançado" in line for line in pace_lines(found, "pt"))


def test_the_last_day_of_the_year_leaves_no_month_to_buy_in() -> None:
    (need,) = paced(asked=Asked(date(2023, 12, 31))).needs
    assert need.per_month is None


def test_a_minimum_that_the_user_states_is_used_and_named() -> None:
    found = paced(asked=Asked(MIDYEAR, minimum=Fraction(45)))
    assert (found.minimum, found.minimum_source) == (45, "typed")
    assert [need.minimum for need in found.needs] == [45]


def test_a_day_outside_the_year_is_wrong_use() -> None:
    with pytest.raises(WrongUse, match=r"pace\.outside_year"):
        paced(asked=Asked(date(2024, 1, 1)))


def test_the_default_calendar_is_marked_unverified_and_the_law_gives_the_day() -> None:
    soy = window(paced(), "soja")
    assert (soy.crop_year, soy.state, soy.source, soy.evidence) == ("2022/23", "open", "shipped", "unverified")
    assert (soy.sign_by, soy.sign_by_is) == (date(2023, 12, 31), "delivery")


def test_a_crop_without_a_calendar_is_unknown() -> None:
    found = window(paced(add("contratos", contract("C2", produto="macauba", safra=None))), "macauba")
    assert (found.state, found.sign_by, found.crop_year) == ("unknown", None, "")


def test_a_crop_whose_sale_begins_later_in_the_year_is_told_with_the_one_before() -> None:
    found = paced(add("contratos", contract("C2", produto="canola", safra=None)))
    canola = [(w.crop_year, w.state, w.first) for w in found.windows if w.product == "canola"]
    assert canola == [("2022", "open", date(2022, 9, 1)), ("2023", "later", date(2023, 9, 1))]


@pytest.mark.parametrize(
    "columns, state, sign_by, kind",
    [
        ({"contrato_ate": date(2023, 8, 31)}, "open", date(2023, 8, 31), "own"),
        ({"contrato_ate": date(2023, 6, 30)}, "open", date(2023, 6, 30), "own"),
        ({"contrato_ate": date(2023, 6, 29)}, "closed", date(2023, 6, 29), "own"),
        ({"colheita_inicio": date(2023, 8, 1)}, "later", date(2023, 12, 31), "delivery"),
        (
            {"colheita_inicio": date(2023, 1, 1), "colheita_fim": date(2023, 9, 30)},
            "open",
            date(2023, 9, 30),
            "delivery",
        ),
        ({"colheita_inicio": date(2023, 1, 1), "colheita_fim": date(2023, 6, 29)}, "over", None, ""),
        ({"colheita_inicio": date(2024, 1, 1)}, "next_year", None, ""),
    ],
)
def test_the_users_calendar_decides(columns: dict[str, Any], state: str, sign_by: date | None, kind: str) -> None:
    found = window(paced(calendar("soja", "2022/23", fonte="Emater", **columns)), "soja")
    assert (found.state, found.sign_by, found.sign_by_is) == (state, sign_by, kind)
    assert (found.source, found.told) == ("own", "Emater")


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_every_state_of_a_crop_has_words(lang: Any) -> None:
    dated = ("open", "later", "next_year", "over", "closed")
    for source in ("own", "shipped"):
        windows = tuple(Window("soja", "2022/23", state, sign_by_is="delivery", source=source) for state in dated)
        lines = list(pace_lines(replace(paced(), windows=windows), lang))
        assert len([line for line in lines if "2022/23" in line]) == len(dated)
        assert len([line for line in lines if "10.527" in line]) == 1


def test_the_json_says_the_same_exactly() -> None:
    found = paced(asked=Asked(MIDYEAR, expected_sales=1_000_000_00))
    data: Any = pace_json(found)
    assert data["needs"][0]["target"] == {"value": "510000.00", "exact": "510000/1"}
    assert data["windows"][0]["sign_by"] == "2023-12-31"
    assert data["expected_source"] == "typed"


def test_a_return_after_the_day_takes_nothing_off_yet() -> None:
    note = "52" + "0" * 42
    back = purchase(data=date(2023, 8, 1), valor=Decimal(20_000), devolucao_de=note, contrato=None)
    assert paced(add("aquisicoes", back)).numerator == paced().numerator


@pytest.mark.parametrize("lang", ["pt", "en"])
def test_without_an_established_minimum_a_small_table_is_given(lang: Any) -> None:
    tables = sound() | {
        "aquisicoes": [purchase(data=date(2024, 4, 10))],
        "vendas": [{"data": date(2024, 6, 30), "valor": Decimal(1_000_000), "volume_m3": Decimal(200)}],
    }
    given = evidence_of(tables, {**CONFIG, "year": 2024}, load())
    found = pace(given, load(), Question(2024), Asked(date(2024, 7, 31), expected_sales=1_000_000_00))
    assert (found.minimum, found.minimum_source) == (None, "")
    assert [need.minimum for need in found.needs] == [40, 45, 50, 55, 60]
    assert [need.target for need in found.needs] == [400_000, 450_000, 500_000, 550_000, 600_000]
    lines = list(pace_lines(found, lang))
    assert any("--minimum" in line for line in lines)
    assert len([line for line in lines if line.startswith(("  40", "  45", "  50", "  55", "  60"))]) == 5
