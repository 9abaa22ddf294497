"""An engine runs the SQL of a pipeline. DuckDB, in process, is the default; the protocol is all a step may use."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol

import duckdb
import pyarrow as pa

from lastro.relation import macros

_ALLOWED = {"BIGINT", "INTEGER", "VARCHAR", "DATE", "BOOLEAN"}


class Engine(Protocol):
    """What a pipeline needs: tables in, a named select kept, rows out."""

    def register(self, name: str, table: pa.Table) -> None:
        """Make an Arrow table readable under `name`."""

    def lend(self, name: str, table: pa.Table) -> None:
        """As `register`, without a copy of its own: for a table that is large and read few times."""

    def keep(self, name: str, select: str) -> None:
        """Compute `select` once and keep its rows as `name`."""

    def see(self, name: str, select: str) -> None:
        """Give `select` a name without computing it."""

    def fetch(self, select: str) -> pa.Table:
        """The rows of `select`."""


class InexactColumn(TypeError):
    """A step produced a column that is not an exact type (a DOUBLE or a DECIMAL): a fault of the rule, not of data."""


class DuckDBEngine:
    """DuckDB in process. `memory` such as "2GB" bounds it; what does not fit spills beside `spill`."""

    def __init__(self, memory: str = "", threads: int = 0, spill: Path | None = None) -> None:
        self._connection = duckdb.connect(":memory:", config={"threads": threads} if threads else {})
        self._connection.execute("set preserve_insertion_order = false")  # who needs an order asks for it
        if memory:
            self._connection.execute("set memory_limit = ?", [memory])
        if spill is not None:
            self._connection.execute("set temp_directory = ?", [str(spill)])
        for macro in macros.DUCKDB:
            self._connection.execute(macro)

    def register(self, name: str, table: pa.Table) -> None:
        self._connection.register(f"{name}_arrow", table)
        self._connection.execute(f"create or replace table {name} as select * from {name}_arrow")
        self._connection.unregister(f"{name}_arrow")

    def lend(self, name: str, table: pa.Table) -> None:
        self._connection.register(name, table)

    def see(self, name: str, select: str) -> None:
        self._connection.execute(f"create or replace temp view {name} as\n{select}")

    def keep(self, name: str, select: str) -> None:
        self._connection.execute(f"create or replace table {name} as\n{select}")
        self._assert_exact(name)

    def fetch(self, select: str) -> pa.Table:
        return self._connection.sql(select).to_arrow_table()

    def close(self) -> None:
        self._connection.close()

    def _assert_exact(self, name: str) -> None:
        described = self._connection.execute(f"describe {name}").fetchall()
        inexact = [f"{column} {kind}" for column, kind, *_ in described if kind not in _ALLOWED]
        if inexact:
            raise InexactColumn(f"{name}: {', '.join(inexact)}")


@contextmanager
def duckdb_engine(memory: str = "", threads: int = 0, spill: Path | None = None) -> Iterator[DuckDBEngine]:
    """A DuckDB engine that is closed when the block ends; without `spill` what does not fit waits in a folder of its
    own, never in the folder that somebody works in."""
    with TemporaryDirectory(prefix="lastro-", ignore_cleanup_errors=True) as beside:
        engine = DuckDBEngine(memory, threads, spill or Path(beside))
        try:
            yield engine
        finally:
            engine.close()


class SmallEngine(DuckDBEngine):
    """DuckDB for a question about a few lines, where planning costs more than rows: one thread, no optimizer, each step
    written as it comes, and one transaction that is never committed."""

    def __init__(self) -> None:
        super().__init__(threads=1)
        self._connection.execute("pragma disable_optimizer")
        self._connection.execute("begin transaction")

    def see(self, name: str, select: str) -> None:
        self._connection.execute(f"create or replace table {name} as\n{select}")


@contextmanager
def small_engine() -> Iterator[SmallEngine]:
    """A `SmallEngine` that is closed when the block ends. Nothing spills: its tables are small."""
    engine = SmallEngine()
    try:
        yield engine
    finally:
        engine.close()
