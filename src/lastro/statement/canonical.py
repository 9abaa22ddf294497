"""The content of a statement as canonical JSON: equal bytes for equal answers, whatever files, language or engine.

Numbers are strings without exponent, text is NFC in UTF-8, keys are sorted, and there is no timestamp, path, prose,
version or engine in it (design, section 7). `lastro.statement.hashes` takes its digest.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Mapping

from lastro.core.numbers import fraction_text
from lastro.statement.causes import ordered
from lastro.statement.model import Finding, LawUsed, Line, ReadingUsed, Severity, Statement

Json = str | bool | None | list["Json"] | dict[str, "Json"]

_WHERE_READ = frozenset({"file", "path", "sheet", "row", "member", "archive", "folder"})
"""Arguments that say where a row was read. They change when a table is saved in another format; content does not."""


def canonical(data: Json) -> bytes:
    """The one way to write `data`. Raises TypeError for a number: a statement writes numbers as text."""
    return json.dumps(_normal(data), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _normal(data: Json) -> Json:
    if isinstance(data, str):
        return unicodedata.normalize("NFC", data)
    if isinstance(data, dict):
        return {unicodedata.normalize("NFC", name): _normal(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_normal(value) for value in data]
    if data is None or isinstance(data, bool):
        return data
    raise TypeError(f"{data!r} must be written as text")


def content(statement: Statement) -> dict[str, Json]:
    """What a statement says, and nothing about how it was read or will be shown.

    Findings of severity `info` account for how files were read; they are left out, as the same evidence saved in
    another format has others.
    """
    return {
        "kind": statement.kind,
        "regime": statement.regime,
        "subject": _texts(statement.subject),
        "period": _texts(statement.period),
        "complete": statement.complete,
        "missing": [_texts(parameter) for parameter in statement.missing],
        "law": law(statement.law),
        "overrides": law(used for used in statement.law if used.overridden),
        "readings": readings(statement.readings),
        "lines": [line(of) for of in statement.lines],
        "findings": [finding(of) for of in ordered(statement.findings) if of.severity is not Severity.INFO],
    }


def line(of: Line) -> dict[str, Json]:
    """A line without its label."""
    return {
        "id": of.id,
        "value": of.value,
        "unit": str(of.unit),
        "exact": of.exact,
        "formula": of.formula,
        "inputs": list(of.inputs),
        "cites": list(of.cites),
        "reading": list(of.reading),
        "evidence": of.evidence,
        "arguments": _texts(of.arguments),
    }


def finding(of: Finding) -> dict[str, Json]:
    """A finding as code and arguments."""
    return {
        "code": of.code,
        "variant": of.variant,
        "severity": str(of.severity),
        "subject": _texts(_content_of(of.subject)),
        "arguments": _texts(_content_of(of.arguments)),
        "cites": list(of.cites),
        "amount_centavos": None if of.amount_centavos is None else str(of.amount_centavos),
        "points": None if of.points is None else fraction_text(of.points),
        "justified_by": of.justified_by,
    }


def law(used: Iterable[LawUsed]) -> list[Json]:
    """Dated values consulted, by key and start."""
    return [
        {
            "key": value.key,
            "start": value.start,
            "end": value.end,
            "value": value.value,
            "unit": value.unit,
            "cites": list(value.cites),
            "evidence": value.evidence,
            "overridden": value.overridden,
        }
        for value in sorted(used, key=lambda value: (value.key, value.start, value.value))
    ]


def readings(used: tuple[ReadingUsed, ...]) -> list[Json]:
    """Readings taken, by key."""
    return [
        {"key": reading.key, "option": reading.option, "is_default": reading.is_default}
        for reading in sorted(used, key=lambda reading: reading.key)
    ]


def _content_of(arguments: Mapping[str, str]) -> dict[str, str]:
    return {name: value for name, value in arguments.items() if name not in _WHERE_READ}


def _texts(mapping: Mapping[str, str]) -> dict[str, Json]:
    return dict(mapping)
