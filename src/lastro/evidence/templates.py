"""What `lastro init` puts in a folder: a `lastro.toml` to fill in and a workbook with one sheet per table.

The workbook carries its name and version in a hidden sheet, a help row under each header, text formats where a
spreadsheet would spoil what is typed (keys, CPF, contract numbers), and lists for the vocabularies. Filled in where it
stands it is read as evidence; its help row is not.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lastro.core.errors import EvidenceUnreadable
from lastro.evidence.columns import Column, Schema, Table, schema
from lastro.evidence.tables.header import help_cell
from lastro.evidence.tables.names import TEMPLATE_NAME, TEMPLATE_SHEET
from lastro.evidence.workspace import CONFIG_FILE, NOTES_FOLDER
from lastro.statement.catalogue import Lang, text

if TYPE_CHECKING:
    from lastro.law import LawBook

WORKBOOK = "modelo-lastro.xlsx"
_CREATED = datetime.fromtimestamp(0, tz=UTC)  # fixed, so that the same Lastro writes the same bytes
_LAST_ROW = 1_048_575
_FIRST_DATA_ROW = 2
_WIDTH, _WIDE = 18, 48
_LONGEST_LIST = 255  # characters that a list inside a rule may have
_FIRST_LIST = 3  # the column of the hidden sheet where longer lists begin
_AS_TEXT = frozenset(
    {"text", "person", "cpf", "cnpj", "key", "municipality", "choice", "month", "crop_year", "percent", "dates"}
)


def write_templates(directory: Path, book: LawBook, lang: Lang) -> tuple[Path, ...]:
    """Write what is not there yet and return what was written: `lastro.toml`, the workbook and the folder `nfe`.

    Nothing that exists is overwritten. Raises EvidenceUnreadable when the folder cannot be written.
    """
    contents = {CONFIG_FILE: config_text(book, lang).encode(), WORKBOOK: workbook_bytes(lang)}
    written: list[Path] = []
    try:
        (directory / NOTES_FOLDER).mkdir(parents=True, exist_ok=True)
        for name, content in contents.items():
            path = directory / name
            if not path.exists():
                path.write_bytes(content)
                written.append(path)
    except OSError as fault:
        raise EvidenceUnreadable("workspace.not_writable", file=directory, reason=fault.strerror or fault) from fault
    return tuple(written)


def config_text(book: LawBook, lang: Lang) -> str:
    """The `lastro.toml` to fill in, every reading that a rule asks with its question, its options and its default."""
    lines = [text("template.config", lang)]
    for question in (reading for reading in book.readings.values() if not reading.later):
        lines.append(f"# {question.question(lang)}")
        lines.append(f'# "{question.key}" = "{question.default}"  # {" · ".join(question.names)}')
    return "\n".join(lines) + "\n"


def workbook_bytes(lang: Lang) -> bytes:
    """The template of all tables, headers and help in `lang`."""
    import xlsxwriter

    target = BytesIO()
    workbook = xlsxwriter.Workbook(target, {"in_memory": True})
    workbook.set_properties({"title": text("template.title", lang), "created": _CREATED})
    formats = _formats(workbook)
    lists = _Lists()
    for table in schema().tables.values():
        _write_table(workbook, table, lang, formats, lists)
    _write_mark(workbook, schema(), lists)
    workbook.close()
    return target.getvalue()


class _Lists:
    """Lists to choose from that are too long to stand in a rule: they stand in columns of the hidden sheet."""

    def __init__(self) -> None:
        self.columns: list[list[str]] = []

    def source(self, values: list[str]) -> list[str] | str:
        """The list itself, or where it stands."""
        if len(",".join(values)) <= _LONGEST_LIST:
            return values
        if values not in self.columns:
            self.columns.append(values)
        column = _FIRST_LIST + self.columns.index(values)
        name = chr(ord("A") + column)
        return f"='{TEMPLATE_SHEET}'!${name}$1:${name}${len(values)}"


def _formats(workbook: Any) -> Mapping[str, Any]:
    heading = {"bold": True, "font_color": "white", "valign": "vcenter", "border": 1}
    return {
        "needed": workbook.add_format(heading | {"bg_color": "#1F4E79"}),
        "optional": workbook.add_format(heading | {"bg_color": "#7F7F7F"}),
        "help": workbook.add_format({"italic": True, "text_wrap": True, "valign": "top", "bg_color": "#F2F2F2"}),
        "text": workbook.add_format({"num_format": "@"}),
        "date": workbook.add_format({"num_format": "dd/mm/yyyy"}),
        "number": workbook.add_format(),
        "money": workbook.add_format({"num_format": "#,##0.00"}),
    }


def _write_table(workbook: Any, table: Table, lang: Lang, formats: Mapping[str, Any], lists: _Lists) -> None:
    sheet = workbook.add_worksheet(table.name if lang == "pt" else table.en)
    needed = {name for names in table.requires for name in names}
    for position, column in enumerate(table.columns):
        heading = formats["needed" if column.name in needed else "optional"]
        sheet.set_column(position, position, _WIDE if column.type == "key" else _WIDTH, formats[_format(column)])
        sheet.write_string(0, position, column.name if lang == "pt" else column.en, heading)
        sheet.write_string(1, position, help_cell(column.help[lang]), formats["help"])
        _write_list(sheet, position, column, lang, lists)
    sheet.set_row(1, 90)
    sheet.freeze_panes(_FIRST_DATA_ROW, 0)


def _format(column: Column) -> str:
    if column.type in _AS_TEXT:
        return "text"
    if column.type == "date":
        return "date"
    return "money" if column.type == "money" else "text" if column.type == "boolean" else "number"


def _write_list(sheet: Any, position: int, column: Column, lang: Lang, lists: _Lists) -> None:
    """A list to choose from. Another spelling is warned of, not refused: the reader knows synonyms."""
    if column.vocabulary is not None:
        values = list(column.vocabulary.values if lang == "pt" else column.vocabulary.values.values())
    elif column.type == "boolean":
        values = ["S", "N"]
    else:
        return
    rule = {"validate": "list", "source": lists.source(values), "error_type": "warning"}
    sheet.data_validation(_FIRST_DATA_ROW, position, _LAST_ROW, position, rule)


def _write_mark(workbook: Any, known: Schema, lists: _Lists) -> None:
    sheet = workbook.add_worksheet(TEMPLATE_SHEET)
    sheet.write_string(0, 0, TEMPLATE_NAME)
    sheet.write_number(0, 1, known.version)
    for column, values in enumerate(lists.columns, start=_FIRST_LIST):
        sheet.write_column(0, column, values)
    sheet.very_hidden()
