"""CSV as people have it: bytes to rows. Encoding by proof (BOM, strict UTF-8, else Windows-1252), separator by which
one makes the first rows name columns we know, never by statistics.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from io import StringIO
from itertools import islice

from lastro.evidence.columns import Table
from lastro.evidence.tables.header import recognised
from lastro.evidence.tables.limits import MAX_CELLS, MAX_COLUMNS, Unreadable
from lastro.evidence.tables.model import Cell, Sheet

SEPARATORS = (";", ",", "\t", "|")
_BOMS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe\x00\x00", "utf-32-le"),
    (b"\x00\x00\xfe\xff", "utf-32-be"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)
# What UTF-8 letters look like when read as Windows-1252: such a file mixes two encodings.
_MOJIBAKE = re.compile("Ã[\u0080-\u00bf\u2018-\u203a\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u20ac]")
_DECLARED = re.compile(r"sep=(.)\r?\n", re.I)
_SAMPLE_ROWS = 60


def decoded(data: bytes) -> str:
    """The text of a file. Raises Unreadable `encoding`."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return _strict(data[len(bom) :], encoding)
    if b"\x00" in data:
        raise Unreadable("encoding")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        text = _strict(data, "cp1252")
    if _MOJIBAKE.search(text):
        raise Unreadable("mixed_encoding")
    return text


def _strict(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as fault:
        raise Unreadable("encoding") from fault


def read_csv(data: bytes, table: Table) -> Sheet:
    """The rows of a CSV file of `table`. Raises Unreadable."""
    text = decoded(data)
    declared = _DECLARED.match(text)
    rows: list[list[Cell]] = []
    cells = 0
    for row in _records(text, declared[1] if declared else separator(text, table)):
        rows.append(list(row))
        cells += len(row) or 1
        if cells > MAX_CELLS or len(row) > MAX_COLUMNS:
            raise Unreadable("too_many_cells", limit=MAX_CELLS)
    if declared:
        rows[0] = []  # the line sep=; names the separator and holds nothing; the next is still row 2
    return Sheet("", rows, ragged=True)


def separator(text: str, table: Table) -> str:
    """The separator under which one of the first rows names the most columns; ";" when none does."""
    return max(SEPARATORS, key=lambda candidate: _columns_named(text, candidate, table))


def _columns_named(text: str, candidate: str, table: Table) -> int:
    most = 0
    try:
        for row in islice(csv.reader(StringIO(text, newline=""), delimiter=candidate), _SAMPLE_ROWS):
            most = max(most, recognised(table, row))
    except csv.Error:  # this candidate may not be the separator at all; what it named so far stands
        return most
    return most


def _records(text: str, delimiter: str) -> Iterator[list[str]]:
    """The records of the file. Strict: a quotation mark that never closes would swallow the rest in silence."""
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    while True:
        try:
            yield next(reader)
        except StopIteration:
            return
        except csv.Error as fault:
            raise Unreadable("quotes", row=reader.line_num) from fault
