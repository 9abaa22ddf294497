"""The year's ordinary purchases: who sells what, from where, how often and in which lots. Nothing here is defective.

Counts are for 5,000 notes and scale with the number asked for. A stream of producers gives each farmer one contract;
a stream of an organisation names the farmers behind every lot in `origens`.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from lastro.example import wares
from lastro.example.draft import YEAR
from lastro.example.farms import Contract, Farmer, Farms, Terms
from lastro.example.parties import Party, Place
from lastro.example.trade import Channel, Load, Trade
from lastro.example.wares import KG, Ware

FULL_SIZE = 5_000
ANNOTATED_EVERY = 3
_LOT_KG = 30  # a multiple of every unit's smallest part
_VALUED_EVERY = 4


@dataclass(frozen=True, slots=True)
class Producers:
    """Farmers of a zone who sell one ware straight to the plant."""

    ware: Ware
    zone: str
    channel: Channel
    notes: int
    farmers: int
    kg: tuple[int, int]
    months: tuple[int, int] = (2, 11)


@dataclass(frozen=True, slots=True)
class Lots:
    """Lots of one ware that an organisation collects from its farmers."""

    supplier: str
    ware: Ware
    notes: int
    kg: tuple[int, int]
    months: tuple[int, int] = (2, 12)
    operation: str = "101"


PRODUCERS = (
    Producers(wares.SOY, "south_pr", Channel.OWN_SOFTWARE, 290, 110, (6_000, 14_000)),
    Producers(wares.SOY, "south_rs", Channel.PAPER, 210, 100, (5_000, 12_000), (4, 11)),
    Producers(wares.SOY, "south_sc", Channel.TAX_SITE, 80, 36, (5_000, 12_000), (3, 10)),
    Producers(wares.CANOLA, "south_rs", Channel.PAPER, 36, 18, (4_000, 8_000), (9, 12)),
    Producers(wares.SOY, "centre_west", Channel.PAIR, 190, 90, (6_000, 12_000), (1, 8)),
    Producers(wares.SOY, "centre_west", Channel.TAX_OFFICE, 150, 70, (5_000, 11_000), (1, 9)),
    Producers(wares.SOY, "centre_west_mt", Channel.OWN_SOFTWARE, 30, 12, (6_000, 12_000), (1, 7)),
    Producers(wares.SOY, "centre_west_ms", Channel.OWN_SOFTWARE, 30, 12, (6_000, 12_000), (1, 7)),
    Producers(wares.SUNFLOWER, "centre_west", Channel.TAX_OFFICE, 36, 16, (2_400, 5_400), (6, 8)),
    Producers(wares.SOY, "northeast", Channel.TAX_OFFICE, 110, 44, (5_000, 11_000), (3, 9)),
    Producers(wares.CASTOR, "semiarid", Channel.TAX_OFFICE, 90, 48, (420, 900), (6, 12)),
    Producers(wares.CASTOR, "semiarid_mg", Channel.TAX_OFFICE, 20, 10, (420, 900), (6, 11)),
    Producers(wares.PEANUT, "semiarid_mg", Channel.TAX_OFFICE, 20, 10, (600, 1_500), (4, 8)),
    Producers(wares.SOY, "north", Channel.OWN_SOFTWARE, 56, 22, (5_000, 11_000), (3, 8)),
    Producers(wares.PALM, "north_pa", Channel.TAX_OFFICE, 40, 12, (6_000, 12_000), (1, 12)),
    Producers(wares.SUNFLOWER, "southeast", Channel.TAX_OFFICE, 10, 6, (2_100, 4_500), (6, 9)),
    Producers(wares.CORN, "south_pr", Channel.OWN_SOFTWARE, 90, 40, (9_000, 18_000), (6, 12)),
    Producers(wares.CORN, "centre_west", Channel.TAX_OFFICE, 70, 36, (9_000, 18_000), (6, 11)),
)

LOTS = (
    Lots("coop_south", wares.SOY, 230, (12_000, 24_000)),
    Lots("coop_south", wares.CORN, 560, (30_000, 37_500), (6, 12)),
    Lots("coop_cerrado", wares.SOY, 70, (12_000, 21_000), (1, 9)),
    Lots("coop_cerrado", wares.SUNFLOWER, 9, (4_500, 7_500), (6, 8)),
    Lots("coop_cerrado", wares.TALLOW, 6, (2_100, 4_200), (1, 12)),
    Lots("coop_sertao", wares.CASTOR, 22, (1_500, 3_000), (7, 12), "102"),
    Lots("agent_enabled", wares.SOY, 60, (14_000, 27_000), (3, 11), "102"),
    Lots("coop_without_caf", wares.SOY, 36, (12_000, 21_000), (3, 10)),
)


def scaled(count: int, notes: int) -> int:
    """How many of `count` a year of `notes` notes has, at least one."""
    return max(1, count * notes // FULL_SIZE)


def day_in(trade: Trade, months: tuple[int, int]) -> date:
    """A day of the year inside those months, both included."""
    first = date(YEAR, months[0], 1)
    last = date(YEAR, 12, 31) if months[1] == 12 else date(YEAR, months[1] + 1, 1) - timedelta(days=1)
    return first + timedelta(days=trade.draft.rng.randrange((last - first).days + 1))


def run_producers(trade: Trade, places: dict[str, tuple[Place, ...]], notes: int) -> None:
    """Every stream of producers, scaled to a year of `notes` notes, issued in order of date."""
    plan: list[tuple[Load, Channel, Farmer, Contract, bool]] = []
    for stream in PRODUCERS:
        wanted = scaled(stream.notes, notes)
        pool = _pool(trade.farms, stream, places[stream.zone], min(stream.farmers, wanted))
        needs_row = stream.ware.ncm == wares.PALM.ncm  # the code names several goods
        for count in range(wanted):
            farmer, contract = pool[count % len(pool)]
            load = trade.load(stream.ware, _lot(trade, stream.kg), day_in(trade, stream.months))
            plan.append((load, stream.channel, farmer, contract, needs_row or count % ANNOTATED_EVERY == 0))
    for load, channel, farmer, contract, told in sorted(plan, key=lambda step: step[0].on):
        key = trade.sell(farmer, load, channel)
        if told:
            trade.annotate(key, contract, farmer.party.place)
        else:
            trade.farms.drawn(contract, load.kg)


def run_lots(
    trade: Trade,
    suppliers: dict[str, Party],
    members: dict[str, list[Farmer]],
    contracts: dict[tuple[str, Ware], Contract],
    notes: int,
) -> None:
    """Every stream of organisations, with the farmers behind each lot, issued in order of date."""
    plan = [
        (trade.load(stream.ware, _lot(trade, stream.kg), day_in(trade, stream.months)), stream)
        for stream in LOTS
        for _ in range(scaled(stream.notes, notes))
    ]
    for load, stream in sorted(plan, key=lambda step: step[0].on):
        key = trade.deliver(suppliers[stream.supplier], load, f"lot_{stream.supplier}", stream.operation)
        trade.annotate(key, contracts[stream.supplier, stream.ware])
        name_origins(trade, key, members[stream.supplier], load.kg)


def name_origins(trade: Trade, key: str, members: list[Farmer], kg: int, item: int = 1) -> None:
    """Rows of `origens` that share `kg` among the next few members; one lot in four states values too."""
    load, rng = trade.loads[key], trade.draft.rng
    chosen = [members.pop(0) for _ in range(min(len(members), 2 + rng.randrange(4)))]
    members.extend(chosen)
    stated = rng.randrange(_VALUED_EVERY) == 0
    left_kg, left_centavos = kg, load.centavos * kg // load.kg
    for position, farmer in enumerate(chosen):
        heads = len(chosen) - position
        part = left_kg if heads == 1 else left_kg // heads // _LOT_KG * _LOT_KG
        worth = left_centavos if heads == 1 else left_centavos * part // left_kg
        left_kg, left_centavos = left_kg - part, left_centavos - worth
        trade.farms.delivered(farmer, load.ware, part)
        trade.draft.row(
            "origens",
            chave=key,
            item=item,
            cpf=farmer.cpf,
            quantidade=part,
            unidade_medida=KG.text.lower(),
            municipio=farmer.party.place.code,
            valor=Decimal(worth) / 100 if stated else None,
        )


def _pool(farms: Farms, stream: Producers, places: tuple[Place, ...], size: int) -> list[tuple[Farmer, Contract]]:
    pool = []
    for count in range(size):
        farmer = farms.farmer(places[count % len(places)])
        signed = date(YEAR - 1, 8, 15) + timedelta(days=farms.draft.rng.randrange(100))
        terms = Terms(signed=signed, consented=signed)
        pool.append((farmer, farms.contract(farmer.party, stream.ware, terms)))
    return pool


def _lot(trade: Trade, kg: tuple[int, int]) -> int:
    low, high = kg
    return (low + trade.draft.rng.randrange(high - low + 1)) // _LOT_KG * _LOT_KG
