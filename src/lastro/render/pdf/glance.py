"""The first page: whether the minimum is met, by how much, what weighs most, what to do, and how the figure is made."""

from __future__ import annotations

from lastro.render import words
from lastro.render.answer import regional
from lastro.render.charts import Chart, ChartData, draw_waterfall
from lastro.render.charts.data import exact
from lastro.render.labels import cites_text, evidence_mark
from lastro.render.pdf import blocks
from lastro.render.pdf.causes import cause_item, weighing
from lastro.render.pdf.glyphs import Json
from lastro.render.pdf.law import regime_name
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Line, Statement

CAUSES_SHOWN = 4

# The two figures: id of the percentage, of its margin in points and of its margin in reais.
_DECLARED = ("selo.weighted_percentage", "selo.margin", "selo.margin_value")
_AFTER_RISK = ("selo.weighted_percentage_after_risk", "selo.margin_after_risk", "selo.margin_value_after_risk")
_MINIMUM = "selo.minimum_percentage"


def glance(statement: Statement, data: ChartData, lang: Lang) -> dict[str, Json]:
    """The data of the first page."""
    lines = {line.id: line for line in statement.lines}
    charts: list[Chart] = [draw_waterfall(data.waterfall, lang)] if data.waterfall else []
    return {
        "programme": text("pdf.programme", lang),
        "subject": subject_name(statement),
        "facts": [[name, value] for name, value in _facts(statement, lang)],
        "verdict": _verdict(statement, lines, lang),
        "figures": [tile for tile in _tiles(lines, lang) if tile is not None],
        "causes-title": text("pdf.section.causes", lang),
        "causes": [cause_item(cause, lang) for cause in weighing(statement, CAUSES_SHOWN)],
        "charts": [blocks.picture(chart) for chart in charts],
    }


def subject_name(statement: Statement) -> str:
    """The plant's name, else the company's, else the CNPJ."""
    subject = statement.subject
    named = (subject.get(key, "") for key in ("unit_name", "company_name", "unit_cnpj"))
    return next((name for name in named if name), statement.kind)


def _facts(statement: Statement, lang: Lang) -> list[tuple[str, str]]:
    subject, period = statement.subject, statement.period
    span = {"start": words.day(period.get("start", ""), lang), "end": words.day(period.get("end", ""), lang)}
    found = [
        ("cnpj", ", ".join(map(words.person, subject.get("unit_cnpj", "").split()))),
        ("company", subject.get("company_name", "")),
        ("period", text("pdf.fact.span", lang, span)),
        ("regime", regime_name(statement.regime)),
    ]
    return [(text(f"pdf.fact.{name}", lang), value) for name, value in found if value]


def _verdict(statement: Statement, lines: dict[str, Line], lang: Lang) -> dict[str, Json]:
    name, state = _outcome(statement, lines)
    arguments = {}
    if name == "missed":
        arguments = {
            "missing_points": words.number(_unsigned(lines["selo.margin"]), lang),
            "missing_amount": words.money(_unsigned(lines["selo.margin_value"]), lang),
        }
    return {
        "state": state,
        "headline": text(f"pdf.verdict.{name}.headline", lang, arguments),
        "detail": _with_regional(text(f"pdf.verdict.{name}.detail", lang, arguments), lines, lang),
    }


def _with_regional(detail: str, lines: dict[str, Line], lang: Lang) -> str:
    """The detail, and whether the regional condition is met in the years that have one."""
    for told in regional({name: line for name, line in lines.items() if line.value is not None}, lang):
        return text("pdf.verdict_with_regional", lang, {"detail": detail, "regional": told})
    return detail


def _outcome(statement: Statement, lines: dict[str, Line]) -> tuple[str, str]:
    """Which verdict, and how it is coloured."""
    if not statement.complete:
        return ("incomplete" if statement.missing else "no_sales"), "risk"
    declared, after_risk = _met(lines, _DECLARED), _met(lines, _AFTER_RISK)
    if declared is None:
        return "shown", "plain"
    if not declared:
        told = _known(lines, "selo.margin") and _known(lines, "selo.margin_value")
        return ("missed" if told else "missed_without_amount"), "bad"
    return ("at_risk", "risk") if after_risk is False else ("met", "good")


def _known(lines: dict[str, Line], line_id: str) -> bool:
    return line_id in lines and lines[line_id].value is not None


def _met(lines: dict[str, Line], ids: tuple[str, str, str]) -> bool | None:
    """Whether that figure reaches the minimum; None when the statement does not say."""
    percentage, margin, _ = ids
    if _known(lines, margin):
        return exact(lines[margin]) >= 0
    if _known(lines, percentage) and _known(lines, _MINIMUM):
        return exact(lines[percentage]) >= exact(lines[_MINIMUM])
    return None


def _unsigned(line: Line) -> str:
    return (line.value or "").removeprefix("-")


def _tiles(lines: dict[str, Line], lang: Lang) -> list[dict[str, Json] | None]:
    return [
        _figure("declared", _DECLARED, lines, lang),
        _figure("after_risk", _AFTER_RISK, lines, lang),
        _minimum(lines, lang),
    ]


def _figure(name: str, ids: tuple[str, str, str], lines: dict[str, Line], lang: Lang) -> dict[str, Json] | None:
    percentage, margin, amount = ids
    if percentage not in lines:
        return None
    told: list[Json] = []
    if _known(lines, margin):
        told.append(text("pdf.tile.margin", lang, {"points": words.points(exact(lines[margin]), lang)}))
    if _known(lines, amount):
        told.append(text("pdf.tile.margin_amount", lang, {"amount": words.line_value(lines[amount], lang)}))
    state = {True: "good", False: "bad", None: "plain"}[_met(lines, ids)]
    return {
        "label": text(f"pdf.tile.{name}", lang),
        "value": words.line_value(lines[percentage], lang),
        "lines": told,
        "state": state,
    }


def _minimum(lines: dict[str, Line], lang: Lang) -> dict[str, Json] | None:
    if _MINIMUM not in lines:
        return None
    line = lines[_MINIMUM]
    told: list[Json] = [cites_text(line.cites, lang)] if line.cites else []
    if line.evidence:
        mark = {"evidence": evidence_mark(line.evidence, lang)}
        told.append(text("pdf.tile.known_from", lang, mark))
    return {
        "label": text("pdf.tile.minimum", lang),
        "value": words.line_value(line, lang),
        "lines": told,
        "state": "plain",
    }
