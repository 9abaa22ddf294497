"""What the weighbridge keeps between two calls: used while it holds, made anew as soon as it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastro.cli import kept
from lastro.evidence.workspace import STORE_FOLDER
from tests.cli.conftest import Call
from tests.cli.workspace import written
from tests.selo.world import ANA, edit

SCALE = ("--cpf", ANA, "--product", "soja", "--kg", "1000", "--origin", "Rio Verde/GO", "--date", "2023-05-02")
PREPARED = Path(STORE_FOLDER) / "prepared"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One entry for each time that lines are made from notes and rows."""
    times: list[str] = []
    prepare = kept.prepare
    monkeypatch.setattr(kept, "prepare", lambda *given: (times.append("made"), prepare(*given))[1])
    return times


def test_a_second_load_is_weighed_without_reading_the_notes_again(call: Call, tmp_path: Path, made: list[str]) -> None:
    folder = written(tmp_path)
    first, second = call("selo", "can-count", folder, *SCALE), call("selo", "can-count", folder, *SCALE)
    assert (first.code, first.out, made) == (0, second.out, ["made"])
    assert "R$\u00a0480.000,00 de R$\u00a0500.000,00" in first.out


def test_a_new_purchase_is_seen_at_the_next_load(call: Call, tmp_path: Path, made: list[str]) -> None:
    folder = written(tmp_path)
    call("selo", "can-count", folder, *SCALE)
    written(folder, edit("aquisicoes", valor=30_000))
    assert "R$\u00a0470.000,00" in call("selo", "can-count", folder, *SCALE).out
    assert made == ["made", "made"]


def test_a_reading_that_shapes_lines_makes_them_anew(call: Call, tmp_path: Path, made: list[str]) -> None:
    folder = written(tmp_path)
    call("selo", "can-count", folder, *SCALE)
    call("selo", "can-count", folder, *SCALE, "--reading", "selo.cap_base=weighted")
    assert made == ["made"]
    call("selo", "can-count", folder, *SCALE, "--reading", "selo.crop_calendar=stated_only")
    assert made == ["made", "made"]


@pytest.mark.parametrize("content", [b"", b"ARROW1 not really", None])
def test_a_damaged_or_missing_file_is_made_anew(
    call: Call, tmp_path: Path, made: list[str], content: bytes | None
) -> None:
    folder = written(tmp_path)
    first = call("selo", "can-count", folder, *SCALE)
    damaged = folder / PREPARED / "origins.arrow"
    damaged.unlink() if content is None else damaged.write_bytes(content)
    again = call("selo", "can-count", folder, *SCALE)
    assert (again.out, made) == (first.out, ["made", "made"])
    assert call("selo", "can-count", folder, *SCALE).out == first.out
    assert len(made) == 2


def test_a_load_of_another_regime_stops(call: Call, tmp_path: Path) -> None:
    said = call("selo", "can-count", written(tmp_path), *SCALE[:-1], "2022-05-02")
    assert said.code == 4
    assert "selo.regime" in said.err
