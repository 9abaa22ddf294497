"""What shapes the rows beside the files: when it changes, everything read before must be read again."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files

_READER = 1  # raise when the same bytes may give other rows


@cache
def reader_version() -> str:
    """A short text that changes with the reader and with `columns.yaml`."""
    columns = files("lastro.evidence").joinpath("columns.yaml").read_bytes()
    return f"{_READER}-{hashlib.sha256(columns).hexdigest()[:16]}"
