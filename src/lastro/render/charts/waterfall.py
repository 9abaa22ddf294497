"""The waterfall: how the purchases of the year become the numerator, and the numerator the percentage.

Steps run downwards so that long labels fit; sums are filled bars from zero, additions and deductions hang from the
level before them, and a dashed mark shows the amount that the minimum asks for.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from lastro.render.charts import palette, svg
from lastro.render.charts.model import Chart, Limit, Role, Step, Waterfall
from lastro.statement.catalogue import Lang, text

_LABEL_ROOM = 540
_PLOT_LEFT = 560
_GAP = 40  # between the longest bar and the longest figure
_ROW, _BAR = 44, 26
_MARK = 46  # room above for what the mark of the minimum says
_SINK = 10  # from the middle of a row down to the baseline


@dataclass(frozen=True)
class _Scale:
    """Reais to units across."""

    low: Fraction
    high: Fraction
    width: int

    def x(self, value: Fraction) -> int:
        return _PLOT_LEFT + svg.place(value, self.low, self.high, self.width)


def draw_waterfall(data: Waterfall, lang: Lang) -> Chart:
    """The picture and its words."""
    levels, scale = _levels(data.steps), _scale(data)
    top = _MARK if data.minimum else 0
    height = top + _ROW * len(data.steps) + 12
    spoken = alternative(data, lang)
    drawn = [svg.segment(scale.x(Fraction(0)), top, scale.x(Fraction(0)), height - 12, palette.GRID, 3)]
    if data.minimum:
        drawn.extend(_minimum(data.minimum, scale, height))
    for index, (step, (before, after)) in enumerate(zip(data.steps, levels, strict=True)):
        y = top + index * _ROW
        drawn.extend(_row(step, y, scale.x(before), scale.x(after)))
        if _bar_follows(data.steps, index):
            drawn.append(_connector(scale.x(after), y))
    return Chart("waterfall", data.title, svg.picture("waterfall", height, data.title, spoken, *drawn), spoken)


def alternative(data: Waterfall, lang: Lang) -> str:
    """The chart in one paragraph: every step with its figure, then the minimum."""
    told = [text("charts.part", lang, {"label": step.label, "figure": step.text}) for step in data.steps]
    if data.minimum:
        told.append(data.minimum.label)
    return text("charts.waterfall.alternative", lang, {"title": data.title, "parts": "; ".join(told)})


def _levels(steps: tuple[Step, ...]) -> list[tuple[Fraction, Fraction]]:
    """Where each step starts and where it leads."""
    found: list[tuple[Fraction, Fraction]] = []
    level = Fraction(0)
    for step in steps:
        before = Fraction(0) if step.role is Role.TOTAL else level
        level = before if step.role is Role.NOTE else before + step.value
        found.append((before, level))
    return found


def _scale(data: Waterfall) -> _Scale:
    reached = [Fraction(0), *(after for _, after in _levels(data.steps))]
    if data.minimum:
        reached.append(data.minimum.value)
    figures = max(svg.width_of(step.text, svg.BODY) for step in data.steps)
    return _Scale(min(reached), max(reached), svg.PAGE_WIDTH - _PLOT_LEFT - _GAP - figures)


def _row(step: Step, y: int, start: int, end: int) -> list[str]:
    strong = 400 if step.role is Role.DELTA else 600
    label = svg.clipped(step.label, svg.BODY, _LABEL_ROOM)
    base = y + _ROW // 2 + _SINK
    drawn = [svg.words(0, base, label, palette.INK, weight=strong)]
    drawn.append(svg.words(svg.PAGE_WIDTH, base, step.text, _ink(step), anchor="end", weight=strong))
    if step.role is not Role.NOTE:
        drawn.append(_bar(step, y, start, end))
    return drawn


def _bar(step: Step, y: int, start: int, end: int) -> str:
    left, width = min(start, end), max(abs(end - start), 3)
    top = y + (_ROW - _BAR) // 2
    if step.role is Role.DELTA and step.value < 0:  # hollow: told apart without colour
        return svg.rectangle(left, top, width, _BAR, palette.PAPER, palette.REMOVED, title=step.text)
    return svg.rectangle(left, top, width, _BAR, _ink(step), title=step.text)


def _ink(step: Step) -> str:
    if step.role is Role.DELTA:
        return palette.REMOVED if step.value < 0 else palette.ADDED
    return palette.TOTAL


def _bar_follows(steps: tuple[Step, ...], index: int) -> bool:
    return index + 1 < len(steps) and Role.NOTE not in (steps[index].role, steps[index + 1].role)


def _connector(x: int, y: int) -> str:
    return svg.segment(x, y + (_ROW + _BAR) // 2, x, y + _ROW + (_ROW - _BAR) // 2, palette.MUTED)


def _minimum(minimum: Limit, scale: _Scale, height: int) -> list[str]:
    x = scale.x(minimum.value)
    room = svg.width_of(minimum.label, svg.SMALL) // 2
    centre = min(max(x, _PLOT_LEFT + room), svg.PAGE_WIDTH - room)
    return [
        svg.segment(x, _MARK - 8, x, height - 12, palette.LIMIT, 4, "14 10"),
        svg.words(centre, _MARK - 16, minimum.label, palette.LIMIT, size=svg.SMALL, anchor="middle", weight=600),
    ]
