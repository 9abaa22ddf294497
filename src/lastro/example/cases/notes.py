"""Seeded: notes that are cancelled, denied, of the test environment, counted twice, or under a key that does not fit.

SBS-06, SBS-07 and SBS-08, with cancellations in all four forms that arrive: an event file read before the note, one
read after it, an answer glued to the note, and a protocol of the old style.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal

from lastro.core.identifiers import key_check_digit
from lastro.example import wares
from lastro.example.draft import YEAR
from lastro.example.events import CANCELLATION, UNKNOWN_OPERATION, Event, glued, registered, request_only
from lastro.example.farms import Contract, Farmer
from lastro.example.parties import Environment, Note
from lastro.example.scene import Scene
from lastro.example.trade import Channel, Load
from lastro.example.xml import processed, unsigned_parts

_RIO_VERDE, _JATAI = "5218805", "5211909"
_REASON = "Carga recusada na balanca por umidade"


def stage(scene: Scene) -> None:
    """All of them."""
    _cancelled(scene)
    _refused(scene)
    _counted_twice(scene)
    _wrong_keys(scene)
    _request_without_answer(scene)
    _unknown_to_the_plant(scene)


def _draw(scene: Scene, month: int, day: int, kg: int = 6_000) -> tuple[Farmer, Contract, Load, Note]:
    farmer, contract = scene.grower(_JATAI, wares.SOY)
    load = scene.load(wares.SOY, kg, month, day)
    scene.farms.delivered(farmer, wares.SOY, kg)
    return farmer, contract, load, scene.trade.producer_note(farmer, load, Channel.OWN_SOFTWARE)


def _filed(scene: Scene, note: Note, load: Load, contract: Contract, kind: str, content: bytes, path: str = "") -> str:
    key = scene.draft.file(note, kind, content, path)
    scene.trade.loads[key] = load
    scene.annotate(key, contract)
    return key


def _cancelled(scene: Scene) -> None:
    for day, form in enumerate(("event_before", "event_after", "glued", "protocol"), start=6):
        farmer, contract, load, note = _draw(scene, 5, day)
        parts = unsigned_parts(note, "101" if form == "protocol" else "100")
        event = Event(note, CANCELLATION, scene.draft.moment(farmer.party, date(YEAR, 5, day + 1)), _REASON)
        glued_path = f"2023-05/{parts.key}-nfe-cancelada.xml" if form == "glued" else ""
        content = glued(event) if form == "glued" else processed(parts).encode()
        key = _filed(scene, note, load, contract, f"cancelled_{form}", content, glued_path)
        if form == "glued":
            scene.draft.nonstandard.append(glued_path)
        if form.startswith("event"):
            folder = "0-eventos-recebidos" if form == "event_before" else "eventos"
            scene.draft.attach(f"{key}-can.xml", registered(event), f"{folder}/{key}-can.xml")
        scene.draft.seed("SBS-07", f"cancelled_{form}", key=key, item=1)
        scene.draft.seed("EVD-NFE-11", f"cancelled_{form}", key=key)


def _refused(scene: Scene) -> None:
    """Denied by the tax office, and issued in the test environment."""
    _, contract, load, note = _draw(scene, 6, 5)
    key = _filed(scene, note, load, contract, "denied", processed(unsigned_parts(note, "302")).encode())
    scene.draft.seed("SBS-07", "denied", key=key, item=1)
    scene.draft.seed("EVD-NFE-12", "denied", key=key)
    _, contract, load, note = _draw(scene, 6, 6)
    test = replace(note, environment=Environment.HOMOLOGATION)
    key = _filed(scene, test, load, contract, "homologation", processed(unsigned_parts(test, "100")).encode())
    scene.draft.seed("SBS-07", "test_environment", key=key, item=1)
    scene.draft.seed("EVD-NFE-15", "test_environment", key=key)


def _counted_twice(scene: Scene) -> None:
    """Two rows over the only item of a note: the second without saying which item it means."""
    for day, first_item in ((12, 1), (13, None)):
        farmer, contract = scene.grower(_RIO_VERDE, wares.SOY)
        key = scene.trade.sell(farmer, scene.load(wares.SOY, 6_600, 6, day), Channel.OWN_SOFTWARE)
        scene.trade.annotate(key, contract, farmer.party.place, first_item)
        again = scene.trade.annotate(key, contract, None, None)
        scene.draft.seed("SBS-06", "two_rows_for_one_item", key=key, item=1, row=again)


def _wrong_keys(scene: Scene) -> None:
    """A key of another month, one of another model, both under rows without a note."""
    for cause in ("month_does_not_match", "model_is_not_55"):
        farmer, contract = scene.grower(_RIO_VERDE, wares.SOY)
        scene.farms.delivered(farmer, wares.SOY, 5_400)
        month, model = ("09", "55") if cause == "month_does_not_match" else ("04", "57")
        body = f"5223{month}{farmer.party.in_key}{model}920{880_000 + int(model):09d}1{7_654_321:08d}"
        key = body + key_check_digit(body)
        row = scene.draft.row(
            "aquisicoes",
            chave=key,
            item=1,
            data=date(YEAR, 4, 18),
            fornecedor=farmer.cpf,
            produto="soja",
            forma="grao",
            municipio_origem="Rio Verde/GO",
            quantidade=5_400,
            unidade_medida="kg",
            valor=Decimal("11340.00"),
            contrato=contract.number,
            safra="2022/23",
        )
        scene.draft.seed("SBS-08", cause, key=key, item=1, row=row)


def _request_without_answer(scene: Scene) -> None:
    """A cancellation that was asked for and never answered: the purchase stands."""
    farmer, contract, load, note = _draw(scene, 7, 4)
    key = _filed(
        scene, note, load, contract, "cancellation_only_requested", processed(unsigned_parts(note, "100")).encode()
    )
    event = Event(note, CANCELLATION, scene.draft.moment(farmer.party, date(YEAR, 7, 5)), _REASON)
    scene.draft.attach(f"{key}-ped-can.xml", request_only(event), f"eventos/{key}-ped-can.xml")
    scene.draft.seed("EVD-NFE-20", "cancellation_only_requested", key=key)


def _unknown_to_the_plant(scene: Scene) -> None:
    """The plant itself declared that it does not know the operation: worth a look, no more."""
    _, contract, load, note = _draw(scene, 7, 6)
    key = _filed(
        scene, note, load, contract, "operation_declared_unknown", processed(unsigned_parts(note, "100")).encode()
    )
    event = Event(note, UNKNOWN_OPERATION, scene.draft.moment(scene.plant, date(YEAR, 7, 9)))
    scene.draft.attach(f"{key}-desconhecimento.xml", registered(event), f"eventos/{key}-desconhecimento.xml")
    scene.draft.seed("EVD-NFE-18", "operation_declared_unknown", key=key)
