"""Any sequence of add, edit, rename and delete gives what a fresh import of the folder gives (design, section 5)."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from lastro.core.errors import EvidenceUnreadable
from lastro.evidence.load import load_evidence
from lastro.evidence.workspace import Company, Config, EngineConfig, Plant, Workspace
from lastro.law import load
from tests.evidence.nfe.builder import FARMER, PLANT, Note, authorised, bare, counter_note, event, zipped

CONFIG = Config(Company(PLANT), (Plant(PLANT, "Usina", "5218805"),), 2023, (), (), (), {}, EngineConfig())
HEADER = "chave;item;data;fornecedor;produto;valor\n"
ROWS = [f"{Note(number=n).key};1;15/03/2023;{FARMER};soja;{n},00\n" for n in (1, 2)]
ROWS += [f";;15/03/2023;{FARMER};soja;7,00\n", ";;32/03/2023;x;soja;1,00\n"]
TABLES = [(HEADER + "".join(rows)).encode() for rows in (ROWS[:1], ROWS[1:3], ROWS[2:], ROWS[:1] * 2, ROWS[3:])]
TABLES += [f"cpf;municipio\n{FARMER};Rio Verde/GO\n".encode(), b"nonsense", b""]
NOTES = [authorised(Note(number=n)) for n in (1, 2)] + [bare(Note(number=1)), authorised(counter_note(Note(number=1)))]
NOTES += [event(Note(number=1).key), zipped({"a.xml": NOTES[0], "b.xml": NOTES[1]}), b"<broken", b"%PDF"]
TABLE_NAMES = ["aquisicoes.csv", "aquisicoes 2.csv", "agricultores.csv", "other.csv", "~$aquisicoes.csv"]
NOTE_NAMES = ["nfe/1.xml", "nfe/2.xml", "nfe/a/1.xml", "nfe/a/b/more.zip", "nfe/.hidden.xml"]


class Folder(RuleBasedStateMachine):
    """A workspace that a person works on, imported now and then."""

    def __init__(self) -> None:
        super().__init__()
        self.root = Path(tempfile.mkdtemp())
        (self.root / "nfe").mkdir()
        self.agrees = True

    def teardown(self) -> None:
        self.compare()
        shutil.rmtree(self.root)

    def files(self) -> list[str]:
        return [name for name in (*TABLE_NAMES, *NOTE_NAMES) if (self.root / name).exists()]

    def put(self, name: str, content: bytes) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_bytes(content)
        self.agrees = False

    @rule(name=st.sampled_from(TABLE_NAMES), content=st.sampled_from(TABLES))
    def write_table(self, name: str, content: bytes) -> None:
        self.put(name, content)

    @rule(name=st.sampled_from(NOTE_NAMES), content=st.sampled_from(NOTES))
    def write_note(self, name: str, content: bytes) -> None:
        self.put(name, content)

    @precondition(lambda self: self.files())
    @rule(data=st.data())
    def rename(self, data: st.DataObject) -> None:
        source = data.draw(st.sampled_from(self.files()))
        target = data.draw(st.sampled_from(NOTE_NAMES if source in NOTE_NAMES else TABLE_NAMES))
        (self.root / target).parent.mkdir(parents=True, exist_ok=True)
        (self.root / source).replace(self.root / target)
        self.agrees = False

    @precondition(lambda self: self.files())
    @rule(data=st.data())
    def delete(self, data: st.DataObject) -> None:
        (self.root / data.draw(st.sampled_from(self.files()))).unlink()
        self.agrees = False

    @rule()
    def lose_the_store(self) -> None:
        shutil.rmtree(self.root / ".lastro", ignore_errors=True)
        self.agrees = False

    @rule()
    def load(self) -> None:
        load_evidence(Workspace(self.root, CONFIG), load())
        self.agrees = True

    @rule()
    def compare(self) -> None:
        """What the store gives is what a copy of the folder without a store gives."""
        found = load_evidence(Workspace(self.root, CONFIG), load())
        self.agrees = True
        with tempfile.TemporaryDirectory() as elsewhere:
            copy = Path(elsewhere) / "copy"
            shutil.copytree(self.root, copy, ignore=shutil.ignore_patterns(".lastro"))
            assert found == load_evidence(Workspace(copy, CONFIG), load())

    @invariant()
    def without_importing_the_store_agrees_or_refuses(self) -> None:
        if self.agrees and (self.root / ".lastro").exists():
            try:
                load_evidence(Workspace(self.root, CONFIG), load(), no_import=True)
            except EvidenceUnreadable as refused:  # pragma: no cover - the failure this looks for
                raise AssertionError("the store just imported is called stale") from refused


TestFolder = Folder.TestCase
TestFolder.settings = settings(
    max_examples=10, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
)
