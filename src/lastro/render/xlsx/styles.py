"""The formats of the workbook. Separators follow the reader's own settings; places and symbols are ours."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lastro.statement.catalogue import Lang

if TYPE_CHECKING:
    from xlsxwriter import Workbook
    from xlsxwriter.format import Format

_MONEY = '"R$" #,##0.00;[Red]-"R$" #,##0.00'
_PERCENT = '#,##0.0000" %";[Red]-#,##0.0000" %"'
_POINTS = "+#,##0.0000;[Red]-#,##0.0000;0.0000"
_DAYS = {"pt": "dd/mm/yyyy", "en": "yyyy-mm-dd"}
_FONT = {"font_name": "Calibri", "font_size": 10}
_HEAD = "#14532D"
_BAND = "#E8F2EC"
_RULE = "#B8C4BC"

_LEFT = {"align": "left", "indent": 1}
_BOX = {"border": 1, "border_color": _RULE, "text_wrap": True, **_LEFT}
_LINE_BELOW = {"bottom": 1, "bottom_color": _RULE}

_STYLES: dict[str, dict[str, object]] = {
    "text": {"valign": "top", **_LEFT},
    "wrap": {"text_wrap": True, "valign": "top", **_LEFT},
    "muted": {"font_color": "#5A6B61", "valign": "top", "text_wrap": True, **_LEFT},
    "code": {"font_name": "Consolas", "font_size": 9, "valign": "top", "font_color": "#5A6B61", **_LEFT},
    "title": {"bold": True, "font_size": 16, "font_color": _HEAD},
    "subtitle": {"font_color": "#5A6B61"},
    "answer": {"bold": True, "font_size": 11},
    "section": {"bold": True, "font_size": 11, "font_color": _HEAD, "bg_color": _BAND, **_LINE_BELOW},
    "head": {"bold": True, "font_color": "#FFFFFF", "bg_color": _HEAD, "valign": "vcenter", **_BOX},
    "provision": {"italic": True, "font_size": 8, "bg_color": _BAND, "valign": "top", **_BOX},
    "money": {"num_format": _MONEY, "valign": "top"},
    "percent": {"num_format": _PERCENT, "valign": "top"},
    "points": {"num_format": _POINTS, "valign": "top"},
    "quantity": {"num_format": "#,##0.000", "valign": "top"},
    "area": {"num_format": "#,##0.0000", "valign": "top"},
    "factor": {"num_format": "#,##0.0##", "valign": "top"},
    "share": {"num_format": "0.00##%", "valign": "top"},
    "integer": {"num_format": "#,##0", "valign": "top"},
    "raw": {"num_format": "0", "font_color": "#5A6B61"},
    "exact": {"num_format": "0.0000000000", "font_color": "#5A6B61"},
    "big_label": {"bold": True, "font_size": 12, "valign": "vcenter", "text_wrap": True, "bg_color": _BAND},
    "big_percent": {"bold": True, "font_size": 16, "num_format": _PERCENT, "valign": "vcenter", "bg_color": _BAND},
    "big_points": {"bold": True, "font_size": 16, "num_format": _POINTS, "valign": "vcenter", "bg_color": _BAND},
    "big_money": {"bold": True, "font_size": 16, "num_format": _MONEY, "valign": "vcenter", "bg_color": _BAND},
    "big_mark": {"font_color": "#5A6B61", "valign": "vcenter", **_LEFT, "bg_color": _BAND},
    "big_text": {"bold": True, "font_size": 12, "valign": "vcenter", "text_wrap": True, "bg_color": _BAND},
}  # fmt: skip


class Styles:
    """The formats by name, made once for a workbook."""

    def __init__(self, workbook: Workbook, lang: Lang) -> None:
        self._made: dict[str, Format] = {
            name: workbook.add_format({**_FONT, **properties}) for name, properties in _STYLES.items()
        }
        self._made["date"] = workbook.add_format({**_FONT, "num_format": _DAYS[lang], "valign": "top", **_LEFT})

    def __getitem__(self, name: str) -> Format:
        return self._made[name]


STYLE_OF_KIND = {
    "text": "text",
    "date": "date",
    "boolean": "text",
    "centavos": "money",
    "milli_centavos": "money",
    "grams": "quantity",
    "m2": "area",
    "tenths": "factor",
    "thousandths": "factor",
    "integer": "integer",
}
"""The format of a column of the memory by its kind."""

STYLE_OF_UNIT = {
    "BRL": "money",
    "percent": "percent",
    "points": "points",
    "factor": "factor",
    "count": "integer",
    "kg": "quantity",
    "m3": "quantity",
}
"""The format of a line's value by its unit."""
