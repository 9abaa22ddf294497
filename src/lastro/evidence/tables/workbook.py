"""A workbook file, told by its content and never by its name: XLSX or ODS; everything else is refused by name.

The old binary formats are refused on purpose: their readers can be brought down by one damaged length.
"""

from __future__ import annotations

from collections.abc import Iterator

from lastro.evidence.tables.limits import Unreadable
from lastro.evidence.tables.ods import read_ods
from lastro.evidence.tables.xlsx import SheetFile, read_xlsx
from lastro.evidence.tables.zip_guard import Members

_ZIP, _OLE = b"PK", bytes.fromhex("d0cf11e0a1b11ae1")
_ENCRYPTED_PACKAGE = "EncryptedPackage".encode("utf-16-le")
_ODS = b"application/vnd.oasis.opendocument.spreadsheet"


def read_workbook(data: bytes) -> Iterator[SheetFile]:
    """The sheets of a workbook, in its order. Raises Unreadable."""
    if data.startswith(_OLE):
        raise Unreadable("encrypted" if _ENCRYPTED_PACKAGE in data else "old_format")
    if not data.startswith(_ZIP):
        raise Unreadable("not_a_workbook")
    members = Members(data)
    if "xl/workbook.xml" in members.names:
        return read_xlsx(members)
    if "xl/workbook.bin" in members.names:
        raise Unreadable("old_format")
    if "mimetype" in members.names and members.read("mimetype").strip().startswith(_ODS):
        return read_ods(members)
    raise Unreadable("not_a_workbook")
