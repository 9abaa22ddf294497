"""An engine that notes the CPU seconds of everything asked of it, so that a figure can be explained."""

from __future__ import annotations

import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import pyarrow as pa

from lastro.relation import Engine

CHECKS, SUMS, INPUTS = "conservation and completeness checks", "sums for prices and expectations", "registering tables"


class Watched:
    """Passes everything on to `engine`; `seconds` tells what took how long, by table or purpose."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.seconds: Counter[str] = Counter()

    def register(self, name: str, table: pa.Table) -> None:
        with self._noted(INPUTS):
            self._engine.register(name, table)

    def lend(self, name: str, table: pa.Table) -> None:
        with self._noted(INPUTS):
            self._engine.lend(name, table)

    def keep(self, name: str, select: str) -> None:
        with self._noted(f"`{name}`"):
            self._engine.keep(name, select)

    def see(self, name: str, select: str) -> None:
        with self._noted("naming views"):
            self._engine.see(name, select)

    def fetch(self, select: str) -> pa.Table:
        with self._noted(CHECKS if re.search(r"lost_|made_rows|valid_from is null", select) else SUMS):
            return self._engine.fetch(select)

    @contextmanager
    def _noted(self, what: str) -> Iterator[None]:
        start = time.process_time()
        try:
            yield
        finally:
            self.seconds[what] += time.process_time() - start
