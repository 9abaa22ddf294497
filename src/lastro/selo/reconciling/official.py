"""What the ministry sent: its figure and its table of refused rows, read from CSV, XLSX or ODS with any headings.

The cells go through the readers of the workspace's own tables. Every row that is read is told: it becomes a row to be
matched, or is left aside with a finding (totals, titles, repeated headers, the figure itself).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import PurePosixPath

from lastro.core.errors import EvidenceUnreadable, WrongUse
from lastro.evidence.columns import Column, Table
from lastro.evidence.tables import findings as codes
from lastro.evidence.tables import is_table_file
from lastro.evidence.tables.cells.base import Context, Places
from lastro.evidence.tables.csv_text import SEPARATORS, decoded, read_csv
from lastro.evidence.tables.findings import Fault, cell_finding, sheet_finding, shown
from lastro.evidence.tables.header import is_blank
from lastro.evidence.tables.limits import MAX_BYTES, Unreadable
from lastro.evidence.tables.model import BadCell, Cell, Sheet
from lastro.evidence.tables.names import TEXTS
from lastro.evidence.tables.reading import column_letter
from lastro.evidence.tables.rows import is_total_word
from lastro.evidence.tables.workbook import read_workbook
from lastro.selo.reconciling.figure import figure_of, stated_in
from lastro.selo.reconciling.headers import (
    DAY,
    HEADINGS,
    ITEM,
    KEY,
    NUMBER,
    PERSON,
    PRODUCT,
    REASON,
    VALUE,
    Header,
    Heading,
    read_header,
    typed,
    typed_roles,
)
from lastro.selo.reconciling.official_rows import Asked, Official, OfficialRow
from lastro.selo.reconciling.words import is_masked, product_of, unmasked_middle
from lastro.statement.model import Finding, Severity, Source

TABLE = "oficial"
_CELLS_TOLD = 6
COLUMN = "REC-06"  # a column of the ministry's table that was left aside


def read_official(name: str, data: bytes, book: Places, asked: Asked) -> Official:
    """The file `name` with these bytes; b"" under "" for a figure that was only typed.

    Raises EvidenceUnreadable for what is no table, WrongUse for a mapping or a number that was typed wrong.
    """
    roles = typed_roles(asked.columns)
    reader = _Reader(name, book, roles)
    if name:
        try:
            for sheet in _sheets(name, data, reader):
                reader.read(sheet)
        except Unreadable as fault:
            raise EvidenceUnreadable(f"reconcile.file.{fault.variant}", file=name, **fault.arguments) from fault
    figure = figure_of(asked.numbers, reader.stated)
    for column in roles:
        if column not in reader.mapped:
            raise WrongUse("reconcile.map_column", file=name or "–", value=column)
    if reader.unexplained and not reader.rows:
        raise EvidenceUnreadable("reconcile.no_columns", file=name, columns=", ".join(reader.unexplained))
    if name and not reader.rows and figure.empty:
        raise EvidenceUnreadable("reconcile.nothing_read", file=name, roles=", ".join(HEADINGS))
    return Official(name, figure, tuple(reader.rows), reader.ignored, tuple(reader.findings))


def _sheets(name: str, data: bytes, reader: _Reader) -> list[Sheet]:
    if len(data) > MAX_BYTES:
        raise Unreadable("too_large", limit=MAX_BYTES // 2**20)
    if not is_table_file(name):
        raise Unreadable("not_a_workbook")
    if not data.strip():
        raise EvidenceUnreadable("reconcile.empty", file=name)
    if PurePosixPath(name.lower()).suffix in TEXTS:
        return [_text_sheet(data)]
    files = list(read_workbook(data))
    for hidden in files:
        if not hidden.visible and (rows := _filled(hidden.sheet)):
            source = Source(name, hidden.name)
            reader.aside(codes.HIDDEN_SHEET, source, len(rows), Severity.ALERT, name=shown(hidden.name), rows=len(rows))
    return [file.sheet for file in files if file.visible]


def _definition() -> Table:
    """The ministry's table as the CSV reader wants it, to tell which separator names columns."""
    headers = {heading: role for role, names in HEADINGS.items() for heading in names}
    columns = tuple(Column(role, "text", role, (), {}) for role in HEADINGS)
    return Table(TABLE, TABLE, (), {}, columns, ((),), (), frozenset(), False, None, headers)


def _text_sheet(data: bytes) -> Sheet:
    """A CSV; where no heading tells its separator, the one that cuts every row into as many cells."""
    sheet = read_csv(data, _definition())
    if any(len(row) > 1 for row in sheet.rows):
        return sheet
    for separator in SEPARATORS:
        cut = read_csv(f"sep={separator}\n{decoded(data)}".encode(), _definition())
        widths = {len(row) for row in cut.rows[1:] if any(not is_blank(cell) for cell in row)}
        if len(widths) == 1 and widths != {1}:
            return Sheet("", cut.rows[1:], ragged=True)
    return sheet


def _filled(sheet: Sheet) -> list[int]:
    return [number for number, row in enumerate(sheet.rows) if any(not is_blank(cell) for cell in row)]


class _Reader:
    """Gathers what the sheets give."""

    def __init__(self, file: str, places: Places, roles: Mapping[str, str]) -> None:
        self._file, self._places, self._roles = file, places, roles
        self.rows: list[OfficialRow] = []
        self.stated = stated_in([])
        self.findings: list[Finding] = []
        self.ignored = 0
        self.unexplained: list[str] = []
        self.mapped: set[str] = set()  # what the user mapped and a sheet has

    def aside(
        self, code: str, source: Source, count: int, severity: Severity, variant: str = "default", **told: object
    ) -> None:
        """Rows left aside, with the one finding that says why."""
        self.findings.append(sheet_finding(code, severity, source, variant, **told))
        self.ignored += count

    def read(self, sheet: Sheet) -> None:
        """One visible sheet."""
        filled = _filled(sheet)
        if not filled:
            return
        stated = stated_in(sheet.rows)
        self.stated += stated
        for figure in stated:
            self.aside("REC-05", self._source(sheet, figure.row), 1, Severity.INFO, figure.name, value=figure.text)
        figures = {figure.row for figure in stated}
        body = Sheet(sheet.name, [[] if at in figures else row for at, row in enumerate(sheet.rows)], sheet.epoch)
        context = Context(self._places, sheet.epoch)
        header = read_header(body, self._roles, context)
        left = [at for at in filled if at not in figures]
        if header is None:
            self._unexplained(sheet, left)
            return
        self._columns(sheet, header)
        self._rows(sheet, header, [at for at in left if self._is_row(sheet, header, at)], context)

    def _unexplained(self, sheet: Sheet, left: list[int]) -> None:
        """A sheet none of whose columns says which row is meant."""
        if not left:
            return
        first = [shown(cell) for cell in sheet.rows[left[0]] if not is_blank(cell)]
        self.unexplained += first
        source = Source(self._file, sheet.name)
        columns = ", ".join(first)
        self.aside(COLUMN, source, len(left), Severity.ALERT, "no_columns", rows=len(left), columns=columns)

    def _columns(self, sheet: Sheet, header: Header) -> None:
        self.mapped |= {heading.column for heading in header.columns if heading.told}
        for heading, why in header.aside:
            told = {"column": shown(heading.text or column_letter(heading.position)), "role": heading.role or "–",
                    "letter": column_letter(heading.position)}  # fmt: skip
            source = Source(self._file, sheet.name, header.row + 1, heading.text)
            severity = Severity.INFO if why == "unknown" else Severity.ALERT
            self.findings.append(sheet_finding(COLUMN, severity, source, why, **told))

    def _is_row(self, sheet: Sheet, header: Header, at: int) -> bool:
        """Whether a row states a refusal; else it is left aside here."""
        if at == header.row:
            return False  # the header is no row
        row = sheet.rows[at]
        variant = _not_data(header, at, row)
        if variant is None:
            return True
        text = next(shown(cell) for cell in row if not is_blank(cell))
        self.aside(codes.ROW_IGNORED, self._source(sheet, at), 1, Severity.INFO, variant, table=TABLE, text=text)
        return False

    def _source(self, sheet: Sheet, at: int, column: str = "") -> Source:
        return Source(self._file, sheet.name, at + 1, column)

    def _rows(self, sheet: Sheet, header: Header, numbers: list[int], context: Context) -> None:
        if not numbers:
            return
        rows = [OfficialRow(self._source(sheet, at), _text(sheet.rows[at])) for at in numbers]
        for heading in header.columns:
            cells = [_cell(sheet.rows[at], heading.position) for at in numbers]
            rows = self._with(rows, heading, cells, context)
        self.rows += rows

    def _with(
        self, rows: list[OfficialRow], heading: Heading, cells: list[Cell], context: Context
    ) -> list[OfficialRow]:
        """The rows with one column more; a cell that cannot be read is told and says nothing."""
        if heading.role == PRODUCT:
            return [self._product(row, heading, cell) for row, cell in zip(rows, cells, strict=True)]
        masked = [heading.role == PERSON and isinstance(cell, str) and is_masked(cell) for cell in cells]
        plain: list[Cell] = ["" if hidden else cell for cell, hidden in zip(cells, masked, strict=True)]
        values, faults = typed(heading.role, plain, context)
        for at, fault in faults.items():
            self._faulty(rows[at], heading, cells[at], fault)
        read = [
            replace(row, middles=row.middles | {unmasked_middle(str(cell))}) if hidden else row
            for row, cell, hidden in zip(rows, cells, masked, strict=True)
        ]
        return [_put(row, heading.role, value) for row, value in zip(read, values, strict=True)]

    def _product(self, row: OfficialRow, heading: Heading, cell: Cell) -> OfficialRow:
        if is_blank(cell):
            return row
        product = None if isinstance(cell, BadCell) else product_of(str(cell))
        if product is None:
            accepted = {"accepted": "soja, mamona, palma, …"}
            self._faulty(row, heading, cell, Fault(codes.UNKNOWN_WORD, "default", accepted))
            return row
        return replace(row, product=row.product or product)

    def _faulty(self, row: OfficialRow, heading: Heading, cell: Cell, fault: Fault) -> None:
        text = cell.text if isinstance(cell, BadCell) else cell
        column = Column(heading.text or heading.role, "person" if heading.role == PERSON else "text", "", (), {})
        source = replace(row.source, column=shown(heading.text or heading.role))
        told = cell_finding(fault, TABLE, column, text, source)
        about = {"table": TABLE, "row": str(row.source.row), "column": source.column}
        self.findings.append(replace(told, severity=Severity.ALERT, subject=about))


def _text(row: Sequence[Cell]) -> str:
    """A row as it stands. Its cells are cut one by one: a key stays whole, so that the CPF in it can be masked."""
    return " · ".join(shown(cell) for cell in [cell for cell in row if not is_blank(cell)][:_CELLS_TOLD])


def _cell(row: Sequence[Cell], position: int) -> Cell:
    return row[position] if position < len(row) else ""


def _not_data(header: Header, at: int, row: Sequence[Cell]) -> str | None:
    if at < header.row:
        return "above_header"
    cells = {column.role: _cell(row, column.position) for column in header.columns}
    if all(is_blank(cell) for cell in cells.values()):
        return "no_role"
    words = [cell for cell in row if isinstance(cell, str) and not is_blank(cell)]
    named = [column for column in header.columns if column.text and _cell(row, column.position) == column.text]
    if len(named) > 1 or (named and len(words) == 1):
        return "repeated_header"
    telling = [cells.get(role, "") for role in (KEY, NUMBER, PERSON)]
    if any(map(is_total_word, words)) and all(is_blank(c) or is_total_word(str(c)) for c in telling):
        return "total"
    return None


def _put(row: OfficialRow, role: str, value: object) -> OfficialRow:
    if value is None:
        return row
    if role == PERSON:
        return replace(row, persons=row.persons | {str(value)})
    if role == VALUE:
        assert isinstance(value, int)
        return replace(row, centavos=abs(value))
    if role == ITEM:
        assert isinstance(value, int)
        return replace(row, item=value)
    if role == DAY:
        assert isinstance(value, date)
        return replace(row, on=value)
    names = {KEY: "key", NUMBER: "number", REASON: "reason"}
    text = str(value)
    return replace(row, **{names[role]: text.lstrip("0") if role == NUMBER else shown(text)})  # type: ignore[arg-type]
