"""How anything is measured here: CPU seconds of this process (or of a child), in interleaved pairs, by their median.

The machine may be busy with other work. Wall time would tell of that work; the CPU time of two things done one after
the other, several times, tells how they compare.
"""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import median


@dataclass(frozen=True)
class Figure:
    """One row of the page: what took how long (CPU seconds per `unit`), against what floor, and what was aimed at."""

    name: str
    seconds: float
    unit: str
    floor: str = ""
    floor_seconds: float = 0.0
    ratio: float = 0.0
    aim: str = ""
    met: bool | None = None


@dataclass(frozen=True)
class Chapter:
    """Figures that belong together, what was measured, and tables that explain them."""

    title: str
    about: str
    figures: Sequence[Figure]
    tables: Mapping[str, Sequence[tuple[str, ...]]] = field(default_factory=dict)  # heading -> rows, the first the head


def cpu(work: Callable[[], object]) -> float:
    """CPU seconds of all threads of this process while `work` runs."""
    start = time.process_time()
    work()
    return time.process_time() - start


def child_cpu(arguments: Sequence[str]) -> float:
    """CPU seconds of `python …` from start to end. Raises CalledProcessError when it fails."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def pairs(ours: Callable[[], float], floor: Callable[[], float], times: int) -> tuple[float, float, float]:
    """Medians of `ours`, of `floor` and of their ratio, over `times` pairs one after the other."""
    measured = [(ours(), floor()) for _ in range(times)]
    first, second = ([pair[side] for pair in measured] for side in (0, 1))
    return median(first), median(second), median(a / b for a, b in measured)


def compared(
    name: str, unit: str, ours: Callable[[], float], floor_name: str, floor: Callable[[], float], times: int,
    aim: float = 0.0, per: int = 1,
) -> Figure:  # fmt: skip
    """A figure by `pairs`; `aim` is the largest ratio that would please, `per` how many units one run takes."""
    a, b, ratio = pairs(ours, floor, times)
    told = f"≤ {aim:g}×" if aim else ""
    return Figure(name, a / per, unit, floor_name, b / per, ratio, told, ratio <= aim if aim else None)
