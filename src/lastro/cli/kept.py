"""Prepared lines kept in the store between two commands, so that the weighbridge need not read every note again.

A stamp over the evidence, the plants, the readings and the product's version says whether they still hold. Safe to
delete; never the truth.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

import lastro
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import STORE_FOLDER, Plant
from lastro.law import LawBook, Session
from lastro.selo.prepared import Prepared, prepare

_TABLES = ("purchases", "origins", "sales")
_STAMP = b"lastro.stamp"


def prepared_lines(
    root: Path, evidence: Evidence, book: LawBook, session: Session, plants: Sequence[Plant]
) -> Prepared:
    """The prepared lines, from the store when their stamp still holds, else made anew and kept (without findings)."""
    folder = root / STORE_FOLDER / "prepared"
    stamp = _stamp(evidence, session, plants)
    kept = [_read(folder / f"{name}.parquet", stamp) for name in _TABLES]
    if all(table is not None for table in kept):
        purchases, origins, sales = kept
        return Prepared(purchases, origins, sales, (), {})
    made = prepare(evidence, book, session, plants)
    for name in _TABLES:
        _write(folder / f"{name}.parquet", getattr(made, name), stamp)
    return made


def _stamp(evidence: Evidence, session: Session, plants: Sequence[Plant]) -> bytes:
    told = {
        "version": lastro.__version__,
        "digests": dict(evidence.digests),
        "plants": [plant.cnpj for plant in plants],
        "readings": {key: session.reading(key) for key in _SHAPING},
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest().encode()


_SHAPING = ("selo.crop_calendar", "selo.sack_weight", "selo.contra_nota")


def _read(path: Path, stamp: bytes) -> pa.Table | None:
    try:
        table = pq.read_table(path)
    except (FileNotFoundError, pa.ArrowInvalid):
        return None
    metadata = table.schema.metadata or {}
    return table.replace_schema_metadata(None) if metadata.get(_STAMP) == stamp else None


def _write(path: Path, table: pa.Table, stamp: bytes) -> None:
    """Whole or not at all; a store that cannot be written is no reason to fail an answer."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}.part")
        pq.write_table(table.replace_schema_metadata({_STAMP: stamp}), beside)
        os.replace(beside, path)
    except OSError:
        return
