"""Purchase notes by the thousand, for measurements: no tables, no defects, one folder or one zip."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from pathlib import Path
from random import Random

from lastro.example.parties import PRODUCER_SERIES, Item, Note, Party, Place, access_key
from lastro.example.people import People
from lastro.example.wares import CORN, SACK, SOY, value_centavos
from lastro.example.xml import authorised

_FARMERS = 400
_PER_FOLDER = 1_000
_START = datetime(2023, 1, 2, 8, 0, tzinfo=timezone(timedelta(hours=-3)))
_PLANT_PLACE = Place("5218805", "Rio Verde", "GO")
_PLACES = (
    Place("5211909", "Jataí", "GO"),
    Place("4127700", "Toledo", "PR"),
    Place("2919553", "Luís Eduardo Magalhães", "BA"),
)


def write_bulk_notes(directory: Path, count: int, seed: int = 1) -> tuple[Path, ...]:
    """Write `count` authorised purchase notes (one to three items) as files below `directory`. Returns their paths."""
    paths = []
    for number, (key, content) in enumerate(bulk_notes(count, seed)):
        folder = directory / f"{number // _PER_FOLDER:05d}"
        if number % _PER_FOLDER == 0:
            folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{key}-procNFe.xml"
        path.write_bytes(content)
        paths.append(path)
    return tuple(paths)


def bulk_notes(count: int, seed: int) -> Iterator[tuple[str, bytes]]:
    """(key, bytes) of each note, in order, the same on every run."""
    rng = Random(seed)
    people = People(rng)
    plant = people.company("Usina Lastro Exemplo S.A.", _PLANT_PLACE)
    farmers = [people.person(rng.choice(_PLACES)) for _ in range(_FARMERS)]
    for number in range(count):
        note = _note(rng, farmers[number % _FARMERS], plant, 1 + number // _FARMERS)
        yield access_key(note), authorised(note)


def _note(rng: Random, farmer: Party, plant: Party, number: int) -> Note:
    issued = _START + timedelta(minutes=rng.randrange(300 * 24 * 60))
    items = tuple(_item(rng, farmer, plant) for _ in range(1 + rng.randrange(3)))
    return Note(farmer, plant, PRODUCER_SERIES, number, issued, items)


def _item(rng: Random, farmer: Party, plant: Party) -> Item:
    ware = rng.choice((SOY, CORN))
    kg = rng.randrange(100, 900) * 30
    cfop = "5101" if farmer.place.uf == plant.place.uf else "6101"
    centavos = value_centavos(kg * 10_000, ware.mean_price)
    sacks_e4 = kg * 10_000 // SACK.kg
    return Item(ware.wording, ware.ncm, cfop, SACK.text, sacks_e4, centavos, taxable_unit="KG", taxable_e4=kg * 10_000)
