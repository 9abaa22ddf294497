"""Seeded: cells as tired people type them. Each row is rejected by itself, with its reason; its neighbours stand.

Codes EVD-TAB-…: a key typed as a number, a word outside the vocabulary, impossible dates, wrong digits, unknown and
ambiguous towns, a period the wrong way round, a row pasted twice.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from lastro.example.draft import YEAR, Cell
from lastro.example.scene import Scene


def stage(scene: Scene) -> None:
    """All of them; to be called when every other row is written."""
    _purchases(scene)
    _origins(scene)
    _farmers(scene)
    _spending(scene)
    _sales(scene)


def _slip(scene: Scene, code: str, cause: str, table: str, **cells: Cell) -> None:
    scene.draft.seed(code, cause, row=scene.draft.row(table, **cells))


def _purchases(scene: Scene) -> None:
    farmer = scene.farms.farmers[0]
    plain: dict[str, Cell] = {
        "data": date(YEAR, 5, 2), "fornecedor": farmer.cpf, "produto": "soja", "forma": "grao", "quantidade": 6_000,
        "unidade_medida": "kg", "valor": Decimal("12600.00"), "safra": "2022/23",
    }  # fmt: skip
    wrong_key = "5" * 44
    _slip(scene, "EVD-TAB-29", "unknown_word", "aquisicoes", **{**plain, "produto": "sojinha"})
    _slip(scene, "EVD-TAB-25", "impossible_date", "aquisicoes", **{**plain, "data": f"31/02/{YEAR}"})
    _slip(scene, "EVD-TAB-27", "wrong_check_digit", "aquisicoes", **{**plain, "chave": wrong_key, "item": 1})
    _slip(scene, "EVD-TAB-21", "not_a_number", "aquisicoes", **{**plain, "valor": "doze mil"})
    _slip(scene, "EVD-TAB-32", "neither_yes_nor_no", "aquisicoes", **{**plain, "parceria": "talvez"})
    _repeated_rows(scene)


def _repeated_rows(scene: Scene) -> None:
    """A row pasted twice, and two rows that say different things of one item: each item counts once."""
    (first, second) = scene.draft.kinds["tax_site_note"][1:3]
    place = scene.gazetteer.zone("south_sc")[0]
    scene.trade.annotate(first, None, place)
    again = scene.trade.annotate(first, None, place)
    scene.draft.seed("EVD-TAB-10", "equal_purchases", row=again)
    scene.draft.seed("SBS-06", "pasted_twice", key=first, item=1, row=again)
    scene.trade.annotate(second, None, place)
    other = scene.trade.annotate(second, None, scene.plant.place)
    scene.draft.seed("SBS-06", "rows_disagree", key=second, item=1, row=other)


def _origins(scene: Scene) -> None:
    key = scene.draft.kinds["lot_coop_south"][0]
    _slip(
        scene, "EVD-TAB-26", "wrong_cpf_digits", "origens", chave=key, item=1, cpf="99900000199", quantidade=30,
        unidade_medida="kg",
    )  # fmt: skip


def _farmers(scene: Scene) -> None:
    person = scene.people.person(scene.plant.place)
    plain: dict[str, Cell] = {
        "cpf": person.document, "nome": person.name, "municipio": "Rio Verde/GO", "imovel": "Sítio Exemplo",
        "area_ha": 20, "documento": "CAF", "numero": "EX99.CAF.22.999999", "inicio": date(YEAR - 1, 4, 1),
        "fim": date(YEAR + 1, 3, 31), "situacao": "ativa",
    }  # fmt: skip
    scene.draft.row("agricultores", **plain)
    _slip(scene, "EVD-TAB-10", "pasted_twice", "agricultores", **plain)
    _slip(scene, "EVD-TAB-30", "unknown_town", "agricultores", **{**plain, "municipio": "Rio Vrede/GO"})
    _slip(scene, "EVD-TAB-31", "ambiguous_town", "agricultores", **{**plain, "municipio": "Bom Jesus"})
    inverted: dict[str, Cell] = {"inicio": plain["fim"], "fim": plain["inicio"]}
    _slip(scene, "EVD-TAB-40", "period_the_wrong_way_round", "agricultores", **{**plain, **inverted})


def _spending(scene: Scene) -> None:
    _slip(
        scene, "EVD-TAB-29", "unknown_letter", "dispendios", tipo="doacao", alinea="z", data=date(YEAR, 3, 3),
        valor=1_000,
    )  # fmt: skip


def _sales(scene: Scene) -> None:
    """An access key that the spreadsheet turned into a number: digits are lost for good."""
    key = scene.draft.kinds["sale"][1]
    _slip(
        scene, "EVD-TAB-28", "key_typed_as_number", "vendas", chave=int(key), data=date(YEAR, 1, 9),
        valor=Decimal("271400.00"), volume_m3=60,
    )  # fmt: skip
