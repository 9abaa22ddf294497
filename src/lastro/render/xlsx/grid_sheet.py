"""The sheets of rows: the memory of calculation and the totals, with their headings, provisions and live formulas."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from lastro.render import labels, words
from lastro.render.xlsx.cells import Sheet, column_letters
from lastro.render.xlsx.plan import EMPTY, HEAD_ROW, PROVISION_ROW, Grid, shown_words
from lastro.render.xlsx.styles import STYLE_OF_KIND, Styles
from lastro.render.xlsx.translate import number, rounded, spreadsheet
from lastro.statement.catalogue import Lang, text
from lastro.statement.formula import names, parse
from lastro.statement.formula_nodes import Name, Node, Operation
from lastro.statement.model import PER_UNIT, MemoryColumn

if TYPE_CHECKING:
    from xlsxwriter.format import Format

Cells = list[object]
_WIDTHS = {
    "date": 11,
    "centavos": 17,
    "milli_centavos": 19,
    "grams": 16,
    "text": 17,
    "tenths": 14,
    "thousandths": 10,
    "integer": 8,
}
_WIDE_TEXT = {
    "key": 47, "line_id": 51, "municipality": 28, "supplier": 21, "supplier_kind": 34, "spending_region": 31,
}  # fmt: skip
_NAMING = ("line_id", "key", "item")
_WIDEST_FROZEN = 60
_HIDDEN = frozenset({"line_id"})  # the access key and the item say the same to people


class GridSheet:
    """Writes one grid. `live` gives, by column name, the template of its integers' formula (`{r}` is the row)."""

    def __init__(self, sheet: Sheet, grid: Grid, styles: Styles, lang: Lang, *, unmask: bool) -> None:
        self._sheet = sheet
        self._grid = grid
        self._styles = styles
        self._lang = lang
        self._unmask = unmask

    def heading(self, title: str, note: str) -> None:
        """Title, note, headings and provisions; the panes frozen below them."""
        sheet, styles, grid = self._sheet, self._styles, self._grid
        first = next((n for n, column in enumerate(grid.columns) if column.name not in _HIDDEN), 0)
        sheet.text(0, first, title, styles["title"])
        sheet.text(1, first, note, styles["subtitle"])
        for position, column in enumerate(grid.columns):
            hidden = {"hidden": True} if column.name in _HIDDEN else {}
            sheet.sheet.set_column(position, position, _width(column), None, hidden)
        sheet.sheet.set_column(len(grid.columns), grid.group_at, 16, None, {"hidden": True})
        sheet.sheet.set_row(HEAD_ROW, 45)
        sheet.sheet.set_row(PROVISION_ROW, 46)
        self._headings()
        sheet.sheet.freeze_panes(grid.first_row, _frozen_columns(grid))
        sheet.sheet.autofilter(PROVISION_ROW, 0, grid.last_row, len(grid.columns) - 1)
        sheet.sheet.repeat_rows(HEAD_ROW, PROVISION_ROW)

    def _headings(self) -> None:
        head, provision = self._styles["head"], self._styles["provision"]
        for position, column in enumerate(self._grid.columns):
            self._sheet.text(HEAD_ROW, position, self._label(column), head)
        for name, position in self._grid.integer_at.items():
            arguments = {"label": self._label(self._grid.column(name))}
            self._sheet.text(HEAD_ROW, position, text("xlsx.integer", self._lang, arguments), head)
        self._sheet.text(HEAD_ROW, self._grid.group_at, text("xlsx.group", self._lang), head)
        for position, column in enumerate(self._grid.columns):
            cited = labels.cite_text(column.cites, self._lang) if column.cites else ""
            self._sheet.text(PROVISION_ROW, position, cited, provision)

    def _label(self, column: MemoryColumn) -> str:
        return column.pt if self._lang == "pt" else column.en

    def rows(self, live: Mapping[str, str], groups: tuple[int, ...] | None) -> None:
        """Every row: what people read, the hidden integers, the number of the totals row."""
        writers = [self._shown(column, live) for column in self._grid.columns]
        writers += [self._integer(name, live) for name in self._grid.integers]
        stored = [self._stored(name) for name in (*self._grid.shown_at, *self._grid.integers)]
        for position in range(self._grid.table.num_rows):
            row = self._grid.first_row + position
            for write, values in zip(writers, stored, strict=True):
                if values[position] is not None:
                    write(row, values[position])
            if groups is not None:
                self._sheet.number(row, self._grid.group_at, str(groups[position]), self._styles["raw"])

    def _stored(self, name: str) -> Cells:
        """The values of a column; an empty text is None, and its cell stays empty, unless sums choose by it."""
        values: Cells = self._grid.table.column(name).to_pylist()
        empty = "" if self._grid.marks_empty else None
        return [value or empty for value in values] if self._grid.column(name).kind == "text" else values

    def _shown(self, column: MemoryColumn, live: Mapping[str, str]) -> Callable[[int, object], None]:
        """The function that writes one visible cell of `column`."""
        at = self._grid.shown_at[column.name]
        style = self._styles[STYLE_OF_KIND[column.kind]]
        if column.kind == "text":
            return self._text(column.name, at, style)
        if column.kind == "boolean":
            return lambda row, value: self._sheet.text(
                row, at, text(f"xlsx.{'yes' if value else 'no'}", self._lang), style
            )
        if column.kind == "date":
            return lambda row, value: self._day(row, at, value, style)
        if column.name in live and column.name in self._grid.integer_at:
            return self._from_integer(column, at, style)
        return lambda row, value: self._sheet.number(row, at, _plain(value, column.kind), style)

    def _text(self, name: str, at: int, style: Format) -> Callable[[int, object], None]:
        told = shown_words(self._grid, name, self._lang, unmask=self._unmask)
        return lambda row, value: self._sheet.text(row, at, told.get(value, EMPTY) if value else EMPTY, style)

    def _day(self, row: int, at: int, value: object, style: Format) -> None:
        assert isinstance(value, date)
        self._sheet.day(row, at, value, style)

    def _from_integer(self, column: MemoryColumn, at: int, style: Format) -> Callable[[int, object], None]:
        letters = column_letters(self._grid.integer_at[column.name])
        per_unit = PER_UNIT[column.kind]
        return lambda row, value: self._sheet.live(
            row, at, f"{letters}{row + 1}/{per_unit}", _plain(value, column.kind), style
        )

    def _integer(self, name: str, live: Mapping[str, str]) -> Callable[[int, object], None]:
        """The function that writes one hidden integer: by its formula, or from what people read beside it."""
        at = self._grid.integer_at[name]
        shown = column_letters(self._grid.shown_at[name])
        per_unit = PER_UNIT[self._grid.column(name).kind]
        template = live.get(name) or rounded(f"{shown}{{r}}*{per_unit}", 0)
        style = self._styles["raw"]
        return lambda row, value: self._sheet.live(row, at, template.format(r=row + 1), str(value), style)


def _width(column: MemoryColumn) -> int:
    return _WIDE_TEXT.get(column.name, _WIDTHS.get(column.kind, 12))


def _frozen_columns(grid: Grid) -> int:
    """The columns up to the one that names a row stay in sight, unless they would fill a small screen."""
    named = [position for name, position in grid.shown_at.items() if name in _NAMING]
    frozen = max(named, default=-1) + 1
    width = sum(_width(column) for column in grid.columns[:frozen] if column.name not in _HIDDEN)
    return frozen if width <= _WIDEST_FROZEN else 0


def _plain(value: object, kind: str) -> str:
    assert isinstance(value, int)
    return words.plain(value, kind)


def row_formulas(grid: Grid) -> dict[str, str]:
    """Templates of the columns that others of the row give: weights from factors, weighted from value × weight."""
    found = {}
    for column in grid.columns:
        if column.formula and column.name in grid.integer_at:
            node = parse(column.formula)
            if set(names(node)) <= set(grid.shown_at):
                found[column.name] = _template(node, PER_UNIT[column.kind], grid)
    return found


def _template(node: Node, per_unit: int, grid: Grid) -> str:
    """The formula of the integer (`per_unit` to one of the unit shown) over the cells of the row `{r}`."""
    factors = _factors(node)
    if factors is None:
        shown = spreadsheet(node, lambda name: _in_unit_shown(name, grid), _no_sums)
        return rounded(f"({shown})*{per_unit}", 0)
    scale = Fraction(per_unit)
    for name in factors:
        scale /= _per_cell(name, grid)
    product = "*".join(_cell(name, grid) for name in factors)
    if scale != 1:
        product = f"{product}*{number(scale)}"
    whole = scale.denominator == 1 and all(name in grid.integer_at for name in factors)
    return product if whole else rounded(product, 0)


def _factors(node: Node) -> list[str] | None:
    """The names of a product of names; None for any other formula."""
    if isinstance(node, Name):
        return [node.id]
    if isinstance(node, Operation) and node.operator == "*":
        left, right = _factors(node.left), _factors(node.right)
        return None if left is None or right is None else left + right
    return None


def _cell(name: str, grid: Grid) -> str:
    return f"{column_letters(grid.integer_at.get(name, grid.shown_at[name]))}{{r}}"


def _in_unit_shown(name: str, grid: Grid) -> str:
    per_cell = _per_cell(name, grid)
    return _cell(name, grid) if per_cell == 1 else f"({_cell(name, grid)}/{per_cell})"


def _per_cell(name: str, grid: Grid) -> int:
    """How many of what the cell holds make one of the unit shown."""
    return PER_UNIT[grid.column(name).kind] if name in grid.integer_at else 1


def _no_sums(call: object) -> str:
    raise AssertionError(f"a row has no sums: {call}")
