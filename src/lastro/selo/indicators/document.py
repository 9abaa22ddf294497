"""A statement as its JSON file holds it: lines, plant, year, and the farmers when the file shows them in full."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from lastro.core.errors import EvidenceUnreadable, InvalidIdentifier
from lastro.core.identifiers import parse_cpf
from lastro.core.numbers import scaled
from lastro.statement.indicators import Reason
from lastro.statement.model import PER_UNIT

KIND = "selo.assess"
_EXACT = re.compile(r"-?\d{1,2000}/[1-9]\d{0,1999}")


class DocumentUnreadable(EvidenceUnreadable):
    """A file that is no statement of the Selo."""


@dataclass(frozen=True)
class Document:
    """`exact`: line id → "p/q". `farmers`: CPFs of counted purchases, or why they are not told; `unnamed` centavos."""

    plant: str
    name: str
    year: str
    regime: str
    exact: Mapping[str, str]
    farmers: frozenset[str] | Reason
    unnamed: int


def read_document(data: Any, file: str) -> Document:
    """What a parsed file says. Raises DocumentUnreadable naming the file."""
    try:
        if data["kind"] != KIND:
            raise DocumentUnreadable("indicators.another_kind", file=file, kind=data["kind"])
        subject, period = data["subject"], data["period"]
        exact = {str(line["id"]): _fraction(line["exact"]) for line in data["lines"]}
        farmers, unnamed = _farmers(data.get("memory"))
        return Document(
            plant=str(subject["unit_cnpj"]),
            name=str(subject["unit_name"]),
            year=str(period["year"]),
            regime=str(data["regime"]),
            exact=exact,
            farmers=farmers,
            unnamed=unnamed,
        )
    except (KeyError, TypeError, AttributeError, ValueError) as fault:
        raise DocumentUnreadable("indicators.no_statement", file=file) from fault


def _fraction(text: str) -> str:
    """The text itself when it is "" or an exact "p/q". Raises ValueError."""
    if text and not _EXACT.fullmatch(text):
        raise ValueError(text)
    return text


def _farmers(memory: Any) -> tuple[frozenset[str] | Reason, int]:
    if memory is None:
        return Reason("memory"), 0
    found, unnamed = set(), 0
    for row in _rows(memory):
        amount = scaled(row["accepted_centavos"], PER_UNIT["centavos"]) if row["accepted_centavos"] else 0
        if row["kind"] != "purchase" or amount <= 0:
            continue
        if not row["farmer"]:
            unnamed += amount
        elif _is_cpf(row["farmer"]):
            found.add(row["farmer"])
        else:
            return Reason("masked"), 0
    return frozenset(found), unnamed


def _rows(memory: Any) -> Iterator[Mapping[str, Any]]:
    names = [column["name"] for column in memory["columns"]]
    for row in memory["rows"]:
        yield dict(zip(names, row, strict=True))


def _is_cpf(text: str) -> bool:
    try:
        return parse_cpf(text) == text
    except InvalidIdentifier:
        return False
