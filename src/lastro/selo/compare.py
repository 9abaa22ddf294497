"""The same evidence under two regimes: both computed whole by their own rules, then laid side by side."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from lastro.evidence.evidence import Evidence
from lastro.law import LawBook
from lastro.selo.assess import Question, assess
from lastro.statement.comparison import Compared, Comparison, Weighed
from lastro.statement.model import Statement

_SHOWN = (
    "kind", "line_id", "part", "key", "item", "issued_on", "supplier", "product", "centavos", "accepted_centavos",
    "weight", "block",
)  # fmt: skip

Slot = tuple[str, str, str]
Row = Mapping[str, Any]


def compare(evidence: Evidence, book: LawBook, question: Question, left: str, right: str) -> Comparison:
    """The year of the question under the acts `left` and `right`. Raises what `assess` raises for either."""
    sides = [assess(evidence, book, replace(question, regime=act)) for act in (left, right)]
    memories = [_memory(side) for side in sides]
    slots = dict.fromkeys(slot for memory in memories for slot in memory)
    rows = [_compared(*(memory.get(slot) for memory in memories)) for slot in slots]
    ordered = sorted(rows, key=lambda row: (-abs(row.difference), row.issued_on, row.line_id, row.part))
    return Comparison(sides[0], sides[1], tuple(ordered))


def _memory(statement: Statement) -> dict[Slot, Row]:
    assert statement.memory is not None
    rows = statement.memory.select(list(_SHOWN)).to_pylist()
    return {(row["kind"], row["line_id"], row["part"]): row for row in rows}


def _compared(left: Row | None, right: Row | None) -> Compared:
    row = left or right
    assert row is not None
    return Compared(
        row["line_id"], row["part"], row["key"], row["item"], str(row["issued_on"]), row["supplier"], row["product"],
        row["centavos"], _weighed(left), _weighed(right),
    )  # fmt: skip


def _weighed(row: Row | None) -> Weighed | None:
    return None if row is None else Weighed(row["accepted_centavos"], row["weight"], row["block"])
