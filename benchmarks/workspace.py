"""The example company from its files: first and second import, the assessment, the question at the weighbridge."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from benchmarks.measure import Chapter, Figure, child_cpu, compared, cpu
from lastro.cli.running import run
from lastro.core.dates import civil_year
from lastro.evidence import Evidence, load_evidence, open_workspace
from lastro.evidence.readers import readers
from lastro.evidence.store.update import bring_up_to_date
from lastro.evidence.workspace import NOTES_FOLDER
from lastro.example import write_bulk_notes, write_example
from lastro.law import load

YEAR = 2023


def measure(extra_notes: int = 10_000, times: int = 5) -> Chapter:
    """The example, then with `extra_notes` more files for the second look at a folder that did not change."""
    book = load()
    with TemporaryDirectory() as folder:
        root = Path(folder) / "demo"
        write_example(root, book)
        first = cpu(lambda: load_evidence(open_workspace(root, book), book))
        evidence = load_evidence(open_workspace(root, book), book)
        files = len(_scanned(root))
        figures = [
            Figure(f"first import of the example ({files} files, {evidence.documents.num_rows} notes)", first, "run"),
            _assess(root, times),
            _can_count(root, _question(root, evidence), times),
            _loading(root, times),
            _second_look(root, extra_notes, times),
        ]
    about = (
        "The workspace that `lastro demo` writes; commands run as the command line runs them. The answer at the "
        "weighbridge is a computation of the year over the family's own lines: what is left after the store is read is "
        "planning the steps of the pipeline, which takes as long for ten lines as for ten thousand. The "
        "second import also sorts and compares the list with the index, and takes the lock of the store."
    )
    return Chapter("Workspace", about, figures)


def _assess(root: Path, times: int) -> Figure:
    asked = ["selo", "assess", str(root), "--year", str(YEAR)]
    return compared(
        "`lastro selo assess` of the imported example, whole process", "run",
        lambda: child_cpu(["-m", "lastro.cli.main", *asked]), "bare `python -c pass`",
        lambda: child_cpu(["-c", "pass"]), max(1, times // 2),
    )  # fmt: skip


def _question(root: Path, evidence: Evidence) -> list[str]:
    farmer = evidence.tables["agricultores"].to_pylist()[0]
    period = civil_year(YEAR)
    asked = {"cpf": farmer["cpf"], "product": "soja", "kg": "27000", "origin": farmer["municipio"]}
    options = [word for name, value in asked.items() for word in (f"--{name}", str(value))]
    return ["selo", "can-count", str(root), *options, "--date", str(period.start.replace(month=4))]


def _can_count(root: Path, asked: list[str], times: int) -> Figure:
    """Start-up aside: the second call of a process that has loaded everything."""
    _answered(asked)
    wall = median(_wall(lambda: _answered(asked)) for _ in range(times))
    seconds = median(cpu(lambda: _answered(asked)) for _ in range(times))
    name = f"`lastro selo can-count`, start-up aside ({wall * 1000:.0f} ms of the clock)"
    return Figure(name, seconds, "answer", aim="< 200 ms", met=wall < 0.2)


def _loading(root: Path, times: int) -> Figure:
    book = load()
    seconds = median(cpu(lambda: load_evidence(open_workspace(root, book), book)) for _ in range(times))
    return Figure("of it: the store seen to be up to date, and read", seconds, "answer")


def _answered(asked: list[str]) -> None:
    with redirect_stdout(io.StringIO()):
        code = run(asked)
    assert code == 0, code


def _wall(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _second_look(root: Path, extra_notes: int, times: int) -> Figure:
    book = load()
    write_bulk_notes(root / NOTES_FOLDER / "bulk", extra_notes)
    reading = readers(root, book)

    def look() -> None:
        bring_up_to_date(root, reading, lambda updated: None)

    look()
    files = len(_scanned(root))
    return compared(
        f"second import of {files} known files", "file", lambda: cpu(look), "`os.scandir` and `stat` of each",
        lambda: cpu(lambda: _scanned(root)), times, per=files,
    )  # fmt: skip


def _scanned(root: Path) -> list[tuple[str, int, int]]:
    """Path, size and time of every file below `root`, hidden folders aside."""
    found, folders = [], [str(root)]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    folders += [] if entry.name.startswith(".") else [entry.path]
                else:
                    status = entry.stat(follow_symlinks=False)
                    found.append((entry.path, status.st_size, status.st_mtime_ns))
    return found
