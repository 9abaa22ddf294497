"""`make bench`: runs every benchmark and writes docs/performance.md.

    python -m benchmarks.run                 all, and writes the page
    python -m benchmarks.run reader startup  only these, and prints them

A figure is a ratio of CPU times measured in the same run; no figure is a gate. See `benchmarks.measure`.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks import assessment, documents, reader, startup, statements, workspace
from benchmarks.measure import Chapter, Figure

PAGE = Path(__file__).parent.parent / "docs" / "performance.md"
BENCHMARKS: dict[str, Callable[[], Chapter]] = {
    "reader": reader.measure,
    "assessment": assessment.measure,
    "startup": startup.measure,
    "documents": documents.measure,
    "statements": statements.measure,
    "workspace": workspace.measure,
}

_HEAD = """\
# Performance

Written by `make bench`; do not edit. Each figure is a ratio of CPU times (user and system, all threads) measured in the
same run: the work and its floor one after the other, several times, and the median of the ratios. The seconds beside it
are those of this machine, with {cores} processor cores and Python {python}, which may have been busy with other work.
Aims are aims: nothing fails when one is missed, and the tables below tell where the time goes.
"""


def main(names: Sequence[str]) -> None:
    """Run the benchmarks of these names and print them; all of them, and write the page, when none is named."""
    chapters = []
    for name in names or BENCHMARKS:
        print(f"{name} …", file=sys.stderr, flush=True)
        chapters.append(BENCHMARKS[name]())
    text = page(chapters)
    print(text)
    if not names:
        PAGE.write_text(text, encoding="utf-8")


def page(chapters: Sequence[Chapter]) -> str:
    """The page in Markdown."""
    python = ".".join(map(str, sys.version_info[:3]))
    return _HEAD.format(cores=os.cpu_count(), python=python) + "".join(map(_chapter, chapters))


def _chapter(chapter: Chapter) -> str:
    head = [("what", "CPU", "floor", "CPU", "ratio", "aim", "met")]
    parts = [f"\n## {chapter.title}\n", chapter.about, "", *_table([*head, *map(_row, chapter.figures)])]
    for title, rows in chapter.tables.items():
        parts += [f"\n### {title}\n", *_table(rows)]
    return "\n".join(parts) + "\n"


def _row(figure: Figure) -> tuple[str, ...]:
    met = {True: "yes", False: "no", None: ""}[figure.met]
    floor = _seconds(figure.floor_seconds, figure.unit) if figure.floor else ""
    ratio = f"{figure.ratio:.1f}×" if figure.floor else ""
    return figure.name, _seconds(figure.seconds, figure.unit), figure.floor, floor, ratio, figure.aim, met


def _seconds(seconds: float, unit: str) -> str:
    if seconds < 0.001:
        return f"{seconds * 1_000_000:.1f} µs per {unit}"
    return f"{seconds * 1_000:.1f} ms per {unit}" if seconds < 1 else f"{seconds:.2f} s per {unit}"


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    head, *body = rows
    yield f"| {' | '.join(head)} |"
    yield "|" + "---|" * len(head)
    yield from (f"| {' | '.join(row)} |" for row in body)


if __name__ == "__main__":
    main(sys.argv[1:])
