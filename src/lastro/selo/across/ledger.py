"""What one plant counted in one year, as far as other plants and years may meet it: notes, incomes, crops.

    ledger_of(evidence, session, statement)  ->  Ledger

Only what counts in the plant's own statement is in: a note that is out there is used nowhere, and a limit has already
cut what it cuts. People and notes are tokens ("cpf:…", "doc:…", "note:…", "item:…"), which `sealing` turns into hashes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from lastro.evidence.evidence import Evidence
from lastro.law import Session
from lastro.selo.registry import family_units
from lastro.statement.model import Source, Statement

_USED = ("key", "item", "plant", "accepted_centavos", "source_file", "source_sheet", "source_row")
_EARNED = ("plant", "family", "accepted_centavos", "income_room_centavos")
_GROWN = ("plant", "family", "product", "crop_year", "accepted_grams", "accepted_centavos", "yield_room_grams")

Members = frozenset[str]


@dataclass(frozen=True, order=True)
class Place:
    """Where something counts: the CNPJ of a plant and a civil year."""

    plant: str
    year: int


@dataclass(frozen=True)
class Use:
    """One item of a note that counts."""

    place: Place
    note: str
    item: str
    centavos: int
    source: Source | None = None


@dataclass(frozen=True)
class Income:
    """What counts of one family, and its ceiling of that year."""

    place: Place
    members: Members
    centavos: int
    ceiling: int


@dataclass(frozen=True)
class Crop:
    """What counts of one family's crop; `room` is area × yield as that plant knows it, None when it cannot be told."""

    place: Place
    members: Members
    product: str
    crop_year: str
    grams: int
    centavos: int
    room: int | None


@dataclass(frozen=True)
class Ledger:
    """`names` of the plants by CNPJ; `suppliers` are the organisations that the workspace lists: never shared. `regime`
    is the act that ruled the year."""

    company: str
    names: Mapping[str, str]
    uses: tuple[Use, ...]
    incomes: tuple[Income, ...]
    crops: tuple[Crop, ...]
    suppliers: frozenset[str] = frozenset()
    regime: str = ""

    @property
    def families(self) -> frozenset[Members]:
        """Every family that something counts of."""
        return frozenset(income.members for income in self.incomes) | frozenset(crop.members for crop in self.crops)

    @property
    def places(self) -> frozenset[Place]:
        """Every plant and year of the ledger that counts something."""
        return frozenset(entry.place for entries in (self.uses, self.incomes, self.crops) for entry in entries)


def ledger_of(evidence: Evidence, session: Session, statement: Statement) -> Ledger:
    """The ledger of an assessed year. `session` says, as it did there, who is one family."""
    config, year = evidence.config, int(statement.period["year"])
    members = family_members(evidence.tables["agricultores"].to_pylist(), session)
    memory = _counting(statement.memory)
    return Ledger(
        company=config.company.cnpj,
        names={unit.cnpj: unit.name for unit in config.units},
        uses=_uses(memory, year),
        incomes=_incomes(memory, year, members),
        crops=_crops(memory, year, members),
        suppliers=frozenset(c for c in evidence.tables["organizacoes"]["cnpj"].to_pylist() if c),
        regime=statement.regime,
    )


def family_members(rows: list[dict[str, Any]], session: Session) -> dict[str, Members]:
    """By the CPF that names it in the statement, the people and documents of each family."""
    by_person = session.reading("selo.family_unit") == "person"
    names = family_units(rows, by_person=by_person)
    found: defaultdict[str, set[str]] = defaultdict(set)
    for row in rows:
        family = names[row["cpf"]]
        found[family].add(f"cpf:{row['cpf']}")
        if row["numero"] and not by_person:
            found[family].add(f"doc:{row['documento'] or ''}:{row['numero']}")
    return {family: frozenset(tokens) for family, tokens in found.items()}


def _counting(memory: pa.Table | None) -> pa.Table:
    """The purchases of the memory that count, by the columns a ledger needs; a regime without one has it empty."""
    wanted = sorted({*_USED, *_EARNED, *_GROWN})
    if memory is None:
        return pa.table({name: pa.array([], pa.string()) for name in wanted})
    counted = memory.filter(pc.and_(pc.equal(memory["kind"], "purchase"), pc.greater(memory["accepted_centavos"], 0)))
    nothing = pa.nulls(counted.num_rows)
    return pa.table({name: counted[name] if name in counted.column_names else nothing for name in wanted})


def _uses(memory: pa.Table, year: int) -> tuple[Use, ...]:
    """One per item, whoever grew its parts."""
    found: dict[tuple[str, int, str], Use] = {}
    for row in memory.select(_USED).to_pylist():
        if not row["key"]:
            continue
        slot = (row["key"], row["item"], row["plant"])
        before = found[slot].centavos if slot in found else 0
        source = Source(row["source_file"] or "", row["source_sheet"] or "", row["source_row"] or 0)
        item = f"item:{row['key']}-{row['item']}"
        place = Place(row["plant"], year)
        found[slot] = Use(place, f"note:{row['key']}", item, before + row["accepted_centavos"], source)
    return tuple(found.values())


def _incomes(memory: pa.Table, year: int, members: Mapping[str, Members]) -> tuple[Income, ...]:
    sums: defaultdict[tuple[str, str], list[int]] = defaultdict(lambda: [0, 0])
    for row in memory.select(_EARNED).to_pylist():
        if row["income_room_centavos"] is not None and row["family"]:
            held = sums[row["plant"], row["family"]]
            held[0] += row["accepted_centavos"]
            held[1] = max(held[1], row["income_room_centavos"])
    return tuple(
        Income(Place(plant, year), members[family], centavos, ceiling)
        for (plant, family), (centavos, ceiling) in sorted(sums.items())
    )


def _crops(memory: pa.Table, year: int, members: Mapping[str, Members]) -> tuple[Crop, ...]:
    grown: dict[tuple[str, str, str, str], Crop] = {}
    for row in memory.select(_GROWN).to_pylist():
        if not row["family"] or not row["crop_year"] or not row["accepted_grams"]:
            continue
        slot = (row["plant"], row["family"], row["product"], row["crop_year"])
        before = grown.get(slot)
        grown[slot] = Crop(
            Place(row["plant"], year),
            members[row["family"]],
            row["product"],
            row["crop_year"],
            row["accepted_grams"] + (before.grams if before else 0),
            row["accepted_centavos"] + (before.centavos if before else 0),
            row["yield_room_grams"],
        )
    return tuple(grown[slot] for slot in sorted(grown))
