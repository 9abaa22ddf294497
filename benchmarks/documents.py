"""Workbook and PDF of a year's statement, by the number of lines of its memory of calculation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa
from xlsxwriter import Workbook

from benchmarks.measure import Chapter, Figure, compared, cpu
from benchmarks.world import YEAR, year_of
from lastro.evidence.sales.lines import LINES as SALES
from lastro.law import load
from lastro.render.pdf import pdf_bytes
from lastro.render.xlsx import write_xlsx
from lastro.selo.assess import Question, assess
from lastro.selo.prepared import Prepared
from lastro.statement.model import Statement

_PARTS_OF_A_LINE = 1.5  # the invented year has about as many lines by farmer for each purchase line


def measure(rows: int = 20_000, pages: tuple[int, int] = (200, 2_000), times: int = 3) -> Chapter:
    """A workbook of `rows` live lines, PDFs of as many lines as `pages` tells."""
    statement = statement_of(rows)
    figures = [_workbook(statement, times), *_pdfs(statement, pages, times)]
    about = (
        "The workbook has one row of live formulas per line; its floor is the memory sheet's cells written as plain "
        "values by the same library. The PDF prints each line; its floor is the same statement without lines."
    )
    return Chapter("Documents", about, figures)


def statement_of(rows: int) -> Statement:
    """A statement whose memory has `rows` lines, or as many as the invented year gives."""
    book = load()
    inputs = year_of(int(rows / _PARTS_OF_A_LINE) + 50, book)
    prepared = Prepared(inputs.purchases, inputs.origins, SALES.empty_table(), (), {})
    statement = assess(inputs.evidence, book, Question(YEAR), prepared)
    return with_lines(statement, rows)


def with_lines(statement: Statement, rows: int) -> Statement:
    """The statement with the first `rows` lines of its memory, and the findings about no line."""
    assert statement.memory is not None
    return replace(statement, memory=statement.memory.slice(0, rows), findings=statement.findings[:50])


def _workbook(statement: Statement, times: int) -> Figure:
    assert statement.memory is not None
    memory = statement.memory
    with TemporaryDirectory() as folder:
        path = Path(folder) / "statement.xlsx"
        figure = compared(
            f"XLSX of {memory.num_rows} live lines", "file",
            lambda: cpu(lambda: write_xlsx(statement, path, lang="en")),
            "the same cells as plain values", lambda: cpu(lambda: _plain(memory, path)), times,
        )  # fmt: skip
    return replace(figure, aim="≤ 12 s", met=figure.seconds <= 12)


def _plain(memory: pa.Table, path: Path) -> None:
    with Workbook(str(path), {"constant_memory": True}) as book:
        sheet = book.add_worksheet()
        for number, row in enumerate(memory.to_pylist()):
            for column, value in enumerate(row.values()):
                sheet.write(number, column, str(value) if hasattr(value, "year") else value)


def _pdfs(statement: Statement, pages: tuple[int, int], times: int) -> list[Figure]:
    bare = with_lines(statement, 0)

    def made(some: Statement) -> Callable[[], float]:
        return lambda: cpu(lambda: pdf_bytes(some, "en"))

    return [
        compared(f"PDF of {rows} lines", "file", made(with_lines(statement, rows)), "without lines", made(bare), times)
        for rows in pages
    ]
