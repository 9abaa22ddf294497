"""Pictures: whole-number geometry, no styles, words that stand for them, colours that can be read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from lastro.render.charts import (
    Chart,
    Pace,
    Role,
    Shares,
    Step,
    Waterfall,
    chart_data,
    draw_pace,
    draw_shares,
    draw_waterfall,
    palette,
    svg,
)
from lastro.statement.catalogue import LANGS, Lang
from tests.render.charts.scene import scene

SVG = "{http://www.w3.org/2000/svg}"
GEOMETRY = ("x", "y", "width", "height", "x1", "y1", "x2", "y2", "cx", "cy", "r")


def charts(lang: Lang) -> list[Chart]:
    data = chart_data(scene(), lang)
    assert data.waterfall is not None
    assert data.pace is not None
    return [
        draw_waterfall(data.waterfall, lang),
        draw_pace(data.pace, lang),
        *(draw_shares(shares, lang) for shares in data.shares),
    ]


def elements(chart: Chart) -> Iterator[etree._Element]:
    return etree.fromstring(chart.svg.encode()).iter()


@pytest.mark.parametrize("lang", LANGS)
def test_geometry_is_whole_numbers_inside_the_picture(lang: Lang) -> None:
    for chart in charts(lang):
        root = etree.fromstring(chart.svg.encode())
        _, _, width, height = map(int, root.get("viewBox").split())
        for element in root.iter():
            values = {name: int(element.get(name)) for name in GEOMETRY if element.get(name)}
            assert all(value >= 0 for value in values.values()), etree.tostring(element)
            assert values.get("x", 0) + values.get("width", 0) <= width
            assert values.get("y", 0) + values.get("height", 0) <= height


@pytest.mark.parametrize("lang", LANGS)
def test_no_markup_needs_a_style_or_a_script(lang: Lang) -> None:
    for chart in charts(lang):
        for element in elements(chart):
            assert element.tag not in (f"{SVG}style", f"{SVG}script", f"{SVG}foreignObject")
            assert not [name for name in element.attrib if name == "style" or name.startswith("on")]


@pytest.mark.parametrize("lang", LANGS)
def test_a_screen_reader_hears_title_and_every_figure(lang: Lang) -> None:
    for chart in charts(lang):
        root = etree.fromstring(chart.svg.encode())
        assert root.get("role") == "img"
        title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
        assert root.get("aria-labelledby").split() == [title.get("id"), description.get("id")]
        assert title.text == chart.title
        assert description.text == " ".join(chart.alternative.split())
        shown = {text.text for text in root.iter(f"{SVG}text") if re.search(r"\d", text.text or "")}
        assert all(figure.removeprefix("mínimo ").removeprefix("minimum ") in chart.alternative.replace("\u00a0", " ")
                   for figure in (text.replace("\u00a0", " ") for text in shown))  # fmt: skip


def luminance(colour: str) -> float:
    """Relative luminance of WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("colour", palette.READABLE)
def test_every_colour_can_be_read_on_paper(colour: str) -> None:
    assert (luminance(palette.PAPER) + 0.05) / (luminance(colour) + 0.05) >= 4.5


def test_deductions_are_told_apart_without_colour() -> None:
    steps = (
        Step("a", "A", "R$ 2", Fraction(2), Role.TOTAL),
        Step("b", "B", "-R$ 1", Fraction(-1), Role.DELTA),
        Step("c", "C", "R$ 1", Fraction(1), Role.TOTAL),
    )
    chart = draw_waterfall(Waterfall("T", steps), "pt")
    fills = [bar.get("fill") for bar in elements(chart) if bar.tag == f"{SVG}rect"]
    assert fills == [palette.TOTAL, palette.PAPER, palette.TOTAL]


def test_a_bar_is_as_long_as_its_value() -> None:
    steps = (
        Step("a", "A", "R$ 4", Fraction(4), Role.TOTAL),
        Step("b", "B", "R$ 4", Fraction(4), Role.DELTA),
        Step("c", "C", "R$ 8", Fraction(8), Role.TOTAL),
    )
    chart = draw_waterfall(Waterfall("T", steps), "pt")
    first, second, third = (
        (int(bar.get("x")), int(bar.get("width"))) for bar in elements(chart) if bar.tag == f"{SVG}rect"
    )
    assert abs(first[1] - second[1]) <= 1  # whole units
    assert first[1] + second[1] == third[1]
    assert second[0] == first[0] + first[1]


def test_a_year_without_purchases_is_still_a_picture() -> None:
    data = chart_data(scene(), "pt").pace
    assert data is not None
    idle = tuple(replace(month, accepted=Fraction(0), cumulative=Fraction(0)) for month in data.months)
    assert etree.fromstring(draw_pace(Pace(data.title, idle), "pt").svg.encode()).tag == f"{SVG}svg"


@given(st.text(max_size=60))
def test_no_name_can_break_out_of_the_markup(name: str) -> None:
    part = replace(chart_data(scene(), "pt").shares[0].parts[0], label=name)
    chart = draw_shares(Shares("region", name, "", (part,)), "pt")
    root = etree.fromstring(chart.svg.encode())
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg",
        "title",
        "desc",
        "line",
        "rect",
        "text",
    }


@given(st.text(max_size=80), st.integers(100, 800))
def test_a_label_keeps_to_its_room(label: str, room: int) -> None:
    shown = svg.clipped(label, svg.BODY, room)
    assert svg.width_of(shown, svg.BODY) <= room
    assert shown == " ".join(label.split()) or shown.endswith("…")
