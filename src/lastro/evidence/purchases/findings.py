"""The answers to `questions` as findings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from lastro.evidence.desk import Desk
from lastro.evidence.purchases.questions import QUESTIONS, Question
from lastro.statement.model import Finding, Source

_FIXED = frozenset({"variant", "row_hash", "_file", "_sheet", "_row", "amount"})


def findings(desk: Desk) -> tuple[Finding, ...]:
    """All findings about the lines of the wanted plant, ordered by code, key, item and row."""
    desk.keep("lines", "from all_lines semi join wanted using (plant)")
    found = [finding for question in QUESTIONS for finding in answers(desk, question)]
    return tuple(sorted(found, key=_order))


def answers(desk: Desk, question: Question) -> Iterator[Finding]:
    """One finding per row of the question."""
    for row in desk.rows(question.select):
        yield Finding(
            question.code,
            question.severity,
            row["variant"],
            subject=_subject(row),
            arguments=_arguments(row),
            source=Source(row["_file"], row["_sheet"], row["_row"]) if row["_file"] else None,
            amount_centavos=row["amount"],
        )


def _arguments(row: Mapping[str, Any]) -> Mapping[str, str]:
    told = {name: str(value) for name, value in row.items() if name not in _FIXED and value is not None}
    if not told["key"]:
        del told["key"], told["item"]
    return told


def _subject(row: Mapping[str, Any]) -> Mapping[str, str]:
    subject = {"key": row["key"], "item": str(row["item"] or ""), "row_hash": row["row_hash"]}
    return {name: value for name, value in subject.items() if value}


def _order(finding: Finding) -> tuple[str, ...]:
    told = finding.subject
    item = told.get("item", "").rjust(4, "0")
    return finding.code, told.get("key", ""), item, told.get("row_hash", ""), finding.variant
