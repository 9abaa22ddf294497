"""The example while it grows: documents, table rows, seeded defects. Nothing is written before all is decided."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time
from decimal import Decimal
from random import Random

from lastro.example.parties import Note, Party, access_key
from lastro.example.xml import authorised

YEAR = 2023

Cell = str | int | Decimal | date | bool | None


@dataclass(frozen=True, slots=True)
class Document:
    """One file to write below `nfe/`: its month of issue, its name, its bytes, and a fixed path when it has one."""

    month: str
    name: str
    content: bytes
    path: str = ""


@dataclass(frozen=True, slots=True)
class RowRef:
    """A row of a table by its position among the data rows (from 0)."""

    table: str
    index: int


@dataclass(frozen=True, slots=True)
class Seed:
    """A defect before row numbers are known."""

    code: str
    cause: str
    key: str = ""
    item: int = 0
    row: RowRef | None = None
    subject: str = ""


@dataclass
class Draft:
    """Everything that will be written, in order of creation."""

    rng: Random
    documents: list[Document] = field(default_factory=list)
    keys: set[str] = field(default_factory=set)
    rows: defaultdict[str, list[Mapping[str, Cell]]] = field(default_factory=lambda: defaultdict(list))
    seeds: list[Seed] = field(default_factory=list)
    kinds: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    nonstandard: list[str] = field(default_factory=list)
    _numbers: defaultdict[tuple[str, int], int] = field(default_factory=lambda: defaultdict(int))

    def next_number(self, issuer: Party, series: int) -> int:
        """The next note number of that issuer and series."""
        slot = (issuer.document, series)
        if slot not in self._numbers:
            self._numbers[slot] = int(issuer.document[-6:-2]) % 900
        self._numbers[slot] += 1
        return self._numbers[slot]

    def moment(self, party: Party, on: date) -> datetime:
        """A working hour of that day, in the local time of `party`."""
        clock = time(7 + self.rng.randrange(11), self.rng.randrange(60), self.rng.randrange(60))
        return datetime.combine(on, clock, tzinfo=party.place.utc_offset)

    def issue(self, note: Note, kind: str) -> str:
        """Write the authorised note among the documents of its month. Returns its key."""
        return self.file(note, kind, authorised(note))

    def file(self, note: Note, kind: str, content: bytes, path: str = "") -> str:
        """File `content` as the document of `note` (at `path`, when given). Returns the key."""
        key = access_key(note)
        self.keys.add(key)
        self.kinds[kind].append(key)
        self.documents.append(Document(f"{note.issued:%Y-%m}", f"{key}-procNFe.xml", content, path))
        return key

    def attach(self, name: str, content: bytes, path: str) -> None:
        """File something that is not a note (an event, another document, junk) at a fixed path below `nfe/`."""
        self.documents.append(Document("", name, content, path))

    def row(self, table: str, **cells: Cell) -> RowRef:
        """Append a row to a table; columns left out stay empty."""
        self.rows[table].append(cells)
        return RowRef(table, len(self.rows[table]) - 1)

    def seed(
        self, code: str, cause: str, *, key: str = "", item: int = 0, row: RowRef | None = None, subject: str = ""
    ) -> None:
        """Remember that this defect was put in on purpose."""
        self.seeds.append(Seed(code, cause, key, item, row, subject))
