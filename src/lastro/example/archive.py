"""Puts the documents below `nfe/` as people keep them: loose files by month, monthly zips, and one zip in a zip.

Bytes are the same on every run: entries carry a fixed date and stand in order of creation.
"""

from __future__ import annotations

import io
import zipfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from lastro.example.draft import Document

NESTED_MONTH = "2023-06"
NESTED_NAME = "contabilidade-2023-06.zip"
_LOOSE_OF_FIVE = 2
_ENTRY_DATE = (2024, 1, 15, 12, 0, 0)
_NAMES = ("{}-procNFe.xml", "{}-nfe.xml", "NFe{}.xml", "{}.XML")


def write_documents(folder: Path, documents: Iterable[Document]) -> int:
    """Write every document below `folder` (created). Returns the number of files; a zip is one."""
    zipped: defaultdict[str, list[tuple[str, bytes]]] = defaultdict(list)
    loose: dict[Path, bytes] = {}
    for count, document in enumerate(documents):
        if document.path:
            loose[folder / document.path] = document.content
        elif count % 5 < _LOOSE_OF_FIVE:
            loose[folder / document.month / _named(document, count)] = document.content
        else:
            zipped[document.month].append((_named(document, count), document.content))
    for month, members in zipped.items():
        archive = zip_bytes(members)
        nested = month == NESTED_MONTH
        path = folder / (NESTED_NAME if nested else f"{month}.zip")
        loose[path] = zip_bytes([(f"{month}.zip", archive)]) if nested else archive
    for parent in {path.parent for path in loose}:
        parent.mkdir(parents=True, exist_ok=True)
    for path, content in loose.items():
        path.write_bytes(content)
    return len(loose)


def zip_bytes(members: Iterable[tuple[str, bytes]]) -> bytes:
    """A zip of those members, the same bytes on every run."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=3) as archive:
        for name, content in members:
            archive.writestr(zipfile.ZipInfo(name, _ENTRY_DATE), content, zipfile.ZIP_DEFLATED, 3)
    return buffer.getvalue()


def _named(document: Document, count: int) -> str:
    key = document.name.partition("-")[0]
    return _NAMES[count % len(_NAMES)].format(key)
