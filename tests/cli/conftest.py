"""A small workspace on disk, read once, and a way to call the command line in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from lastro.cli.running import run
from tests.cli.workspace import written
from tests.selo.world import edit


@dataclass(frozen=True)
class Said:
    """What a call answered."""

    code: int
    out: str
    err: str


Call = Callable[..., Said]


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """`call("selo", "assess", folder)`: the exit code and both streams, under no locale."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def called(*arguments: object) -> Said:
        capsys.readouterr()
        code = run([str(argument) for argument in arguments])
        streams = capsys.readouterr()
        return Said(code, streams.out, streams.err)

    return called


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A workspace in which one contract lacks its consent."""
    return written(tmp_path_factory.mktemp("usina"), edit("contratos", anuente=None, data_anuencia=date(2022, 9, 1)))
