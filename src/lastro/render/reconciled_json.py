"""The reconciliation as JSON: exact numbers as text, words in both languages, CPFs masked unless asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lastro.core.numbers import fixed, fraction_text
from lastro.render import words
from lastro.render.privacy import masker
from lastro.render.reconciled_text import Told
from lastro.statement.catalogue import LANGS, Lang
from lastro.statement.hashes import content_hash, provenance_hash
from lastro.statement.model import Finding
from lastro.statement.reconciled import (
    DefenceRow,
    Difference,
    Explanation,
    Gap,
    OfficialFigure,
    Outcome,
    Reconciliation,
    RowFact,
)


def reconciliation_json(answer: Reconciliation, *, unmask: bool = False) -> dict[str, Any]:
    """The whole answer. Money is reais with two places, percentages and points have their exact fraction beside."""
    told = {lang: Told(answer, lang, unmask=unmask) for lang in LANGS}
    document = {
        "kind": "selo.reconcile",
        "subject": dict(answer.statement.subject),
        "period": dict(answer.statement.period),
        "regime": answer.statement.regime,
        "content_hash": content_hash(answer.statement),
        "provenance_hash": provenance_hash(answer.statement),
        "evidence": dict(answer.statement.provenance),
        "official_file": answer.official_file.file,
        "official": _official(answer.official),
        "ours": _outcome(answer.ours),
        "gap": _gap(answer.gap),
        "rows": dict(vars(answer.rows)),
        "given": [_difference(difference, told) for difference in answer.given],
        "after_given": _outcome(answer.after_given),
        "explanations": [_explanation(explanation, told) for explanation in answer.explanations],
        "unexplained": None if answer.unexplained is None else _gap(answer.unexplained),
        "searched": {**vars(answer.searched), "stopped": list(answer.searched.stopped)},
        "findings": [_finding(finding, told) for finding in answer.findings],
        "defence": [_defended(row, told) for row in answer.defence],
    }
    return _cleaned(document, masker(unmask=unmask))  # type: ignore[no-any-return]


def _reais(centavos: int | None) -> str | None:
    return None if centavos is None else words.plain(centavos, "centavos")


def _exact(value: Any, places: int = 4) -> dict[str, str] | None:
    return None if value is None else {"value": fixed(value, places), "exact": fraction_text(value)}


def _official(figure: OfficialFigure) -> dict[str, Any]:
    return {
        "percentage": None if figure.percentage is None else fixed(figure.percentage, figure.places),
        "places": figure.places,
        "numerator": _reais(figure.numerator),
        "denominator": _reais(figure.denominator),
    }


def _outcome(outcome: Outcome) -> dict[str, Any]:
    amounts = {name: _reais(getattr(outcome, name)) for name in ("numerator", "denominator")}
    return {"percentage": _exact(outcome.percentage), **amounts}


def _gap(gap: Gap) -> dict[str, Any]:
    amounts = {name: _reais(getattr(gap, name)) for name in ("numerator", "denominator")}
    return {"points": _exact(gap.points), **amounts}


def _explanation(explanation: Explanation, told: Mapping[Lang, Told]) -> dict[str, Any]:
    differences = [_difference(difference, told) for difference in explanation.differences]
    return {"differences": differences, "outcome": _outcome(explanation.outcome)}


def _difference(difference: Difference, told: Mapping[Lang, Told]) -> dict[str, Any]:
    return {
        "kind": str(difference.kind),
        "subject": dict(difference.subject),
        "row": None if difference.row is None else _fact(difference.row),
        "codes": list(difference.codes),
        "text": {lang: words_of.difference(difference) for lang, words_of in told.items()},
    }


def _fact(fact: RowFact) -> dict[str, Any]:
    place = {name: getattr(fact.source, name) for name in ("file", "sheet", "row")}
    return {**vars(fact), "centavos": fact.centavos, "value": _reais(fact.centavos), "source": place}


def _finding(finding: Finding, told: Mapping[Lang, Told]) -> dict[str, Any]:
    source = finding.source
    return {
        "code": finding.code,
        "variant": finding.variant,
        "severity": str(finding.severity),
        "file": source.file if source else "",
        "sheet": source.sheet if source else "",
        "row": source.row if source else 0,
        "column": source.column if source else "",
        "arguments": dict(finding.arguments),
        "text": {lang: words_of.message(finding) for lang, words_of in told.items()},
    }


def _defended(row: DefenceRow, told: Mapping[Lang, Told]) -> dict[str, Any]:
    return {
        "official": {"file": row.official.file, "sheet": row.official.sheet, "row": row.official.row},
        "reason": row.reason,
        "fact": _fact(row.fact),
        "standing": str(row.standing),
        "weight": None if row.weight_thousandths is None else words.plain(row.weight_thousandths, "thousandths"),
        "accepted": _reais(row.accepted),
        "adds": _reais(row.adds),
        "points": _exact(row.points),
        "law": [{**vars(point), "cites": list(point.cites)} for point in row.law],
        "findings": [_finding(finding, told) for finding in row.findings],
        "text": {lang: [list(pair) for pair in words_of.pairs(row)] for lang, words_of in told.items()},
    }


def _cleaned(value: Any, clean: Callable[[str], str]) -> Any:
    """Every string at any depth without its CPFs."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {key: _cleaned(each, clean) for key, each in value.items()}
    return [_cleaned(each, clean) for each in value] if isinstance(value, list) else value
