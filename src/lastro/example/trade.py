"""How a purchase is written down: producer's note, tax-office note, paper note with contra-nota, pair, cooperative.

Each method issues the documents of one delivery to the plant and returns the key of the one that proves it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from enum import StrEnum

from lastro.example.draft import Draft, RowRef
from lastro.example.farms import Contract, Farmer, Farms
from lastro.example.parties import (
    PRODUCER_SERIES,
    TAX_OFFICE_SERIES,
    Direction,
    Item,
    Note,
    PaperNote,
    Party,
    Place,
)
from lastro.example.wares import Unit, Ware, value_centavos

TAX_SITE_SERIES = 910
COMPANY_SERIES = 1
ENTRY_SERIES = 2
_TEN_THOUSAND = 10_000


class Channel(StrEnum):
    """Which documents a producer's delivery leaves behind."""

    OWN_SOFTWARE = "producer_note"
    TAX_SITE = "tax_site_note"
    TAX_OFFICE = "tax_office_note"
    PAPER = "paper_with_counter_note"
    PAIR = "producer_note_and_counter_note"


@dataclass(frozen=True, slots=True)
class Load:
    """One delivery: what, how much, in which unit, at which price (ten-thousandths of a real per kg), when."""

    ware: Ware
    kg: int
    on: date
    unit: Unit
    price: int

    @property
    def quantity_e4(self) -> int:
        return self.kg * _TEN_THOUSAND // max(self.unit.kg, 1)

    @property
    def centavos(self) -> int:
        return value_centavos(self.quantity_e4, self.price, self.unit.kg)


@dataclass
class Trade:
    """Issues the documents of deliveries to `plant`. `offices` are the tax offices by state."""

    draft: Draft
    farms: Farms
    plant: Party
    offices: Mapping[str, Party]
    loads: dict[str, Load] = field(default_factory=dict)

    def load(self, ware: Ware, kg: int, on: date, unit: Unit | None = None, price: int = 0) -> Load:
        """A delivery at the market price of the month, unless `price` says otherwise, in one of the ware's units."""
        market = price or ware.price(on)
        return Load(ware, kg, on, unit or self.draft.rng.choice(ware.units), market)

    def sell(self, farmer: Farmer, load: Load, channel: Channel) -> str:
        """A producer's delivery on paper of `channel`. Returns the key that proves it (the producer's, in a pair)."""
        self.farms.delivered(farmer, load.ware, load.kg)
        if channel is Channel.PAPER:
            return self._counter_note_for_paper(farmer, load)
        note = self.producer_note(farmer, load, channel)
        key = self.draft.issue(note, channel.value)
        self.loads[key] = load
        if channel is Channel.PAIR:
            entry = self.draft.issue(
                self.counter_note(farmer.party, (self.entry_item(farmer.party, load),), load.on, key), "counter_note"
            )
            self.loads[entry] = load
        return key

    def producer_note(self, farmer: Farmer, load: Load, channel: Channel) -> Note:
        """The producer's own note; in a tax-office note the key belongs to the office."""
        office = self.offices[farmer.party.place.uf] if channel is Channel.TAX_OFFICE else None
        series = {Channel.TAX_OFFICE: TAX_OFFICE_SERIES, Channel.TAX_SITE: TAX_SITE_SERIES}.get(
            channel, PRODUCER_SERIES
        )
        return Note(
            issuer=farmer.party,
            recipient=self.plant,
            series=series,
            number=self.draft.next_number(office or farmer.party, series),
            issued=self.draft.moment(farmer.party, load.on),
            items=(self.item(load, self.exit_cfop(farmer.party, "101")),),
            tax_office=office,
        )

    def counter_note(
        self, seller: Party, items: Sequence[Item], on: date, reference: str = "", paper: PaperNote | None = None
    ) -> Note:
        """The plant's entry note for what `seller` delivered."""
        return Note(
            issuer=self.plant,
            recipient=seller,
            series=ENTRY_SERIES,
            number=self.draft.next_number(self.plant, ENTRY_SERIES),
            issued=self.draft.moment(self.plant, on),
            items=tuple(items),
            nature="COMPRA DE PRODUTOR RURAL",
            direction=Direction.ENTRY,
            references=(reference,) if reference else (),
            paper=paper,
        )

    def company_note(self, seller: Party, items: Sequence[Item], on: date, nature: str = "VENDA DE MERCADORIA") -> Note:
        """A note that a company issues to the plant."""
        return Note(
            issuer=seller,
            recipient=self.plant,
            series=COMPANY_SERIES,
            number=self.draft.next_number(seller, COMPANY_SERIES),
            issued=self.draft.moment(seller, on),
            items=tuple(items),
            nature=nature,
        )

    def plant_note(self, recipient: Party, items: Sequence[Item], on: date, nature: str) -> Note:
        """A note that the plant issues to somebody else."""
        return Note(
            issuer=self.plant,
            recipient=recipient,
            series=COMPANY_SERIES,
            number=self.draft.next_number(self.plant, COMPANY_SERIES),
            issued=self.draft.moment(self.plant, on),
            items=tuple(items),
            nature=nature,
        )

    def deliver(self, seller: Party, load: Load, kind: str, operation: str = "101") -> str:
        """A delivery by a cooperative or a company. Returns the key."""
        note = self.company_note(seller, (self.item(load, self.exit_cfop(seller, operation)),), load.on)
        key = self.draft.issue(note, kind)
        self.loads[key] = load
        return key

    def annotate(
        self, key: str, contract: Contract | None = None, origin: Place | None = None, item: int | None = 1
    ) -> RowRef:
        """A row of `aquisicoes` over one item of a note, or over the note when `item` is None."""
        load = self.loads[key]
        if contract is not None:
            self.farms.drawn(contract, load.kg)
        return self.draft.row(
            "aquisicoes",
            chave=key,
            item=item,
            data=load.on,
            produto=load.ware.product,
            forma=load.ware.form,
            municipio_origem=f"{origin.name}/{origin.uf}" if origin else "",
            valor=Decimal(load.centavos) / 100,
            contrato=contract.number if contract else "",
            safra=contract.terms.crop_year if contract else "",
            insumo=load.ware.input_name,
        )

    def item(self, load: Load, cfop: str) -> Item:
        """The line of a note for a load; the taxable unit is always kg when the good is weighed."""
        weighed = load.unit.kg > 1
        return Item(
            description=load.ware.wording,
            ncm=load.ware.ncm,
            cfop=cfop,
            unit=load.unit.text,
            quantity_e4=load.quantity_e4,
            value_centavos=load.centavos,
            taxable_unit="KG" if weighed else "",
            taxable_e4=load.kg * _TEN_THOUSAND if weighed else 0,
        )

    def entry_item(self, seller: Party, load: Load) -> Item:
        """The same line as the plant's entry note writes it."""
        return self.item(load, self.entry_cfop(seller, "101"))

    def exit_cfop(self, seller: Party, operation: str) -> str:
        """5xxx inside the plant's state, 6xxx from another."""
        return ("5" if seller.place.uf == self.plant.place.uf else "6") + operation

    def entry_cfop(self, seller: Party, operation: str) -> str:
        """1xxx inside the plant's state, 2xxx from another."""
        return ("1" if seller.place.uf == self.plant.place.uf else "2") + operation

    def _counter_note_for_paper(self, farmer: Farmer, load: Load) -> str:
        paper = PaperNote(farmer.party, f"{load.on:%y%m}", self.draft.next_number(farmer.party, 0))
        note = self.counter_note(farmer.party, (self.entry_item(farmer.party, load),), load.on, paper=paper)
        key = self.draft.issue(note, Channel.PAPER.value)
        self.loads[key] = load
        return key
