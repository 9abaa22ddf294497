"""An index shows others what is in common, and nothing of what is not: keyed hashes, no person, no document, no key."""

from __future__ import annotations

import json
import re
import stat
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path

import pytest

from lastro.core.errors import EvidenceUnreadable, WrongUse
from lastro.selo.across import Company, IndexKey, check, index_text, new_key, read_index, read_key
from lastro.statement.model import Finding
from tests.selo.across.companies import OTHER, company
from tests.selo.world import ANA, key, purchase, put

SHARED = IndexKey(b"k" * 32)
ROW = purchase(valor=Decimal(300_000), chave=key(1), item=1)


def ours() -> Company:
    return company(put("aquisicoes", ROW))


def theirs() -> Company:
    return company(put("aquisicoes", ROW), config=OTHER)


def written(folder: Path, of: Company, secret: IndexKey = SHARED) -> Path:
    path = folder / "index.json"
    path.write_text(index_text(check([of]).ledgers, secret), encoding="utf-8")
    return path


def told(findings: Sequence[Finding]) -> list[tuple[object, ...]]:
    return sorted(
        (f.code, f.variant, f.amount_centavos, tuple(sorted(f.arguments.items())))
        for f in findings
        if f.variant != "not_checked"
    )


def test_an_index_finds_what_the_folder_itself_would(tmp_path: Path) -> None:
    index = read_index(written(tmp_path, theirs()), SHARED)
    by_index = check([ours()], [index], SHARED).statement.findings
    by_folder = check([ours(), theirs()]).statement.findings
    assert told(by_index) == told(by_folder)
    assert {(f.code, f.variant) for f in by_index} >= {("SBS-03", "across"), ("SBS-06", "two_plants")}


def test_no_cpf_document_or_key_stands_in_an_index(tmp_path: Path) -> None:
    content = written(tmp_path, ours()).read_text(encoding="utf-8")
    for plain in (ANA, ANA[:9], key(1), key(1)[25:], f"CAF {ANA}", "cpf:", "note:", "Sindicato"):
        assert plain not in content, plain
    document = json.loads(content)
    tokens = [*document["uses"][0][2:4], *document["incomes"][0][2], *document["crops"][0][2]]
    assert len(tokens) == 6
    assert all(re.fullmatch("[0-9a-f]{64}", token) for token in tokens)


def test_a_hash_needs_its_key() -> None:
    assert SHARED.seal(ANA) == IndexKey(b"k" * 32).seal(ANA)
    assert SHARED.seal(ANA) != IndexKey(b"K" * 32).seal(ANA)


def test_an_index_of_another_key_is_refused_before_anything_is_compared(tmp_path: Path) -> None:
    path = written(tmp_path, theirs(), IndexKey(b"x" * 32))
    with pytest.raises(WrongUse) as fault:
        read_index(path, SHARED)
    assert (fault.value.code, fault.value.arguments["path"]) == ("across.other_key", str(path))


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "lastro-index", "version": 2}'])
def test_a_file_that_is_no_index_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "index.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(EvidenceUnreadable):
        read_index(path, SHARED)


def test_an_index_cut_short_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, theirs())
    document = json.loads(path.read_text(encoding="utf-8"))
    del document["uses"][0][-1]
    path.write_text(json.dumps(document), encoding="utf-8")
    with pytest.raises(EvidenceUnreadable):
        read_index(path, SHARED)


def test_ones_own_index_meets_nobody(tmp_path: Path) -> None:
    index = read_index(written(tmp_path, ours()), SHARED)
    assert told(check([ours()], [index], SHARED).statement.findings) == []


def test_an_index_is_of_one_company() -> None:
    ledgers = check([ours(), theirs()]).ledgers
    with pytest.raises(WrongUse):
        index_text(ledgers, SHARED)


def test_a_new_key_is_random_for_its_owner_alone_and_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / "key"
    made = new_key(path)
    assert read_key(path) == made
    assert made != new_key(tmp_path / "other")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(FileExistsError):
        new_key(path)


@pytest.mark.parametrize("content", ["", "abc", "g" * 64, "a" * 63])
def test_a_file_that_is_no_key_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "key"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(WrongUse):
        read_key(path)
