"""Text that any console can print: no control character, nothing outside the console's encoding."""

from __future__ import annotations

import unicodedata

_PLAIN = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "…": "...", "“": '"', "”": '"', "‘": "'", "’": "'", "≥": ">=", "≤": "<=", "•": "*"}
)
_HIDDEN = {"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"}


def plain(text: str, encoding: str) -> str:
    """`text` without control characters (an escape sequence would command the terminal) and writable in `encoding`."""
    visible = "".join(
        " " if char in "\t\n\r" else "?" if unicodedata.category(char) in _HIDDEN else char for char in text
    )
    try:
        visible.encode(encoding)
    except UnicodeEncodeError:
        return visible.translate(_PLAIN).encode(encoding, "replace").decode(encoding)
    return visible
