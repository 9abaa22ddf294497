"""The NF-e reader against reading the files and parsing them with bare lxml, and against nfelib."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from lxml import etree

from benchmarks.measure import Chapter, Figure, compared, cpu, pairs
from lastro.evidence.nfe import gather, read_note_path, scan_note_file
from lastro.evidence.nfe.xml import parse_document
from lastro.example import write_bulk_notes


def measure(notes: int = 3_000, times: int = 9, sample: int = 12) -> Chapter:
    """CPU per note over `notes` files, and over `sample` of them for nfelib."""
    with TemporaryDirectory() as folder:
        root = Path(folder)
        files = write_bulk_notes(root, notes)
        size = sum(path.stat().st_size for path in files) // notes
        figures = [_store(root, files, times), _each(root, files, times), _nfelib(root, files, sample)]
        parts = _parts(root, files, times)
    about = (
        f"{notes} purchase notes with signature, {size} bytes on average, in a folder, page cache warm. "
        "The parse is the floor's own; above it stands Python visiting about two in three elements of a note, each as "
        "an object, its tag and its text, and making rows of them."
    )
    return Chapter("NF-e reader", about, figures, {"Where the time of a note goes (each part alone, µs)": parts})


def _store(root: Path, files: Sequence[Path], times: int) -> Figure:
    """As the store reads: every file scanned to rows, all rows made into tables at once."""
    return compared(
        "files to typed tables, as the store reads them", "note",
        lambda: cpu(lambda: _read_all(root, files)),
        "file read + bare `lxml.etree.fromstring`", lambda: cpu(lambda: _parse_all(files)),
        times, aim=2.2, per=len(files),
    )  # fmt: skip


def _each(root: Path, files: Sequence[Path], times: int) -> Figure:
    """One file at a time, tables of its own: what a caller pays who reads a single note."""
    some = files[: max(1, len(files) // 20)]
    return compared(
        "`read_note_path`, tables for each single file", "note",
        lambda: cpu(lambda: [read_note_path(root, str(path.relative_to(root))) for path in some]),
        "file read + bare `lxml.etree.fromstring`", lambda: cpu(lambda: _parse_all(some)),
        times, per=len(some),
    )  # fmt: skip


def _nfelib(root: Path, files: Sequence[Path], sample: int) -> Figure:
    from nfelib.nfe.bindings.v4_0.proc_nfe_v4_00 import NfeProc

    texts = [path.read_text(encoding="utf-8") for path in files[:sample]]
    theirs, ours, ratio = pairs(
        lambda: cpu(lambda: [NfeProc.from_xml(text) for text in texts]),
        lambda: cpu(lambda: _read_all(root, files)) / len(files) * sample,
        3,
    )
    return Figure(
        "nfelib `NfeProc.from_xml`", theirs / sample, "note", "this reader", ours / sample, ratio,
        "≥ 150×", ratio >= 150,
    )  # fmt: skip


def _parts(root: Path, files: Sequence[Path], times: int) -> list[tuple[str, ...]]:
    """Medians per note of each part of the work, each starting from what the one before gives."""
    names = [str(path.relative_to(root)) for path in files]
    data = [path.read_bytes() for path in files]
    scanned = [scan_note_file(*pair) for pair in zip(names, data, strict=True)]

    def alone(each: Callable[[str, bytes], object]) -> float:
        def work() -> None:
            for name, content in zip(names, data, strict=True):  # nothing is kept: a tree kept costs twice
                each(name, content)

        return median(cpu(work) for _ in range(times)) / len(files) * 1_000_000

    parse = alone(lambda _, content: parse_document(content))
    digest = alone(lambda _, content: hashlib.sha256(content).hexdigest())
    scan = alone(scan_note_file)
    read = alone(lambda name, _: _content(root / name))
    tables = median(cpu(lambda: gather(scanned)) for _ in range(times)) / len(files) * 1_000_000
    elements = sum(1 for _ in etree.fromstring(data[0]).iter())
    listed = {
        "file read": read,
        "bare lxml parse": alone(lambda _, content: etree.fromstring(content)),
        "strict parse: prolog, encoding, DOCTYPE, lxml": parse,
        "SHA-256 of the document": digest,
        f"groups, texts, numbers, key, rows (the first note has {elements} elements)": scan - parse - digest,
        "rows of all notes to Arrow tables": tables,
    }
    return [("part", "µs per note"), *((name, f"{spent:.1f}") for name, spent in listed.items())]


def _read_all(root: Path, files: Sequence[Path]) -> int:
    start = len(str(root)) + 1
    read = gather([scan_note_file(str(path)[start:], _content(path)) for path in files])
    assert read.documents.num_rows == len(files)
    return int(read.items.num_rows)


def _parse_all(files: Sequence[Path]) -> None:
    for path in files:
        etree.fromstring(_content(path))


def _content(path: Path) -> bytes:
    with open(path, "rb", buffering=0) as file:
        return file.read()
