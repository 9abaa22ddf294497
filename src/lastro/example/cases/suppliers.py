"""Seeded: cooperatives and agents that do not say who grew the lot, and one agent that nobody qualified.

SBS-09 (origins that do not close) and SBS-11 (supplier not qualified); members whose own document has lapsed are
SBS-01 at the farmer's share.
"""

from __future__ import annotations

from datetime import date

from lastro.example import wares
from lastro.example.draft import YEAR
from lastro.example.farms import Paper, Spell
from lastro.example.scene import Scene
from lastro.example.streams import name_origins
from lastro.example.wares import Ware

_PASSO_FUNDO = "4314100"


def stage(scene: Scene, repeats: int) -> None:
    """All of them; `repeats` sizes the unnamed lots of the cooperatives."""
    _unnamed_lots(scene, "coop_cerrado", wares.SOY, 19_500, 7, repeats)
    _unnamed_lots(scene, "coop_sertao", wares.CASTOR, 3_000, 9, repeats)
    _unnamed_lots(scene, "coop_south", wares.SOY, 24_000, 8, repeats)
    _unnamed_lots(scene, "agent_enabled", wares.SOY, 21_000, 8, 2)
    _half_named(scene)
    _unknown_member(scene)
    _lapsed_member(scene)
    _not_qualified(scene)


def _deliver(scene: Scene, role: str, ware: Ware, kg: int, month: int, day: int) -> str:
    operation = "101" if role == "coop_south" else "102"
    key = scene.trade.deliver(scene.suppliers[role], scene.load(ware, kg, month, day), f"lot_{role}", operation)
    scene.trade.annotate(key, scene.contracts[role, ware], scene.suppliers[role].place)
    return key


def _unnamed_lots(scene: Scene, role: str, ware: Ware, kg: int, month: int, count: int) -> None:
    for number in range(count):
        key = _deliver(scene, role, ware, kg, month, 2 + 2 * (number % 13))
        cause = "agent_names_nobody" if role == "agent_enabled" else "cooperative_names_nobody"
        scene.draft.seed("SBS-09", cause, key=key, item=1, subject=scene.suppliers[role].document)


def _half_named(scene: Scene) -> None:
    """Three quarters of the lot have an owner."""
    kg = 18_000
    key = _deliver(scene, "coop_cerrado", wares.SOY, kg, 8, 3)
    name_origins(scene.trade, key, scene.members["coop_cerrado"], kg * 3 // 4)
    scene.draft.seed("SBS-09", "origins_do_not_close", key=key, item=1)


def _unknown_member(scene: Scene) -> None:
    """A CPF that nobody registered stands behind the lot."""
    stranger = scene.people.person(scene.gazetteer.at(_PASSO_FUNDO))
    key = _deliver(scene, "coop_south", wares.SOY, 12_000, 5, 9)
    row = scene.draft.row("origens", chave=key, item=1, cpf=stranger.document, quantidade=12_000, unidade_medida="kg")
    scene.draft.seed("SBS-01", "farmer_not_registered", key=key, item=1, row=row, subject=stranger.document)


def _lapsed_member(scene: Scene) -> None:
    """A farmer of the agent whose DAP ended in March delivered in May."""
    spell = Spell(Paper.DAP, "SDW90000011", date(YEAR - 2, 3, 20), date(YEAR, 3, 19))
    farmer = scene.farms.farmer(scene.gazetteer.at(_PASSO_FUNDO), spell)
    key = _deliver(scene, "agent_enabled", wares.SOY, 9_000, 5, 16)
    name_origins(scene.trade, key, [farmer], 9_000)
    scene.draft.seed("SBS-01", "expired_dap_behind_agent", key=key, item=1, subject=farmer.cpf)


def _not_qualified(scene: Scene) -> None:
    """Three lots of a dealer without qualification, farmers named all the same."""
    for day in (7, 14, 21):
        key = _deliver(scene, "agent_not_enabled", wares.SOY, 15_000, 4, day)
        name_origins(scene.trade, key, scene.members["agent_not_enabled"], 15_000)
        scene.draft.seed("SBS-11", "supplier_not_qualified", key=key, item=1)
