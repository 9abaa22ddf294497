"""Donations of every letter, research, own and third-party assistance; with what is badly proved or above its limit.

Seeds of SBS-15 (third parties without registration, travel without receipts), SBS-16 (caps that bind, receipts of
travel), SBS-17 (donations and research without proof or against the rules) and SBS-18 (wear, amortisation).
"""

from __future__ import annotations

from datetime import date

from lastro.example.draft import YEAR, Cell, RowRef
from lastro.example.parties import Party, Place
from lastro.example.scene import Scene

_PUBLIC_BODY = "Universidade Pública Exemplo"
_PAY = 96_000
_TECHNICIANS = 8


def stage(scene: Scene, research_reais: int) -> None:
    """All of them; `research_reais` is the admitted research, above its cap at full size."""
    _donations(scene)
    _large_donations(scene)
    _badly_proved_donations(scene)
    _research(scene, research_reais)
    _own_assistance(scene)
    _third_party_assistance(scene)


def _spend(scene: Scene, kind: str, letter: str, on: date, reais: int, place: Place, **cells: Cell) -> RowRef:
    return scene.draft.row(
        "dispendios",
        tipo=kind,
        alinea=letter,
        data=on,
        valor=reais,
        municipio=f"{place.name}/{place.uf}",
        **cells,
    )


def _donate(scene: Scene, letter: str, on: date, reais: int, to: Party, **cells: Cell) -> RowRef:
    proof: dict[str, Cell] = {"comprovante": f"NF {40_000 + len(scene.draft.rows['dispendios'])}", "recibo": True}
    return _spend(scene, "doacao", letter, on, reais, to.place, beneficiario=to.document, **{**proof, **cells})


def _donations(scene: Scene) -> None:
    """Letters a to f and i to k, to members of the three cooperatives."""
    amounts = {
        "a": 24_500,
        "b": 3_900,
        "c": 31_800,
        "d": 14_200,
        "e": 9_700,
        "f": 4_100,
        "i": 18_600,
        "j": 1_250,
        "k": 22_400,
    }
    for role in ("coop_south", "coop_cerrado", "coop_sertao"):
        for number, (letter, reais) in enumerate(amounts.items()):
            farmer = scene.members[role][number % len(scene.members[role])]
            _donate(scene, letter, date(YEAR, 1 + number, 14), reais, farmer.party)


def _large_donations(scene: Scene) -> None:
    """Letters g and h: new, used, amortised as granted, amortised without leave, over too many years."""
    sertao, cerrado = scene.suppliers["coop_sertao"], scene.suppliers["coop_cerrado"]
    _donate(scene, "g", date(YEAR, 2, 15), 184_000, sertao)
    _donate(scene, "h", date(YEAR, 6, 20), 132_000, cerrado)
    worn = _donate(scene, "g", date(YEAR, 4, 3), 100_000, cerrado, usado_desde=date(YEAR - 3, 4, 1))
    scene.draft.seed("SBS-18", "wear_of_used_goods", row=worn)
    worn = _donate(scene, "g", date(YEAR, 4, 5), 40_000, sertao, anos_de_uso=2)
    scene.draft.seed("SBS-18", "wear_of_used_goods", row=worn)
    granted: dict[str, Cell] = {
        "amortizar_anos": 5,
        "aprovacao_numero": "AM-0031/2021",
        "aprovacao_data": date(YEAR - 2, 3, 2),
    }
    _donate(scene, "h", date(YEAR - 2, 5, 11), 450_000, sertao, **granted)
    _donate(scene, "h", date(YEAR, 5, 11), 300_000, cerrado, **{**granted, "aprovacao_numero": "AM-0058/2023"})
    loose = _donate(scene, "g", date(YEAR, 7, 7), 90_000, sertao, amortizar_anos=3)
    scene.draft.seed("SBS-18", "amortised_without_grant", row=loose)
    long = _donate(scene, "h", date(YEAR, 8, 8), 120_000, cerrado, **{**granted, "amortizar_anos": 8})
    scene.draft.seed("SBS-18", "amortised_over_too_many_years", row=long)


def _badly_proved_donations(scene: Scene) -> None:
    farmer = scene.members["coop_cerrado"][0].party
    cases: tuple[tuple[str, str, int, dict[str, Cell]], ...] = (
        ("no_receipt", "a", 96_000, {"recibo": False}),
        ("no_receipt", "c", 71_000, {"recibo": False}),
        ("no_invoice", "e", 38_500, {"comprovante": ""}),
        ("advanced", "c", 54_000, {"antecipado": True}),
        ("financed", "a", 41_000, {"financiado": True}),
        ("public_money", "d", 29_000, {"recurso_publico": True}),
        ("beneficiary_is_no_cooperative", "g", 63_000, {}),
    )
    for number, (cause, letter, reais, cells) in enumerate(cases):
        row = _donate(scene, letter, date(YEAR, 9, 4 + number), reais, farmer, **cells)
        scene.draft.seed("SBS-17", cause, row=row)


def _research(scene: Scene, reais: int) -> None:
    """An admitted agreement above the cap; one not admitted; one without a public body; one without report."""
    place = scene.plant.place
    agreed: dict[str, Cell] = {
        "comprovante": "Convênio 07/2022",
        "orgao_publico": _PUBLIC_BODY,
        "relatorio": True,
        "aprovacao_numero": "PQ-0012/2022",
        "aprovacao_data": date(YEAR - 1, 11, 30),
    }
    for month in (3, 6, 9, 12):
        _spend(scene, "pesquisa", "", date(YEAR, month, 10), reais // 4, place, **agreed)
    for cap in ("corn", "corn_and_inputs", "research"):
        scene.draft.seed("SBS-16", cap, subject=f"selo.cap.{cap}.within")
    cases: tuple[tuple[str, int, dict[str, Cell]], ...] = (
        ("not_admitted", 85_000, {"comprovante": "Convênio 11/2023", "aprovacao_numero": "", "aprovacao_data": None}),
        ("no_public_body", 47_000, {"orgao_publico": ""}),
        ("no_report", 66_000, {"relatorio": False}),
    )
    for cause, amount, cells in cases:
        row = _spend(scene, "pesquisa", "", date(YEAR, 10, 2), amount, place, **{**agreed, **cells})
        scene.draft.seed("SBS-17", cause, row=row)


def _own_assistance(scene: Scene) -> None:
    """Eight technicians: three with travel, one of them above the limit and one without receipts; three trainings."""
    place = scene.plant.place
    travel = {1: (30, "Relatório de viagem 01", ""), 2: (52, "Relatório de viagem 02", "travel_above_limit")}
    travel[3] = (20, "", "travel_without_receipts")
    for number in range(1, _TECHNICIANS + 1):
        person: dict[str, Cell] = {"tecnico": technician(number), "registro": f"CREA-EX {50_000 + number}"}
        for month in (3, 6, 9, 12):
            payroll = f"Folha {month:02d}/{YEAR}"
            _spend(scene, "ater_propria", "a", date(YEAR, month, 28), _PAY // 4, place, comprovante=payroll, **person)
        if number in travel:
            share, proof, cause = travel[number]
            day, reais = date(YEAR, 12, 28), _PAY * share // 100
            row = _spend(scene, "ater_propria", "b", day, reais, place, comprovante=proof, **person)
            if cause:
                code = "SBS-16" if proof else "SBS-15"
                scene.draft.seed(code, cause, row=row, subject=technician(number))
    for month, town in ((4, "coop_south"), (8, "coop_cerrado"), (10, "coop_sertao")):
        seat = scene.suppliers[town].place
        _spend(
            scene, "ater_propria", "c", date(YEAR, month, 19), 17_500, seat, comprovante=f"Evento {month}",
            tecnico=technician(1), registro="CREA-EX 50001",
        )  # fmt: skip


def _third_party_assistance(scene: Scene) -> None:
    """Four firms; two without the registration of their people."""
    cases: tuple[tuple[str, str, int, str, str], ...] = (
        ("", "coop_south", 180_000, "CREA-EX 61001", "NF 881"),
        ("", "coop_sertao", 94_000, "CREA-EX 61002", "NF 132"),
        ("third_party_without_registration", "coop_cerrado", 88_000, "", "NF 407"),
        ("third_party_without_registration", "coop_south", 26_000, "", "NF 915"),
    )
    for number, (cause, role, reais, registration, invoice) in enumerate(cases, start=1):
        place = scene.suppliers[role].place
        firm = scene.people.company(f"Assistência Rural Exemplo {number} Ltda", place)
        row = _spend(
            scene, "ater_terceiros", "", date(YEAR, 11, 6 + number), reais, place, beneficiario=firm.document,
            registro=registration, comprovante=invoice,
        )  # fmt: skip
        if cause:
            scene.draft.seed("SBS-15", cause, row=row)


def technician(number: int) -> str:
    """The name under which technician `number` appears in spending and visits."""
    return f"Técnico Exemplo {number:02d}"
