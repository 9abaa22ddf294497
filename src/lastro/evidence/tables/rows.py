"""The rows of one sheet: what is data, what is a total or a title, and what each data row says or why it cannot.

A row with any faulty cell is refused whole, with every fault told at once: nothing is partly read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from lastro.evidence.columns import Column, Table, folded
from lastro.evidence.tables import findings as codes
from lastro.evidence.tables.cells import Context, Value, read_columns
from lastro.evidence.tables.findings import Fault, cell_finding, sheet_finding, shown
from lastro.evidence.tables.hashing import row_hash
from lastro.evidence.tables.header import Header, is_blank, is_help_row, repeats_header
from lastro.evidence.tables.model import BadCell, Cell, Sheet
from lastro.statement.model import Finding, Severity, Source

_TOTAL = re.compile(r"(sub ?)?tota(l|is)( geral| gerais| parcial)?|(grand |sub ?)?totals?|soma|somatorio")


@dataclass
class Rows:
    """What became of the rows of a sheet."""

    table: pa.Table
    findings: list[Finding] = field(default_factory=list)
    read: int = 0
    rejected: int = 0
    ignored: int = 0


@dataclass
class _Work:
    """One sheet on its way. `numbers` are the positions (from 0) of its data rows in the sheet."""

    definition: Table
    sheet: Sheet
    header: Header
    file: str
    columns: list[Column]
    numbers: list[int] = field(default_factory=list)
    values: dict[str, list[Value]] = field(default_factory=dict)
    faults: dict[int, list[tuple[str, Fault]]] = field(default_factory=dict)  # position among the data rows
    cells: dict[str, list[Cell]] = field(default_factory=dict)

    def source(self, number: int, column: str = "", sha256: str = "") -> Source:
        return Source(self.file, self.sheet.name, number + 1, column, sha256)


def read_rows(definition: Table, sheet: Sheet, header: Header, file: str, context: Context) -> Rows:
    """The rows below (and the titles above) the header, typed. Every row that is not accepted has a finding."""
    columns = [column for column in definition.columns if column.name in header.positions]
    work = _Work(definition, sheet, header, file, columns)
    ignored = list(_ignored_rows(work))
    cells = [(column, _cells(work, header.positions[column.name])) for column in columns]
    work.cells = {column.name: listed for column, listed in cells}
    _spoil_merged(work)
    work.values, faults = read_columns(cells, context)
    for column in columns:
        for position, fault in faults[column.name].items():
            work.faults.setdefault(position, []).append((column.name, fault))
    _check_width(work)
    _check_required(work)
    _check_periods(work)
    return _result(work, ignored)


def _ignored_rows(work: _Work) -> Iterator[Finding]:
    """Sorts the rows: `work.numbers` takes the data rows, a finding tells each other row that is not blank."""
    for number, row in enumerate(work.sheet.rows):
        if number == work.header.row or all(map(is_blank, row)):
            continue
        variant = _not_data(work, number, row)
        if variant is None:
            work.numbers.append(number)
        elif variant != "help":
            text = next(shown(cell) for cell in row if not is_blank(cell))
            arguments = {"table": work.definition.name, "text": text}
            yield sheet_finding(codes.ROW_IGNORED, Severity.INFO, work.source(number), variant, **arguments)


def _not_data(work: _Work, number: int, row: Sequence[Cell]) -> str | None:
    if number < work.header.row:
        return "above_header"
    if number == work.header.row + 1 and is_help_row(row):
        return "help"
    if repeats_header(work.definition, work.header, row):
        return "repeated_header"
    return "total" if _is_total(work, row) else None


def _is_total(work: _Work, row: Sequence[Cell]) -> bool:
    """Whether a row is marked TOTAL and lacks, or fills with that word, a cell without which it means nothing."""
    words = " ".join([cell for cell in row if type(cell) is str]).lower()
    if "tota" not in words and "soma" not in words:
        return False
    at = {position: name for name, position in work.header.positions.items()}
    marked = {
        p
        for p, cell in enumerate(row)
        if isinstance(cell, str) and _TOTAL.fullmatch(folded(cell)) and not _is_word(work, at.get(p), cell)
    }
    if not marked:
        return False
    filled = {name for p, name in at.items() if p < len(row) and not is_blank(row[p]) and p not in marked}
    return not any(filled.issuperset(needed) for needed in work.definition.requires)


def is_total_word(text: str) -> bool:
    """Whether a cell says that its row adds up others."""
    return _TOTAL.fullmatch(folded(text)) is not None


def _is_word(work: _Work, name: str | None, cell: str) -> bool:
    """Whether "total" is a value this column knows (a total loss)."""
    vocabulary = work.definition.column(name).vocabulary if name is not None else None
    return vocabulary is not None and folded(cell) in vocabulary.canonical


def _cells(work: _Work, position: int) -> list[Cell]:
    rows = work.sheet.rows
    return [rows[n][position] if position < len(rows[n]) else "" for n in work.numbers]


def _spoil_merged(work: _Work) -> None:
    """A merged cell holds one value for many: in a data row nothing says which row or column it belongs to."""
    if not work.sheet.merged:
        return
    index = {number: position for position, number in enumerate(work.numbers)}
    at = {position: name for name, position in work.header.positions.items()}
    for (top, left), (bottom, right) in work.sheet.merged:
        value = work.sheet.rows[top][left] if top < len(work.sheet.rows) else ""
        names = [at[p] for p in range(left, right + 1) if p in at]
        for number in range(top, min(bottom, len(work.sheet.rows) - 1) + 1) if not is_blank(value) else ():
            if number in index:
                for name in names:
                    work.cells[name][index[number]] = BadCell("merged", shown(value))


def _check_width(work: _Work) -> None:
    """A CSV row longer than its header: a separator inside a value shifted the cells."""
    if not work.sheet.ragged:
        return
    for position, number in enumerate(work.numbers):
        extra = [cell for cell in work.sheet.rows[number][work.header.width :] if not is_blank(cell)]
        if extra:
            told = {"width": str(work.header.width), "found": str(len(work.sheet.rows[number]))}
            work.faults.setdefault(position, []).insert(0, ("", Fault(codes.ROW_TOO_WIDE, "default", told)))


def _check_required(work: _Work) -> None:
    """A row must fill one of the lists in `requires`; the list it comes nearest to is the one it is held to."""
    alternatives = [[(name, work.values.get(name)) for name in needed] for needed in work.definition.requires]
    for position in range(len(work.numbers)):
        faulty = {name for name, _ in work.faults.get(position, ())}
        nearest: list[str] | None = None
        rank = (0, 0)
        for needed in alternatives:
            lacking = [n for n, values in needed if n not in faulty and (values is None or values[position] is None)]
            this = (len(lacking), -len(needed))
            if nearest is None or this < rank:
                nearest, rank = lacking, this
            if not lacking:
                break
        for name in nearest or ():
            work.faults.setdefault(position, []).append((name, Fault(codes.EMPTY)))


def _check_periods(work: _Work) -> None:
    if work.definition.period is None:
        return
    first, last = work.definition.period
    pairs = zip(work.values.get(first, ()), work.values.get(last, ()), strict=False)
    for position, (start, end) in enumerate(pairs):
        if start is not None and end is not None and end < start:  # type: ignore[operator]
            told = {"start": str(start), "start_column": first}
            work.faults.setdefault(position, []).append((last, Fault(codes.PERIOD_INVERTED, "default", told)))


def _result(work: _Work, ignored: list[Finding]) -> Rows:
    hashes = _hashes(work)
    good = [p for p in range(len(work.numbers)) if p not in work.faults]
    rows = Rows(_arrow(work, good, hashes), ignored, len(work.numbers) + len(ignored), len(work.faults), len(ignored))
    for position in sorted(work.faults):
        rows.findings.extend(_row_findings(work, position, hashes[position]))
    return rows


def _hashes(work: _Work) -> list[str]:
    """Row hashes; a faulty cell enters with its text, so that the finding of an unchanged row stays the same."""
    values = {name: list(column) for name, column in work.values.items()}
    for position, faults in work.faults.items():
        for name, _ in faults:
            if name in values and values[name][position] is None:
                values[name][position] = f"!{_told(work, name, position)}"
    return row_hash(work.definition.name, values, len(work.numbers))


def _told(work: _Work, name: str, position: int) -> object:
    cell = work.cells[name][position]
    return cell.text if isinstance(cell, BadCell) else cell


def _row_findings(work: _Work, position: int, sha256: str) -> Iterator[Finding]:
    number = work.numbers[position]
    keys = work.values.get("chave")
    key = str(keys[position]) if keys and keys[position] else None
    for name, fault in work.faults[position]:
        column = work.definition.column(name) if name else None
        value = _told(work, name, position) if name in work.cells else ""
        yield cell_finding(fault, work.definition.name, column, value, work.source(number, name, sha256), key)


def _arrow(work: _Work, good: list[int], hashes: list[str]) -> pa.Table:
    schema = work.definition.arrow_schema()
    arrays = []
    for column in work.definition.columns:
        values = work.values.get(column.name)
        empty: Value = False if column.type == "boolean" else None
        listed = [empty] * len(good) if values is None else [values[p] for p in good]
        arrays.append(pa.array(listed, schema.field(column.name).type))
    arrays.append(pa.array([work.file] * len(good), pa.string()))
    arrays.append(pa.array([work.sheet.name] * len(good), pa.string()))
    arrays.append(pa.array([work.numbers[p] + 1 for p in good], pa.int64()))
    arrays.append(pa.array([hashes[p] for p in good], pa.string()))
    return pa.Table.from_arrays(arrays, schema=schema)
