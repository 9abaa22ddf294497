"""Invented family farmers with their DAP or CAF, their land, and the contracts of their suppliers with the plant.

Land is declared last: each family gets the area that its deliveries need with room to spare, unless a case fixed it.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from decimal import Decimal
from enum import StrEnum

from lastro.example.draft import Cell, Draft, RowRef
from lastro.example.parties import Party, Place
from lastro.example.people import People
from lastro.example.wares import Ware

SPARE = Decimal("1.25")
_PROPERTIES_EVERY = 9
_RENEWAL_EVERY = 7


class Paper(StrEnum):
    """The document that makes a family farmer."""

    DAP = "DAP"
    CAF = "CAF"


class State(StrEnum):
    """State of a document in an interval."""

    ACTIVE = "ativa"
    SUSPENDED = "suspensa"
    CANCELLED = "cancelada"


@dataclass(frozen=True, slots=True)
class Spell:
    """A document over an interval of days, both included."""

    paper: Paper
    number: str
    start: date
    end: date
    state: State = State.ACTIVE


@dataclass(frozen=True, slots=True)
class Farmer:
    """A farmer, the family, and the documents over time. `area_ha` fixes the land; None lets deliveries decide."""

    party: Party
    family: str
    spells: tuple[Spell, ...]
    area_ha: int | None = None
    properties: int = 1
    in_car: bool = True

    @property
    def cpf(self) -> str:
        return self.party.document


@dataclass(frozen=True, slots=True)
class Terms:
    """What a contract says. The defaults are complete; a flawed contract empties or moves one of them."""

    signed: date = date(2022, 9, 12)
    consented: date | None = date(2022, 9, 12)
    sets_term: bool = True
    sets_adjustment: bool = True
    sets_delivery: bool = True
    has_safeguards: bool = True
    crop_year: str = "2022/23"


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract of the plant with one supplier for one good."""

    number: str
    supplier: Party
    ware: Ware
    terms: Terms
    expected_kg: int = 0


@dataclass
class Farms:
    """Registers farmers and contracts, adds up what each delivers, and writes both tables at the end."""

    draft: Draft
    people: People
    farmers: list[Farmer] = field(default_factory=list)
    contracts: dict[str, Contract] = field(default_factory=dict)
    _kg: defaultdict[tuple[str, Ware], int] = field(default_factory=lambda: defaultdict(int))
    _contract_kg: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    _contract_rows: dict[str, RowRef] = field(default_factory=dict)

    def farmer(self, place: Place, *spells: Spell, area_ha: int | None = None, in_car: bool = True) -> Farmer:
        """A new farmer living at `place`. Without `spells`, a CAF in force all year (one in seven renewed a DAP)."""
        count = len(self.farmers) + 1
        farmer = Farmer(
            party=self.people.person(place),
            family=f"FAM-{count:04d}",
            spells=spells or self._ordinary_spells(count),
            area_ha=area_ha,
            properties=2 if count % _PROPERTIES_EVERY == 0 and area_ha is None else 1,
            in_car=in_car,
        )
        self.farmers.append(farmer)
        return farmer

    def spouse(self, farmer: Farmer) -> Farmer:
        """A second member of the same family, on the same document and land."""
        other = replace(farmer, party=self.people.person(farmer.party.place))
        self.farmers.append(other)
        return other

    def contract(self, supplier: Party, ware: Ware, terms: Terms | None = None, expected_kg: int = 0) -> Contract:
        """A new contract, numbered in order."""
        number = f"{YEAR_OF_CONTRACTS}/{len(self.contracts) + 1:04d}"
        contract = Contract(number, supplier, ware, terms or Terms(), expected_kg)
        self.contracts[number] = contract
        return contract

    def delivered(self, farmer: Farmer, ware: Ware, kg: int) -> None:
        """Remember a delivery, so that the declared land can carry it."""
        self._kg[(farmer.family, ware)] += kg

    def drawn(self, contract: Contract, kg: int) -> None:
        """Remember a delivery under `contract`."""
        self._contract_kg[contract.number] += kg

    def write(self) -> None:
        """Write `agricultores` and `contratos`."""
        for farmer in self.farmers:
            self._write_farmer(farmer)
        for contract in self.contracts.values():
            self._write_contract(contract)

    def contract_row(self, contract: Contract) -> RowRef:
        """The row of a contract. Raises KeyError before `write`."""
        return self._contract_rows[contract.number]

    def _ordinary_spells(self, count: int) -> tuple[Spell, ...]:
        start = date(2022, 3, 1) + timedelta(days=self.draft.rng.randrange(240))
        if count % _RENEWAL_EVERY:
            return (Spell(Paper.CAF, f"{self._uf_digits(count)}.CAF.22.{count:06d}", start, _after_two_years(start)),)
        issued = date(2021, 4, 1) + timedelta(days=self.draft.rng.randrange(200))
        renewed = _after_two_years(issued) - timedelta(days=12)
        return (
            Spell(Paper.DAP, f"SDW{count:08d}", issued, _after_two_years(issued)),
            Spell(Paper.CAF, f"{self._uf_digits(count)}.CAF.23.{count:06d}", renewed, _after_two_years(renewed)),
        )

    @staticmethod
    def _uf_digits(count: int) -> str:
        return f"EX{count % 100:02d}"

    def _area_m2(self, farmer: Farmer) -> int:
        if farmer.area_ha is not None:
            return farmer.area_ha * 10_000
        needed = sum(
            Decimal(kg) / ware.kg_per_ha
            for (family, ware), kg in self._kg.items()
            if family == farmer.family and ware.kg_per_ha
        )
        return max(int(needed * SPARE * 10_000), 60_000 + 7_300 * (int(farmer.cpf[3:9]) % 17))

    def _write_farmer(self, farmer: Farmer) -> None:
        share = self._area_m2(farmer) // farmer.properties
        for plot in range(farmer.properties):
            for spell in farmer.spells:
                self.draft.row("agricultores", **self._farmer_row(farmer, spell, plot, share))

    @staticmethod
    def _farmer_row(farmer: Farmer, spell: Spell, plot: int, area_m2: int) -> dict[str, Cell]:
        place = farmer.party.place
        return {
            "cpf": farmer.cpf,
            "nome": farmer.party.name,
            "familia": farmer.family,
            "municipio": f"{place.name}/{place.uf}",
            "imovel": f"Sítio {farmer.family[4:]}-{'AB'[plot]}",
            "area_ha": Decimal(area_m2 // 100) / 100,
            "documento": spell.paper.value,
            "numero": spell.number,
            "inicio": spell.start,
            "fim": spell.end,
            "situacao": spell.state.value,
            "car": f"{place.uf}-{place.code}-{farmer.family[4:]}{'AB'[plot]}" if farmer.in_car else "",
        }

    def _write_contract(self, contract: Contract) -> None:
        ware, terms = contract.ware, contract.terms
        kg = max(self._contract_kg[contract.number], contract.expected_kg, 1_000)
        price = Decimal(ware.mean_price) / 10_000
        place = contract.supplier.place
        self._contract_rows[contract.number] = self.draft.row(
            "contratos",
            numero=contract.number,
            fornecedor=contract.supplier.document,
            produto=ware.product,
            safra=terms.crop_year,
            area_ha=Decimal(kg * 100 // max(ware.kg_per_ha, 1_000)) / 100,
            quantidade_kg=kg,
            assinatura=terms.signed,
            fim=date(2024, 3, 31),
            preco=price,
            preco_minimo=price * 70 / 100,
            unidade_preco="kg",
            prazo=terms.sets_term,
            reajuste=terms.sets_adjustment,
            entrega=terms.sets_delivery,
            salvaguardas=terms.has_safeguards,
            anuente="Federação Exemplo dos Trabalhadores na Agricultura" if terms.consented else "",
            data_anuencia=terms.consented,
            municipio=f"{place.name}/{place.uf}",
        )


YEAR_OF_CONTRACTS = 2022


def _after_two_years(day: date) -> date:
    return day.replace(year=day.year + 2) - timedelta(days=1)
