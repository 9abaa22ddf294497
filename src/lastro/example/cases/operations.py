"""Operations that take more than one note, or none: each must count once, and none of them is a defect.

Price to fix, future delivery, sale to order, partial return, complement of price, correction letter, two items in one
note, pick-up at another farm, lots of the years before and after.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from lastro.example import wares
from lastro.example.draft import YEAR
from lastro.example.events import CORRECTION, Event, registered
from lastro.example.farms import Farmer
from lastro.example.parties import Item, Note, Purpose
from lastro.example.scene import Scene
from lastro.example.streams import name_origins
from lastro.example.trade import Channel, Load

_RIO_VERDE, _JATAI, _MINEIROS = "5218805", "5211909", "5213103"


def stage(scene: Scene) -> None:
    """All of them."""
    _price_to_fix(scene)
    _future_delivery(scene)
    _sale_to_order(scene)
    _partial_return(scene)
    _price_complement(scene)
    _correction_letter(scene)
    _two_items(scene)
    _pick_up_elsewhere(scene)
    _other_years(scene)


def _price_to_fix(scene: Scene) -> None:
    """Remittance 5131, entry 1131, then the fixing 5132 and its entry 1135: one purchase."""
    trade, coop = scene.trade, scene.suppliers["coop_cerrado"]
    load = scene.load(wares.SOY, 18_000, 3, 6)
    remittance = trade.deliver(coop, load, "price_to_fix_remittance", "131")
    entry = trade.counter_note(coop, (trade.item(load, trade.entry_cfop(coop, "131")),), load.on, remittance)
    scene.draft.issue(entry, "price_to_fix_remittance_entry")
    fixed = replace(load, on=date(YEAR, 4, 17), price=wares.SOY.price(date(YEAR, 4, 17)))
    sale = trade.company_note(coop, (trade.item(fixed, trade.exit_cfop(coop, "132")),), fixed.on, "FIXACAO DE PRECO")
    fixing = _issue(scene, replace(sale, references=(remittance,)), "price_to_fix_fixing", fixed)
    entry = trade.counter_note(coop, (trade.item(fixed, trade.entry_cfop(coop, "135")),), fixed.on, fixing)
    scene.draft.issue(entry, "price_to_fix_fixing_entry")
    scene.annotate(fixing, scene.contracts["coop_cerrado", wares.SOY])
    name_origins(trade, fixing, scene.members["coop_cerrado"], fixed.kg)


def _future_delivery(scene: Scene) -> None:
    """Billing 5922 in February, delivery 5116 in May."""
    farmer, contract = scene.grower(_RIO_VERDE, wares.SOY)
    billed = scene.load(wares.SOY, 9_000, 2, 14)
    billing = _producer_issue(scene, farmer, billed, "922", "future_delivery_billing")
    delivered = replace(billed, on=date(YEAR, 5, 22))
    delivery = _producer_issue(scene, farmer, delivered, "116", "future_delivery", (billing,))
    scene.farms.delivered(farmer, wares.SOY, delivered.kg)
    scene.annotate(delivery, contract)


def _sale_to_order(scene: Scene) -> None:
    """Sale 6118 and the carriage 6923 that is not a second sale."""
    trade, coop = scene.trade, scene.suppliers["coop_south"]
    load = scene.load(wares.SOY, 21_000, 6, 13)
    sale = trade.deliver(coop, load, "sale_to_order", "118")
    carried = trade.company_note(coop, (trade.item(load, trade.exit_cfop(coop, "923")),), load.on, "REMESSA POR ORDEM")
    scene.draft.issue(replace(carried, references=(sale,)), "sale_to_order_remittance")
    scene.annotate(sale, scene.contracts["coop_south", wares.SOY])
    name_origins(trade, sale, scene.members["coop_south"], load.kg)


def _partial_return(scene: Scene) -> None:
    """The plant gives back a third of a wet lot."""
    farmer, contract = scene.grower(_JATAI, wares.SOY)
    key = scene.buy(farmer, contract, scene.load(wares.SOY, 9_000, 3, 20), Channel.TAX_OFFICE)
    returned = replace(scene.trade.loads[key], kg=3_000, on=date(YEAR, 3, 27))
    item = scene.trade.item(returned, scene.trade.exit_cfop(farmer.party, "201"))
    note = scene.trade.plant_note(farmer.party, (item,), returned.on, "DEVOLUCAO DE COMPRA")
    _issue(scene, replace(note, purpose=Purpose.RETURN, references=(key,)), "return_of_purchase", returned)


def _price_complement(scene: Scene) -> None:
    """A complement of price without quantity."""
    farmer, contract = scene.grower(_MINEIROS, wares.SOY)
    key = scene.buy(farmer, contract, scene.load(wares.SOY, 9_000, 4, 11))
    cfop = scene.trade.exit_cfop(farmer.party, "101")
    item = Item(f"COMPLEMENTO DE PRECO {wares.SOY.wording}", wares.SOY.ncm, cfop, "KG", 0, 92_000)
    note = scene.trade.producer_note(farmer, scene.load(wares.SOY, 30, 4, 28), Channel.OWN_SOFTWARE)
    complement = replace(note, items=(item,), purpose=Purpose.COMPLEMENT, nature="COMPLEMENTO", references=(key,))
    scene.draft.issue(complement, "price_complement")


def _correction_letter(scene: Scene) -> None:
    """A letter that corrects the vehicle's plate: the purchase stands as it was."""
    farmer, contract = scene.grower(_JATAI, wares.SOY)
    load = scene.load(wares.SOY, 7_500, 5, 3)
    note = scene.trade.producer_note(farmer, load, Channel.OWN_SOFTWARE)
    scene.farms.delivered(farmer, wares.SOY, load.kg)
    key = _issue(scene, note, "corrected_note", load)
    scene.annotate(key, contract)
    event = Event(note, CORRECTION, scene.draft.moment(farmer.party, date(YEAR, 5, 4)), "Placa do veiculo: EXE0A00.")
    scene.draft.attach(f"{key}-cce.xml", registered(event), f"eventos/{key}-01-cce.xml")
    scene.draft.seed("EVD-NFE-19", "correction_letter", key=key)


def _two_items(scene: Scene) -> None:
    """One note of the southern cooperative with soy and corn; origins by item."""
    trade, coop = scene.trade, scene.suppliers["coop_south"]
    loads = (scene.load(wares.SOY, 12_000, 8, 8), scene.load(wares.CORN, 15_000, 8, 8))
    cfop = trade.exit_cfop(coop, "101")
    note = trade.company_note(coop, tuple(trade.item(load, cfop) for load in loads), loads[0].on)
    key = scene.draft.issue(note, "two_items")
    for item, load in enumerate(loads, start=1):
        trade.loads[key] = load
        trade.annotate(key, scene.contracts["coop_south", load.ware], item=item)
        name_origins(trade, key, scene.members["coop_south"], load.kg, item)


def _pick_up_elsewhere(scene: Scene) -> None:
    """The producer lives in Rio Verde and the lot was picked up in Mineiros; no row says more."""
    farmer, contract = scene.grower(_RIO_VERDE, wares.SOY)
    load = scene.load(wares.SOY, 8_100, 2, 27)
    note = scene.trade.producer_note(farmer, load, Channel.OWN_SOFTWARE)
    farm = replace(farmer.party, place=scene.gazetteer.at(_MINEIROS))
    _issue(scene, replace(note, pick_up=farm), "pick_up_elsewhere", load)
    scene.farms.delivered(farmer, wares.SOY, load.kg)
    scene.farms.drawn(contract, load.kg)


def _other_years(scene: Scene) -> None:
    """Two lots of December before and one of January after: out of the year, not defective."""
    farmer, contract = scene.grower(_JATAI, wares.SOY)
    for on in (date(YEAR - 1, 12, 20), date(YEAR - 1, 12, 29), date(YEAR + 1, 1, 9)):
        load = scene.trade.load(wares.SOY, 6_000, on, wares.KG)
        key = scene.trade.sell(farmer, load, Channel.OWN_SOFTWARE)
        scene.draft.kinds["outside_the_year"].append(key)
        scene.farms.drawn(contract, load.kg)


def _producer_issue(
    scene: Scene, farmer: Farmer, load: Load, operation: str, kind: str, references: tuple[str, ...] = ()
) -> str:
    item = scene.trade.item(load, scene.trade.exit_cfop(farmer.party, operation))
    note = scene.trade.producer_note(farmer, load, Channel.OWN_SOFTWARE)
    return _issue(scene, replace(note, items=(item,), references=references), kind, load)


def _issue(scene: Scene, note: Note, kind: str, load: Load) -> str:
    key = scene.draft.issue(note, kind)
    scene.trade.loads[key] = load
    return key
