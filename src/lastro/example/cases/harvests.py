"""Perennials that still grow, harvests that failed, animals that died, and the visit reports behind them.

Seeds of SBS-21: losses below the threshold, with too few reports, without request, without the proofs of death.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from decimal import Decimal

from lastro.example import wares
from lastro.example.cases.spending import technician
from lastro.example.draft import YEAR, Cell, RowRef
from lastro.example.farms import Contract, Terms
from lastro.example.scene import Scene
from lastro.example.trade import Channel
from lastro.example.wares import Ware

_BALSAS, _RIO_VERDE, _JATAI, _IRECE, _MOJU, _TAILANDIA, _JOAO_PINHEIRO = (
    "2101400", "5218805", "5211909", "2914604", "1504703", "1507953", "3136306",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Loss:
    """One row of `frustracoes`. `delivered_kg` was really sold to the plant; `cause` empty when all is in order."""

    cause: str
    kind: str
    code: str
    ware: Ware
    area_ha: int
    expected_kg: int
    delivered_kg: int
    reports: int
    requested: bool = True
    admitted: bool = False
    cells: dict[str, Cell] = field(default_factory=dict)


LOSSES = (
    Loss("", "total", _BALSAS, wares.SOY, 9, 27_000, 0, 2),
    Loss("", "parcial", _RIO_VERDE, wares.SOY, 12, 36_000, 21_000, 4),
    Loss("", "parcial", _IRECE, wares.CASTOR, 8, 9_600, 3_000, 5),
    Loss("", "parcial", _JATAI, wares.SOY, 10, 30_000, 18_000, 3, admitted=True),
    Loss("below_threshold", "parcial", _RIO_VERDE, wares.SOY, 10, 30_000, 27_000, 4),
    Loss("too_few_reports", "parcial", _JATAI, wares.SOY, 12, 36_000, 21_000, 3),
    Loss("no_report", "total", _BALSAS, wares.SOY, 8, 24_000, 0, 0),
    Loss("no_request", "total", _BALSAS, wares.SOY, 7, 21_000, 0, 1, requested=False),
)


def stage(scene: Scene) -> None:
    """All of them."""
    for number, loss in enumerate(LOSSES):
        _lose(scene, loss, number)
    _deaths(scene)
    _perennials(scene)
    _visits(scene)
    _doubtful_visits(scene)


def _lose(scene: Scene, loss: Loss, place_in_list: int) -> None:
    farmer = scene.farms.farmer(scene.gazetteer.at(loss.code), area_ha=loss.area_ha)
    contract = scene.farms.contract(farmer.party, loss.ware, Terms(), loss.expected_kg)
    if loss.delivered_kg:
        load = scene.load(loss.ware, loss.delivered_kg, 8 if loss.ware is wares.CASTOR else 4, 26)
        scene.buy(farmer, contract, load, Channel.TAX_OFFICE)
    first = date(YEAR - 1, 11, 10) + timedelta(days=place_in_list)
    days = [first + timedelta(days=33 * number) for number in range(loss.reports)]
    for day in days:
        _visit_row(scene, contract, farmer.cpf, day, 2 + place_in_list % 6)
    row = scene.draft.row(
        "frustracoes",
        contrato=contract.number,
        tipo=loss.kind,
        safra="2022/23",
        municipio=f"{farmer.party.place.name}/{farmer.party.place.uf}",
        data=date(YEAR, 5, 8),
        produto=loss.ware.product,
        area_ha=loss.area_ha,
        esperado=loss.expected_kg,
        entregue=loss.delivered_kg,
        unidade_medida="kg",
        laudos=loss.reports,
        laudo_datas="; ".join(f"{day:%d/%m/%Y}" for day in days),
        requerimento=date(YEAR, 6, 1) if loss.requested else None,
        excecao_admitida=loss.admitted,
    )
    if loss.admitted:
        _decide(scene, "excecao_laudo", contract.number, "EX-0007/2023", "três laudos bastam")
    if loss.cause:
        scene.draft.seed("SBS-21", loss.cause, row=row, subject=contract.number)


def _deaths(scene: Scene) -> None:
    """Cattle lost to a disease: once with every proof, once with none."""
    for cause in ("", "no_proof_of_death"):
        _, contract = scene.grower(_RIO_VERDE, wares.CATTLE)
        proved = not cause
        row = scene.draft.row(
            "frustracoes",
            contrato=contract.number,
            tipo="mortalidade",
            safra="2022/23",
            municipio="Rio Verde/GO",
            data=date(YEAR, 7, 12),
            produto="bovino",
            esperado=3_600,
            entregue=0,
            unidade_medida="kg",
            preco=Decimal("9.40"),
            requerimento=date(YEAR, 7, 30),
            doc_defesa_sanitaria=proved,
            doc_emergencia=proved,
            doc_ater_publica=proved,
            doc_cooperativa=proved,
        )
        if cause:
            scene.draft.seed("SBS-21", cause, row=row, subject=contract.number)


def _perennials(scene: Scene) -> None:
    """Palm in the North, multiplied; jatropha in the Southeast, not; palm that the plant gave up; palm now mature."""
    for code, ware, area, planted, mature, ended in (
        (_MOJU, wares.PALM, 6, date(2021, 2, 15), date(2025, 2, 15), None),
        (_TAILANDIA, wares.PALM, 5, date(2022, 1, 20), date(2026, 1, 20), None),
        (_JOAO_PINHEIRO, wares.JATROPHA, 10, date(2020, 11, 5), date(2026, 11, 5), None),
        (_MOJU, wares.PALM, 4, date(2021, 3, 1), date(2025, 3, 1), date(YEAR, 5, 31)),
        (_TAILANDIA, wares.PALM, 4, date(2018, 3, 1), date(2022, 3, 1), None),
    ):
        farmer = scene.farms.farmer(scene.gazetteer.at(code), area_ha=area + 4)
        contract = scene.farms.contract(farmer.party, ware, Terms(signed=planted, consented=planted))
        scene.draft.row(
            "perenes",
            contrato=contract.number,
            cultura=ware.product,
            area_ha=area,
            plantio=planted,
            maturidade=mature,
            municipio=f"{farmer.party.place.name}/{farmer.party.place.uf}",
            manifestacao=ended,
        )


def _visits(scene: Scene) -> None:
    """Ordinary reports: one technician, one farm, one day; every fortieth contract has two."""
    contracts = [c for c in scene.farms.contracts.values() if len(c.supplier.document) == 11]
    for number, contract in enumerate(contracts[::4]):
        day = date(YEAR, 1, 2) + timedelta(days=number % 300)
        _visit_row(scene, contract, contract.supplier.document, day, 1 + number // 300)


def _doubtful_visits(scene: Scene) -> None:
    """A report without registration, one file handed in twice, one technician in two states on one day."""
    (first, one), (second, two) = scene.grower(_RIO_VERDE, wares.SOY), scene.grower(_BALSAS, wares.SOY)
    day = date(YEAR, 11, 14)
    unregistered = _visit_row(scene, one, first.cpf, day, 2, registro="")
    scene.draft.seed("SBS-15", "visit_without_registration", row=unregistered)
    original = _visit_row(scene, one, first.cpf, date(YEAR, 11, 15), 3)
    reused = scene.draft.rows["visitas"][original.index]["arquivo_hash"]
    copy = _visit_row(scene, one, first.cpf, date(YEAR, 11, 16), 3, arquivo_hash=reused)
    scene.draft.seed("SBS-15", "report_reused", row=copy)
    _visit_row(scene, one, first.cpf, date(YEAR, 11, 17), 4)
    far = _visit_row(scene, two, second.cpf, date(YEAR, 11, 17), 4)
    scene.draft.seed("SBS-15", "two_states_one_day", row=far, subject=technician(4))


def _visit_row(scene: Scene, contract: Contract, cpf: str, day: date, by: int, **cells: Cell) -> RowRef:
    number = len(scene.draft.rows["visitas"])
    plain: dict[str, Cell] = {
        "contrato": contract.number,
        "cpf": cpf,
        "data": day,
        "tecnico": technician(by),
        "registro": f"CREA-EX {50_000 + by}",
        "tipo": "laudo",
        "arquivo_hash": f"{number + 1:064x}",
    }
    return scene.draft.row("visitas", **{**plain, **cells})


def _decide(scene: Scene, kind: str, target: str, number: str, content: str) -> None:
    scene.draft.row(
        "decisoes", tipo=kind, objeto=target, numero=number, data=date(YEAR, 6, 15), conteudo=content,
        documento=f"{number.replace('/', '-')}.pdf",
    )  # fmt: skip
