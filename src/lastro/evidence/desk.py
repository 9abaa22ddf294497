"""A place to ask Arrow tables questions in SQL, with exact types only: what `purchases` and `sales` work on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import Any

import pyarrow as pa

_EXACT = frozenset({"BIGINT", "INTEGER", "VARCHAR", "DATE", "BOOLEAN", "BLOB"})


class InexactColumn(TypeError):
    """A query produced a column that is not an exact type: a fault of the query, not of the data."""


class Desk:
    """Tables by name. Opened by `desk()`."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection

    def put(self, name: str, table: pa.Table) -> None:
        """Make an Arrow table readable under `name`."""
        self._connection.register(name, table)

    def keep(self, name: str, select: str) -> None:
        """Compute `select` once and keep its rows as `name`. Raises InexactColumn."""
        self._connection.execute(f"create or replace table {name} as\n{select}")
        described = self._connection.execute(f"describe {name}").fetchall()
        inexact = [f"{column} {kind}" for column, kind, *_ in described if kind not in _EXACT]
        if inexact:
            raise InexactColumn(f"{name}: {', '.join(inexact)}")

    def see(self, name: str, select: str) -> None:
        """Give `select` a name without computing it."""
        self._connection.execute(f"create or replace view {name} as\n{select}")

    def drop(self, *names: str) -> None:
        """Forget tables that nothing asks for any more, so that memory is free for what follows."""
        for name in names:
            self._connection.execute(f"drop table {name}")

    def table(self, select: str) -> pa.Table:
        """The rows of `select` as a table."""
        return self._connection.sql(select).to_arrow_table()

    def rows(self, select: str) -> Iterator[Mapping[str, Any]]:
        """The rows of `select` one by one, for the few that become findings."""
        for batch in self.table(select).to_batches():
            yield from batch.to_pylist()


@contextmanager
def desk(memory: str = "") -> Iterator[Desk]:
    """An empty desk, cleared when the block ends. `memory` such as "2GB" bounds it; more waits in temporary files."""
    import duckdb

    with TemporaryDirectory(prefix="lastro-") as spill, duckdb.connect(":memory:") as connection:
        connection.execute("set temp_directory = ?", [spill])
        if memory:
            connection.execute("set memory_limit = ?", [memory])
        yield Desk(connection)


def exactly(table: pa.Table, schema: pa.Schema) -> pa.Table:
    """`table` in the types of `schema`. Raises TypeError for a column of another kind: nothing is cast silently."""
    found = table.select(schema.names)
    for field in schema:
        if found.schema.field(field.name).type != field.type:
            raise TypeError(f"{field.name} is {found.schema.field(field.name).type}, not {field.type}")
    return found.cast(schema)
