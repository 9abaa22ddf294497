"""Who and what stands on an invented invoice: places, parties, items, and the note that joins them.

Plain frozen data; `lastro.example.xml` writes it as the layout 4.00 of the NF-e (modelo 55).
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta, timezone
from enum import IntEnum

from lastro.core.identifiers import key_check_digit

ABROAD = "9999999"
PRODUCER_SERIES = 920
TAX_OFFICE_SERIES = 890

_FOUR_HOURS_BEHIND = frozenset({"AM", "MS", "MT", "RO", "RR"})


class Direction(IntEnum):
    """`tpNF`: from the issuer's point of view."""

    ENTRY = 0
    EXIT = 1


class Purpose(IntEnum):
    """`finNFe`: what the note is for."""

    NORMAL = 1
    COMPLEMENT = 2
    RETURN = 4


class Environment(IntEnum):
    """`tpAmb`: a note of the test environment proves nothing."""

    PRODUCTION = 1
    HOMOLOGATION = 2


@dataclass(frozen=True, slots=True)
class Place:
    """A municipality: IBGE code, name and state. Abroad is `9999999` / `EXTERIOR` / `EX`."""

    code: str
    name: str
    uf: str

    @property
    def utc_offset(self) -> timezone:
        """Hours behind UTC that notes issued here carry (there is no daylight saving since 2019)."""
        return timezone(timedelta(hours=-4 if self.uf in _FOUR_HOURS_BEHIND else -3))


@dataclass(frozen=True, slots=True)
class Party:
    """An invented person or company. `document` is a CPF, a CNPJ or, abroad, a free text; `ie` may be empty."""

    document: str
    name: str
    place: Place
    ie: str = ""

    @property
    def in_key(self) -> str:
        """Positions 7-20 of the keys this party issues: its CNPJ, or `000` and its CPF."""
        return self.document.rjust(14, "0")


@dataclass(frozen=True, slots=True)
class Item:
    """One line of a note. `quantity_e4` counts ten-thousandths of `unit`; `anp_code` makes it a fuel.

    `taxable_unit` and `taxable_e4` differ from the commercial ones when the note is in another unit (M3 against L).
    """

    description: str
    ncm: str
    cfop: str
    unit: str
    quantity_e4: int
    value_centavos: int
    code: str = "1"
    anp_code: str = ""
    taxable_unit: str = ""
    taxable_e4: int = 0


@dataclass(frozen=True, slots=True)
class PaperNote:
    """A note of the paper talão (modelo 4) that a contra-nota refers to."""

    issuer: Party
    year_month: str
    number: int


@dataclass(frozen=True, slots=True)
class Note:
    """One NF-e before it is written. `issued` carries its own offset; `transport_permit` is the number of a GTA."""

    issuer: Party
    recipient: Party
    series: int
    number: int
    issued: datetime
    items: tuple[Item, ...]
    nature: str = "VENDA DE PRODUCAO DO ESTABELECIMENTO"
    direction: Direction = Direction.EXIT
    purpose: Purpose = Purpose.NORMAL
    environment: Environment = Environment.PRODUCTION
    references: tuple[str, ...] = ()
    paper: PaperNote | None = None
    tax_office: Party | None = None
    pick_up: Party | None = None
    transport_permit: str = ""
    remark: str = ""

    @property
    def value_centavos(self) -> int:
        return sum(item.value_centavos for item in self.items)

    @property
    def random_code(self) -> str:
        """`cNF`: eight digits that differ from the note number, the same on every run."""
        return f"{(self.number * 7919 + self.series * 104_729 + 31) % 100_000_000:08d}"


def access_key(note: Note) -> str:
    """The 44 positions: state, month, issuer (the tax office in an NFA-e), model, series, number, code, digit."""
    holder = note.tax_office or note.issuer
    body = (
        f"{note.issuer.place.code[:2]}{note.issued:%y%m}{holder.in_key}55{note.series:03d}{note.number:09d}"
        f"1{note.random_code}"
    )
    return body + key_check_digit(body)
