"""Prepared lines kept in the store between two commands, so that the weighbridge need not read every note again.

A stamp over the evidence, the plants and the code that makes lines, and the readings that were asked while making them,
say whether they still hold. Safe to delete; never the truth.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path

import pyarrow as pa

from lastro.evidence.evidence import Evidence
from lastro.evidence.readers import reader_version
from lastro.evidence.workspace import STORE_FOLDER, Plant
from lastro.law import LawBook, Session
from lastro.selo.prepared import Prepared, prepare

_TABLES = ("purchases", "origins", "sales")
_STAMP, _READINGS = b"lastro.stamp", b"lastro.readings"


def prepared_lines(
    root: Path, evidence: Evidence, book: LawBook, session: Session, plants: Sequence[Plant]
) -> Prepared:
    """The prepared lines, from the store when they still hold, else made anew and kept (without findings)."""
    folder = root / STORE_FOLDER / "prepared"
    stamp = _stamp(evidence, plants)
    kept = _kept(folder, stamp)
    if kept is not None and kept.fits(session):
        return kept
    made = prepare(evidence, book, session, plants)
    for name in _TABLES:
        _write(folder / f"{name}.arrow", getattr(made, name), stamp, made.readings)
    return made


def _stamp(evidence: Evidence, plants: Sequence[Plant]) -> bytes:
    config = evidence.config
    told = {
        "version": reader_version(),
        "digests": dict(evidence.digests),
        "company": [config.company.cnpj, *(unit.cnpj for unit in config.units)],
        "plants": [plant.cnpj for plant in plants],
    }
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest().encode()


def _kept(folder: Path, stamp: bytes) -> Prepared | None:
    tables = [_read(folder / f"{name}.arrow") for name in _TABLES]
    told = [(table.schema.metadata or {}) if table is not None else {} for table in tables]
    if any(metadata.get(_STAMP) != stamp for metadata in told):
        return None
    readings = json.loads(told[0][_READINGS])
    purchases, origins, sales = (table.replace_schema_metadata(None) for table in tables if table is not None)
    return Prepared(purchases, origins, sales, (), readings)


def _read(path: Path) -> pa.Table | None:
    try:
        return pa.ipc.open_file(pa.memory_map(str(path))).read_all()
    except (FileNotFoundError, pa.ArrowInvalid):
        return None


def _write(path: Path, table: pa.Table, stamp: bytes, readings: Mapping[str, str]) -> None:
    """Whole or not at all; a store that cannot be written is no reason to fail an answer."""
    told = {_STAMP: stamp, _READINGS: json.dumps(dict(readings), sort_keys=True).encode()}
    marked = table.replace_schema_metadata(told)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside = path.with_suffix(f".{os.getpid()}.part")
        with pa.ipc.new_file(str(beside), marked.schema) as sink:
            sink.write_table(marked)
        os.replace(beside, path)
    except OSError:
        return
