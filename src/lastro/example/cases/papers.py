"""Seeded: documents not in force, families above the income ceiling, families above area × yield.

SBS-01, SBS-03 and SBS-05. The lines listed are those that lose all or part of their value, in order of date.
"""

from __future__ import annotations

from datetime import date

from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.example import wares
from lastro.example.draft import YEAR
from lastro.example.farms import Farmer, Paper, Spell, State, Terms
from lastro.example.scene import Scene
from lastro.example.streams import name_origins
from lastro.example.trade import Channel

_RIO_VERDE, _JATAI, _QUIRINOPOLIS, _TOLEDO = "5218805", "5211909", "5218508", "4127700"
_CEILING_LOTS = 16
_WIDE_AREA_HA = 190
_SMALL_AREA_HA = 6


def stage(scene: Scene) -> None:
    """All of them."""
    _documents(scene)
    _single_above_ceiling(scene)
    _couple_above_ceiling(scene)
    _direct_above_yield(scene)
    _member_above_yield(scene)
    _renewed_above_yield(scene)
    _not_in_car(scene)


def _documents(scene: Scene) -> None:
    """Expired DAP, expired CAF, a suspension, a cancellation, a DAP issued when none was issued any more."""
    year, before = YEAR, YEAR - 1
    cases = (
        ("expired_dap", (Spell(Paper.DAP, "SDW90000001", date(before - 1, 2, 1), date(year, 1, 31)),), (3, 4)),
        ("expired_caf", (Spell(Paper.CAF, "EX90.CAF.21.900002", date(before, 1, 20), date(year, 4, 30)),), (5,)),
        (
            "suspended",
            (
                Spell(Paper.CAF, "EX90.CAF.22.900003", date(before, 5, 2), date(year + 1, 5, 1)),
                Spell(Paper.CAF, "EX90.CAF.22.900003", date(year, 3, 1), date(year, 6, 30), State.SUSPENDED),
            ),
            (3, 5),
        ),
        (
            "cancelled",
            (
                Spell(Paper.CAF, "EX90.CAF.22.900004", date(before, 5, 2), date(year, 2, 28)),
                Spell(Paper.CAF, "EX90.CAF.22.900004", date(year, 3, 1), date(year + 1, 5, 1), State.CANCELLED),
            ),
            (4,),
        ),
        ("dap_issued_too_late", (Spell(Paper.DAP, "SDW90000005", date(before, 12, 5), date(year + 1, 12, 4)),), (3,)),
    )
    for cause, spells, months in cases:
        farmer, contract = scene.grower(_RIO_VERDE, wares.SOY, *spells)
        for month in months:
            key = scene.buy(farmer, contract, scene.load(wares.SOY, 6_000, month, 17), Channel.OWN_SOFTWARE)
            scene.draft.seed("SBS-01", cause, key=key, item=1, subject=farmer.cpf)
        if cause == "suspended":  # a lot delivered after the suspension ended counts
            scene.buy(farmer, contract, scene.load(wares.SOY, 6_000, 8, 17), Channel.OWN_SOFTWARE)


def _single_above_ceiling(scene: Scene) -> None:
    """One farmer whose yearly sales pass the ceiling; the area would have carried them."""
    farmer, contract = scene.grower(_JATAI, wares.SOY, area_ha=_WIDE_AREA_HA)
    _sell_past_ceiling(scene, (farmer,), {farmer.cpf: contract.number}, _CEILING_LOTS)


def _couple_above_ceiling(scene: Scene) -> None:
    """A couple on one CAF: each alone stays below, together they pass."""
    wife, contract = scene.grower(_QUIRINOPOLIS, wares.SOY, area_ha=_WIDE_AREA_HA)
    husband = scene.farms.spouse(wife)
    other = scene.farms.contract(husband.party, wares.SOY, Terms())
    _sell_past_ceiling(scene, (wife, husband), {wife.cpf: contract.number, husband.cpf: other.number}, _CEILING_LOTS)


def _sell_past_ceiling(scene: Scene, family: tuple[Farmer, ...], contracts: dict[str, str], lots: int) -> None:
    """Equal lots until the family has sold an eighth more than the ceiling; lines past it are seeds."""
    ceiling = scene.income_ceiling * CENTAVOS_PER_REAL
    each = ceiling * 9 // 8 // lots
    sold = 0
    for number in range(lots):
        farmer = family[number % len(family)]
        on = date(YEAR, 2 + number // 3, 2 + 9 * (number % 3))
        price = wares.SOY.price(on)
        load = scene.trade.load(wares.SOY, each * 100 // price // 30 * 30, on, wares.KG)
        key = scene.buy(farmer, scene.farms.contracts[contracts[farmer.cpf]], load)
        sold += load.centavos
        if sold > ceiling:
            scene.draft.seed("SBS-03", "above_income_ceiling", key=key, item=1, subject=family[0].family)


def _direct_above_yield(scene: Scene) -> None:
    """Two smallholders who deliver more soy than their land grows: the second lot is cut."""
    for number in range(2):
        paper = Spell(Paper.CAF, f"EX90.CAF.22.90001{number}", date(YEAR - 1, 5, 2), date(YEAR + 1, 5, 1))
        farmer, contract = scene.grower(_RIO_VERDE, wares.SOY, paper, area_ha=_SMALL_AREA_HA)
        for month in (3, 4):
            key = scene.buy(
                farmer, contract, scene.load(wares.SOY, 15_000 + 30 * number, month, 23), Channel.TAX_OFFICE
            )
            if month == 4:
                scene.draft.seed("SBS-05", "above_area_times_yield", key=key, item=1, subject=farmer.family)


def _member_above_yield(scene: Scene) -> None:
    """A member of the southern cooperative behind more than the land grows: cut in the second lot."""
    paper = Spell(Paper.CAF, "EX90.CAF.22.900006", date(YEAR - 1, 5, 2), date(YEAR + 1, 5, 1))
    member = scene.farms.farmer(scene.gazetteer.at(_TOLEDO), paper, area_ha=_SMALL_AREA_HA)
    coop, contract = scene.suppliers["coop_south"], scene.contracts["coop_south", wares.SOY]
    for month in (3, 7):
        key = scene.trade.deliver(coop, scene.load(wares.SOY, 18_000, month, 28), "lot_coop_south")
        scene.annotate(key, contract)
        name_origins(scene.trade, key, [member], 18_000)
        if month == 7:
            scene.draft.seed("SBS-05", "member_above_area_times_yield", key=key, item=1, subject=member.family)


def _renewed_above_yield(scene: Scene) -> None:
    """The new document begins before the old one ends: in those days the land is still one."""
    spells = (
        Spell(Paper.DAP, "SDW90000021", date(YEAR - 2, 5, 1), date(YEAR, 4, 30)),
        Spell(Paper.CAF, "EX90.CAF.23.900021", date(YEAR, 4, 12), date(YEAR + 2, 4, 11)),
    )
    farmer, contract = scene.grower(_RIO_VERDE, wares.SOY, *spells, area_ha=_SMALL_AREA_HA)
    for month in (3, 4):
        key = scene.buy(farmer, contract, scene.load(wares.SOY, 15_900, month, 19), Channel.TAX_OFFICE)
    scene.draft.seed("SBS-05", "above_area_while_documents_overlap", key=key, item=1, subject=farmer.family)


def _not_in_car(scene: Scene) -> None:
    """A farm without registration in the CAR (SBS-23)."""
    farmer = scene.farms.farmer(scene.gazetteer.at(_JATAI), in_car=False)
    contract = scene.farms.contract(farmer.party, wares.SOY)
    key = scene.buy(farmer, contract, scene.load(wares.SOY, 6_300, 5, 30))
    scene.draft.seed("SBS-23", "not_in_car", key=key, item=1, subject=farmer.cpf)
