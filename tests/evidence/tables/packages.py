"""Zip packages of spreadsheets taken apart and put together again, and a small ODS writer."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from datetime import date
from xml.sax.saxutils import escape

ODS_MIME = b"application/vnd.oasis.opendocument.spreadsheet"
_HEAD = (
    '<?xml version="1.0" encoding="UTF-8"?><office:document-content '
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">'
)


def xlsx_parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        return {name: package.read(name) for name in package.namelist()}


def packed(parts: dict[str, bytes]) -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as package:
        for name, content in parts.items():
            package.writestr(name, content)
    return target.getvalue()


def edited(data: bytes, part: str, old: bytes | None, new: bytes) -> bytes:
    """The package with `old` replaced in one part, or the whole part when `old` is None."""
    parts = xlsx_parts(data)
    if old is not None:
        assert old in parts[part], parts[part]
        new = parts[part].replace(old, new)
    return packed(parts | {part: new})


def ods_bytes(sheet: str, rows: Sequence[Sequence[object]], *, body: str | None = None, styles: str = "") -> bytes:
    """An ODS package; a cell that begins with `<` is XML as it stands."""
    written = "".join(f"<table:table-row>{''.join(map(_cell, row))}</table:table-row>" for row in rows)
    content = (
        f"{_HEAD}<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:spreadsheet>"
        f'<table:table table:name="{sheet}" table:style-name="ta1"><table:table-column table:number-columns-repeated="16384"/>'
        f"{written if body is None else body}"
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/>'
        "</table:table-row></table:table></office:spreadsheet></office:body></office:document-content>"
    )
    return packed({"mimetype": ODS_MIME, "content.xml": content.encode(), "META-INF/manifest.xml": b"<manifest/>"})


def _cell(cell: object) -> str:
    if isinstance(cell, str) and cell.startswith("<"):
        return cell
    if isinstance(cell, date):
        return f'<table:table-cell office:value-type="date" office:date-value="{cell.isoformat()}"><text:p>x</text:p></table:table-cell>'
    if isinstance(cell, int | float):
        return (
            f'<table:table-cell office:value-type="float" office:value="{cell}"><text:p>x</text:p></table:table-cell>'
        )
    return f'<table:table-cell office:value-type="string"><text:p>{escape(str(cell))}</text:p></table:table-cell>'
