"""The answer in its first lines: the two figures, how much is missing, which causes matter most and what to do.

Everything said is a line or a finding of the statement; whether a margin is met is read off its sign.
"""

from __future__ import annotations

from collections.abc import Mapping

from lastro.render import labels, words
from lastro.statement.catalogue import Lang, text
from lastro.statement.causes import Cause, causes
from lastro.statement.model import Line, Severity, Statement

CAUSES_TOLD = 3

DECLARED = "selo.weighted_percentage"
AFTER_RISK = "selo.weighted_percentage_after_risk"
MINIMUM = "selo.minimum_percentage"
MARGIN, MARGIN_VALUE = "selo.margin", "selo.margin_value"
MARGIN_AFTER_RISK, MARGIN_VALUE_AFTER_RISK = "selo.margin_after_risk", "selo.margin_value_after_risk"


def answer(statement: Statement, lang: Lang) -> tuple[str, ...]:
    """The figures, the gap, then one sentence for each of the few causes that matter most, with its remedy.

    What is missing when the statement is incomplete; empty when it is no assessment of the Selo.
    """
    lines = {line.id: line for line in statement.lines if line.value is not None}
    if not statement.complete:
        lacking = tuple(_missing(parameter, lang) for parameter in statement.missing)
        return lacking or (text("answer.gap.no_sales", lang), *_steps(weighing(statement), lang))
    if DECLARED not in lines or MINIMUM not in lines:
        return ()
    return (_figures(lines, lang), _gap(lines, lang), *_steps(weighing(statement), lang))


def weighing(statement: Statement) -> tuple[Cause, ...]:
    """The causes that cost points, those that regain most first; those that only warn or inform are left out."""
    return tuple(cause for cause in causes(statement.findings) if cause.severity in (Severity.BLOCKS, Severity.AT_RISK))


def met(line: Line | None) -> bool | None:
    """Whether a margin is zero or more; None when the statement does not have it."""
    if line is None or line.value is None:
        return None
    return not line.value.startswith("-")


def _figures(lines: Mapping[str, Line], lang: Lang) -> str:
    told = {
        "declared": words.line_value(lines[DECLARED], lang),
        "after_risk": words.line_value(lines[AFTER_RISK], lang) if AFTER_RISK in lines else words.ABSENT,
        "minimum": words.line_value(lines[MINIMUM], lang),
        "evidence": labels.evidence_mark(lines[MINIMUM].evidence, lang) or words.ABSENT,
    }
    return text("answer.figures", lang, told)


def _gap(lines: Mapping[str, Line], lang: Lang) -> str:
    """The margin that binds: the declared one when it is short, else the one after risk."""
    short = [name for name in (MARGIN, MARGIN_AFTER_RISK) if met(lines.get(name)) is False]
    margin = lines.get(short[0] if short else MARGIN_AFTER_RISK) or lines.get(MARGIN)
    value = lines.get(MARGIN_VALUE if margin and margin.id == MARGIN else MARGIN_VALUE_AFTER_RISK)
    told = {
        "points": _size(margin, lang),
        "value": _size(value, lang),
    }
    state = "met" if not short else "short" if short[0] == MARGIN else "short_after_risk"
    return text(f"answer.gap.{state}", lang, told)


def _size(line: Line | None, lang: Lang) -> str:
    """A margin without its sign, which the sentence says in words."""
    if line is None or line.value is None:
        return words.ABSENT
    size = line.value.removeprefix("-")
    return words.number(size, lang) if line.unit in ("percent", "points") else words.by_unit(size, line.unit, lang)


def _steps(standing: tuple[Cause, ...], lang: Lang) -> tuple[str, ...]:
    if not standing:
        return (text("answer.nothing_to_do", lang),)
    return tuple(_step(cause, lang) for cause in standing[:CAUSES_TOLD])


def _step(cause: Cause, lang: Lang) -> str:
    told = {
        "code": cause.code,
        "points": words.ABSENT if cause.points is None else words.points(cause.points, lang),
        "title": labels.cause_title(cause, lang),
        "remedy": labels.cause_remedy(cause, lang),
    }
    return text("answer.step", lang, told)


def _missing(parameter: Mapping[str, str], lang: Lang) -> str:
    told = {
        "label": labels.parameter_label(parameter["key"], lang),
        "on": words.day(parameter.get("on", ""), lang),
    }
    return text("statement.missing", lang, told)
