"""Text that the bundled fonts can print, whatever the user's files hold.

PDF/A and PDF/UA forbid a character without a glyph, so one emoji in a name would stop the document. Such a character,
and any control or invisible one (which could hide or reorder text), is written as its code point, `[U+202E]`: nothing
is lost and nothing pretends to be something else. The rest is left as it is: the template never evaluates text.
"""

from __future__ import annotations

import re
import struct
import unicodedata
from functools import cache
from pathlib import Path
from typing import cast

_BREAK = "\u200b"
_LONGEST_WORD = 48
"""An access key and what clings to it; a longer word may break, every so many characters, to stay in its column."""
_PIECE = 12

FONTS = Path(__file__).parent / "fonts"

Json = str | int | bool | None | list["Json"] | dict[str, "Json"]

_SPACES = re.compile(r"[\t\n\v\f\r\u0085\u2028\u2029]+")


def printable_text(text: str) -> str:
    """`text` composed (NFC), line ends as spaces, and what no font has as `[U+XXXX]`."""
    composed = _SPACES.sub(" ", unicodedata.normalize("NFC", text))
    known = coverage()
    if known.issuperset(composed):
        return composed
    return "".join(c if c in known else f"[U+{ord(c):04X}]" for c in composed)


def breakable_text(text: str) -> str:
    """Printable `text` with places to break inside words longer than an access key (file names, digests)."""
    if len(text) <= _LONGEST_WORD:
        return text
    return " ".join(_pieces(word) for word in text.split(" "))


def _pieces(word: str) -> str:
    if len(word) <= _LONGEST_WORD:
        return word
    return _BREAK.join(word[at : at + _PIECE] for at in range(0, len(word), _PIECE))


@cache
def coverage() -> frozenset[str]:
    """The visible characters that every bundled font has."""
    tables = [_mapped(font.read_bytes()) for font in sorted(FONTS.glob("*.ttf"))]
    common = set.intersection(*tables)
    hidden = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}
    return frozenset(c for c in map(chr, common) if unicodedata.category(c) not in hidden)


def _mapped(font: bytes) -> set[int]:
    """Code points of the Windows Unicode map of a TrueType font (OpenType specification, table `cmap`, format 4)."""
    start = _table(font, b"cmap")
    (count,) = struct.unpack_from(">H", font, start + 2)
    for number in range(count):
        platform, encoding, offset = struct.unpack_from(">HHL", font, start + 4 + 8 * number)
        if (platform, encoding) == (3, 1):
            return _segments(font, start + cast(int, offset))
    raise ValueError("font without a Windows Unicode character map")


def _table(font: bytes, tag: bytes) -> int:
    (count,) = struct.unpack_from(">H", font, 4)
    for number in range(count):
        name, _, offset, _ = struct.unpack_from(">4sLLL", font, 12 + 16 * number)
        if name == tag:
            return cast(int, offset)
    raise ValueError(f"font without table {tag.decode()}")


def _segments(font: bytes, start: int) -> set[int]:
    kind, _, _, doubled = struct.unpack_from(">HHHH", font, start)
    if kind != 4:
        raise ValueError(f"character map of format {kind}; 4 expected")
    count = doubled // 2
    ends = struct.unpack_from(f">{count}H", font, start + 14)
    starts = struct.unpack_from(f">{count}H", font, start + 16 + doubled)
    return {code for first, last in zip(starts, ends, strict=True) for code in range(first, last + 1) if code != 0xFFFF}
