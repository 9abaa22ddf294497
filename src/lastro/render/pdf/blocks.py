"""The blocks a section is made of, as the template reads them (`template/blocks.typ`): strings, nothing to compute."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from lastro.render.charts import Chart
from lastro.render.pdf.glyphs import Json

Block = dict[str, Json]
Pairs = Iterable[tuple[str, str]]
Place = Literal["here", "new-page", "landscape"]
Face = Literal["plain", "narrow", "mono"]
Size = Literal["normal", "compact", "dense"]


def section(title: str, blocks: Sequence[Block], place: Place) -> Block:
    """A section of the document: where the text stands, on a new page, or on landscape pages of its own."""
    return {"title": title, "blocks": list(blocks), "place": place}


def heading(text: str) -> Block:
    """A title inside a section."""
    return {"kind": "heading", "text": text}


def paragraph(text: str) -> Block:
    """Running text."""
    return {"kind": "text", "text": text}


def note(text: str) -> Block:
    """A remark the reader should not miss."""
    return {"kind": "note", "text": text}


def facts(rows: Pairs, *, mono: bool = False) -> Block:
    """Names and values side by side; `mono` for digests and keys."""
    return {"kind": "facts", "rows": [[name, value] for name, value in rows], "mono": mono}


def entries(items: Iterable[tuple[str, Sequence[str]]]) -> Block:
    """Titles with the details that belong to each."""
    return {"kind": "entries", "items": [{"title": title, "details": list(details)} for title, details in items]}


def column(label: str, *, align: str = "left", width: int = 0, face: Face = "plain", detail: str = "") -> Block:
    """A column of a table: `width` in parts of the room left over, 0 for as wide as its content; `detail` stands small
    under the label."""
    return {"label": label, "align": align, "width": width, "face": face, "detail": detail}


def row(cells: Iterable[str], *, strong: bool = False, mark: bool = False) -> Block:
    """A row of a table: `strong` for results, `mark` for what differs from the default."""
    return {"cells": list(cells), "strong": strong, "mark": mark}


def table(columns: Sequence[Block], rows: Sequence[Block], *, size: Size = "normal") -> Block:
    """A table whose head repeats on every page; `dense` for the memory of calculation."""
    return {"kind": "table", "columns": list(columns), "rows": list(rows), "size": size}


def picture(chart: Chart, *, width: int = 100) -> Block:
    """A chart over `width` percent of the text, with the words that stand for it."""
    return {
        "kind": "picture",
        "title": chart.title,
        "svg": chart.svg,
        "alternative": chart.alternative,
        "width": width,
    }
