"""Rows of Python values to an Arrow table of an exact schema."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa


def table_of(rows: Sequence[Sequence[object]], schema: pa.Schema) -> pa.Table:
    """`rows`, each in the order of `schema`; no rows give the empty table."""
    columns = [[row[index] for row in rows] for index in range(len(schema))]
    return pa.table(
        [pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema=schema
    )
