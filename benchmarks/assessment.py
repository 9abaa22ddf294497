"""A year of purchase lines weighed and summed, against scanning and summing the same columns.

    python -m benchmarks.assessment FOLDER [MEMORY]      one run over a year kept by `keep_year`, told as JSON

Each run is a process of its own, so that its peak of memory is its own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pyarrow as pa

from benchmarks.measure import Chapter, Figure
from benchmarks.watched import Watched
from benchmarks.world import keep_year, kept_year, period, year_of
from lastro.law import load
from lastro.relation import duckdb_engine, run
from lastro.selo import pipeline
from lastro.selo.judge import Judgement
from lastro.selo.justified import justifications
from lastro.selo.lines import YearInputs, weigh_year
from lastro.selo.regimes.portaria_280 import REGIME

Told = Mapping[str, Any]
_EXPLAINED = 14  # rows of the profile that are shown


def measure(
    lines: int = 1_000_000, small: int = 250_000, large: int = 2_500_000, times: int = 3, memory: str = "1GB"
) -> Chapter:
    """`times` runs over `lines` lines, one bounded by `memory`, and one each of `small` and `large` for the growth."""
    with TemporaryDirectory() as folder:
        asked = {size: Path(folder) / str(size) for size in (lines, small, large)}
        for size, place in asked.items():
            keep_year(year_of(size, load()), place)
        runs = [once(asked[lines]) for _ in range(times)]
        bounded = once(asked[lines], memory)
        growth = [once(asked[size]) for size in (small, large)]
    figures = [_against_the_scan(lines, runs), _growth(small, large, growth), _bounded(runs, bounded, memory)]
    typical = sorted(runs, key=lambda told: told["cpu"])[len(runs) // 2]
    about = (
        f"{lines:,} purchase lines with {typical['origins']:,} origins become {typical['parts']:,} lines by farmer; "
        f"area × yield cuts {typical['yield_cut']:,} of them, the income ceiling {typical['income_cut']:,}. Measured: "
        "`lastro.selo.lines.weigh_year` and the totals, from Arrow tables in memory, all checks of conservation "
        "included. Readings at their defaults, no perennial crops (they weigh the year a second time). The floor reads "
        "each value once and keeps nothing. Above it stand, in this order of weight: two tables that are written whole "
        "(`requested`, whose thirteen lookups and reasons the limits pass over several times, and `weighted_lines`, "
        "about a hundred columns that every check and the memory of calculation then read at the cost of a scan), the "
        "proof at each step that no row and no centavo was lost, and the split among the farmers of origin. Only the "
        "rows of families above a limit are put in order, and only lines that a return names are netted."
    )
    tables = {
        "Where the time of one run goes (CPU seconds)": _profile(typical),
        "Memory (MB)": _memory(runs, bounded, growth),
    }
    return Chapter("Assessment", about, figures, tables)


def _against_the_scan(lines: int, runs: list[Told]) -> Figure:
    ratio = median(told["cpu"] / told["floor"] for told in runs)
    cpu, floor = (median(told[name] for told in runs) for name in ("cpu", "floor"))
    floor_name = "DuckDB scan and sum of every column of the same tables"
    return Figure(f"{lines:,} lines", cpu, "run", floor_name, floor, ratio, "≤ 20×", ratio <= 20)


def _growth(small: int, large: int, growth: list[Told]) -> Figure:
    few, many = (told["cpu"] for told in growth)
    name = f"{large:,} lines"
    return Figure(name, many, "run", f"{small:,} lines", few, many / few, "≤ 11×", many / few <= 11)


def _bounded(runs: list[Told], bounded: Told, memory: str) -> Figure:
    free = median(told["cpu"] for told in runs)
    return Figure(f"with the setting `{memory}`", bounded["cpu"], "run", "without", free, bounded["cpu"] / free)


def _profile(told: Told) -> list[tuple[str, ...]]:
    shares = sorted(told["profile"].items(), key=lambda pair: -pair[1])
    rows = [(name, f"{seconds:.2f}", f"{seconds / told['floor']:.1f}×") for name, seconds in shares[:_EXPLAINED]]
    return [("step", "CPU s", "of the scan"), *rows]


def _memory(runs: list[Told], bounded: Told, growth: list[Told]) -> list[tuple[str, ...]]:
    listed = [
        ("as it comes", runs[0]),
        ("bounded", bounded),
        ("growth, small", growth[0]),
        ("growth, large", growth[1]),
    ]
    rows = [
        (name, f"{told['lines']:,}", f"{told['memory'] or '–'}", f"{told['rss_before']}", f"{told['rss_peak']}")
        for name, told in listed
    ]
    return [("run", "lines", "setting", "before (tables read)", "peak"), *rows]


def once(folder: Path, memory: str = "") -> Told:
    """What a process of its own tells of one run over the year kept in `folder`."""
    command = [sys.executable, "-m", "benchmarks.assessment", str(folder), memory]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return dict(json.loads(done.stdout))


def weighed(inputs: YearInputs, memory: str = "") -> Told:
    """One run: CPU seconds, the profile, and what came out."""
    book = load()
    session = book.session()
    start = time.process_time()
    with duckdb_engine(memory=memory) as engine:
        watched = Watched(engine)
        weigh_year(watched, inputs, book, session, period(), REGIME.lines)
        watched.register("risks", Judgement(justifications([], period()), REGIME).risk_table())
        run(watched, pipeline.total_steps(), _never)
        cpu = time.process_time() - start
        (found,) = engine.fetch(_OUTCOME).to_pylist()
    rest = cpu - sum(watched.seconds.values())
    profile = dict(watched.seconds) | {"Python: registry of farmers, yields, the rest": rest}
    counts = {"lines": inputs.purchases.num_rows, "origins": inputs.origins.num_rows, "memory": memory}
    return {"cpu": cpu, "profile": profile, **counts, **found}


_OUTCOME = """select count(*) as parts, count(*) filter (where yield_cut_centavos > 0) as yield_cut,
count(*) filter (where income_cut_centavos > 0) as income_cut from weighted_lines"""


def scanned(inputs: YearInputs) -> float:
    """CPU seconds of the floor: DuckDB reads every column of purchases and origins once and sums it."""
    with duckdb.connect(":memory:") as connection:
        connection.register("purchases", inputs.purchases)
        connection.register("origins", inputs.origins)
        start = time.process_time()
        for name, table in (("purchases", inputs.purchases), ("origins", inputs.origins)):
            connection.sql(f"select {', '.join(map(_summed, table.schema))} from {name}").to_arrow_table()
        return time.process_time() - start


def _summed(column: pa.Field) -> str:
    if column.type == pa.string():
        return f"sum(strlen({column.name}))"
    if column.type == pa.date32():
        return f"sum({column.name} - date '2000-01-01')"
    return f"sum(cast({column.name} as bigint))"


def _never(*told: object) -> None:
    raise AssertionError(told)


def _rss(name: str) -> int:
    """MB by a line of the kernel's account of this process; 0 where there is none."""
    account = Path("/proc/self/status")
    lines = account.read_text().splitlines() if account.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith(name)), 0)


def main(folder: str, memory: str = "") -> None:
    inputs = kept_year(Path(folder), load())
    floors = [scanned(inputs) for _ in range(2)]
    before = _rss("VmRSS")
    told = dict(weighed(inputs, memory))
    peak = _rss("VmHWM")
    floors.append(scanned(inputs))
    print(json.dumps(told | {"floor": median(floors), "rss_before": before, "rss_peak": peak}))


if __name__ == "__main__":
    main(*sys.argv[1:])
