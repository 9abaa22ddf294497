"""Bytes to an element tree, or a refusal: strict, without network, without entities, without DOCTYPE.

A note never has a DOCTYPE. Refusing it closes external entities, entity bombs and the text silently cut at an
unresolved entity in one rule. Recover mode is never used: it returns half a note as if it were whole.
"""

from __future__ import annotations

import re
import zlib

from lxml import etree

from lastro.evidence.nfe.findings import DOCTYPE, ENCODING, XML_UNREADABLE, Refused
from lastro.evidence.nfe.limits import LIMITS

PARSER = etree.XMLParser(
    resolve_entities=False,
    no_network=True,
    load_dtd=False,
    dtd_validation=False,
    huge_tree=False,
    recover=False,
    remove_comments=True,
    remove_pis=True,
    collect_ids=False,
)

# A declaration followed at once by the root's start tag: nothing can stand between them, so no DOCTYPE does.
_PLAIN_PROLOG = re.compile(rb"(?:<\?xml\s([^>]*)\?>)?\s*<[A-Za-z_]")
_DECLARATION = re.compile(rb"<\?xml\s([^>]*)\?>")
_DECLARATION_TEXT = re.compile(r"\s*<\?xml\s[^>]*\?>")
_DECLARED = re.compile(rb"""encoding\s*=\s*["']\s*([^"']*?)\s*["']""")
_ADMITTED = frozenset(
    {b"UTF-8", b"UTF8", b"US-ASCII", b"ASCII", b"ISO-8859-1", b"ISO8859-1", b"LATIN1", b"WINDOWS-1252", b"CP1252"}
)
_UTF8_BOM = b"\xef\xbb\xbf"
_UTF16_BOMS = (b"\xff\xfe", b"\xfe\xff")
_UTF32_LITTLE = b"\xff\xfe\x00\x00"


def parse_document(data: bytes) -> etree._Element:
    """The root element of one document.

    Raises Refused: too large, another encoding than UTF-8, US-ASCII, ISO-8859-1, windows-1252 or UTF-16 with its
    mark, a DOCTYPE, or not well formed (with the line; never with the text of the file).
    """
    if len(data) > LIMITS.document_bytes:
        raise Refused(XML_UNREADABLE, "too_large", size=len(data), limit=LIMITS.document_bytes)
    if data[:1] != b"<":
        data = _without_mark(data)
    plain = _PLAIN_PROLOG.match(data)
    if plain is None:
        _refuse_doctype(data)
    declaration = plain or _DECLARATION.match(data)
    declared = _DECLARED.search(declaration[1]) if declaration and declaration[1] else None
    if declared and declared[1].upper() not in _ADMITTED:
        raise Refused(ENCODING, "declared", encoding=declared[1].decode("ascii", "replace"))
    try:
        root = etree.fromstring(data, PARSER)
    except etree.XMLSyntaxError as fault:
        raise Refused(XML_UNREADABLE, "malformed", line=fault.lineno or 0) from None
    if plain is None and root.getroottree().docinfo.internalDTD is not None:
        raise Refused(DOCTYPE, "default")
    return root


def _without_mark(data: bytes) -> bytes:
    """UTF-8 without its mark and leading blanks; UTF-16 with its mark as UTF-8. Raises Refused for other beginnings."""
    if data[:2] in _UTF16_BOMS and data[:4] != _UTF32_LITTLE:
        try:
            text = data.decode("utf-16")
            data = _DECLARATION_TEXT.sub("", text, count=1).encode("utf-8")
        except UnicodeError:
            raise Refused(ENCODING, "utf16", encoding="UTF-16") from None
    data = data.removeprefix(_UTF8_BOM).lstrip()
    if not data:
        raise Refused(XML_UNREADABLE, "empty")
    if data[:1] != b"<" or data[1:2] == b"\x00":
        raise Refused(ENCODING, "unknown", encoding="?")
    return data


def _refuse_doctype(data: bytes) -> None:
    """Refuse before the parser sees it. A mark hidden behind a comment is found in the parsed tree instead."""
    if b"<!DOCTYPE" in data:
        raise Refused(DOCTYPE, "default")
    if data[1:2] == b"\x00":
        raise Refused(ENCODING, "unknown", encoding="?")


def inflate_gzip(data: bytes) -> bytes:
    """The content of one gzip stream, never more than a document may have. Raises Refused."""
    inflater = zlib.decompressobj(wbits=31)
    try:
        content = inflater.decompress(data, LIMITS.document_bytes + 1)
    except zlib.error:
        raise Refused(XML_UNREADABLE, "gzip") from None
    if len(content) > LIMITS.document_bytes:
        raise Refused(XML_UNREADABLE, "too_large", size=len(content), limit=LIMITS.document_bytes)
    if not inflater.eof:
        raise Refused(XML_UNREADABLE, "gzip")
    return content
