"""ODS (LibreOffice): the same cells as from XLSX, from `content.xml`. Source: OpenDocument 1.3 part 3, chapters 9, 19.

Numbers, dates and percentages stand in attributes, exactly; a repeated cell or row counts as often as it is repeated,
and blank repetitions to the end of the sheet count as nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from lastro.evidence.tables.limits import (
    MAX_CELLS,
    MAX_COLUMNS,
    MAX_MERGED_CELLS,
    MAX_ROWS,
    MAX_SHEETS,
    Unreadable,
)
from lastro.evidence.tables.model import BadCell, Cell, Merged, Sheet
from lastro.evidence.tables.xlsx import SheetFile
from lastro.evidence.tables.xlsx_sheet import percentage
from lastro.evidence.tables.xml_events import walk
from lastro.evidence.tables.zip_guard import Members

_CELLS = frozenset({"table-cell", "covered-table-cell"})
_WANTED = _CELLS | {"table-row", "style", "table-properties", "table"}
_SPACES = frozenset({"p", "s", "tab", "line-break"})
_NUMBERS = frozenset({"float", "currency"})


def read_ods(members: Members) -> Iterator[SheetFile]:
    """The sheets in the document's order. Raises Unreadable."""
    if b"encryption-data" in members.read("META-INF/manifest.xml"):
        raise Unreadable("encrypted")
    handler = _Content()
    walk(members.read("content.xml"), handler)
    yield from handler.sheets


class _Content:
    """Takes the events of `content.xml`."""

    def __init__(self) -> None:
        self.sheets: list[SheetFile] = []
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._depth = 0  # tables inside cells (sub-tables) are not sheets
        self._note = 0
        self._text: list[str] | None = None
        self._cell: dict[str, str] = {}
        self._begin("", "")

    def _begin(self, name: str, style: str) -> None:
        self._name, self._sheet_style = name, style
        self._rows: list[list[Cell]] = []
        self._row: list[Cell] = []
        self._blank_rows, self._blank_cells, self._cells, self._merged_cells = 0, 0, 0, 0
        self._repeat_row = 1
        self._merged: list[Merged] = []

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        plain = _unprefixed(attributes) if name in _WANTED else {}
        if name in _CELLS:
            self._cell = dict(plain)
            self._text = []
        elif name == "table-row":
            self._row, self._blank_cells = [], 0
            self._repeat_row = _repeated(plain.get("number-rows-repeated"))
        elif name in _SPACES and self._text:
            self._text.append(" ")
        elif name == "annotation":
            self._note += 1
        elif name == "style":
            self._style = plain.get("name", "")
        elif name == "table-properties" and plain.get("display") == "false":
            self._hidden_styles.add(self._style)
        elif name == "table":
            self._depth += 1
            if self._depth == 1:
                self._begin(plain.get("name", ""), plain.get("style-name", ""))

    def text(self, text: str) -> None:
        if self._text is not None and not self._note:
            self._text.append(text)

    def end(self, name: str) -> None:
        if name in _CELLS:
            self._end_cell()
        elif name == "table-row":
            self._end_row()
        elif name == "annotation":
            self._note -= 1
        elif name == "table":
            self._depth -= 1
            if self._depth == 0:
                self._end_sheet()

    def _end_cell(self) -> None:
        cell, text = self._cell, "".join(self._text or ()).strip()
        self._text = None
        repeat = _repeated(cell.get("number-columns-repeated"))
        self._merge(cell)
        value = _typed(cell, text)
        if value == "":
            self._blank_cells += repeat
            return
        self._count((self._blank_cells + repeat) * self._repeat_row)
        self._row.extend([""] * self._blank_cells)
        self._row.extend([value] * repeat)
        self._blank_cells = 0
        if len(self._row) > MAX_COLUMNS:
            raise Unreadable("malformed")

    def _merge(self, cell: Mapping[str, str]) -> None:
        rows = _repeated(cell.get("number-rows-spanned"))
        columns = _repeated(cell.get("number-columns-spanned"))
        if rows * columns == 1:
            return
        self._merged_cells += rows * columns
        if self._merged_cells > MAX_MERGED_CELLS:
            raise Unreadable("too_many_cells", limit=MAX_MERGED_CELLS)
        top, left = len(self._rows) + self._blank_rows, len(self._row) + self._blank_cells
        self._merged.append(((top, left), (top + rows - 1, left + columns - 1)))

    def _end_row(self) -> None:
        if not self._row:
            self._blank_rows += self._repeat_row
            return
        if len(self._rows) + self._blank_rows + self._repeat_row > MAX_ROWS:
            raise Unreadable("malformed")
        self._rows.extend([[]] * self._blank_rows)
        self._rows.extend([self._row] * self._repeat_row)
        self._blank_rows = 0

    def _count(self, cells: int) -> None:
        self._cells += cells
        if self._cells > MAX_CELLS:
            raise Unreadable("too_many_cells", limit=MAX_CELLS)

    def _end_sheet(self) -> None:
        sheet = Sheet(self._name, self._rows, merged=tuple(self._merged))
        self.sheets.append(SheetFile(self._name, self._sheet_style not in self._hidden_styles, sheet))
        if len(self.sheets) > MAX_SHEETS:
            raise Unreadable("too_many_cells", limit=MAX_CELLS)


def _unprefixed(attributes: Mapping[str, str]) -> dict[str, str]:
    """Attributes by local name; of the two value types a cell may carry, one that says error prevails."""
    plain: dict[str, str] = {}
    for key, value in attributes.items():
        name = key.rpartition(":")[2]
        if name not in plain or value == "error":
            plain[name] = value
    return plain


def _repeated(text: str | None) -> int:
    if text is None:
        return 1
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:8]) <= MAX_ROWS or len(text) > 8:
        raise Unreadable("malformed")
    return int(text)


def _typed(cell: Mapping[str, str], text: str) -> Cell:
    kind = cell.get("value-type", "")
    if kind == "error" or (cell.get("formula") and text.startswith(("#", "Err:"))):
        return BadCell("error", text)
    if cell.get("formula") and not kind:
        return BadCell("formula", cell["formula"].removeprefix("of:"))
    if kind in _NUMBERS or kind == "percentage":
        number = _number(cell.get("value", ""))
        return percentage(number) if kind == "percentage" else number
    if kind == "boolean":
        return cell.get("boolean-value") == "true"
    return cell.get("date-value", text) if kind == "date" else text or cell.get("string-value", "")


def _number(text: str) -> int | float:
    try:
        return int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) <= 16 else float(text)
    except ValueError as fault:
        raise Unreadable("malformed") from fault
