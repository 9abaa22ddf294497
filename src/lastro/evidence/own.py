"""Workbooks that Lastro itself wrote beside the tables: results, never evidence."""

from __future__ import annotations

import io
import zipfile

_PROPERTIES = "docProps/core.xml"
_AUTHOR = b"<dc:creator>Lastro</dc:creator>"  # what the renderer signs with; templates are unsigned
_CAP = 65_536


def is_own_output(data: bytes) -> bool:
    """Whether `data` is a workbook signed by the renderer of statements."""
    if not data.startswith(b"PK"):
        return False
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as package, package.open(_PROPERTIES) as properties:
            return _AUTHOR in properties.read(_CAP)
    except (zipfile.BadZipFile, zipfile.LargeZipFile, KeyError, NotImplementedError, RuntimeError, OSError, ValueError):
        return False
