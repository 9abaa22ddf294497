"""The hashed index of one company as a file: what others compare with, and what they cannot read back.

    index_text(ledgers, key)   ->  JSON text            read_index(path, key)  ->  Ledger

In it stand the company's CNPJ, the names and CNPJs of its plants, years, crops and sums; every person, document and
note is a keyed hash. Entries are sorted by hash, so that their order tells nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from lastro.core.errors import EvidenceUnreadable, WrongUse
from lastro.selo.across.ledger import Crop, Income, Ledger, Place, Use
from lastro.selo.across.sealing import IndexKey, sealed

FORMAT, VERSION = "lastro-index", 1


def index_text(ledgers: Sequence[Ledger], key: IndexKey) -> str:
    """The index of one company, over all the plants and years given. Raises WrongUse for several companies."""
    companies = sorted({ledger.company for ledger in ledgers})
    if len(companies) != 1:
        raise WrongUse("across.one_company", companies=", ".join(companies))
    closed = [sealed(ledger, key) for ledger in ledgers]
    document = {
        "format": FORMAT,
        "version": VERSION,
        "key_check": key.check,
        "company": companies[0],
        "plants": {cnpj: name for ledger in closed for cnpj, name in sorted(ledger.names.items())},
        "uses": sorted([*_place(u.place), u.note, u.item, u.centavos] for ledger in closed for u in ledger.uses),
        "incomes": sorted(
            [*_place(i.place), sorted(i.members), i.centavos, i.ceiling] for ledger in closed for i in ledger.incomes
        ),
        "crops": sorted(
            ([*_place(c.place), sorted(c.members), c.product, c.crop_year, c.grams, c.centavos, c.room]
             for ledger in closed for c in ledger.crops),
            key=lambda row: row[:5],
        ),
    }  # fmt: skip
    return json.dumps(document, ensure_ascii=False, indent=1)


def _place(place: Place) -> tuple[str, int]:
    return place.plant, place.year


def read_index(path: Path, key: IndexKey) -> Ledger:
    """The ledger of an index made under the same key.

    Raises EvidenceUnreadable for a file that is no index of this version, WrongUse for one made under another key.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as fault:
        raise EvidenceUnreadable("across.not_an_index", path=path) from fault
    if not isinstance(document, dict) or (document.get("format"), document.get("version")) != (FORMAT, VERSION):
        raise EvidenceUnreadable("across.not_an_index", path=path)
    if document.get("key_check") != key.check:
        raise WrongUse("across.other_key", path=path)
    try:
        return _ledger(document)
    except (KeyError, TypeError, ValueError) as fault:
        raise EvidenceUnreadable("across.not_an_index", path=path) from fault


def _ledger(document: Mapping[str, Any]) -> Ledger:
    return Ledger(
        company=str(document["company"]),
        names=dict(document["plants"]),
        uses=tuple(Use(Place(p, int(y)), n, i, int(c)) for p, y, n, i, c in document["uses"]),
        incomes=tuple(
            Income(Place(p, int(y)), _members(m), int(c), int(ceiling)) for p, y, m, c, ceiling in document["incomes"]
        ),
        crops=tuple(
            Crop(Place(p, int(y)), _members(m), product, season, int(g), int(c), None if room is None else int(room))
            for p, y, m, product, season, g, c, room in document["crops"]
        ),
    )


def _members(tokens: Iterable[str]) -> frozenset[str]:
    return frozenset(tokens)
