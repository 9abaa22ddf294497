"""Expected production and losses as rows of the pipeline (`union` step): same columns as the parts of purchases."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import pyarrow as pa

from lastro.core.identifiers import person_kind
from lastro.selo.valuation import ExtraLine

SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("line_id", pa.string()),
        ("part", pa.string()),
        ("key", pa.string()),
        ("item", pa.int64()),
        ("issued_on", pa.date32()),
        ("plant", pa.string()),
        ("supplier", pa.string()),
        ("supplier_is_person", pa.bool_()),
        ("farmer", pa.string()),
        ("product", pa.string()),
        ("form", pa.string()),
        ("input", pa.string()),
        ("own", pa.bool_()),
        ("sharecropping", pa.bool_()),
        ("stated_place", pa.string()),
        ("stated_first", pa.bool_()),
        ("grams", pa.int64()),
        ("centavos", pa.int64()),
        ("contract", pa.string()),
        ("crop_year", pa.string()),
        ("financed", pa.bool_()),
        ("destination", pa.string()),
        ("proven", pa.bool_()),
        ("evidence_block", pa.string()),
        ("evidence_block_variant", pa.string()),
        ("note_risk_centavos", pa.int64()),
        ("line_centavos", pa.int64()),
        ("line_named", pa.bool_()),
        ("source_table", pa.string()),
        ("source_hash", pa.string()),
        ("source_file", pa.string()),
        ("source_sheet", pa.string()),
        ("source_row", pa.int64()),
    ]
)


def extra_table(lines: Iterable[ExtraLine], plant: str) -> pa.Table:
    """The lines in the columns of `pipeline.LINE_COLUMNS`; a line without a plant of its own belongs to `plant`."""
    return pa.Table.from_pylist([_row(line, plant) for line in lines], schema=SCHEMA)


def returned_table(rows: pa.Table) -> pa.Table:
    """Rows of `returns_beyond` as lines that take value off the year, as the purchase that came back would count."""
    return pa.Table.from_pylist([_returned(row) for row in rows.to_pylist()], schema=SCHEMA)


def _returned(row: Mapping[str, Any]) -> dict[str, object]:
    person = row["supplier"] if row["supplier_is_person"] else ""
    taken = -row["centavos"]
    return {
        "kind": "return",
        "line_id": row["returned_by"],
        "part": "",
        "key": row["key"],
        "item": row["item"],
        "issued_on": row["returned_on"],
        "farmer": person,
        "stated_place": row["municipality"],
        "stated_first": row["municipality"] is not None,
        "grams": None,
        "centavos": taken,
        "proven": True,
        "evidence_block": "",
        "evidence_block_variant": "",
        "note_risk_centavos": 0,
        "line_centavos": taken,
        "line_named": True,
        "source_table": "aquisicoes",
        "source_hash": row["_hash"],
        "source_file": row["_file"],
        "source_sheet": row["_sheet"],
        "source_row": row["_row"],
        "sharecropping": False,
        **{name: row[name] for name in _OF_PURCHASE},
    }


_OF_PURCHASE = (
    "plant", "supplier", "supplier_is_person", "product", "form", "input", "own", "contract", "crop_year", "financed",
    "destination",
)  # fmt: skip


def _row(line: ExtraLine, plant: str) -> dict[str, object]:
    contract = line.contract or {}
    supplier = str(contract.get("fornecedor") or "")
    is_person = bool(supplier) and person_kind(supplier) == "cpf"
    return {
        "kind": line.kind,
        "line_id": f"{line.table}:{line.row['_hash']}",
        "part": "",
        "key": "",
        "item": 0,
        "issued_on": line.on,
        "plant": str(contract.get("unidade") or "") or plant,
        "supplier": supplier,
        "supplier_is_person": is_person,
        "farmer": supplier if is_person else "",
        "product": line.product,
        "form": line.form,
        "input": "",
        "own": False,
        "sharecropping": False,
        "stated_place": line.place,
        "stated_first": line.place is not None,
        "grams": line.grams,
        "centavos": line.centavos,
        "contract": str(line.row["contrato"] or ""),
        "crop_year": line.crop_year,
        "financed": False,
        "destination": "",
        "proven": True,
        "evidence_block": line.block,
        "evidence_block_variant": line.variant,
        "note_risk_centavos": 0,
        "line_centavos": line.centavos,
        "line_named": True,
        "source_table": line.table,
        "source_hash": line.row["_hash"],
        "source_file": line.row["_file"],
        "source_sheet": line.row["_sheet"],
        "source_row": line.row["_row"],
    }
