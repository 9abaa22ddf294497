"""Reading the law loads neither engine nor Arrow, and reads a file only when asked for it."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys, time
from datetime import date
begin = time.process_time()
from lastro.law import load
book = load()
book.session().number("selo.280.cap.corn", date(2023, 1, 1))
book.readings
spent = time.process_time() - begin
heavy = sorted({"pyarrow", "duckdb", "typer", "rich", "lxml"} & set(sys.modules))
print(heavy, spent < 1.0)
from lastro.law import places
print(places.municipalities.cache_info().currsize)
book.municipality("5218805")
print(places.municipalities.cache_info().currsize)
"""


def test_the_law_answers_without_arrow_and_reads_the_municipalities_late() -> None:
    done = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)
    assert done.stdout.split("\n") == ["[] True", "0", "1", ""]
