"""XLSX: the workbook's sheets with the values that the file itself stores, exactly as it stores them.

Read here and not by a library because the values a library drops matter: an error cell or a formula without a stored
value would arrive empty, a percentage as a bare fraction, and a forged size would bring the whole process down.
Source: ECMA-376 part 1, chapters 12 (package) and 18 (SpreadsheetML).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date

from lastro.evidence.tables.limits import MAX_CELLS, MAX_SHEETS, Unreadable
from lastro.evidence.tables.model import Sheet
from lastro.evidence.tables.xlsx_sheet import Book, SheetHandler
from lastro.evidence.tables.xml_events import walk
from lastro.evidence.tables.zip_guard import Members

_EPOCH_1900, _EPOCH_1904 = date(1899, 12, 30), date(1904, 1, 1)
_WORKBOOK = "xl/workbook.xml"
_TRUE = frozenset({"1", "true"})
# Number formats that every workbook has without saying so: ECMA-376 part 1, 18.8.30.
_DATE_FORMATS = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
_PERCENT_FORMATS = frozenset({9, 10})
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.I)
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")


@dataclass(frozen=True)
class SheetFile:
    """A sheet of a workbook: its name, whether a person sees it, and its cells (None when nobody asked for them)."""

    name: str
    visible: bool
    sheet: Sheet


def read_xlsx(members: Members) -> Iterator[SheetFile]:
    """The worksheets in the workbook's order. Raises Unreadable."""
    workbook = _Workbook()
    walk(members.read(_WORKBOOK), workbook)
    targets = _Relations()
    walk(members.read("xl/_rels/workbook.xml.rels"), targets)
    if len(workbook.sheets) > MAX_SHEETS:
        raise Unreadable("too_many_cells", limit=MAX_CELLS)
    book = Book(
        strings=_strings(members, targets),
        kinds=_kinds(members, targets),
        epoch=_EPOCH_1904 if workbook.date1904 else _EPOCH_1900,
        stale=workbook.stale,
    )
    for name, state, relation in workbook.sheets:
        kind, path = targets.paths.get(relation, ("", ""))
        if kind == "worksheet":  # a chart sheet has no cells
            handler = SheetHandler(name, book)
            walk(members.read(path), handler)
            yield SheetFile(name, state == "visible", handler.sheet())


@dataclass
class _Workbook:
    """Sheets as (name, state, relation), the epoch, and whether stored results are declared out of date."""

    sheets: list[tuple[str, str, str]] = field(default_factory=list)
    date1904: bool = False
    stale: bool = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet":
            relation = next((v for k, v in attributes.items() if k.endswith(":id")), "")
            self.sheets.append((attributes.get("name", ""), attributes.get("state", "visible"), relation))
        elif name == "workbookPr":
            self.date1904 = attributes.get("date1904", "0") in _TRUE
        elif name == "calcPr":
            self.stale = attributes.get("fullCalcOnLoad", "0") in _TRUE

    def end(self, name: str) -> None: ...
    def text(self, text: str) -> None: ...


@dataclass
class _Relations:
    """Relation id → (last word of its type, member name)."""

    paths: dict[str, tuple[str, str]] = field(default_factory=dict)

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship" and attributes.get("TargetMode") != "External":
            kind = attributes.get("Type", "").rpartition("/")[2]
            path = posixpath.normpath(posixpath.join("/xl", attributes.get("Target", ""))).lstrip("/")
            self.paths[attributes.get("Id", "")] = (kind, path)

    def end(self, name: str) -> None: ...
    def text(self, text: str) -> None: ...

    def of_kind(self, wanted: str) -> str | None:
        return next((path for kind, path in self.paths.values() if kind == wanted), None)


def _strings(members: Members, targets: _Relations) -> list[str]:
    path = targets.of_kind("sharedStrings")
    handler = _Strings()
    if path is not None:
        walk(members.read(path), handler)
    return handler.strings


@dataclass
class _Strings:
    """The table of shared texts, rich text joined, phonetic readings left out."""

    strings: list[str] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _inside: bool = False
    _phonetic: bool = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "t":
            self._inside = not self._phonetic
        elif name == "rPh":
            self._phonetic = True

    def text(self, text: str) -> None:
        if self._inside:
            self._parts.append(text)

    def end(self, name: str) -> None:
        if name == "t":
            self._inside = False
        elif name == "rPh":
            self._phonetic = False
        elif name == "si":
            self.strings.append(unescaped("".join(self._parts)))
            self._parts = []


def unescaped(text: str) -> str:
    """`_x000D_` and the like as the character they stand for."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text) if "_x" in text else text


def _kinds(members: Members, targets: _Relations) -> list[str]:
    path = targets.of_kind("styles")
    handler = _Styles()
    if path is not None:
        walk(members.read(path), handler)
    return [handler.kind(number) for number in handler.cells]


@dataclass
class _Styles:
    """Number formats of the cell styles, in their order."""

    cells: list[str] = field(default_factory=list)
    codes: dict[str, str] = field(default_factory=dict)
    _in_cells: bool = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "numFmt":
            self.codes[attributes.get("numFmtId", "")] = attributes.get("formatCode", "")
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells:
            self.cells.append(attributes.get("numFmtId", "0"))

    def end(self, name: str) -> None:
        if name == "cellXfs":
            self._in_cells = False

    def text(self, text: str) -> None: ...

    def kind(self, number: str) -> str:
        """date, percent or "" (a plain number)."""
        if number in self.codes:
            return format_kind(self.codes[number])
        known = int(number) if number.isascii() and number.isdigit() else 0
        return "date" if known in _DATE_FORMATS else "percent" if known in _PERCENT_FORMATS else ""


def format_kind(code: str) -> str:
    """What a custom number format shows: date, percent or "" (a plain number)."""
    shown = _LITERAL.sub("", code.partition(";")[0]).lower()
    if shown.strip() == "general":
        return ""
    if re.search(r"[dmyhs]", shown):
        return "date"
    return "percent" if "%" in shown else ""
