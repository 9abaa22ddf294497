"""The percentage under every option of every reading, one changed at a time, as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.core.numbers import fraction_text, percent, reais
from lastro.law import load, spoken
from lastro.render import words
from lastro.statement.alternative import Alternative, Alternatives
from lastro.statement.catalogue import Lang, text


def table_lines(found: Alternatives, lang: Lang) -> Iterator[str]:
    """Largest effect first, each with the question and the answer in words; options without effect are only named."""
    yield text("readings_table.title", lang, {"percent": words.percent(percent(found.percentage / 100), lang)})
    shown = [row for row in found.rows if row.stopped_by or row.points or row.amount_centavos]
    for row in shown:
        yield ""
        yield text("readings_table.option", lang, {"key": row.key, "option": row.option})
        yield f"    {_question(row, lang)}"
        yield f"    {_answer(row, lang)}"
        yield f"    {_effect(row, lang)}"
    yield ""
    if not shown:
        yield text("readings_table.none", lang)
    same = ", ".join(f"{row.key}={row.option}" for row in found.rows if row not in shown)
    if same:
        yield text("readings_table.same", lang, {"keys": same})


def _question(row: Alternative, lang: Lang) -> str:
    return load().readings[row.key].question(lang)


def _answer(row: Alternative, lang: Lang) -> str:
    options = {option.name: option.text(lang) for option in load().readings[row.key].options}
    return text("readings_table.answer", lang, {"answer": options[row.option]})


def _effect(row: Alternative, lang: Lang) -> str:
    if row.stopped_by:
        reason = text(f"errors.{row.stopped_by}", lang, spoken(row.stopped_with, lang))
        return text("readings_table.stopped", lang, {"reason": reason})
    told = {
        "percent": words.percent(percent(row.percentage / 100), lang),
        "points": words.points(row.points, lang),
        "amount": _signed_money(row, lang),
    }
    return text("readings_table.row", lang, told)


def _signed_money(row: Alternative, lang: Lang) -> str:
    shown = words.money_of_centavos(row.amount_centavos, lang)
    return shown if row.amount_centavos < 0 else f"+{shown}"


def table_json(found: Alternatives) -> dict[str, object]:
    """The same with exact values."""
    return {
        "percentage": percent(found.percentage / 100),
        "exact": fraction_text(found.percentage),
        "rows": [_json(row) for row in found.rows],
    }


def _json(row: Alternative) -> dict[str, object]:
    stopped = bool(row.stopped_by)
    return {
        "key": row.key,
        "option": row.option,
        "percentage": None if stopped else percent(row.percentage / 100),
        "exact": None if stopped else fraction_text(row.percentage),
        "points": None if stopped else percent(row.points / 100),
        "numerator_change": None if stopped else reais(row.amount_centavos),
        "stopped_by": row.stopped_by,
        "stopped_with": dict(row.stopped_with),
    }
