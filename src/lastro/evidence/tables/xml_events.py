"""XML from outside as a stream of events: no tree, no entities, no DOCTYPE, bounded depth.

A spreadsheet part of a few kilobytes can unfold into gigabytes of tree; a stream of events holds one cell at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

from lastro.evidence.tables.limits import Unreadable

_MAX_DEPTH = 64
_TEXT_BUFFER = 2**16


class Handler(Protocol):
    """What is told of a document. Names come without their prefix; `text` may come in pieces."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None: ...
    def end(self, name: str) -> None: ...
    def text(self, text: str) -> None: ...


def walk(data: bytes, handler: Handler) -> None:
    """Tell `handler` the whole document. Raises Unreadable `malformed`, or what the handler raises."""
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.buffer_size = _TEXT_BUFFER
    local: dict[str, str] = {}
    depth = 0
    on_start, on_end = handler.start, handler.end

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > _MAX_DEPTH:
            raise Unreadable("malformed")
        on_start(local.get(name) or local.setdefault(name, name.rpartition(":")[2]), attributes)

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        on_end(local[name])

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = handler.text
    parser.StartDoctypeDeclHandler = _refuse_doctype
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as fault:  # the latter two: an encoding that is none
        raise Unreadable("malformed") from fault


def _refuse_doctype(*_: object) -> None:
    raise Unreadable("malformed")
