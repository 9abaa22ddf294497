"""The year month by month: above, the percentage reached at the end of each month against the minimum; below, the
purchases accepted in it. Two panels with one axis of time, never two scales on one panel."""

from __future__ import annotations

from fractions import Fraction

from lastro.render.charts import palette, svg
from lastro.render.charts.model import Chart, Month, Pace
from lastro.statement.catalogue import Lang, text

_LEFT, _RIGHT = 60, 1640
_LINE_TOP, _LINE_BASE = 130, 480
_BARS_TOP, _BARS_BASE = 580, 740
_BAR = 70
_HEIGHT = 800


def draw_pace(data: Pace, lang: Lang) -> Chart:
    """The picture and its words."""
    spoken = alternative(data, lang)
    drawn = [
        *_frame(lang),
        *_minimum(data),
        *_line(data),
        *_bars(data),
    ]
    return Chart("pace", data.title, svg.picture("pace", _HEIGHT, data.title, spoken, *drawn), spoken)


def alternative(data: Pace, lang: Lang) -> str:
    """The chart in one paragraph: month, purchases, percentage reached."""
    told = [
        text(
            "charts.pace.part",
            lang,
            {"month": month.name, "accepted": month.accepted_text, "cumulative": month.cumulative_text},
        )
        for month in data.months
    ]
    if data.minimum:
        told.append(data.minimum.label)
    return text("charts.pace.alternative", lang, {"title": data.title, "parts": "; ".join(told)})


def _centre(index: int, count: int) -> int:
    return _LEFT + (2 * index + 1) * (_RIGHT - _LEFT) // (2 * count)


def _frame(lang: Lang) -> list[str]:
    return [
        svg.segment(_LEFT, _LINE_BASE, _RIGHT, _LINE_BASE, palette.MUTED, 3),
        svg.segment(_LEFT, _BARS_BASE, _RIGHT, _BARS_BASE, palette.MUTED, 3),
        svg.words(_LEFT, 28, text("charts.pace.reached", lang), palette.MUTED, size=svg.SMALL),
        svg.words(_LEFT, _BARS_TOP - 26, text("charts.pace.accepted", lang), palette.MUTED, size=svg.SMALL),
    ]


def _top(data: Pace) -> Fraction:
    reached = [month.cumulative for month in data.months] + ([data.minimum.value] if data.minimum else [])
    return max([Fraction(0), *reached])


def _y(value: Fraction, top: Fraction) -> int:
    return _LINE_BASE - svg.place(value, Fraction(0), top, _LINE_BASE - _LINE_TOP)


def _minimum(data: Pace) -> list[str]:
    if not data.minimum:
        return []
    y = _y(data.minimum.value, _top(data))
    return [
        svg.segment(_LEFT, y, _RIGHT, y, palette.LIMIT, 4, "14 10"),
        svg.words(_LEFT, y - 16, data.minimum.label, palette.LIMIT, size=svg.SMALL, weight=600),
    ]


def _line(data: Pace) -> list[str]:
    top, count = _top(data), len(data.months)
    spots = [(_centre(i, count), _y(month.cumulative, top)) for i, month in enumerate(data.months)]
    path = " ".join(f"{x},{y}" for x, y in spots)
    drawn = [svg.element("polyline", {"points": path, "fill": "none", "stroke": palette.TOTAL, "stroke-width": 6})]
    for (x, y), month in zip(spots, data.months, strict=True):
        told = svg.element("title", {}, svg.content(month.cumulative_text))
        drawn.append(svg.element("circle", {"cx": x, "cy": y, "r": 11, "fill": palette.TOTAL}, told))
        # up and to the left: a sum that only grows leaves that side free
        drawn.append(svg.words(x + 8, y - 22, month.cumulative_text, palette.INK, size=svg.SMALL - 3, anchor="end"))
    return drawn


def _bars(data: Pace) -> list[str]:
    count, top = len(data.months), max([Fraction(0), *(month.accepted for month in data.months)])
    drawn: list[str] = []
    for index, month in enumerate(data.months):
        x = _centre(index, count)
        drawn.append(_month_bar(month, x, top))
        drawn.append(svg.words(x, _BARS_BASE + 42, month.name, palette.INK, size=svg.SMALL, anchor="middle"))
    return drawn


def _month_bar(month: Month, x: int, top: Fraction) -> str:
    tall = svg.place(max(month.accepted, Fraction(0)), Fraction(0), top, _BARS_BASE - _BARS_TOP)
    return svg.rectangle(x - _BAR // 2, _BARS_BASE - tall, _BAR, tall, palette.TOTAL, title=month.accepted_text)
