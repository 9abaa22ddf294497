"""Which lines of a statement each chart shows. Figures arrive in words; exact values serve the geometry only.

A chart whose lines the statement does not have is left out. A stretch of the waterfall whose steps do not lead to the
next sum (to the centavo: sums may be rounded, steps are exact) is drawn without its steps: a picture must not claim a
sum that is not one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import groupby

from lastro.render import words
from lastro.render.charts.model import ChartData, Limit, Month, Pace, Role, Share, Shares, Step, Waterfall
from lastro.render.labels import line_label, vocabulary
from lastro.statement.catalogue import Lang, has_text, text
from lastro.statement.model import Line, Statement

# Sums of the waterfall, each after the steps that lead to it; "-" marks a line that states how much is taken away.
_STRETCHES: tuple[tuple[tuple[str, ...], str], ...] = (
    ((), "selo.item.I.declared"),
    (("-selo.item.I.blocked", "-selo.cap.yield.cut", "-selo.cap.income.cut"), "selo.item.I"),
    (("-selo.cap.corn.cut", "-selo.cap.corn_and_inputs.cut"), "selo.item.I.counted"),
    (
        (
            "selo.multiplier.priority_origin.added",
            "selo.multiplier.diversified.added",
            "selo.multiplier.own_region.added",
            "selo.multiplier.cooperative.added",
        ),
        "selo.item.I.weighted",
    ),
    (
        (
            "selo.item.II",
            "selo.item.III",
            "selo.item.IV",
            "selo.item.V",
            "-selo.cap.spending.cut",
            "selo.multiplier.donation_research.added",
        ),
        "selo.numerator",
    ),
)
_CENTAVO = Fraction(1, 100)
_NOTES = ("selo.denominator", "selo.weighted_percentage")
_AMOUNTS = ("selo.amount", "selo.purchases")
_CRITERIA = (("region", ("region",)), ("product", ("product",)), ("supplier", ("supplier", "supplier_kind")))


def chart_data(statement: Statement, lang: Lang) -> ChartData:
    """What the charts of `statement` show. Absent lines leave their chart out."""
    lines = {line.id: line for line in statement.lines if line.value is not None}
    shares = (_shares(lines, key, names, lang) for key, names in _CRITERIA)
    return ChartData(
        waterfall=_waterfall(lines, lang),
        shares=tuple(found for found in shares if found.parts),
        pace=_pace(lines, lang),
    )


def exact(line: Line) -> Fraction:
    """The exact value of a line in the unit shown."""
    return Fraction(line.exact or line.value or "0")


def _waterfall(lines: Mapping[str, Line], lang: Lang) -> Waterfall | None:
    steps: list[Step] = []
    for wanted, total in _STRETCHES:
        if total in lines:
            steps.extend(_stretch(lines, steps, wanted, total, lang))
    if len(steps) < 2:
        return None
    notes = [
        Step(name, _named(lines[name], lang), words.line_value(lines[name], lang), Fraction(0), Role.NOTE)
        for name in _NOTES
        if name in lines
    ]
    return Waterfall(text("charts.waterfall.title", lang), (*steps, *notes), _minimum_amount(lines, lang))


def _stretch(
    lines: Mapping[str, Line], before: list[Step], wanted: tuple[str, ...], total: str, lang: Lang
) -> list[Step]:
    reached = Step(
        total,
        _named(lines[total], lang),
        words.line_value(lines[total], lang),
        exact(lines[total]),
        Role.TOTAL,
    )
    deltas = [_delta(lines[name.removeprefix("-")], name, lang) for name in wanted if name.removeprefix("-") in lines]
    moved = [delta for delta in deltas if delta.value]
    explains = bool(before) and leads(before[-1].value, (delta.value for delta in moved), reached.value)
    return [*moved, reached] if explains else [reached]


def leads(start: Fraction, steps: Iterable[Fraction], end: Fraction) -> bool:
    """Whether the steps lead from `start` to `end`, but for the rounding of a sum to centavos."""
    return abs(start + sum(steps) - end) < _CENTAVO


def _named(line: Line, lang: Lang) -> str:
    """A short name for a step; the label of the line where the catalogue has none."""
    short = f"charts.waterfall.step.{line.id}"
    return text(short, lang) if has_text(short) else line_label(line, lang)


def _delta(line: Line, name: str, lang: Lang) -> Step:
    taken = name.startswith("-")
    printed = words.money(f"-{line.value}" if taken else str(line.value), lang)
    return Step(line.id, _named(line, lang), printed, -exact(line) if taken else exact(line), Role.DELTA)


def _minimum_amount(lines: Mapping[str, Line], lang: Lang) -> Limit | None:
    if "selo.minimum_value" not in lines:
        return None
    line = lines["selo.minimum_value"]
    printed = words.line_value(line, lang)
    return Limit(text("charts.waterfall.minimum", lang, {"figure": printed}), exact(line))


def _shares(lines: Mapping[str, Line], key: str, names: Iterable[str], lang: Lang) -> Shares:
    prefixes = tuple(f"selo.share.{name}." for name in names)
    found = [line for line_id, line in lines.items() if line_id.startswith(prefixes) and exact(line)]
    found.sort(key=lambda line: (-exact(line), line.id))
    return Shares(
        key,
        text(f"charts.shares.{key}.title", lang),
        text(f"charts.shares.{key}.heading", lang),
        tuple(_share(line, lines, lang) for line in found),
    )


def _share(line: Line, lines: Mapping[str, Line], lang: Lang) -> Share:
    tail = line.id.removeprefix("selo.share")
    amounts = [words.line_value(lines[f"{prefix}{tail}"], lang) for prefix in _AMOUNTS if f"{prefix}{tail}" in lines]
    _, name, value = tail.split(".", 2)
    label = vocabulary(name, value, lang)
    return Share(line.id, label, exact(line), words.line_value(line, lang), amounts[0] if amounts else "")


def _pace(lines: Mapping[str, Line], lang: Lang) -> Pace | None:
    of_months = sorted(line_id for line_id in lines if line_id.startswith("selo.month."))
    months = [
        _month(number, lines, lang)
        for number, ids in groupby(of_months, key=lambda line_id: line_id.split(".")[2])
        if {f"selo.month.{number}.accepted", f"selo.month.{number}.cumulative_percentage"} <= set(ids)
    ]
    if len(months) < 2:
        return None
    return Pace(text("charts.pace.title", lang), tuple(months), _minimum_percentage(lines, lang))


def _month(number: str, lines: Mapping[str, Line], lang: Lang) -> Month:
    accepted = lines[f"selo.month.{number}.accepted"]
    cumulative = lines[f"selo.month.{number}.cumulative_percentage"]
    return Month(
        text(f"charts.month.{number}", lang),
        exact(accepted),
        words.line_value(accepted, lang),
        exact(cumulative),
        words.line_value(cumulative, lang),
    )


def _minimum_percentage(lines: Mapping[str, Line], lang: Lang) -> Limit | None:
    if "selo.minimum_percentage" not in lines:
        return None
    line = lines["selo.minimum_percentage"]
    printed = words.line_value(line, lang)
    return Limit(text("charts.pace.minimum", lang, {"figure": printed}), exact(line))
