"""What the JSON file of a statement holds."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction

import lastro
from lastro.core.numbers import fixed, reais
from lastro.law import load
from lastro.render import labels
from lastro.render.json_file.memory import memory_document
from lastro.render.privacy import masker
from lastro.statement.canonical import Json
from lastro.statement.catalogue import LANGS, Lang
from lastro.statement.causes import Cause, causes, ordered
from lastro.statement.hashes import hashes
from lastro.statement.model import Finding, LawUsed, Line, ReadingUsed, Source, Statement
from lastro.statement.schema import SCHEMA_VERSION

POINT_PLACES = 4
EXACT = "exact"

Texts = Callable[[Callable[[Lang], str]], Json]


def document(
    statement: Statement, *, langs: tuple[Lang, ...] = LANGS, unmask: bool = False, memory: bool = False
) -> dict[str, Json]:
    """The statement as JSON data. CPFs are masked unless `unmask`; `memory` adds the rows of the calculation."""
    writer = _Writer(langs, unmask=unmask)
    data = writer.whole(statement)
    if memory and statement.memory is not None:
        data["memory"] = memory_document(statement, writer.texts)
    return _cleaned(data, masker(unmask=unmask))


class _Writer:
    """Writes each part with its texts in the languages asked for."""

    def __init__(self, langs: tuple[Lang, ...], *, unmask: bool) -> None:
        self._langs = langs
        self._unmask = unmask

    def texts(self, told: Callable[[Lang], str]) -> Json:
        """`told` in each language: {"pt": …, "en": …}."""
        return {lang: told(lang) for lang in self._langs}

    def whole(self, statement: Statement) -> dict[str, Json]:
        digests = hashes(statement)
        return {
            "schema_version": SCHEMA_VERSION,
            "product": {"name": "lastro", "version": lastro.__version__},
            "kind": statement.kind,
            "regime": statement.regime,
            "subject": dict(statement.subject),
            "period": dict(statement.period),
            "complete": statement.complete,
            "missing": [self._missing(parameter) for parameter in statement.missing],
            "content_hash": digests.content,
            "provenance_hash": digests.provenance,
            "provenance": dict(statement.provenance),
            "lines": [self._line(line) for line in statement.lines],
            "causes": [self._cause(cause) for cause in causes(statement.findings)],
            "findings": [self._finding(finding) for finding in ordered(statement.findings)],
            "readings": [self._reading(reading) for reading in statement.readings],
            "law": [self._law(used) for used in statement.law],
        }

    def _line(self, line: Line) -> Json:
        return {
            "id": line.id,
            "label": self.texts(lambda lang: labels.line_label(line, lang)),
            "value": line.value,
            "unit": str(line.unit),
            "exact": line.exact,
            "formula": line.formula,
            "inputs": list(line.inputs),
            "cites": self._cites(line.cites),
            "reading": list(line.reading),
            "evidence": line.evidence,
        }

    def _cause(self, cause: Cause) -> Json:
        return {
            "code": cause.code,
            "variant": cause.variant,
            "severity": str(cause.severity),
            "title": self.texts(lambda lang: labels.cause_title(cause, lang)),
            "remedy": self.texts(lambda lang: labels.cause_remedy(cause, lang)),
            "count": str(cause.count),
            "amount": _amount(cause.amount_centavos),
            "points": _points(cause.points),
            "cites": self._cites(cause.cites),
        }

    def _finding(self, finding: Finding) -> Json:
        return {
            "code": finding.code,
            "variant": finding.variant,
            "severity": str(finding.severity),
            "subject": dict(finding.subject),
            "arguments": dict(finding.arguments),
            "message": self.texts(lambda lang: labels.finding_message(finding, lang, unmask=self._unmask)),
            "remedy": self.texts(lambda lang: labels.finding_remedy(finding, lang, unmask=self._unmask)),
            "cites": self._cites(finding.cites),
            "amount": _amount(finding.amount_centavos),
            "points": _points(finding.points),
            "source": _source(finding.source),
            "justified_by": finding.justified_by,
        }

    def _reading(self, reading: ReadingUsed) -> Json:
        return {
            "key": reading.key,
            "option": reading.option,
            "is_default": reading.is_default,
            "question": self.texts(lambda lang: labels.reading_question(reading, lang)),
            "answer": self.texts(lambda lang: labels.reading_answer(reading, lang)),
            "cites": self._cites(str(cite) for cite in load().readings[reading.key].cites),
        }

    def _law(self, used: LawUsed) -> Json:
        return {
            "key": used.key,
            "label": self.texts(lambda lang: labels.parameter_label(used.key, lang)),
            "start": used.start,
            "end": used.end,
            "value": used.value,
            "unit": used.unit,
            "cites": self._cites(used.cites),
            "evidence": used.evidence,
            "overridden": used.overridden,
        }

    def _missing(self, parameter: Mapping[str, str]) -> Json:
        return {
            "key": parameter["key"],
            "label": self.texts(lambda lang: labels.parameter_label(parameter["key"], lang)),
            "on": parameter.get("on", ""),
            "cites": self._cites(cite for cite in parameter.get("cites", "").split("; ") if cite),
        }

    def _cites(self, cites: Iterable[str]) -> Json:
        return [{"canonical": cite, "text": self._cite_texts(cite)} for cite in cites]

    def _cite_texts(self, cite: str) -> Json:
        return self.texts(lambda lang: labels.cite_text(cite, lang))


def _amount(centavos: int | None) -> str | None:
    return None if centavos is None else reais(centavos)


def _points(points: Fraction | None) -> str | None:
    return None if points is None else fixed(points, POINT_PLACES)


def _source(source: Source | None) -> Json:
    if source is None:
        return None
    return {
        "file": source.file,
        "sheet": source.sheet,
        "row": str(source.row) if source.row else "",
        "column": source.column,
        "sha256": source.sha256,
    }


def _cleaned(data: Mapping[str, Json], clean: Callable[[str], str]) -> dict[str, Json]:
    """Every text composed and passed through `clean`, at any depth, so that no part can forget it.

    An exact number is no text: eleven digits of a numerator may read as a CPF and are still a number.
    """

    def walk(value: Json) -> Json:
        if isinstance(value, str):
            return unicodedata.normalize("NFC", clean(value))
        if isinstance(value, list):
            return [walk(item) for item in value]
        if isinstance(value, dict):
            return {name: item if name == EXACT else walk(item) for name, item in value.items()}
        return value

    return {name: walk(value) for name, value in data.items()}
