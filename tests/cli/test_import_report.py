"""What `lastro import` tells: counts that add up, causes with their rows and one remedy, no CPF in the open."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.workspace import written
from tests.evidence.nfe.builder import Note, authorised, event
from tests.selo.world import ANA, PLANT, add, purchase

NOTE = Note(emitter=ANA, recipient=PLANT)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four rows with a fault of one kind, a cancelled note under a name with its key, and a file that is none."""
    wrong = [purchase(fornecedor=f"1111111111{digit}") for digit in range(4)]
    made = written(tmp_path, add("aquisicoes", *wrong))
    notes = made / "nfe"
    notes.mkdir()
    (notes / f"NFe{NOTE.key}.xml").write_bytes(authorised(NOTE))
    (notes / "cancelamento.xml").write_bytes(event(NOTE.key))
    (notes / "receita.xml").write_bytes(b"<bolo/>")
    return made


def test_everything_read_is_accounted_for(call: Call, folder: Path) -> None:
    told = json.loads(call("import", folder, "--json", "-").out)
    for numbers in told["totals"].values():
        parts = sum(numbers[name] for name in ("accepted", "rejected", "ignored", "duplicate"))
        assert numbers["read"] == parts
    assert told["totals"]["aquisicoes"]["rejected"] == 4
    assert {"nfe:nfeProc", "nfe:procEventoNFe"} <= set(told["totals"])


def test_rows_of_one_cause_share_one_remedy(call: Call, folder: Path) -> None:
    said = call("import", folder).out
    cause = said[said.index("EVD-TAB-26") :]
    assert cause.splitlines()[0].endswith(": 4")
    assert cause[: cause.index("→")].count("aquisicoes.csv, linha") == 3
    assert "--all" in said
    every = call("import", folder, "--all").out
    assert every.count("aquisicoes.csv, linha") == 4
    assert "--all" not in every


def test_a_finding_names_its_place_in_the_file(call: Call, folder: Path) -> None:
    told = json.loads(call("import", folder, "--json", "-").out)
    found = [finding for finding in told["findings"] if finding["code"] == "EVD-TAB-26"]
    assert sorted((finding["file"], finding["row"], finding["column"]) for finding in found) == [
        ("aquisicoes.csv", row, "fornecedor") for row in range(3, 7)
    ]
    assert all(finding["message"]["pt"] != finding["message"]["en"] for finding in found)


@pytest.mark.parametrize("form", [(), ("--all",), ("--json", "-")])
def test_no_cpf_stands_open_not_even_in_the_name_of_a_file(call: Call, folder: Path, form: tuple[str, ...]) -> None:
    assert ANA not in call("import", folder, *form).out
    assert ANA in call("import", folder, *form, "--unmask").out


def test_a_folder_that_did_not_change_is_not_read_again(call: Call, folder: Path) -> None:
    first = call("import", folder).out
    assert call("import", folder, "--no-import").out == first
    (folder / "nfe" / "mais.xml").write_bytes(authorised(Note(emitter=ANA, recipient=PLANT, number=2)))
    said = call("import", folder, "--no-import")
    assert (said.code, said.out) == (3, "")
    assert said.err.count("\n") == 1
