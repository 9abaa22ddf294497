"""The store agrees with its folder, however the folder came to be and whatever interrupted a run before."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from dataclasses import dataclass
from pathlib import Path

import pytest

from lastro.core.errors import EvidenceUnreadable
from lastro.evidence.evidence import ImportCount
from lastro.evidence.store import importing
from lastro.evidence.store.codec import counts_from
from lastro.evidence.store.reading import counts_of, findings_of, rows_of
from lastro.evidence.store.update import Progress, Updated, as_it_stands, bring_up_to_date
from lastro.statement.model import Finding
from tests.evidence.store.support import Recorder


@dataclass(frozen=True)
class Seen:
    """All that a store says."""

    tables: dict[str, list[tuple[str, str]]]
    findings: tuple[Finding, ...]
    counts: tuple[ImportCount, ...]
    updated: Updated


def seen(updated: Updated) -> Seen:
    tables = {}
    for table in ("t", "documents"):
        rows = rows_of(updated, table)
        tables[table] = [] if rows is None else sorted((row["_file"], row["text"]) for row in rows.to_pylist())
    return Seen(tables, (*findings_of(updated), *updated.notices), counts_from(counts_of(updated)), updated)


def imported(root: Path, recorder: Recorder | None = None, on_progress: Progress | None = None) -> Seen:
    return bring_up_to_date(root, (recorder or Recorder()).readers, seen, on_progress)


def note(root: Path, name: str, content: str) -> Path:
    path = root / "nfe" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, encoding="utf-8")
    return path


def settle(root: Path) -> None:
    """Make every file old enough for its times to be believed."""
    for path in root.rglob("*"):
        if path.is_file() and ".lastro" not in path.parts:
            os.utime(path, ns=(10**18, 10**18))


def test_tables_of_the_root_and_notes_at_any_depth_are_read(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x\ny")
    note(tmp_path, "1.xml", "n1")
    note(tmp_path, "2023/03/2.xml", "n2")
    updated = imported(tmp_path)
    assert updated.tables["t"] == [("a.csv", "x"), ("a.csv", "y")]
    assert updated.tables["documents"] == [("nfe/1.xml", "n1"), ("nfe/2023/03/2.xml", "n2")]


def test_what_did_not_change_is_not_read_again(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x")
    note(tmp_path, "1.xml", "n1")
    settle(tmp_path)
    imported(tmp_path)
    note(tmp_path, "2.xml", "n2")
    again = Recorder()
    updated = imported(tmp_path, again)
    assert again.read == ["nfe/2.xml"]
    assert updated.tables["documents"] == [("nfe/1.xml", "n1"), ("nfe/2.xml", "n2")]


def test_a_touched_file_with_the_same_content_is_not_parsed_again(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x")
    imported(tmp_path)
    os.utime(tmp_path / "a.csv", ns=(10**18, 10**18))
    again = Recorder()
    updated = imported(tmp_path, again)
    assert again.read == []
    assert updated.tables["t"] == [("a.csv", "x")]


def test_an_edit_that_keeps_size_and_time_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("x")
    os.utime(path, ns=(10**18, 10**18))
    imported(tmp_path)
    path.write_text("y")
    os.utime(path, ns=(10**18, 10**18))
    assert imported(tmp_path).tables["t"] == [("a.csv", "y")]


def test_two_files_that_swap_names_swap_their_rows(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x")
    (tmp_path / "b.csv").write_text("y")
    settle(tmp_path)
    imported(tmp_path)
    (tmp_path / "a.csv").rename(tmp_path / "c")
    (tmp_path / "b.csv").rename(tmp_path / "a.csv")
    (tmp_path / "c").rename(tmp_path / "b.csv")
    assert imported(tmp_path).tables["t"] == [("a.csv", "y"), ("b.csv", "x")]


def test_a_vanished_file_takes_rows_findings_and_counts_along(tmp_path: Path) -> None:
    gone = note(tmp_path, "1.xml", "n1\nbad!")
    note(tmp_path, "2.xml", "n2")
    updated = imported(tmp_path)
    assert [finding.arguments["text"] for finding in updated.findings] == ["bad!"]
    gone.unlink()
    updated = imported(tmp_path)
    assert updated.tables["documents"] == [("nfe/2.xml", "n2")]
    assert updated.findings == ()
    assert [count.file for count in updated.counts] == ["nfe/2.xml"]


def test_another_version_of_the_reader_reads_everything_again(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x")
    settle(tmp_path)
    imported(tmp_path, Recorder("1"))
    again = Recorder("2")
    imported(tmp_path, again)
    assert again.read == ["a.csv"]


def test_deleting_the_store_loses_nothing(tmp_path: Path) -> None:
    note(tmp_path, "1.xml", "n1")
    before = imported(tmp_path).tables["documents"]
    for path in sorted((tmp_path / ".lastro").rglob("*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    assert imported(tmp_path).tables["documents"] == before


@pytest.mark.parametrize("victim", ["index.parquet", "batches/00000001/documents.parquet"])
def test_a_damaged_store_is_made_again(tmp_path: Path, victim: str) -> None:
    note(tmp_path, "1.xml", "n1")
    imported(tmp_path)
    (tmp_path / ".lastro" / victim).write_bytes(b"PAR1 nonsense")
    assert imported(tmp_path).tables["documents"] == [("nfe/1.xml", "n1")]


@pytest.mark.parametrize("victim", ["index.parquet", "batches/00000001/documents.parquet", "batches/00000001/contents"])
def test_a_store_that_lost_a_file_is_made_again(tmp_path: Path, victim: str) -> None:
    note(tmp_path, "1.xml", "n1")
    imported(tmp_path)
    (tmp_path / ".lastro" / victim).unlink()
    assert imported(tmp_path).tables["documents"] == [("nfe/1.xml", "n1")]


def test_hidden_files_office_locks_and_our_own_files_are_not_evidence(tmp_path: Path) -> None:
    for name in (".a.csv", "~$a.csv", "lastro-selo-2023.csv", "notes.pdf"):
        (tmp_path / name).write_text("x")
    note(tmp_path, ".hidden.xml", "x")
    recorder = Recorder()
    assert imported(tmp_path, recorder).findings == ()
    assert recorder.read == []


def test_links_are_told_and_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "1.xml").write_text("n1")
    root = tmp_path / "usina"
    (root / "nfe").mkdir(parents=True)
    (root / "nfe" / "link").symlink_to(outside, target_is_directory=True)
    (root / "a.csv").symlink_to(outside / "1.xml")
    recorder = Recorder()
    found = imported(root, recorder).findings
    assert [(finding.code, finding.arguments["file"]) for finding in found] == [
        ("EVD-STO-02", "a.csv"),
        ("EVD-STO-02", "nfe/link"),
    ]
    assert recorder.read == []


def test_a_note_at_the_root_is_told(tmp_path: Path) -> None:
    (tmp_path / "note.xml").write_text("n1")
    (finding,) = imported(tmp_path).findings
    assert (finding.code, finding.arguments["file"]) == ("EVD-STO-03", "note.xml")


def test_thousands_of_notes_are_few_batches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importing, "NOTES_PER_BATCH", 100)
    for number in range(250):
        note(tmp_path, f"{number}.xml", str(number))
    imported(tmp_path)
    assert len(list((tmp_path / ".lastro" / "batches").iterdir())) == 3


def test_many_small_imports_are_compacted(tmp_path: Path) -> None:
    for number in range(20):
        note(tmp_path, f"{number}.xml", str(number))
        updated = imported(tmp_path)
        assert len(updated.tables["documents"]) == number + 1
    assert len(list((tmp_path / ".lastro" / "batches").iterdir())) < 9


def test_a_batch_most_of_whose_files_are_gone_is_rewritten(tmp_path: Path) -> None:
    for number in range(10):
        note(tmp_path, f"{number}.xml", str(number))
    imported(tmp_path)
    for number in range(6):
        (tmp_path / "nfe" / f"{number}.xml").unlink()
    updated = imported(tmp_path)
    assert [row for _, row in updated.tables["documents"]] == ["6", "7", "8", "9"]
    assert updated.updated.index["batch_files"].to_pylist() == [4, 4, 4, 4]


def test_a_large_file_is_read_in_pieces_into_a_batch_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "LARGE", 3)
    note(tmp_path, "small.xml", "n1")
    note(tmp_path, "large.zip", "n2\nn3")
    updated = imported(tmp_path)
    assert updated.tables["documents"] == [("nfe/large.zip", "n2"), ("nfe/large.zip", "n3"), ("nfe/small.xml", "n1")]
    assert len(set(updated.updated.index["batch"].to_pylist())) == 2


def test_progress_counts_the_files_looked_into(tmp_path: Path) -> None:
    for number in range(3):
        note(tmp_path, f"{number}.xml", str(number))
    told: list[tuple[int, int]] = []
    imported(tmp_path, None, lambda done, total: told.append((done, total)))
    assert told[0] == (0, 3)
    assert told[-1] == (3, 3)


# without importing


def test_an_unchanged_folder_is_served_as_it_stands(tmp_path: Path) -> None:
    note(tmp_path, "1.xml", "n1")
    imported(tmp_path)
    assert as_it_stands(tmp_path, Recorder().readers, seen).tables["documents"] == [("nfe/1.xml", "n1")]


@pytest.mark.parametrize("change", ["add", "edit", "delete", "never imported"])
def test_a_stale_store_is_refused_when_importing_is_forbidden(tmp_path: Path, change: str) -> None:
    path = note(tmp_path, "1.xml", "n1")
    if change != "never imported":
        imported(tmp_path)
    if change == "add":
        note(tmp_path, "2.xml", "n2")
    elif change == "edit":
        path.write_text("n3")
    elif change == "delete":
        path.unlink()
    with pytest.raises(EvidenceUnreadable, match=r"store\.stale"):
        as_it_stands(tmp_path, Recorder().readers, seen)


# when something goes wrong


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / ".lastro").write_text("a file where the store should be")
    with pytest.raises(EvidenceUnreadable, match=r"store\.not_writable"):
        imported(tmp_path)


HELD = """
    import sys, time
    from pathlib import Path
    from lastro.evidence.store.lock import locked
    folder = Path(sys.argv[1])
    folder.mkdir(exist_ok=True)
    with locked(folder):
        print("held", flush=True)
        sys.stdin.read()
"""


def test_a_second_run_is_refused_and_the_lock_of_a_killed_one_is_free(tmp_path: Path) -> None:
    command = [sys.executable, "-c", textwrap.dedent(HELD), str(tmp_path / ".lastro")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(EvidenceUnreadable, match=r"store\.locked") as refused:
            imported(tmp_path)
        assert refused.value.arguments["process"] == str(holder.pid)
        holder.kill()
    imported(tmp_path)


FULL_DISK = """
    import resource, signal, sys
    from pathlib import Path
    from lastro.core.errors import EvidenceUnreadable
    from lastro.evidence.store.update import bring_up_to_date
    from tests.evidence.store.support import Recorder
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
    try:
        bring_up_to_date(Path(sys.argv[1]), Recorder().readers, lambda updated: None)
    except EvidenceUnreadable as told:
        print(told.code)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="limits file sizes the POSIX way")
@pytest.mark.parametrize("size", [1, 700, 1500, 2500])
def test_a_disk_that_fills_leaves_the_store_whole(tmp_path: Path, size: int) -> None:
    note(tmp_path, "1.xml", "n1")
    imported(tmp_path)
    note(tmp_path, "2.xml", "n2")
    (tmp_path / "a.csv").write_text("x")
    command = [sys.executable, "-c", textwrap.dedent(FULL_DISK), str(tmp_path), str(size)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True, cwd=Path(__file__).parents[3])
    assert ran.stdout.strip() == "store.not_writable"
    updated = imported(tmp_path)
    assert updated.tables["documents"] == [("nfe/1.xml", "n1"), ("nfe/2.xml", "n2")]


KILLED = """
    import os, sys
    from pathlib import Path
    from lastro.evidence.store import batches, index
    from lastro.evidence.store.update import bring_up_to_date
    from tests.evidence.store.support import Recorder
    steps = int(sys.argv[2])
    real = os.replace
    def counted(source, target):
        global steps
        if steps == 0:
            os._exit(9)
        steps -= 1
        real(source, target)
        if steps == 0 and sys.argv[3] == "after":
            os._exit(9)
    os.replace = counted
    bring_up_to_date(Path(sys.argv[1]), Recorder().readers, lambda updated: None)
"""


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_run_killed_around_any_rename_is_made_good_by_the_next(tmp_path: Path, step: int, moment: str) -> None:
    note(tmp_path, "1.xml", "n1")
    imported(tmp_path)
    note(tmp_path, "1.xml", "n1 changed")
    (tmp_path / "a.csv").write_text("x")
    command = [sys.executable, "-c", textwrap.dedent(KILLED), str(tmp_path), str(step), moment]
    subprocess.run(command, check=False, cwd=Path(__file__).parents[3])
    updated = imported(tmp_path)
    assert updated.tables["documents"] == [("nfe/1.xml", "n1 changed")]
    assert updated.tables["t"] == [("a.csv", "x")]
