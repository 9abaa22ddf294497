"""The indicators as files: JSON with exact values, CSV and a workbook with one row per group and indicator."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

from lastro.core.numbers import fixed, fraction_text
from lastro.render import labels, words
from lastro.render.indicators.lines import PLACES, UNITS, need_text
from lastro.render.xlsx.cells import Sheet, neutral, plain_worksheet
from lastro.render.xlsx.styles import STYLE_OF_UNIT, Styles
from lastro.statement.catalogue import Lang, text
from lastro.statement.indicators import Group, Indicator, Indicators, Reason
from lastro.statement.model import Unit

COLUMNS = (
    "year", "group", "id", "name", "plants", "indicator", "value", "unit", "over", "under", "evidence", "needs",
)  # fmt: skip
_NUMBERS = {"value", "over", "under", "plants"}
_WIDTHS = {"name": 30, "indicator": 44, "value": 20, "over": 22, "under": 22, "needs": 80, "id": 20}
_SEPARATOR = {"pt": ";", "en": ","}

Row = dict[str, str]


def indicators_json(found: Indicators) -> dict[str, object]:
    """Groups and sources. People are counted, never listed."""
    return {
        "groups": [
            {
                "year": group.year,
                "kind": group.kind,
                "id": group.id,
                "name": group.name,
                "plants": str(group.plants),
                "unnamed": fixed(Fraction(group.unnamed, 100), 2),
                "indicators": [_indicator_json(indicator) for indicator in group.indicators],
            }
            for group in found.groups
        ],
        "sources": [
            {
                "source": source.source,
                "plant": source.plant,
                "name": source.name,
                "state": source.uf,
                "year": source.year,
                "regime": source.regime,
                "amounts": {name: _exact(value, 2) for name, value in source.amounts.items()},
                "missing": {name: _need_json(reason) for name, reason in source.missing.items()},
                "farmers": None if source.people is None else str(len(source.people)),
            }
            for source in found.sources
        ],
    }


def _indicator_json(indicator: Indicator) -> dict[str, object]:
    unit = UNITS[indicator.name]
    return {
        "name": indicator.name,
        "unit": str(unit),
        "value": None if indicator.value is None else _exact(indicator.value, PLACES[unit]),
        "over": None if indicator.over is None else _exact(indicator.over, 2),
        "under": None if indicator.under is None else _exact(indicator.under, 2),
        "evidence": indicator.evidence,
        "needs": [{"source": source, **_need_json(need)} for source, need in indicator.needs],
    }


def _need_json(reason: Reason) -> dict[str, object]:
    return {"code": reason.code, "arguments": dict(reason.arguments)}


def _exact(value: Fraction, places: int) -> dict[str, str]:
    return {"value": fixed(value, places), "exact": fraction_text(value)}


def csv_text(found: Indicators, lang: Lang) -> str:
    """One row per group and indicator, as the spreadsheets of the language open it; no cell can run as a formula."""
    target = io.StringIO()
    writer = csv.writer(target, delimiter=_SEPARATOR[lang], lineterminator="\r\n")
    writer.writerow([text(f"indicators.column.{name}", lang) for name in COLUMNS])
    for row in _rows(found, lang):
        writer.writerow([_cell(name, row[name], lang) for name in COLUMNS])
    return "\ufeff" + target.getvalue()


def _cell(name: str, shown: str, lang: Lang) -> str:
    if name in _NUMBERS:
        return shown.replace(".", ",") if lang == "pt" else shown
    return neutral(shown)


def write_xlsx(found: Indicators, path: Path, lang: Lang) -> None:
    """The same rows as a workbook. Raises OSError when it cannot be written."""
    from xlsxwriter import Workbook

    with Workbook(str(path), {"strings_to_formulas": False, "strings_to_urls": False}) as workbook:
        sheet = workbook.add_worksheet(text("indicators.sheet", lang), plain_worksheet())
        styles, writer = Styles(workbook, lang), Sheet(sheet, str)
        for position, name in enumerate(COLUMNS):
            sheet.set_column(position, position, _WIDTHS.get(name, 12))
            writer.text(0, position, text(f"indicators.column.{name}", lang), styles["head"])
        for number, (row, unit) in enumerate(_with_units(found, lang), start=1):
            for position, name in enumerate(COLUMNS):
                if name in _NUMBERS and row[name]:
                    style = STYLE_OF_UNIT[unit if name == "value" else Unit.COUNT if name == "plants" else Unit.BRL]
                    writer.number(number, position, row[name], styles[style])
                else:
                    writer.text(number, position, row[name], styles["text"])
        sheet.freeze_panes(1, 0)


def _with_units(found: Indicators, lang: Lang) -> Iterator[tuple[Row, Unit]]:
    for group in found.groups:
        for indicator in group.indicators:
            yield _row(group, indicator, lang), UNITS[indicator.name]


def _rows(found: Indicators, lang: Lang) -> Iterator[Row]:
    return (row for row, _ in _with_units(found, lang))


def _row(group: Group, indicator: Indicator, lang: Lang) -> Row:
    unit = UNITS[indicator.name]
    needs = "; ".join(dict.fromkeys(need_text(reason, lang) for _, reason in indicator.needs))
    return {
        "year": group.year,
        "group": text(f"indicators.kind.{group.kind}", lang),
        "id": words.person(group.id),
        "name": group.name,
        "plants": str(group.plants),
        "indicator": text(f"indicators.label.{indicator.name}", lang),
        "value": "" if indicator.value is None else fixed(indicator.value, PLACES[unit]),
        "unit": text(f"indicators.unit.{unit}", lang),
        "over": "" if indicator.over is None else fixed(indicator.over, 2),
        "under": "" if indicator.under is None else fixed(indicator.under, 2),
        "evidence": labels.vocabulary("evidence", indicator.evidence, lang) if indicator.evidence else "",
        "needs": needs,
    }
