"""`lastro selo plan` on a folder: what it prints, its exit codes, its JSON, and that it writes nothing to the year."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from lastro.cli.running import run
from tests.cli.workspace import written
from tests.selo.planning.given import offer, soy
from tests.selo.world import put

# Each question is asked of the whole rules many times: beside `make test`, in `.ci/run`.
pytestmark = pytest.mark.long

COLUMNS = tuple(dict.fromkeys([*offer("x"), "fornecedor"]))


def folder_of(tmp_path: Path, *offers: dict[str, Any]) -> Path:
    """The sound year with these offers as files."""
    rows = [{column: row.get(column) for column in COLUMNS} for row in offers]
    return written(tmp_path, put("ofertas", *rows)) if rows else written(tmp_path)


def files(folder: Path) -> dict[str, str]:
    """What a person put into the folder, by name."""
    return {
        str(path): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and ".lastro" not in path.parts
    }


def test_the_plan_is_printed_within_80_columns_in_both_languages(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folder_of(tmp_path, offer("mamona do sertão"), soy("soja da região, com um nome bem comprido"))
    before = files(folder)
    for lang, sentence in (("pt", "ao centavo"), ("en", "to the centavo")):
        assert run(["selo", "plan", str(folder), "--margin", "2,5", "--lang", lang]) == 0
        told = capsys.readouterr().out
        assert sentence in " ".join(told.split())
        assert "mamona do sertão" in told
        assert max(map(len, told.splitlines())) <= 80
    assert files(folder) == before


def test_offers_that_do_not_suffice_exit_with_1_and_the_json_says_the_gap(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folder_of(tmp_path, offer("mamona", quantity="200"))
    assert run(["selo", "plan", str(folder), "--json", "-"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["reached"] is False
    assert told["short"]["value"] == "410000.00"
    assert told["binding"] == [{"kind": "availability", "subject": "mamona", "cut": "0.00"}]
    assert told["bought"][0]["value"] == "1000.00"


def test_a_what_if_writes_nothing_and_names_the_municipality(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = folder_of(tmp_path)
    before = files(folder)
    assert run(["selo", "plan", str(folder), "--add", "mamona, NE, 3.000.000"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "8,0000 % → 6.008,0000 %" in told
    assert "Açailândia/MA" in told
    assert files(folder) == before
    assert run(["selo", "plan", str(folder), "--add", "mamona, NE, 3.000.000", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["supposed"][0]["families"] == 6


@pytest.mark.parametrize(
    "arguments, fragment",
    [
        ([], "Não há ofertas"),
        (["--margin", "NaN"], "margem"),
        (["--margin", "-1"], "margem"),
        (["--add", "mamona"], "produto, lugar, valor"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], fragment: str
) -> None:
    assert run(["selo", "plan", str(folder_of(tmp_path)), *arguments]) == 2
    told = capsys.readouterr()
    assert fragment in told.err
    assert told.err.count("\n") == 1


def test_hostile_cells_are_refused_when_read_and_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = [
        offer("boa"),
        *({**offer(f"ruim {at}"), "preco": bad} for at, bad in enumerate(("-5", "NaN", "inf", "1e5"))),
    ]
    folder = folder_of(tmp_path, *rows)
    assert run(["selo", "plan", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "ruim" not in told
    assert "4" in told.splitlines()[-1]
