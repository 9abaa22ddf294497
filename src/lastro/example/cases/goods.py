"""Goods outside the ordinary streams: oils, other oilseeds, animals, inputs, and what is not feedstock at all.

Species that no rule admits, and the ethanol beyond the plant's need, are seeded defects; the rest must count or be
left aside in peace.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

from lastro.example import wares
from lastro.example.cases.ledgers import ETHANOL_KG_PER_M3
from lastro.example.draft import YEAR
from lastro.example.parties import Item
from lastro.example.scene import Scene
from lastro.example.streams import name_origins
from lastro.example.trade import Channel
from lastro.example.wares import KG, Unit, Ware

_RIO_VERDE, _IRECE, _MORRO, _CASCAVEL, _PASSO_FUNDO, _BALSAS, _JOAO_PINHEIRO = (
    "5218805", "2914604", "2921708", "4104808", "4314100", "2101400", "3136306",
)  # fmt: skip

_CENTAVOS_PER_KG = 215


def stage(scene: Scene, monthly_m3: int) -> None:
    """All of them; `monthly_m3` of biodiesel decide how much ethanol the plant needs."""
    _other_oilseeds(scene)
    _unknown_sack(scene)
    _oils(scene)
    _animals(scene)
    _not_admitted(scene)
    _inputs(scene, monthly_m3 * ETHANOL_KG_PER_M3)
    _not_feedstock(scene)
    _rows_without_notes(scene)


def _other_oilseeds(scene: Scene) -> None:
    """Peanut, which counts; sesame, cotton seed and macaúba, which stand on no list that was seen."""
    for code, ware, kg, month in (
        (_IRECE, wares.PEANUT, 1_500, 6),
        (_RIO_VERDE, wares.SESAME, 900, 7),
        (_IRECE, wares.COTTON_SEED, 3_000, 9),
        (_JOAO_PINHEIRO, wares.MACAUBA, 2_400, 10),
    ):
        farmer, contract = scene.grower(code, ware)
        key = scene.buy(farmer, contract, scene.load(ware, kg, month, 12), Channel.TAX_OFFICE)
        if ware is not wares.PEANUT:
            scene.draft.seed("SBS-19", "species_not_listed", key=key, item=1, subject=ware.product)


def _unknown_sack(scene: Scene) -> None:
    """Sunflower in sacks: nothing says how much such a sack weighs."""
    farmer, contract = scene.grower(_RIO_VERDE, wares.SUNFLOWER)
    load = scene.load(wares.SUNFLOWER, 2_400, 7, 19, Unit("SC", 40))
    note = scene.trade.producer_note(farmer, load, Channel.OWN_SOFTWARE)
    bare = replace(note.items[0], taxable_unit="", taxable_e4=0)
    key = scene.draft.issue(replace(note, items=(bare,)), "sack_of_unknown_weight")
    scene.farms.delivered(farmer, wares.SUNFLOWER, load.kg)
    scene.farms.drawn(contract, load.kg)
    scene.draft.seed("EVD-PUR-07", "sack_of_unknown_weight", key=key, item=1)
    scene.draft.seed("EVD-NFE-43", "sack_of_unknown_weight", subject=f"{load.unit.text} {load.ware.product}")


def _oils(scene: Scene) -> None:
    """Oil pressed by cooperatives, and babassu oil straight from Maranhão: no oil-to-grain yield limits them."""
    for role, ware, kg, month in (
        ("coop_sertao", wares.CASTOR_OIL, 1_200, 11),
        ("coop_cerrado", wares.SOY_OIL, 9_000, 8),
        ("coop_south", wares.CORN_OIL, 12_000, 10),
    ):
        key = scene.trade.deliver(scene.suppliers[role], scene.load(ware, kg, month, 20), f"oil_{ware.product}")
        scene.annotate(key, scene.contracts[role, ware])
        name_origins(scene.trade, key, scene.members[role], kg)
        scene.draft.seed("SBS-05", "oil_without_limit", key=key, item=1)
    farmer, contract = scene.grower(_BALSAS, wares.BABASSU_OIL)
    key = scene.buy(farmer, contract, scene.load(wares.BABASSU_OIL, 600, 5, 16), Channel.TAX_OFFICE)
    scene.draft.seed("SBS-05", "oil_without_limit", key=key, item=1)


def _animals(scene: Scene) -> None:
    """The four live species that count, with transit permits; none is multiplied."""
    for number, (code, ware, heads) in enumerate(
        (
            (_RIO_VERDE, wares.CATTLE, 14),
            (_IRECE, wares.GOATS, 60),
            (_MORRO, wares.SHEEP, 45),
            (_RIO_VERDE, wares.FISH, 2_400),
        ),
        start=1,
    ):
        _sell_alive(scene, code, ware, heads, number)


def _not_admitted(scene: Scene) -> None:
    """Live pigs: not among the species."""
    key = _sell_alive(scene, _PASSO_FUNDO, wares.PIGS, 70, 9)
    scene.draft.seed("SBS-19", "species_not_admitted", key=key, item=1)


def _sell_alive(scene: Scene, code: str, ware: Ware, heads: int, permit: int) -> str:
    farmer, contract = scene.grower(code, ware)
    load = scene.load(ware, heads, 4, 10 + permit)
    note = replace(
        scene.trade.producer_note(farmer, load, Channel.OWN_SOFTWARE), transport_permit=f"{700_000 + permit}"
    )
    key = scene.draft.issue(note, f"live_{ware.product}")
    scene.trade.loads[key] = load
    scene.trade.annotate(key, contract, farmer.party.place)
    return key


def _inputs(scene: Scene, need_kg: int) -> None:
    """Ethanol of the cooperative each month, methanol of a farmer; December's ethanol exceeds the year's need."""
    contract = scene.contracts["coop_cerrado", wares.ETHANOL]
    coop = scene.suppliers["coop_cerrado"]
    for month in range(1, 13):
        kg = need_kg * (45 if month == 12 else 8) // 30 * 3
        key = scene.trade.deliver(coop, scene.load(wares.ETHANOL, kg, month, 5), "input_ethanol")
        row = scene.annotate(key, contract)
        _name_thirds(scene, key, kg)
        if month == 12:
            scene.draft.seed("SBS-20", "input_above_need", key=key, item=1, row=row, subject="etanol")
    farmer, contract = scene.grower(_CASCAVEL, wares.METHANOL)
    scene.buy(farmer, contract, scene.load(wares.METHANOL, 4_500, 3, 9))


def _name_thirds(scene: Scene, key: str, kg: int) -> None:
    members = scene.members["coop_cerrado"]
    for farmer in members[:3]:
        scene.draft.row(
            "origens", chave=key, item=1, cpf=farmer.cpf, quantidade=kg // 3, unidade_medida="kg",
            municipio=farmer.party.place.code,
        )  # fmt: skip
    members.extend([members.pop(0) for _ in range(3)])


def _not_feedstock(scene: Scene) -> None:
    """Sowing seed of a farmer, diesel for the yard, office paper: notes that no rule of the Selo wants."""
    farmer, _ = scene.grower(_RIO_VERDE, wares.SOY)
    seed = scene.load(wares.SOWING_SEED, 1_200, 9, 1)
    scene.draft.issue(scene.trade.producer_note(farmer, seed, Channel.OWN_SOFTWARE), "sowing_seed")
    distributor = scene.market.distributors[0]
    diesel = Item("OLEO DIESEL B S10", "27101921", "5656", "L", 150_000_000, 8_925_000, anp_code="820101034")
    scene.draft.issue(scene.trade.company_note(distributor, (diesel,), date(YEAR, 2, 9)), "diesel_for_own_use")
    paper = Item("PAPEL SULFITE A4", "48025610", scene.trade.exit_cfop(distributor, "102"), "UN", 400_000, 124_000)
    scene.draft.issue(scene.trade.company_note(distributor, (paper,), date(YEAR, 2, 10)), "other_goods")


def _rows_without_notes(scene: Scene) -> None:
    """Purchases that only the table tells: one unproven lot, one sharecropper, own soy, one lot financed."""
    for name, centavos, extra in (
        ("plain", 1_842_000, {}),
        ("sharecropping", 912_000, {"parceria": True}),
        ("own", 25_000_000, {"propria": True}),
        ("financed", 1_105_000, {"financiado": True}),
    ):
        farmer, contract = scene.grower(_RIO_VERDE, wares.SOY)
        kg = centavos // _CENTAVOS_PER_KG
        scene.farms.delivered(farmer, wares.SOY, kg)
        own = name == "own"
        row = scene.draft.row(
            "aquisicoes",
            data=date(YEAR, 4, 4),
            fornecedor=scene.plant.document if own else farmer.cpf,
            produto="soja",
            forma="grao",
            municipio_origem="Rio Verde/GO",
            quantidade=Decimal(kg),
            unidade_medida=KG.text.lower(),
            valor=Decimal(centavos) / 100,
            contrato="" if own else contract.number,
            safra="2022/23",
            **extra,
        )
        scene.draft.seed("EVD-PUR-01", f"row_without_note_{name}", row=row)
        if name == "financed":
            scene.draft.seed("SBS-17", "financed_purchase", row=row)
