"""One table file to typed rows: a pure function of its name, its bytes and the law's list of municipalities."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePosixPath

import pyarrow as pa

from lastro.evidence.columns import Table, folded, schema
from lastro.evidence.tables import findings as codes
from lastro.evidence.tables.cells.base import Context, Places
from lastro.evidence.tables.csv_text import read_csv
from lastro.evidence.tables.findings import sheet_finding, shown
from lastro.evidence.tables.header import Header, is_blank, read_header, suggestion
from lastro.evidence.tables.limits import MAX_BYTES, Unreadable
from lastro.evidence.tables.model import FileTables, Sheet, TableCount
from lastro.evidence.tables.names import TEMPLATE_NAME, TEMPLATE_SHEET, TEXTS, stem, table_named
from lastro.evidence.tables.rows import read_rows
from lastro.evidence.tables.workbook import read_workbook
from lastro.evidence.tables.xlsx import SheetFile
from lastro.statement.model import Finding, Severity, Source


def read_table_file(relative_path: str, data: bytes, book: Places) -> FileTables:
    """The tables of one CSV, XLSX or ODS file.

    Never raises for what the file holds: what cannot be read is a finding. Rows that repeat others are not yet told
    apart (`combine` does, over all files). `book` answers which municipality a person means.
    """
    reader = _Reader(relative_path, book)
    try:
        if len(data) > MAX_BYTES:
            raise Unreadable("too_large", limit=MAX_BYTES // 2**20)
        if PurePosixPath(relative_path.lower()).suffix in TEXTS:
            reader.read_text(data)
        else:
            reader.read_sheets(list(read_workbook(data)))
    except Unreadable as fault:
        refused = sheet_finding(
            codes.UNREADABLE, Severity.BLOCKS, Source(relative_path), fault.variant, **fault.arguments
        )
        return FileTables({}, (refused,))
    return reader.result()


@dataclass
class _Reader:
    """Gathers what the sheets of one file give."""

    file: str
    places: Places
    parts: dict[str, list[pa.Table]] = field(default_factory=dict)
    findings: list[Finding] = field(default_factory=list)
    counts: list[TableCount] = field(default_factory=list)
    from_template: bool = False

    def result(self) -> FileTables:
        tables = {name: pa.concat_tables(parts) for name, parts in sorted(self.parts.items())}
        return FileTables(tables, tuple(self.findings), tuple(self.counts))

    def tell(self, code: str, severity: Severity, sheet: str, variant: str = "default", **arguments: object) -> None:
        source = Source(self.file, sheet, 0, str(arguments.get("column", "")))
        self.findings.append(sheet_finding(code, severity, source, variant, **arguments))

    def read_text(self, data: bytes) -> None:
        name = table_named(stem(self.file))
        if name is None:
            known = ", ".join(schema().tables)
            self.tell(codes.NO_SUCH_TABLE, Severity.ALERT, "", "file", name=shown(stem(self.file)), known=known)
            return
        definition = schema().table(name)
        self.read_sheet(definition, read_csv(data, definition))

    def read_sheets(self, sheets: list[SheetFile]) -> None:
        """Visible sheets by their names; one visible sheet of no known name is what its file is named."""
        template = next((s.sheet for s in sheets if s.name == TEMPLATE_SHEET), None)
        if template is not None and not self._template_known(template):
            return
        self.from_template = template is not None
        data = [s for s in sheets if s.name != TEMPLATE_SHEET and _filled(s.sheet)]
        visible = [s for s in data if s.visible]
        for file in data:
            if not file.visible:
                self._ignore(file.sheet, codes.HIDDEN_SHEET)
        by_file = table_named(stem(self.file)) if len(visible) == 1 else None
        for file in visible:
            name = table_named(file.name) or by_file
            if name is None:
                self._ignore(file.sheet, codes.NO_SUCH_TABLE, "sheet", known=", ".join(schema().tables))
            else:
                self.read_sheet(schema().table(name), file.sheet)

    def _template_known(self, sheet: Sheet) -> bool:
        """Templates carry their name and version; one of a later Lastro may mean things this one does not know."""
        cells = [cell for row in sheet.rows[:1] for cell in row]
        version = cells[1] if len(cells) > 1 else None
        named = bool(cells) and isinstance(cells[0], str) and folded(cells[0]) == folded(TEMPLATE_NAME)
        if not named or not isinstance(version, int) or version > schema().version:
            found = shown(version) if version is not None else "?"
            known = schema().version
            self.tell(codes.TEMPLATE_VERSION, Severity.BLOCKS, "", "unknown", found=found, known=known)
            return False
        if version < schema().version:
            self.tell(codes.TEMPLATE_VERSION, Severity.ALERT, "", "older", found=version, known=schema().version)
        return True

    def _ignore(self, sheet: Sheet, code: str, variant: str = "default", **arguments: object) -> None:
        rows = len(_filled(sheet))
        self.tell(code, Severity.ALERT, sheet.name, variant, name=shown(sheet.name), rows=rows, **arguments)
        self.counts.append(TableCount("", self.file, sheet.name, read=rows, ignored=rows))

    def read_sheet(self, definition: Table, sheet: Sheet) -> None:
        header = read_header(definition, sheet.rows)
        if header is None:
            rows = _filled(sheet)
            if rows:
                self._refuse(definition, sheet, len(rows), lambda: self._no_header(definition, sheet))
            return
        self._tell_columns(definition, sheet, header)
        below = sum(number > header.row for number in _filled(sheet))
        if header.twice:
            self._refuse(definition, sheet, below, lambda: self._twice(definition, sheet, header))
        elif missing := missing_columns(definition, header):
            self._refuse(definition, sheet, below, lambda: self._missing(definition, sheet, missing))
        else:
            self._accept(definition, sheet, header)

    def _accept(self, definition: Table, sheet: Sheet, header: Header) -> None:
        context = Context(self.places, epoch=sheet.epoch)
        rows = read_rows(definition, sheet, header, self.file, context)
        if self.from_template and not rows.read:
            return  # a sheet of the template that nobody filled in is not a table the user gave
        self.parts.setdefault(definition.name, []).append(rows.table)
        self.findings.extend(rows.findings)
        accepted = rows.table.num_rows
        count = TableCount(definition.name, self.file, sheet.name, rows.read, accepted, rows.rejected, rows.ignored)
        self.counts.append(count)

    def _refuse(self, definition: Table, sheet: Sheet, rows: int, tell: Callable[[], None]) -> None:
        """A sheet that cannot be read: `tell` says why, once for all its rows."""
        tell()
        self.counts.append(TableCount(definition.name, self.file, sheet.name, read=rows, rejected=rows))

    def _no_header(self, definition: Table, sheet: Sheet) -> None:
        known = ", ".join(column.name for column in definition.columns)
        self.tell(codes.NO_HEADER, Severity.BLOCKS, sheet.name, table=definition.name, known=known)

    def _twice(self, definition: Table, sheet: Sheet, header: Header) -> None:
        for name in header.twice:
            self.tell(codes.COLUMN_TWICE, Severity.BLOCKS, sheet.name, table=definition.name, column=name)

    def _missing(self, definition: Table, sheet: Sheet, missing: list[str]) -> None:
        for name in missing:
            self.tell(codes.COLUMN_MISSING, Severity.BLOCKS, sheet.name, table=definition.name, column=name)

    def _tell_columns(self, definition: Table, sheet: Sheet, header: Header) -> None:
        def told(position: int, heading: str, variant: str, **more: object) -> None:
            names = {"table": definition.name, "column": shown(heading), "letter": column_letter(position), **more}
            self.tell(codes.COLUMN_IGNORED, Severity.ALERT, sheet.name, variant, **names)

        for position, heading in header.unknown:
            near = suggestion(definition, heading)
            more = {"suggestion": near} if near else {}
            told(position, heading, "suggestion" if near else "default", **more)
        for position, name in header.second:
            told(position, str(sheet.rows[header.row][position]), "second", meaning=name)
        for position in header.unnamed:
            told(position, "", "unnamed")


def _filled(sheet: Sheet) -> list[int]:
    """Positions of the rows that hold anything."""
    return [number for number, row in enumerate(sheet.rows) if any(not is_blank(cell) for cell in row)]


def missing_columns(definition: Table, header: Header) -> list[str]:
    """Columns lacking for the nearest of the alternatives in `requires`; empty when one is complete."""
    lacking = {needed: [n for n in needed if n not in header.positions] for needed in definition.requires}
    return lacking[min(lacking, key=lambda needed: (len(lacking[needed]), -len(needed)))]


def column_letter(position: int) -> str:
    """The letter a spreadsheet shows over a column: 0 → A, 26 → AA."""
    letters = ""
    position += 1
    while position:
        position, rest = divmod(position - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters
