"""Which lines of a statement belong together, and in which order people want to read them."""

from __future__ import annotations

from collections.abc import Iterable

from lastro.statement.model import Line, Statement

_SECTIONS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("after_risk", ("selo.after_risk.",)),
    ("items", ("selo.item.", "selo.spending", "selo.own_production", "selo.expected.")),
    ("origins", ("selo.region.",)),
    ("caps", ("selo.cap.",)),
    ("multipliers", ("selo.multiplier.",)),
    ("region", ("selo.share.region.", "selo.purchases.region.")),
    ("product", ("selo.share.product.", "selo.purchases.product.")),
    ("supplier_kind", ("selo.share.supplier_kind.", "selo.purchases.supplier_kind.")),
    ("month", ("selo.month.",)),
    ("tried", ("selo.margin_at.", "selo.margin_value_at.")),
    ("law", ("law.",)),
    ("count", ("selo.count.",)),
)
RESULT = "result"
ORDER = (
    RESULT,
    "tried",
    "items",
    "origins",
    "caps",
    "multipliers",
    "region",
    "product",
    "supplier_kind",
    "month",
    "count",
    "after_risk",
    "law",
)
"""The sections in reading order; their titles are `sections.<name>` of the catalogue."""


def section_of(line: Line) -> str:
    """The section of a line: the first whose ids begin as its own does, else the result."""
    return next((name for name, starts in _SECTIONS if line.id.startswith(starts)), RESULT)


def sections(statement: Statement) -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """The sections that have lines, in reading order, their lines in the statement's order."""
    grouped: dict[str, list[Line]] = {}
    for line in statement.lines:
        grouped.setdefault(section_of(line), []).append(line)
    return tuple((name, tuple(grouped[name])) for name in ORDER if name in grouped)


def stated(statement: Statement, ids: Iterable[str]) -> tuple[Line, ...]:
    """The lines with these ids that the statement has, in this order."""
    known = {line.id: line for line in statement.lines}
    return tuple(known[line_id] for line_id in ids if line_id in known)
