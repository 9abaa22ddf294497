"""The answer in its first lines: the two figures, how much is missing, which causes matter most and what to do.

Everything said is a line or a finding of the statement; whether a margin is met is read off its sign.
"""

from __future__ import annotations

from collections.abc import Mapping

from lastro.render import labels, words
from lastro.statement.catalogue import Lang, has_text, text
from lastro.statement.causes import Cause, causes
from lastro.statement.model import Line, Severity, Statement

CAUSES_TOLD = 3

DECLARED = "selo.weighted_percentage"
AFTER_RISK = "selo.weighted_percentage_after_risk"
MINIMUM = "selo.minimum_percentage"
MARGIN, MARGIN_VALUE = "selo.margin", "selo.margin_value"
REGIONAL_SHARE, REGIONAL_MINIMUM, REGIONAL_MARGIN = (
    "selo.regional_share",
    "selo.regional_minimum",
    "selo.regional_margin",
)
MARGIN_AFTER_RISK, MARGIN_VALUE_AFTER_RISK = "selo.margin_after_risk", "selo.margin_value_after_risk"


def answer(statement: Statement, lang: Lang) -> tuple[str, ...]:
    """The figures, the gap, then one sentence for each of the few causes that matter most, with its remedy.

    What is missing when the statement is incomplete; empty when it is no assessment of the Selo.
    """
    lines = {line.id: line for line in statement.lines if line.value is not None}
    steps = _steps(weighing(statement), lang)
    if not statement.complete:
        lacking = tuple(sentence for parameter in statement.missing for sentence in _missing(parameter, lang))
        told = _without_verdict(lines, lang) if lacking else (text("answer.gap.no_sales", lang),)
        return (*lacking, *told, *regional(lines, lang), *steps) if lines else lacking
    if DECLARED not in lines or MINIMUM not in lines:
        return ()
    return (_figures(lines, lang), _gap(lines, lang), *regional(lines, lang), *steps)


def _without_verdict(lines: Mapping[str, Line], lang: Lang) -> tuple[str, ...]:
    """The figures that could be computed while something of the law is missing."""
    if DECLARED not in lines:
        return ()
    if MINIMUM in lines:
        return (_figures(lines, lang), _gap(lines, lang))
    told = {name: words.line_value(lines[line_id], lang) if line_id in lines else words.ABSENT for name, line_id in (
        ("declared", DECLARED), ("after_risk", AFTER_RISK), ("effective", "selo.effective_percentage"),
    )}  # fmt: skip
    return (text("answer.without_minimum", lang, told),)


def regional(lines: Mapping[str, Line], lang: Lang) -> tuple[str, ...]:
    """The condition of the North, Northeast and Semi-arid, in the years that have it."""
    state = met(lines.get(REGIONAL_MARGIN))
    if state is None:
        return ()
    told = {
        "share": words.line_value(lines[REGIONAL_SHARE], lang),
        "minimum": words.line_value(lines[REGIONAL_MINIMUM], lang),
        "value": _size(lines.get("selo.regional_margin_value"), lang),
    }
    return (text(f"answer.regional.{'met' if state else 'short'}", lang, told),)


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


def _missing(parameter: Mapping[str, str], lang: Lang) -> tuple[str, ...]:
    """What the law does not tell, and the question to the user who may know it."""
    key, on = parameter["key"], words.day(parameter.get("on", ""), lang)
    told = text("statement.missing", lang, {"label": labels.parameter_label(key, lang), "on": on})
    question = f"answer.ask.{key.rpartition('.')[2]}"
    return (told, text(question, lang, {"key": key, "on": on})) if has_text(question) else (told,)
