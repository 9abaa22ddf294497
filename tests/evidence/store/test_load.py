"""The evidence of a workspace, with the real readers."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
import xlsxwriter

from lastro.core.errors import EvidenceUnreadable
from lastro.evidence.columns import schema
from lastro.evidence.evidence import by_kind
from lastro.evidence.load import load_evidence
from lastro.evidence.store import importing
from lastro.evidence.workspace import Company, Config, EngineConfig, Plant, Workspace
from lastro.law import load
from tests.evidence.nfe.builder import FARMER, PLANT, Note, authorised, event, note_xml, zipped
from tests.evidence.purchases.support import told

ROW = f";;15/03/2023;{FARMER};soja;1.234,56\n"
HEADER = "chave;item;data;fornecedor;produto;valor\n"


def workspace(root: Path) -> Workspace:
    plants = (Plant(PLANT, "Usina", "5218805"),)
    config = Config(Company(PLANT), plants, 2023, (), (), (), {}, EngineConfig())
    (root / "nfe").mkdir(exist_ok=True)
    return Workspace(root, config)


def test_every_table_is_there_and_those_given_are_known(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    (tmp_path / "aquisicoes.csv").write_text(HEADER + ROW)
    evidence = load_evidence(ws, load())
    assert set(evidence.tables) == set(schema().tables)
    assert evidence.present == {"aquisicoes"}
    assert evidence.tables["aquisicoes"]["valor"].to_pylist() == [123_456]
    assert evidence.tables["vendas"].schema == schema().table("vendas").arrow_schema()


def test_rows_and_documents_read_are_all_accounted_for(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    (tmp_path / "aquisicoes.csv").write_text(HEADER + ROW + ";;32/03/2023;x;soja;1\nTOTAL;;;;;1\n")
    (tmp_path / "nfe" / "1.xml").write_bytes(authorised(Note()))
    (tmp_path / "nfe" / "again.xml").write_bytes(authorised(Note()))
    (tmp_path / "nfe" / "broken.xml").write_bytes(b"<nfeProc>")
    (tmp_path / "nfe" / "junk.pdf").write_bytes(b"%PDF")
    (tmp_path / "nfe" / "more.zip").write_bytes(zipped({"2.xml": authorised(Note(number=2))}))
    evidence = load_evidence(ws, load())
    assert all(count.balanced for count in evidence.counts)
    rows = next(count for count in evidence.counts if count.kind == "aquisicoes")
    assert (rows.read, rows.accepted, rows.rejected, rows.ignored) == (3, 1, 1, 1)
    notes = next(count for count in by_kind(evidence.counts) if count.kind == "nfe:nfeProc")
    assert (notes.read, notes.accepted, notes.duplicate) == (3, 2, 1)
    documents = sum(count.read for count in evidence.counts if count.kind.startswith("nfe:"))
    assert documents == 6  # five files, one of them a zip with one member


def test_a_second_load_gives_the_same_evidence_without_reading(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    (tmp_path / "aquisicoes.csv").write_text(HEADER + ROW)
    (tmp_path / "nfe" / "1.xml").write_bytes(authorised(Note()))
    first = load_evidence(ws, load())
    again = load_evidence(ws, load(), no_import=True)
    assert again == first


def test_a_cancel_that_arrives_later_changes_the_state_of_the_note(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    (tmp_path / "nfe" / "1.xml").write_bytes(authorised(Note()))
    assert load_evidence(ws, load()).documents["state"].to_pylist() == ["authorised"]
    (tmp_path / "nfe" / "2.xml").write_bytes(event(Note().key))
    assert load_evidence(ws, load()).documents["state"].to_pylist() == ["cancelled"]
    (tmp_path / "nfe" / "2.xml").unlink()
    assert load_evidence(ws, load()).documents["state"].to_pylist() == ["authorised"]


def test_what_is_said_keeps_its_digest_however_it_is_filed(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    for root in (one, other):
        root.mkdir()
    (one / "aquisicoes.csv").write_text(HEADER + ROW + ROW.replace("1.234,56", "2,00"))
    (other / "aquisicoes 2023.csv").write_text(
        "valor,fornecedor,data,produto\n" + f"2.00,{FARMER},2023-03-15,soja\n" + f"1234.56,{FARMER},2023-03-15,SOJA\n"
    )
    for root, name in ((one, "a.xml"), (other, "b/c.xml")):
        workspace(root)
        (root / "nfe" / name).parent.mkdir(exist_ok=True)
        (root / "nfe" / name).write_bytes(authorised(Note()))
    digests = [load_evidence(workspace(root), load()).digests for root in (one, other)]
    assert digests[0] == digests[1]
    assert set(digests[0]) == {"table:aquisicoes", "notes"}


def test_a_changed_value_changes_the_digest(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    (tmp_path / "aquisicoes.csv").write_text(HEADER + ROW)
    first = load_evidence(ws, load()).digests
    (tmp_path / "aquisicoes.csv").write_text(HEADER + ROW.replace("56", "57"))
    assert load_evidence(ws, load()).digests != first


def test_an_unproven_note_is_not_told_like_a_proven_one(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    (tmp_path / "nfe" / "1.xml").write_bytes(note_xml(Note()).encode())
    first = load_evidence(ws, load())
    (tmp_path / "nfe" / "1.xml").write_bytes(authorised(Note()))
    assert load_evidence(ws, load()).digests != first.digests


def test_a_damaged_state_is_made_again(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    (tmp_path / "nfe" / "1.xml").write_bytes(authorised(Note()))
    first = load_evidence(ws, load())
    for path in (tmp_path / ".lastro" / "state").rglob("*.arrow"):
        path.write_bytes(b"nonsense")
    assert load_evidence(ws, load()) == first


def test_a_workbook_that_lastro_wrote_is_told_and_not_read(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    for name, author in (("result.xlsx", "Lastro"), ("mine.xlsx", "Somebody")):
        with xlsxwriter.Workbook(tmp_path / name) as book:
            book.set_properties({"author": author})
            book.add_worksheet("vendas").write_row(0, 0, ["data", "valor"])
            book.worksheets()[0].write_row(1, 0, ["15/03/2023", "10,00"])
    evidence = load_evidence(ws, load())
    assert evidence.tables["vendas"]["_file"].to_pylist() == ["mine.xlsx"]
    assert told(evidence.findings) == ["EVD-STO-04 default"]


def test_a_file_the_system_will_not_open_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ws = workspace(tmp_path)
    (tmp_path / "nfe" / "1.xml").write_bytes(authorised(Note()))

    def refused(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    with monkeypatch.context() as patched:
        patched.setattr(importing, "read_settled", refused)
        assert told(load_evidence(ws, load()).findings) == ["EVD-STO-01 default"]
    assert load_evidence(ws, load()).documents.num_rows == 1


def test_links_and_strays_are_told_in_words(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    (tmp_path / "note.xml").write_bytes(authorised(Note()))
    (tmp_path / "nfe" / "link").symlink_to(tmp_path)
    assert told(load_evidence(ws, load()).findings) == ["EVD-STO-02 default", "EVD-STO-03 default"]


def test_the_store_may_move_with_its_workspace(tmp_path: Path) -> None:
    root = tmp_path / "a"
    root.mkdir()
    ws = workspace(root)
    (root / "nfe" / "1.xml").write_bytes(authorised(Note()))
    first = load_evidence(ws, load())
    shutil.move(root, tmp_path / "b")
    assert load_evidence(replace(ws, root=tmp_path / "b"), load()) == first


def test_without_importing_a_changed_folder_is_refused(tmp_path: Path) -> None:
    ws = workspace(tmp_path)
    load_evidence(ws, load())
    (tmp_path / "nfe" / "1.xml").write_bytes(authorised(Note()))
    with pytest.raises(EvidenceUnreadable, match=r"store\.stale"):
        load_evidence(ws, load(), no_import=True)
