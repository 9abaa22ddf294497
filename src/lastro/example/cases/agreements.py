"""Seeded: contracts signed after the delivery, without consent, without a clause; prices below the guaranteed one.

SBS-13 and SBS-14. The late contract of the Cerrado cooperative is the example's largest single cause of loss.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from lastro.example import wares
from lastro.example.draft import YEAR
from lastro.example.farms import Terms
from lastro.example.scene import Scene
from lastro.example.streams import name_origins
from lastro.example.trade import Channel

_RIO_VERDE, _JATAI, _MORRO = "5218805", "5211909", "2921708"


def stage(scene: Scene, late_lots: int) -> None:
    """All of them; `late_lots` sizes the deliveries before the cooperative's contract."""
    _late_cooperative_contract(scene, late_lots)
    _late_farmer_contract(scene)
    _no_consent(scene)
    _consent_after_delivery(scene)
    _missing_clauses(scene)
    _no_contract(scene)
    _low_prices(scene)


def _late_cooperative_contract(scene: Scene, lots: int) -> None:
    coop, signed = scene.suppliers["coop_cerrado"], date(YEAR, 7, 20)
    contract = scene.farms.contract(coop, wares.SOY, Terms(signed=signed, consented=signed))
    for number in range(lots):
        load = scene.load(wares.SOY, 19_500, 4 + number % 3, 1 + number % 27)
        key = scene.trade.deliver(coop, load, "lot_coop_cerrado")
        scene.annotate(key, contract)
        name_origins(scene.trade, key, scene.members["coop_cerrado"], load.kg)
        scene.draft.seed("SBS-13", "signed_after_delivery", key=key, item=1, subject=contract.number)


def _late_farmer_contract(scene: Scene) -> None:
    signed = date(YEAR, 6, 2)
    farmer, contract = scene.grower(_JATAI, wares.SOY, terms=Terms(signed=signed, consented=signed))
    for day in (8, 15):
        key = scene.buy(farmer, contract, scene.load(wares.SOY, 9_000, 3, day))
        scene.draft.seed("SBS-13", "signed_after_delivery", key=key, item=1, subject=contract.number)


def _no_consent(scene: Scene) -> None:
    for day in (3, 10, 17):
        farmer, contract = scene.grower(_RIO_VERDE, wares.SOY, terms=Terms(consented=None))
        key = scene.buy(farmer, contract, scene.load(wares.SOY, 9_900, 4, day), Channel.TAX_OFFICE)
        scene.draft.seed("SBS-13", "no_consent", key=key, item=1, subject=contract.number)


def _consent_after_delivery(scene: Scene) -> None:
    farmer, contract = scene.grower(_RIO_VERDE, wares.SOY, terms=Terms(consented=date(YEAR, 8, 1)))
    key = scene.buy(farmer, contract, scene.load(wares.SOY, 9_300, 4, 24))
    scene.draft.seed("SBS-13", "consent_after_delivery", key=key, item=1, subject=contract.number)


def _missing_clauses(scene: Scene) -> None:
    for cause, terms in (
        ("no_term", Terms(sets_term=False)),
        ("no_adjustment", Terms(sets_adjustment=False)),
        ("no_delivery", Terms(sets_delivery=False)),
        ("no_safeguards", Terms(has_safeguards=False)),
    ):
        farmer, contract = scene.grower(_MORRO, wares.CASTOR, terms=terms)
        key = scene.buy(farmer, contract, scene.load(wares.CASTOR, 900, 8, 22), Channel.TAX_OFFICE)
        scene.draft.seed("SBS-13", cause, key=key, item=1, subject=contract.number)


def _no_contract(scene: Scene) -> None:
    farmer = scene.farms.farmer(scene.gazetteer.at(_JATAI))
    load = scene.load(wares.SOY, 7_200, 5, 25)
    key = scene.trade.sell(farmer, load, Channel.OWN_SOFTWARE)
    scene.trade.annotate(key, None, farmer.party.place)
    scene.draft.seed("SBS-13", "no_contract", key=key, item=1, subject=farmer.cpf)


def _low_prices(scene: Scene) -> None:
    """Three lots a tenth below the reference of the month."""
    for code, ware, kg in (
        (_JATAI, wares.SOY, 9_000),
        (_RIO_VERDE, wares.SUNFLOWER, 3_000),
        (_MORRO, wares.CASTOR, 900),
    ):
        farmer, contract = scene.grower(code, ware)
        on = date(YEAR, 8, 29)
        load = replace(scene.load(ware, kg, 8, 29), price=ware.reference(on) * 9 // 10)
        key = scene.buy(farmer, contract, load, Channel.TAX_OFFICE)
        scene.draft.seed("SBS-14", "below_reference", key=key, item=1, subject=contract.number)
