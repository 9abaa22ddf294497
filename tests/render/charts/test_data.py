"""Which lines each chart shows, and what it does when they are absent or do not add up."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from lastro.render.charts import Role, chart_data
from lastro.render.charts.data import leads
from lastro.statement.model import Statement
from tests.render.charts.scene import MULTIPLIERS, scene
from tests.statement.sample import sample


def without(statement: Statement, *beginnings: str) -> Statement:
    return replace(statement, lines=tuple(line for line in statement.lines if not line.id.startswith(beginnings)))


def test_the_waterfall_goes_from_purchases_to_the_percentage_in_the_order_of_the_law() -> None:
    waterfall = chart_data(scene(), "pt").waterfall
    assert waterfall is not None
    assert [step.line.removeprefix("selo.") for step in waterfall.steps] == [
        "item.I",
        "cap.corn.cut",
        "cap.corn_and_inputs.cut",
        "item.I.counted",
        *(f"multiplier.{name}.added" for name in MULTIPLIERS),
        "item.I.weighted",
        "item.II",
        "item.III",
        "item.IV",
        "item.V",
        "multiplier.donation_research.added",
        "numerator",
        "denominator",
        "weighted_percentage",
    ]


def test_every_sum_of_the_waterfall_is_reached_by_its_steps() -> None:
    waterfall = chart_data(scene(), "pt").waterfall
    assert waterfall is not None
    level = waterfall.steps[0].value
    for step in waterfall.steps[1:]:
        if step.role is Role.TOTAL:
            assert leads(level, (), step.value), step.line
        level += step.value if step.role is Role.DELTA else 0


def test_a_stretch_that_does_not_add_up_is_drawn_without_its_steps() -> None:
    waterfall = chart_data(sample(60), "pt").waterfall  # its multipliers are shown one by one and overlap
    assert waterfall is not None
    lines = [step.line for step in waterfall.steps]
    assert not any(line.startswith("selo.multiplier.priority_origin") for line in lines)
    assert lines.index("selo.item.I.weighted") == lines.index("selo.item.I.counted") + 1


def test_a_sum_rounded_to_the_centavo_still_follows_from_exact_steps() -> None:
    assert leads(Fraction(1), (Fraction(1, 3),), Fraction("1.33"))
    assert not leads(Fraction(1), (Fraction(1, 3),), Fraction("1.32"))


def test_what_a_cap_cuts_is_printed_with_its_sign() -> None:
    waterfall = chart_data(scene(), "pt").waterfall
    assert waterfall is not None
    cut = next(step for step in waterfall.steps if step.line == "selo.cap.corn.cut")
    assert cut.text.startswith("-R$")
    assert cut.value == -Fraction(scene().line("selo.cap.corn.cut").exact)


def test_parts_stand_largest_first_with_their_amount() -> None:
    region, product, supplier = chart_data(scene(), "en").shares
    assert [shares.key for shares in (region, product, supplier)] == ["region", "product", "supplier"]
    values = [part.value for part in region.parts]
    assert values == sorted(values, reverse=True)
    assert all(part.amount.startswith("R$") for part in region.parts)
    assert {part.label for part in supplier.parts} == {"family farmer", "family farming cooperative"}


def test_parts_of_nothing_are_not_drawn() -> None:
    region = chart_data(scene(), "pt").shares[0]
    assert all(part.value > 0 for part in region.parts)
    assert "selo.share.region.SE" not in {part.line for part in region.parts}


def test_the_pace_has_twelve_months_and_the_minimum() -> None:
    pace = chart_data(scene(), "pt").pace
    assert pace is not None
    assert [month.name for month in pace.months][:3] == ["jan", "fev", "mar"]
    assert pace.minimum is not None
    assert pace.minimum.value == 51


def test_charts_whose_lines_are_absent_are_left_out() -> None:
    bare = without(scene(), "selo.month.", "selo.share.", "selo.item.", "selo.numerator")
    data = chart_data(bare, "pt")
    assert data.waterfall is None
    assert data.shares == ()
    assert data.pace is None


def test_a_month_with_only_one_of_its_two_lines_is_left_out() -> None:
    data = chart_data(without(scene(), "selo.month.05.accepted"), "pt")
    assert data.pace is not None
    assert len(data.pace.months) == 11
