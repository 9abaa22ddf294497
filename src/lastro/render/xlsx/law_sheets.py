"""The sheets of readings and of the law consulted, each value with its provision and its evidence mark."""

from __future__ import annotations

from collections.abc import Iterable

from lastro.law import load
from lastro.render import labels, words
from lastro.render.xlsx.cells import Sheet
from lastro.render.xlsx.styles import Styles
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import LawUsed, Statement

_READINGS = ("question", "answer", "is_default", "provision", "id")
_READING_WIDTHS = (62, 62, 12, 44, 34)
_LAW = ("parameter", "value", "unit", "from", "to", "provision", "evidence", "overridden", "id")
_STYLE_OF_UNIT = {"BRL": "money", "share": "share", "factor": "factor", "count": "integer", "years": "integer"}
_LAW_WIDTHS = (58, 34, 16, 13, 13, 46, 19, 18, 40)


def write_readings(sheet: Sheet, statement: Statement, styles: Styles, lang: Lang) -> None:
    """The questions that the text leaves open, with the answer taken."""
    _head(sheet, "readings", _READINGS, _READING_WIDTHS, styles, lang)
    for row, used in enumerate(statement.readings, start=3):
        cited = labels.cites_text((str(cite) for cite in load().readings[used.key].cites), lang)
        asked, taken = labels.reading_question(used, lang), labels.reading_answer(used, lang)
        sheet.fit(row, dict(zip((asked, taken, "", cited), _READING_WIDTHS, strict=False)))
        sheet.text(row, 0, asked, styles["wrap"])
        sheet.text(row, 1, taken, styles["wrap"])
        sheet.text(row, 2, text("xlsx.yes" if used.is_default else "xlsx.no", lang), styles["text"])
        sheet.text(row, 3, cited, styles["wrap"])
        sheet.text(row, 4, f"{used.key} = {used.option}", styles["code"])


def write_law(sheet: Sheet, statement: Statement, styles: Styles, lang: Lang) -> None:
    """The dated values consulted."""
    _head(sheet, "law", _LAW, _LAW_WIDTHS, styles, lang)
    for row, used in enumerate(statement.law, start=3):
        label, cited = labels.parameter_label(used.key, lang), labels.cites_text(used.cites, lang)
        told = labels.law_value(used, lang)
        sheet.fit(row, {label: _LAW_WIDTHS[0], told: _LAW_WIDTHS[1], cited: _LAW_WIDTHS[5]})
        sheet.text(row, 0, label, styles["wrap"])
        _value(sheet, row, used, styles, lang)
        sheet.text(row, 2, labels.vocabulary("unit", used.unit, lang), styles["text"])
        sheet.text(row, 3, words.day(used.start, lang), styles["text"])
        sheet.text(row, 4, words.day(used.end, lang), styles["text"])
        sheet.text(row, 5, cited, styles["wrap"])
        sheet.text(row, 6, labels.evidence_mark(used.evidence, lang), styles["text"])
        sheet.text(row, 7, text("xlsx.yes" if used.overridden else "xlsx.no", lang), styles["text"])
        sheet.text(row, 8, used.key, styles["code"])


def _value(sheet: Sheet, row: int, used: LawUsed, styles: Styles, lang: Lang) -> None:
    style = _STYLE_OF_UNIT.get(used.unit)
    if style and words.is_number(used.value):
        sheet.number(row, 1, used.value, styles[style])
    else:
        sheet.text(row, 1, labels.law_value(used, lang), styles["wrap"])


def _head(sheet: Sheet, name: str, headings: Iterable[str], widths: Iterable[int], styles: Styles, lang: Lang) -> None:
    sheet.text(0, 0, text(f"xlsx.sheets.{name}", lang), styles["title"])
    sheet.sheet.set_row(2, 30)
    for position, (heading, width) in enumerate(zip(headings, widths, strict=True)):
        sheet.sheet.set_column(position, position, width)
        sheet.text(2, position, text(f"xlsx.headings.{heading}", lang), styles["head"])
    sheet.sheet.freeze_panes(3, 1)
    sheet.sheet.repeat_rows(2)
