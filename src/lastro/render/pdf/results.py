"""The figures with their articles: items I to V, multipliers, caps, percentage; shares and pace with their charts.

Each line stands beside its twin after risk, so that both figures are read in one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from lastro.render import words
from lastro.render.charts import ChartData, Pace, Shares, draw_pace, draw_shares
from lastro.render.labels import AFTER_RISK, evidence_mark, line_label
from lastro.render.pdf import blocks
from lastro.render.pdf.blocks import Block
from lastro.render.pdf.law import provisions, understood
from lastro.render.sections import RESULT, section_of
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Line, Statement

# The order of the law. Lines that another section shows (charts with their tables, parameters) are left to it.
_GROUPS = ("items", "multipliers", "caps", RESULT, "count")
_ELSEWHERE = ("selo.share.", "selo.amount.", "selo.purchases.", "selo.month.", "selo.minimum_value", "law.")
_STRONG = frozenset({"selo.numerator", "selo.denominator", "selo.weighted_percentage", "selo.item.I.weighted"})
_LONGEST_VALUE = 22
_ITEMS = ("I", "II", "III", "IV", "V")


def result_blocks(statement: Statement, lang: Lang) -> list[Block]:
    """One table per group of lines."""
    lines = {line.id: line for line in statement.lines}
    twins = {line_id: twin for line_id in lines for twin in _twins(line_id) if twin in lines}
    shown = [line for line in statement.lines if line.id not in twins.values() and not line.id.startswith(_ELSEWHERE)]
    after_risk = {line_id: words.line_value(lines[twin], lang) for line_id, twin in twins.items()}
    found: list[Block] = [understood(statement.regime, lang)]
    width = _value_width([words.line_value(line, lang) for line in statement.lines])
    for name in _GROUPS:
        members = sorted((line for line in shown if section_of(line) == name), key=_by_item)
        if members:
            found.append(blocks.heading(text(f"sections.{name}", lang)))
            found.append(_table(members, after_risk, statement.regime, width, lang))
    return found


def tried_blocks(statement: Statement, lang: Lang) -> list[Block]:
    """The margin to each minimum that the law may have, while its own is not known."""
    lines = {line.id: line for line in statement.lines}
    start = "selo.margin_at."
    minimums = [line_id.removeprefix(start) for line_id in lines if line_id.startswith(start)]
    rows = [
        blocks.row(
            (
                words.percent(minimum, lang),
                words.line_value(lines[f"selo.margin_at.{minimum}"], lang),
                words.line_value(lines[f"selo.margin_value_at.{minimum}"], lang),
            )
        )
        for minimum in minimums
    ]
    if not rows:
        return []
    columns = [
        blocks.column(text(f"terminal.tried_{name}", lang), align="right") for name in ("minimum", "points", "value")
    ]
    return [blocks.heading(text("sections.tried", lang)), blocks.table(columns, rows, size="compact")]


def _value_width(values: Sequence[str]) -> int:
    """Equal columns in all tables, unless an amount is too long for them."""
    return 0 if max(map(len, values), default=0) > _LONGEST_VALUE else 9


def _twins(line_id: str) -> tuple[str, str]:
    """The ids that the same line after risk may have."""
    return f"{line_id}_after_risk", AFTER_RISK + line_id.removeprefix("selo.")


def _by_item(line: Line) -> int:
    """Items in the order of the law; other lines keep their order."""
    parts = line.id.split(".")
    return _ITEMS.index(parts[2]) if parts[1] == "item" and parts[2] in _ITEMS else len(_ITEMS)


def _table(lines: Sequence[Line], after_risk: Mapping[str, str], regime: str, width: int, lang: Lang) -> Block:
    """Lines with what they are called, where the law says so, how well it is known and both values."""
    columns = [
        blocks.column(text("pdf.column.line", lang), width=17),
        blocks.column(text("pdf.column.provision", lang), width=11),
        blocks.column(text("pdf.column.mark", lang), width=6),
        blocks.column(text("pdf.column.declared", lang), align="right", width=width),
        blocks.column(text("pdf.column.after_risk", lang), align="right", width=width),
    ]
    rows = [
        blocks.row(
            (
                line_label(line, lang),
                provisions(line.cites, regime, lang),
                evidence_mark(line.evidence, lang),
                words.line_value(line, lang),
                after_risk.get(line.id, ""),
            ),
            strong=line.id in _STRONG,
        )
        for line in lines
    ]
    return blocks.table(columns, rows, size="compact")


def share_blocks(data: ChartData, lang: Lang) -> list[Block]:
    """A picture and a table per criterion."""
    return [block for shares in data.shares for block in _shares(shares, lang)]


def _shares(shares: Shares, lang: Lang) -> Iterator[Block]:
    yield blocks.heading(shares.title)
    yield blocks.picture(draw_shares(shares, lang))
    columns = [
        blocks.column(shares.heading, width=5),
        blocks.column(text("pdf.column.amount", lang), align="right", width=2),
        blocks.column(text("pdf.column.share", lang), align="right", width=2),
    ]
    yield blocks.table(columns, [blocks.row((part.label, part.amount, part.text)) for part in shares.parts])


def pace_blocks(data: ChartData, lang: Lang) -> list[Block]:
    """The year month by month: picture and table."""
    return _pace(data.pace, lang) if data.pace else []


def _pace(pace: Pace, lang: Lang) -> list[Block]:
    columns = [
        blocks.column(text("pdf.column.month", lang), width=4),
        blocks.column(text("pdf.column.accepted", lang), align="right", width=2),
        blocks.column(text("pdf.column.cumulative", lang), align="right", width=2),
    ]
    rows = [blocks.row((month.name, month.accepted_text, month.cumulative_text)) for month in pace.months]
    return [blocks.picture(draw_pace(pace, lang)), blocks.table(columns, rows)]
