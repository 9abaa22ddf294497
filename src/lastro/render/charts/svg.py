"""A small SVG writer: integer coordinates, presentation attributes only, every text escaped.

One unit is a tenth of a millimetre when the picture spans the text width of a printed page (`PAGE_WIDTH`), so all
geometry is whole numbers and no float comes near money. No `<style>`, no `style=` and no script: the same picture
stands on a web page under a strict Content-Security-Policy (`style-src 'self'`) and in the PDF.
"""

from __future__ import annotations

import unicodedata
from fractions import Fraction
from xml.sax.saxutils import escape, quoteattr

from lastro.core.numbers import half_up

PAGE_WIDTH = 1700
"""Units across: 170 mm of text on an A4 page."""

FONT = "IBM Plex Sans, system-ui, sans-serif"
SMALL, BODY = 27, 30
"""Type sizes in units: 7.7 and 8.5 points on paper."""

_NARROW = frozenset("ijltfrI.,;:'|!()[]-/ ")
_WIDE = frozenset("mwMW@%&—")
_WIDTHS = {"narrow": 320, "wide": 880, "upper": 670, "other": 590}


def element(name: str, attributes: dict[str, int | str], *children: str) -> str:
    """One element; `children` are markup already. Attribute names come with hyphens."""
    told = "".join(f" {key}={quoteattr(str(value))}" for key, value in attributes.items())
    inner = "".join(children)
    return f"<{name}{told}>{inner}</{name}>" if inner else f"<{name}{told}/>"


def picture(picture_id: str, height: int, title: str, alternative: str, *children: str) -> str:
    """The whole `<svg>`, with title and description first and tied to it for screen readers."""
    named, described = f"{picture_id}-title", f"{picture_id}-desc"
    return element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {PAGE_WIDTH} {height}",
            "role": "img",
            "aria-labelledby": f"{named} {described}",
            "font-family": FONT,
            "font-size": BODY,
        },
        element("title", {"id": named}, content(title)),
        element("desc", {"id": described}, content(alternative)),
        *children,
    )


def rectangle(x: int, y: int, width: int, height: int, fill: str, stroke: str = "none", title: str = "") -> str:
    """A bar; `title` is what a pointer resting on it reads."""
    box: dict[str, int | str] = {"x": x, "y": y, "width": width, "height": height, "fill": fill, "stroke": stroke}
    if stroke != "none":
        box["stroke-width"] = 3
    return element("rect", box, *([element("title", {}, content(title))] if title else []))


def segment(x1: int, y1: int, x2: int, y2: int, stroke: str, width: int = 2, dashes: str = "") -> str:
    """A straight line, dashed when `dashes` says so."""
    line: dict[str, int | str] = {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "stroke": stroke, "stroke-width": width}
    if dashes:
        line["stroke-dasharray"] = dashes
    return element("line", line)


def words(x: int, y: int, text: str, fill: str, *, size: int = BODY, anchor: str = "start", weight: int = 400) -> str:
    """A line of text whose baseline is at `y`."""
    attributes: dict[str, int | str] = {"x": x, "y": y, "fill": fill, "font-size": size, "text-anchor": anchor}
    if weight != 400:
        attributes["font-weight"] = weight
    return element("text", attributes, content(text))


def content(text: str) -> str:
    """`text` as character data: escaped, runs of spaces as one, and what XML does not admit left out."""
    return escape("".join(c for c in " ".join(text.split()) if _admitted(c)))


def _admitted(character: str) -> bool:
    return unicodedata.category(character) not in ("Cc", "Cs") and character not in "\ufffe\uffff"


def place(value: Fraction, low: Fraction, high: Fraction, span: int) -> int:
    """Where `value` falls on a scale from `low` to `high` drawn over `span` units (0 when the scale is empty)."""
    return half_up((value - low) * span / (high - low)) if high > low else 0


def width_of(text: str, size: int) -> int:
    """About how many units `text` takes, on the wide side: to clip labels, never to place figures."""
    total = 0
    for character in text:
        kind = "narrow" if character in _NARROW else "wide" if character in _WIDE else "other"
        total += _WIDTHS["upper" if kind == "other" and character.isupper() else kind]
    return total * size // 1000


def clipped(text: str, size: int, room: int) -> str:
    """`text` as far as it fits in `room` units; an ellipsis says that there is more."""
    line = " ".join(text.split())
    if width_of(line, size) <= room:
        return line
    while line and width_of(f"{line}…", size) > room:
        line = line[:-1]
    return f"{line.rstrip()}…"
