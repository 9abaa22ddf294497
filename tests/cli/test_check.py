"""`lastro selo check`: over folders, over indexes, in both languages, and every wrong key or file in one sentence."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.cli.workspace import YEAR, written
from tests.oracle.identifiers import cnpj
from tests.selo.world import ANA, PLANT, edit, key

OTHER = cnpj("990000020001")


@pytest.fixture(scope="module")
def usina(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A plant that counts one note of R$ 300,000 of a family."""
    note = edit("aquisicoes", chave=key(1), item=1, valor=Decimal(300_000))
    return written(tmp_path_factory.mktemp("usina"), note)


@pytest.fixture(scope="module")
def outra(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Another plant that counts the same note."""
    folder = tmp_path_factory.mktemp("outra")
    written(folder, edit("aquisicoes", chave=key(1), item=1, valor=Decimal(300_000)), more=YEAR)
    config = (folder / "lastro.toml").read_text(encoding="utf-8").replace(PLANT, OTHER).replace("Usina", "Outra")
    (folder / "lastro.toml").write_text(config, encoding="utf-8")
    return folder


def test_two_folders_show_what_they_share_with_each_part(call: Call, usina: Path, outra: Path) -> None:
    said = call("selo", "check", usina, outra, "--lang", "en")
    assert said.code == 0
    for told in ("SBS-03", "SBS-06", "counts in more than one plant", "R$ 100,000.00", "99.000.002/0001-"):
        assert told in " ".join(said.out.split()), told
    assert ANA not in said.out
    assert max(map(len, said.out.splitlines())) <= 80


def test_the_json_says_it_in_both_languages_and_masks_people(call: Call, usina: Path, outra: Path) -> None:
    told = json.loads(call("selo", "check", usina, outra, "--json", "-").out)
    assert told["kind"] == "selo.check"
    found = {(f["code"], f["variant"]): f for f in told["findings"]}
    assert found["SBS-03", "across"]["amount"] == "100000.00"
    assert found["SBS-06", "two_plants"]["message"]["pt"] != found["SBS-06", "two_plants"]["message"]["en"]
    assert ANA not in json.dumps(told)


def test_an_index_and_its_key_are_made_once_and_compared(call: Call, usina: Path, outra: Path, tmp_path: Path) -> None:
    index, secret = tmp_path / "outra.json", tmp_path / "key"
    said = call("selo", "check", outra, "--write-index", index, "--key-file", secret)
    assert said.code == 0
    assert "Nunca a publique" in " ".join(said.out.split())
    before = secret.read_text(encoding="ascii")
    assert call("selo", "check", outra, "--write-index", index, "--key-file", secret).code == 0
    assert secret.read_text(encoding="ascii") == before
    assert ANA not in index.read_text(encoding="utf-8")
    against = call("selo", "check", usina, "--against", index, "--key-file", secret)
    assert against.code == 0
    assert "SBS-06" in against.out
    assert "índice de Outra" in against.out


def test_another_key_no_key_and_no_index_are_told(call: Call, usina: Path, outra: Path, tmp_path: Path) -> None:
    index, secret, other = tmp_path / "outra.json", tmp_path / "key", tmp_path / "other"
    call("selo", "check", outra, "--write-index", index, "--key-file", secret)
    other.write_text("a" * 64, encoding="ascii")
    wrong = call("selo", "check", usina, "--against", index, "--key-file", other)
    assert (wrong.code, "outra chave" in wrong.err) == (2, True)
    none = call("selo", "check", usina, "--against", index)
    assert (none.code, "--key-file" in none.err) == (2, True)
    absent = call("selo", "check", usina, "--against", index, "--key-file", tmp_path / "absent")
    assert (absent.code, (tmp_path / "absent").exists()) == (2, False)
    broken = call("selo", "check", usina, "--against", usina / "lastro.toml", "--key-file", secret)
    assert (broken.code, "não é um índice" in broken.err) == (3, True)


def test_one_plant_in_two_folders_is_wrong_use(call: Call, usina: Path) -> None:
    said = call("selo", "check", usina, usina)
    assert (said.code, "duas pastas" in said.err) == (2, True)
