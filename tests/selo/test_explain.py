"""The explanations of a small year, word by word: `LASTRO_SNAPSHOTS=1` writes the files of `snapshots` anew."""

from __future__ import annotations

import os
from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path

import pytest

from lastro.render.explain import NoteFile, explain, explanation_lines, of_the_result
from lastro.render.pdf.explanation import explanation_blocks
from lastro.statement.catalogue import LANGS, Lang, text
from lastro.statement.model import Statement
from tests.selo.world import (
    ANA,
    BIA,
    COOPERATIVE,
    NORTHEAST,
    add,
    all_of,
    assessed,
    contract,
    cost,
    decision,
    edit,
    farmer,
    key,
    purchase,
    put,
)

SNAPSHOTS = Path(__file__).parent / "snapshots"
WRITE = os.environ.get("LASTRO_SNAPSHOTS") == "1"
CASTOR, DELIVERED, LATE = key(1), key(7, COOPERATIVE), key(3, BIA)
NOTES = {CASTOR: NoteFile("nfe/2023-04.zip 5223.xml", "0a61edbf" * 8)}
EXPLAINED = {
    "formula": "selo.weighted_percentage",
    "sums": "selo.item.I.weighted",
    "given": "selo.spending.II.other",
    "law": "law.selo.minimum_percentage",
    "parameter": "selo.280.factor.priority_origin",
    "counted": CASTOR,
    "blocked": LATE,
    "delivery": DELIVERED,
}


@cache
def _year() -> Statement:
    """Castor of the Northeast, a document that ended, a cooperative with two farmers and a rest, a donation."""
    kilograms = {ANA: 6_000, BIA: 3_000}
    origins = [
        {"chave": DELIVERED, "item": 1, "cpf": cpf, "quantidade": Decimal(kg), "unidade_medida": "kg"}
        for cpf, kg in kilograms.items()
    ]
    castor = purchase(
        chave=CASTOR, item=1, produto="mamona", forma="baga", municipio_origem=NORTHEAST, valor=Decimal(50_000)
    )
    return assessed(
        all_of(
            put("agricultores", farmer(ANA), farmer(BIA, fim=date(2023, 4, 11))),
            put("contratos", contract(), contract("C2", COOPERATIVE, anuente=None), contract("C3", BIA)),
            put("aquisicoes", castor),
            add("aquisicoes", purchase(chave=DELIVERED, item=1, fornecedor=COOPERATIVE, contrato="C2")),
            add("aquisicoes", purchase(chave=LATE, item=1, fornecedor=BIA, data=date(2023, 4, 12), contrato="C3")),
            put("origens", *origins),
            put("dispendios", cost("doacao", "a", "1000")),
            edit("precos", fonte="mercado"),
        )
    )


def _explained(what: str, lang: Lang) -> str:
    found = explain(_year(), what, lang, notes=NOTES)
    return "\n".join(explanation_lines(found, lang)) + "\n"


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", sorted(EXPLAINED))
def test_an_explanation_reads_as_it_was_approved(name: str, lang: Lang) -> None:
    told, path = _explained(EXPLAINED[name], lang), SNAPSHOTS / f"{name}.{lang}.txt"
    if WRITE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(told, encoding="utf-8", newline="\n")
    assert told == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("lang", LANGS)
def test_the_pdf_prints_the_same_words(lang: Lang) -> None:
    found = (*of_the_result(_year(), lang), *explain(_year(), DELIVERED, lang))
    blocks = explanation_blocks(found, lang)
    assert [block["title"] for block in blocks] == [explained.title for explained in found]
    told = list(explanation_lines(found, lang))
    for block in blocks:
        at = told.index(block["title"]) + 1
        for step in block["steps"]:
            head = text("explain.step", lang, {"step": step["heading"], "text": step["text"]})
            assert told[at] == (head if step["text"] else f"  {step['heading']}")
            rows = told[at + 1 : at + 1 + len(step["rows"])]
            assert [(name in row, value in row) for row, (name, value) in zip(rows, step["rows"], strict=True)] == [
                (True, True)
            ] * len(rows)
            at += 1 + len(rows)


@pytest.mark.parametrize(
    "what", [CASTOR, f"{CASTOR}-1", f"{CASTOR}-001", " ".join(CASTOR[at : at + 4] for at in range(0, 44, 4))]
)
def test_an_invoice_is_found_as_people_write_it(what: str) -> None:
    assert _explained(what, "pt") == _explained(CASTOR, "pt")


def test_a_row_is_found_by_its_hash() -> None:
    memory = _year().memory
    assert memory is not None
    row = next(row for row in memory.to_pylist() if row["key"] == CASTOR)
    assert _explained(row["source_hash"], "en") == _explained(CASTOR, "en")


def test_what_is_not_there_has_no_explanation() -> None:
    assert explain(_year(), "selo.nothing", "pt") == ()
    assert explain(_year(), key(9), "pt") == ()
    assert explain(_year(), "", "pt") == ()


def test_every_line_of_the_year_can_be_explained_in_both_languages() -> None:
    for line in _year().lines:
        for lang in LANGS:
            (found,) = explain(_year(), line.id, lang)
            assert found.steps[0].kind == "fact"
            assert found.steps[-1].kind == "result"
            assert found.steps[-1].rows[0][1]


def test_every_law_value_consulted_can_be_explained() -> None:
    for used in _year().law:
        (found,) = explain(_year(), used.key, "en")
        assert any(step.kind == "rule" for step in found.steps)


def test_no_cpf_stands_open_in_an_explanation() -> None:
    everything = "".join(_explained(what, lang) for what in EXPLAINED.values() for lang in LANGS).replace(" ", "")
    assert ANA not in everything
    assert BIA not in everything
    assert f"{ANA[:3]}.{ANA[3:6]}" not in everything
    open_ = "".join(explanation_lines(explain(_year(), CASTOR, "pt", notes=NOTES, unmask=True), "pt")).replace(" ", "")
    assert ANA in open_


def test_own_production_says_why_it_is_out() -> None:
    own = assessed(edit("aquisicoes", propria=True, chave=CASTOR, item=1))
    assert "produção própria" in "\n".join(explanation_lines(explain(own, CASTOR, "pt"), "pt"))


def test_an_expectation_and_a_loss_have_names_of_their_own() -> None:
    palm = {
        "contrato": "C1", "cultura": "palma", "area_ha": Decimal(1), "rendimento_kg_ha": Decimal(900),
        "fonte": "embrapa", "preco": Decimal(1), "municipio": NORTHEAST, "plantio": date(2021, 1, 1), "maturidade": date(2025, 1, 1),
    }  # fmt: skip
    loss = {
        "contrato": "C1", "tipo": "total", "data": date(2023, 5, 2), "laudos": 1, "requerimento": date(2023, 5, 3),
        "area_ha": Decimal(1), "safra": "2022/23",
    }  # fmt: skip
    year = assessed(put("perenes", palm), put("frustracoes", loss), add("decisoes", decision("excecao_laudo", "C1")))
    assert year.memory is not None
    hashes = {row["kind"]: row["source_hash"] for row in year.memory.to_pylist()}
    titles = {kind: explain(year, row_hash, "pt")[0].title for kind, row_hash in hashes.items()}
    assert titles["expected"] == "Produção esperada do contrato C1"
    assert titles["loss"] == "Perda do contrato C1"
    assert titles["purchase"].startswith("Compra sem nota, linha 2")
