"""The two hashes of a statement: what it says, and from which evidence and product it came.

`content_hash` covers subject, period, the law consulted, readings, overrides, lines and findings as code and
arguments: no prose, no language, no version. `provenance_hash` adds the product's version and the digests of tables
and notes (design, section 7).
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

import lastro
from lastro.statement.canonical import Json, canonical, content
from lastro.statement.model import Statement


class Hashes(NamedTuple):
    """The two hashes, as sha256 in hex."""

    content: str
    provenance: str


def content_hash(statement: Statement) -> str:
    """sha256 (hex) of the content. The law consulted enters by its own digest."""
    said = content(statement)
    said["law"] = digest(said["law"])
    return digest(said)


def provenance_hash(statement: Statement, version: str = lastro.__version__) -> str:
    """sha256 (hex) of the content hash with the product's version and the digests of the evidence."""
    return hashes(statement, version).provenance


def hashes(statement: Statement, version: str = lastro.__version__) -> Hashes:
    """Both at once: the content of a large statement takes a moment to digest."""
    said = content_hash(statement)
    origin: dict[str, Json] = {"content_hash": said, "version": version, "provenance": {**statement.provenance}}
    return Hashes(said, digest(origin))


def digest(data: Json) -> str:
    """sha256 (hex) of canonical JSON."""
    return sha256(canonical(data)).hexdigest()
