"""The benchmarks run, on inputs so small that their figures mean nothing."""

from __future__ import annotations

import pytest
from benchmarks.measure import Chapter, Figure
from benchmarks.run import page
from benchmarks.world import period, year_of

from benchmarks import assessment, documents, reader, startup, statements, workspace
from lastro.law import load

# Each question is asked of the whole rules many times: beside `make test`, in `.ci/run`.
pytestmark = pytest.mark.long


def test_the_reader_is_measured() -> None:
    chapter = reader.measure(notes=20, times=1, sample=1)
    assert all(figure.seconds > 0 for figure in chapter.figures)


def test_the_start_is_measured_and_loads_nothing_heavy() -> None:
    assert startup.measure(times=1).figures[0].floor_seconds > 0
    assert not set(startup.HEAVY) & set(startup.loaded_modules())


def test_an_invented_year_is_weighed_with_every_kind_of_supplier_and_cut() -> None:
    inputs = year_of(2_000, load())
    told = assessment.weighed(inputs)
    assert told["lines"] == 2_000
    assert told["parts"] > 2_000
    assert told["yield_cut"] > 0
    assert inputs.purchases["issued_on"].to_pylist()[0] in period()
    assert assessment.scanned(inputs) > 0


def test_a_year_kept_in_files_is_weighed_alike_in_a_process_of_its_own() -> None:
    chapter = assessment.measure(lines=400, small=200, large=400, times=1, memory="500MB")
    assert [figure.name[:3] for figure in chapter.figures] == ["400", "400", "wit"]
    assert len(chapter.tables) == 2


def test_documents_are_measured() -> None:
    pytest.importorskip("typst")
    chapter = documents.measure(rows=30, pages=(1, 2), times=1)
    assert [figure.seconds > 0 for figure in chapter.figures] == [True] * 3


def test_statements_are_measured() -> None:
    pytest.importorskip("typst")
    (figure,) = statements.measure(people=3, times=1).figures
    assert figure.seconds > 0


@pytest.mark.slow
def test_the_workspace_is_measured() -> None:
    chapter = workspace.measure(extra_notes=5, times=1)
    assert [figure.seconds > 0 for figure in chapter.figures] == [True] * 5


def test_the_page_tells_ratio_aim_and_whether_it_was_met() -> None:
    figure = Figure("reading", 0.00015, "note", "parsing", 0.00005, 3.0, "≤ 2.2×", False)
    text = page([Chapter("Reader", "Notes.", [figure], {"Where": [("step", "s"), ("parse", "1")]})])
    assert "| reading | 150.0 µs per note | parsing | 50.0 µs per note | 3.0× | ≤ 2.2× | no |" in text
    assert "| parse | 1 |" in text
