"""Findings as answers to questions in SQL: one question per code, one row per finding."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lastro.evidence.desk import Desk
from lastro.statement.model import Finding, Severity, Source

_OWN = frozenset({"variant", "row_hash", "_file", "_sheet", "_row", "amount"})


@dataclass(frozen=True)
class Question:
    """One code: how it weighs and the rows it speaks of.

    `select` gives `variant`, `key`, `item` (0 none), `row_hash`, `_file`, `_sheet`, `_row` and `amount` (centavos);
    `key`, `item` and every further column fill the text.
    """

    code: str
    severity: Severity
    select: str


def asked(desk: Desk, questions: Iterable[Question]) -> tuple[Finding, ...]:
    """All findings, ordered by code, key, item and row."""
    found = [finding for question in questions for finding in _answers(desk, question)]
    return tuple(sorted(found, key=_order))


def _answers(desk: Desk, question: Question) -> Iterator[Finding]:
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
    told = {name: str(value) for name, value in row.items() if name not in _OWN and value is not None}
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
