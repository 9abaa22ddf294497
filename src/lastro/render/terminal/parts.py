"""The figures of the page: percentages, items, caps, multipliers, shares. A part without lines is left out."""

from __future__ import annotations

from collections.abc import Mapping

from lastro.render import labels, words
from lastro.render.answer import (
    AFTER_RISK,
    DECLARED,
    MARGIN,
    MARGIN_AFTER_RISK,
    MARGIN_VALUE,
    MARGIN_VALUE_AFTER_RISK,
    MINIMUM,
    met,
)
from lastro.render.sections import RESULT, section_of, sections
from lastro.render.terminal.writer import BAD, GOOD, WARN, Cell, Head, Styled, Writer
from lastro.statement.catalogue import text
from lastro.statement.model import Line, Statement

_ITEMS = ("I", "II", "III", "IV", "V", "a", "b", "c", "ater", "other", "family", "costs")

_ORIGIN = "selo.region."
_OF_ORIGIN = ("base", "weighted", "percentage", "required")

Lines = Mapping[str, Line]


def _lines(statement: Statement) -> Lines:
    return {line.id: line for line in statement.lines}


def _value(lines: Lines, line_id: str, writer: Writer) -> str:
    return words.line_value(lines[line_id], writer.lang) if line_id in lines else words.ABSENT


def figures(writer: Writer, statement: Statement) -> None:
    """The two figures side by side: percentage, minimum, margin in points and in reais."""
    lines = _lines(statement)
    if DECLARED not in lines or MINIMUM not in lines:
        return
    mark = labels.evidence_mark(lines[MINIMUM].evidence, writer.lang) or words.ABSENT
    rows = (
        (writer.say("percentage"), DECLARED, AFTER_RISK),
        (writer.say("minimum", {"evidence": mark}), MINIMUM, MINIMUM),
        (writer.say("margin_points"), MARGIN, MARGIN_AFTER_RISK),
        (writer.say("margin_value"), MARGIN_VALUE, MARGIN_VALUE_AFTER_RISK),
    )
    heads = (Head(""), Head(writer.say("declared"), "right"), Head(writer.say("after_risk"), "right"))
    styles = [_state(lines.get(name)) for name in (MARGIN, MARGIN_AFTER_RISK)]
    writer.gap()
    writer.table(heads, [_figure_row(writer, lines, row, styles) for row in rows])


def _state(margin: Line | None) -> str:
    return {True: GOOD, False: BAD, None: ""}[met(margin)]


def _figure_row(writer: Writer, lines: Lines, row: tuple[str, str, str], styles: list[str]) -> list[Cell]:
    label, *ids = row
    shown = (_value(lines, line_id, writer) for line_id in ids)
    return [label, *(Styled(value, style) for value, style in zip(shown, styles, strict=True))]


def tried(writer: Writer, statement: Statement) -> None:
    """The margin to each minimum that the law may have, while its own is not known."""
    lines = _lines(statement)
    start = "selo.margin_at."
    found = [line_id.removeprefix(start) for line_id in lines if line_id.startswith(start)]
    if not found:
        return
    writer.heading(text("sections.tried", writer.lang))
    heads = [Head(writer.say(f"tried_{name}"), "right") for name in ("minimum", "points", "value")]
    writer.table(heads, [_tried_row(writer, lines, minimum) for minimum in found])


def _tried_row(writer: Writer, lines: Lines, minimum: str) -> list[Cell]:
    line = lines[f"selo.margin_at.{minimum}"]
    style = _state(line)
    shown = (_value(lines, f"selo.{name}_at.{minimum}", writer) for name in ("margin", "margin_value"))
    return [words.percent(minimum, writer.lang), *(Styled(value, style) for value in shown)]


def items(writer: Writer, statement: Statement) -> None:
    """Items of spending: accepted, counted after the caps, weighted; then numerator and denominator."""
    lines = _lines(statement)
    present = [item for item in _ITEMS if f"selo.item.{item}" in lines]
    if not present:
        return
    writer.heading(text("sections.items", writer.lang))
    heads = [Head(writer.say("item"), share=1)]
    heads += [Head(writer.say(name), "right") for name in ("accepted", "counted", "weighted")]
    rows = [_item_row(writer, lines, item) for item in present]
    writer.table(heads, rows)
    totals = [line for line in ("selo.numerator", "selo.denominator") if line in lines]
    writer.gap()
    writer.table(
        (Head(writer.say("result"), share=1), Head("", "right")),
        [[labels.line_label(lines[name], writer.lang), _value(lines, name, writer)] for name in totals],
    )


def _item_row(writer: Writer, lines: Lines, item: str) -> list[Cell]:
    """Item I is accepted, then counted after the caps; the others are accepted apart and are what the caps left."""
    line_id = f"selo.item.{item}"
    first = f"{line_id}.accepted" if f"{line_id}.accepted" in lines else line_id
    counted = f"{line_id}.counted" if f"{line_id}.counted" in lines else line_id
    values = [_value(lines, name, writer) for name in (first, counted, f"{line_id}.weighted")]
    return [labels.line_label(lines[line_id], writer.lang), *values]


def caps(writer: Writer, statement: Statement) -> None:
    """What each cap allowed, kept and cut."""
    lines = _lines(statement)
    names = [name.removesuffix(".cut") for name in lines if name.startswith("selo.cap.") and name.endswith(".cut")]
    if not names:
        return
    writer.heading(text("sections.caps", writer.lang))
    heads = [Head(writer.say("cap"), share=1)]
    heads += [Head(writer.say(name), "right") for name in ("limit", "kept", "cut")]
    writer.table(heads, [_cap_row(writer, lines, name) for name in names])


def _cap_row(writer: Writer, lines: Lines, name: str) -> list[Cell]:
    cut = lines.get(f"{name}.cut")
    bites = cut is not None and (cut.value or "").strip("-0.") != ""
    within = "within" if f"{name}.within" in lines else "kept"
    values = [_value(lines, f"{name}.{part}", writer) for part in ("limit", within, "cut")]
    return [
        text(f"caps.{name.removeprefix('selo.cap.')}", writer.lang),
        *values[:2],
        Styled(values[2], WARN if bites else ""),
    ]


def multipliers(writer: Writer, statement: Statement) -> None:
    """What each multiplier added."""
    found = [line for line in statement.lines if section_of(line) == "multipliers"]
    if found:
        writer.heading(text("sections.multipliers", writer.lang))
        _plain_lines(writer, found)


def shares(writer: Writer, statement: Statement) -> None:
    """Purchases by region, product and kind of supplier: reais and share."""
    lines = _lines(statement)
    for name in ("region", "product", "supplier_kind"):
        start = f"selo.share.{name}."
        values = [line_id.removeprefix(start) for line_id in lines if line_id.startswith(start)]
        if values:
            writer.heading(text(f"sections.{name}", writer.lang))
            heads = (
                Head("", share=1),
                Head(writer.say("accepted"), "right"),
                Head(writer.say("share"), "right"),
            )
            writer.table(heads, [_share_row(writer, lines, name, value) for value in values])


def _share_row(writer: Writer, lines: Lines, name: str, value: str) -> list[Cell]:
    amounts = [
        line_id for line_id in (f"selo.purchases.{name}.{value}", f"selo.amount.{name}.{value}") if line_id in lines
    ]
    amount = _value(lines, amounts[0], writer) if amounts else words.ABSENT
    return [labels.vocabulary(name, value, writer.lang), amount, _value(lines, f"selo.share.{name}.{value}", writer)]


def origins(writer: Writer, statement: Statement) -> None:
    """Each region of origin: what was bought, what of it weighs, its percentage and what it requires."""
    lines = _lines(statement)
    regions = [name.split(".")[2] for name in lines if name.startswith(_ORIGIN) and name.endswith(".percentage")]
    if not regions:
        return
    writer.heading(text("sections.origins", writer.lang))
    heads = [Head("", share=1), *(Head(writer.say(f"origin_{name}"), "right") for name in _OF_ORIGIN)]
    rows = [[labels.vocabulary("region_group", region, writer.lang), *_of_origin(writer, lines, region)]
            for region in regions]  # fmt: skip
    writer.table(heads, rows)


def _of_origin(writer: Writer, lines: Lines, region: str) -> list[str]:
    return [_value(lines, f"{_ORIGIN}{region}.{name}", writer) for name in _OF_ORIGIN]


def other_lines(writer: Writer, statement: Statement) -> None:
    """Result lines that no other part shows."""
    shown = {DECLARED, AFTER_RISK, MINIMUM, MARGIN, MARGIN_AFTER_RISK, MARGIN_VALUE, MARGIN_VALUE_AFTER_RISK}
    shown |= {"selo.numerator", "selo.denominator"}
    for name, found in sections(statement):
        rest = [line for line in found if line.id not in shown]
        if name in (RESULT, "count") and rest:
            writer.heading(text(f"terminal.other.{name}", writer.lang))
            _plain_lines(writer, rest)


def _plain_lines(writer: Writer, found: list[Line]) -> None:
    rows = [[labels.line_label(line, writer.lang), words.line_value(line, writer.lang)] for line in found]
    writer.table((Head("", share=1), Head("", "right")), rows)
