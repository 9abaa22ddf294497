"""The cast: the plant, its cooperatives, agents, tax offices and buyers; and the short moves that cases are made of."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from lastro.example import wares
from lastro.example.draft import YEAR, Draft, RowRef
from lastro.example.farms import Contract, Farmer, Farms, Spell, Terms
from lastro.example.parties import Party, Place
from lastro.example.people import People
from lastro.example.places import PLANT_CODE, ZONES, Gazetteer
from lastro.example.sales import Buyers, buyers
from lastro.example.streams import scaled
from lastro.example.trade import Channel, Load, Trade
from lastro.example.wares import Unit, Ware

if TYPE_CHECKING:
    from random import Random

    from lastro.law import LawBook


@dataclass(frozen=True, slots=True)
class Organisation:
    """A supplier that is not a farmer: role, seat, qualification, members (count at full size) and what it sells."""

    role: str
    name: str
    seat: str
    kind: str
    qualification: str
    zone: str
    members: int
    wares: tuple[Ware, ...]
    family_share: int
    own_document: str = ""


ORGANISATIONS = (
    Organisation(
        "coop_south", "Cooperativa Exemplo dos Agricultores do Sul", "4127700", "cooperativa_af", "HAB-0101/2020",
        "south_pr", 150, (wares.SOY, wares.CORN, wares.CORN_OIL), 82, "EX41.CAF-PJ.0001",
    ),
    Organisation(
        "coop_cerrado", "Cooperativa Exemplo do Cerrado Goiano", "5211909", "cooperativa_af", "HAB-0102/2020",
        "centre_west", 48, (wares.SOY, wares.SUNFLOWER, wares.TALLOW, wares.ETHANOL, wares.SOY_OIL), 77,
        "EX52.CAF-PJ.0002",
    ),
    Organisation(
        "coop_sertao", "Cooperativa Exemplo da Mamona do Sertão", "2914604", "cooperativa_af", "HAB-0103/2020",
        "semiarid", 40, (wares.CASTOR, wares.CASTOR_OIL), 91, "EX29.CAF-PJ.0003",
    ),
    Organisation(
        "agent_enabled", "Cereais Exemplo do Planalto Ltda", "4314100", "agente_intermediario", "HAB-0201/2020",
        "south_rs", 44, (wares.SOY,), 0,
    ),
    Organisation(
        "agent_not_enabled", "Armazéns Exemplo Oeste Ltda", "4104808", "agente_intermediario", "", "south_pr", 6,
        (wares.SOY,), 0,
    ),
    Organisation(
        "coop_without_caf", "Cooperativa Mista Exemplo Missões", "4317202", "cooperativa_sem_caf", "HAB-0301/2020",
        "south_rs", 30, (wares.SOY,), 38,
    ),
)  # fmt: skip


@dataclass
class Scene:
    """Everybody and everything that a case may use."""

    draft: Draft
    people: People
    gazetteer: Gazetteer
    farms: Farms
    trade: Trade
    suppliers: dict[str, Party]
    members: dict[str, list[Farmer]]
    contracts: dict[tuple[str, Ware], Contract]
    market: Buyers
    income_ceiling: int

    @property
    def plant(self) -> Party:
        return self.trade.plant

    def grower(
        self, code: str, ware: Ware, *spells: Spell, area_ha: int | None = None, terms: Terms | None = None
    ) -> tuple[Farmer, Contract]:
        """A farmer at an IBGE code with one contract."""
        farmer = self.farms.farmer(self.gazetteer.at(code), *spells, area_ha=area_ha)
        return farmer, self.farms.contract(farmer.party, ware, terms)

    def load(self, ware: Ware, kg: int, month: int, day: int, unit: Unit | None = None, price: int = 0) -> Load:
        """A load on that day of the year; in kg (or heads) unless `unit` says otherwise."""
        return self.trade.load(ware, kg, date(YEAR, month, day), unit or ware.units[0], price)

    def buy(self, farmer: Farmer, contract: Contract, load: Load, channel: Channel = Channel.OWN_SOFTWARE) -> str:
        """A producer's delivery, annotated. Returns its key."""
        key = self.trade.sell(farmer, load, channel)
        self.trade.annotate(key, contract, farmer.party.place)
        return key

    def annotate(self, key: str, contract: Contract) -> RowRef:
        """A row of `aquisicoes` with the contract and nothing else added."""
        return self.trade.annotate(key, contract)


def build_scene(rng: Random, book: LawBook, notes: int) -> Scene:
    """The cast of a year of `notes` notes."""
    draft, people, gazetteer = Draft(rng), People(rng), Gazetteer(book)
    plant = people.company("Usina Lastro Exemplo S.A.", gazetteer.at(PLANT_CODE))
    farms = Farms(draft, people)
    offices = {
        uf: people.company(f"Secretaria da Fazenda Exemplo {uf}", place) for uf, place in _office_seats(gazetteer)
    }
    scene = Scene(
        draft=draft,
        people=people,
        gazetteer=gazetteer,
        farms=farms,
        trade=Trade(draft, farms, plant, offices),
        suppliers={},
        members={},
        contracts={},
        market=buyers(people, gazetteer),
        income_ceiling=_income_ceiling(book),
    )
    for organisation in ORGANISATIONS:
        _enrol(scene, organisation, scaled(organisation.members, max(notes, 1000)))
    return scene


def _enrol(scene: Scene, organisation: Organisation, size: int) -> None:
    seat = scene.gazetteer.at(organisation.seat)
    party = scene.people.company(organisation.name, seat)
    scene.suppliers[organisation.role] = party
    places = scene.gazetteer.zone(organisation.zone)
    count = max(size, 6)
    scene.members[organisation.role] = [scene.farms.farmer(places[n % len(places)]) for n in range(count)]
    for ware in organisation.wares:
        scene.contracts[organisation.role, ware] = scene.farms.contract(party, ware)
    scene.draft.row(
        "organizacoes",
        cnpj=party.document,
        nome=party.name,
        tipo=organisation.kind,
        habilitacao=organisation.qualification,
        inicio=date(YEAR - 2, 1, 1) if organisation.qualification else None,
        fim=date(YEAR + 3, 12, 31) if organisation.qualification else None,
        percentual_af=organisation.family_share or None,
        legal_dap=organisation.own_document,
        municipio=f"{seat.name}/{seat.uf}",
    )


def _office_seats(gazetteer: Gazetteer) -> list[tuple[str, Place]]:
    """One town for the tax office of each state."""
    towns = [gazetteer.at(code) for codes in ZONES.values() for code in codes]
    return list({town.uf: town for town in towns}.items())


def _income_ceiling(book: LawBook) -> int:
    """The family income ceiling of the year in whole reais, read from the law."""
    for dated in book.parameters["selo.pronaf_income_ceiling"]:
        if date(YEAR, 12, 31) in dated.interval and isinstance(dated.value, Fraction):
            return int(dated.value)
    raise KeyError("selo.pronaf_income_ceiling")
