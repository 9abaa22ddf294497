"""Shares of accepted purchases by one criterion: horizontal bars on the scale 0–100 %, each with its figure."""

from __future__ import annotations

from fractions import Fraction

from lastro.render.charts import palette, svg
from lastro.render.charts.model import Chart, Share, Shares
from lastro.statement.catalogue import Lang, text

_LABEL_ROOM = 600
_PLOT_LEFT = 620
_PLOT_WIDTH = 860
_ROW, _BAR = 62, 34
_WHOLE = Fraction(100)


def draw_shares(data: Shares, lang: Lang) -> Chart:
    """The picture and its words."""
    height = _ROW * len(data.parts) + 8
    spoken = alternative(data, lang)
    drawn = [svg.segment(_PLOT_LEFT, 0, _PLOT_LEFT, height - 8, palette.MUTED, 3)]
    for index, part in enumerate(data.parts):
        drawn.extend(_row(part, index * _ROW))
    name = f"shares-{data.key}"
    return Chart(name, data.title, svg.picture(name, height, data.title, spoken, *drawn), spoken)


def alternative(data: Shares, lang: Lang) -> str:
    """The chart in one paragraph, largest part first."""
    told = [text("charts.part", lang, {"label": part.label, "figure": part.text}) for part in data.parts]
    return text("charts.shares.alternative", lang, {"title": data.title, "parts": "; ".join(told)})


def _row(part: Share, y: int) -> list[str]:
    top, base = y + (_ROW - _BAR) // 2, y + 42
    label = svg.clipped(part.label, svg.BODY, _LABEL_ROOM)
    return [
        svg.words(0, base, label, palette.INK),
        svg.rectangle(_PLOT_LEFT, top, _PLOT_WIDTH, _BAR, palette.PAPER, palette.GRID),
        svg.rectangle(
            _PLOT_LEFT,
            top,
            svg.place(part.value, Fraction(0), _WHOLE, _PLOT_WIDTH),
            _BAR,
            palette.TOTAL,
            title=part.text,
        ),
        svg.words(svg.PAGE_WIDTH, base, part.text, palette.INK, anchor="end", weight=600),
    ]
