"""Purchases from notes, with and without rows that annotate them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from lastro.evidence.purchases import purchase_lines
from lastro.law import load
from tests.evidence.nfe.builder import Item, Note, authorised, bare, counter_note, event, ref_note
from tests.evidence.purchases.support import (
    COOPERATIVE,
    FARMER,
    OTHER_FARMER,
    OTHER_PLANT,
    PLANT,
    cnpj,
    evidence,
    lines_of,
    only,
    told,
)

SOY = Item(quantity="10500.0000", unit_price="2.0000000000", value="21000.00")
NOTE = Note(items=(SOY,), emitter_municipality="5208707")
REGISTERED = [{"cpf": FARMER, "municipio": "5218805"}]
ROW: dict[str, Any] = {
    "chave": NOTE.key,
    "item": 1,
    "municipio_origem": "5218805",
    "contrato": "C-1",
    "safra": "2022/23",
}


def test_a_row_annotates_the_item_of_its_note() -> None:
    line = only(lines_of(evidence(notes=[authorised(NOTE)], aquisicoes=[ROW])))
    assert (line["line_id"], line["proven"], line["claimed"]) == (f"{NOTE.key}-001", True, True)
    assert (line["issued_on"], line["supplier"], line["plant"]) == (date(2023, 3, 15), FARMER, PLANT)
    assert (line["grams"], line["quantity_micro"], line["unit"]) == (10_500_000, 10_500_000_000, "kg")
    assert (line["centavos"], line["product"], line["form"]) == (2_100_000, "soja", "grao")
    assert (line["contract"], line["municipality"], line["evidence_block"]) == ("C-1", "5218805", "")
    assert line["_file"] == "aquisicoes.csv"


def test_a_row_that_agrees_with_its_note_has_no_finding() -> None:
    row = {**ROW, "data": date(2023, 3, 15), "fornecedor": FARMER, "produto": "soja", "quantidade": 10_500_000}
    row |= {"unidade_medida": "t", "valor": 2_100_000, "unidade": PLANT}
    assert told(lines_of(evidence(notes=[authorised(NOTE)], aquisicoes=[row])).findings) == []


@pytest.mark.parametrize(
    ("changes", "variant", "column", "kept"),
    [
        ({"data": date(2023, 3, 16)}, "date", "issued_on", date(2023, 3, 15)),
        ({"fornecedor": OTHER_FARMER}, "supplier", "supplier", FARMER),
        ({"valor": 2_100_001}, "value", "centavos", 2_100_000),
        ({"quantidade": 10_500_001_000, "unidade_medida": "kg"}, "quantity", "grams", 10_500_000),
        ({"produto": "milho"}, "product", "product", "milho"),
    ],
)
def test_a_difference_is_told_with_both_values(
    changes: dict[str, Any], variant: str, column: str, kept: object
) -> None:
    lines = lines_of(evidence(notes=[authorised(NOTE)], aquisicoes=[{**ROW, **changes}]))
    assert only(lines)[column] == kept
    assert told(lines.findings) == [f"EVD-PUR-02 {variant}"]
    assert len({value for name, value in lines.findings[0].arguments.items() if name not in ("key", "item")}) >= 2


def test_a_row_without_item_covers_every_item_and_compares_their_sum() -> None:
    note = replace(NOTE, items=(SOY, replace(SOY, value="1000.00")))
    row = {**ROW, "item": None, "valor": 2_200_000}
    lines = lines_of(evidence(notes=[authorised(note)], aquisicoes=[row]))
    assert lines.table["item"].to_pylist() == [1, 2]
    assert told(lines.findings) == []


def test_a_row_without_item_leaves_the_items_that_other_rows_name() -> None:
    note = replace(NOTE, items=(SOY, replace(SOY, value="1000.00")))
    rows = [{**ROW, "item": None, "contrato": "rest", "valor": 100_000}, {**ROW, "contrato": "first"}]
    lines = lines_of(evidence(notes=[authorised(note)], aquisicoes=rows))
    assert lines.table["contract"].to_pylist() == ["first", "rest"]
    assert set(lines.table["evidence_block"].to_pylist()) == {""}
    assert told(lines.findings) == []


def test_two_rows_for_one_item_are_one_purchase() -> None:
    lines = lines_of(evidence(notes=[authorised(NOTE)], aquisicoes=[ROW, {**ROW, "contrato": "C-2"}]))
    assert sorted(lines.table["evidence_block"].to_pylist()) == ["", "SBS-06"]


def test_a_row_for_an_item_the_note_does_not_have_is_blocked() -> None:
    row = {**ROW, "item": 7, "data": date(2023, 3, 15), "fornecedor": FARMER, "valor": 1, "produto": "soja"}
    line = only(lines_of(evidence(notes=[authorised(NOTE)], aquisicoes=[row])))
    assert (line["evidence_block"], line["evidence_block_variant"]) == ("SBS-08", "item")


@pytest.mark.parametrize(
    ("notes", "code", "variant"),
    [
        ([authorised(NOTE), event(NOTE.key)], "SBS-07", "cancelled"),
        ([authorised(NOTE, "302")], "SBS-07", "denied"),
        ([authorised(replace(NOTE, environment="2"))], "SBS-07", "homologation"),
        ([authorised(replace(NOTE, recipient=cnpj(99887766)))], "SBS-08", "recipient"),
    ],
)
def test_a_row_whose_note_cannot_count_is_blocked(notes: list[bytes], code: str, variant: str) -> None:
    line = only(lines_of(evidence(notes=notes, aquisicoes=[{**ROW, "unidade": PLANT}])))
    assert (line["evidence_block"], line["evidence_block_variant"]) == (code, variant)
    assert line["centavos"] == 2_100_000


def test_a_note_without_protocol_does_not_prove_its_row() -> None:
    lines = lines_of(evidence(notes=[bare(NOTE)], aquisicoes=[ROW]))
    assert (only(lines)["proven"], only(lines)["evidence_block"]) == (False, "")
    assert told(lines.findings) == ["EVD-PUR-01 no_protocol"]


def test_a_row_whose_note_is_not_there_stands_alone() -> None:
    other = replace(NOTE, number=9)
    row = {**ROW, "chave": other.key, "data": date(2023, 3, 15), "fornecedor": FARMER, "valor": 1, "produto": "soja"}
    row |= {"quantidade": 1_000_000, "unidade_medida": "kg"}
    lines = lines_of(evidence(notes=[authorised(NOTE)], aquisicoes=[row]))
    assert only(lines)["proven"] is False
    assert told([f for f in lines.findings if f.code != "EVD-PUR-09"]) == ["EVD-PUR-01 no_note"]


def test_a_purchase_with_another_operation_code_counts_with_an_alert() -> None:
    note = replace(NOTE, items=(replace(SOY, cfop="5949"),))
    lines = lines_of(evidence(notes=[authorised(note)], aquisicoes=[ROW]))
    assert (only(lines)["proven"], only(lines)["evidence_block"]) == (True, "")
    assert told(lines.findings) == ["EVD-PUR-12 default"]


# notes that no row names


def test_a_note_of_a_registered_farmer_is_a_purchase() -> None:
    lines = lines_of(evidence(notes=[authorised(NOTE)], agricultores=REGISTERED))
    line = only(lines)
    assert (line["claimed"], line["proven"], line["product"], line["centavos"]) == (True, True, "soja", 2_100_000)
    assert (line["municipality"], line["municipality_source"]) == ("5208707", "address")
    assert told(lines.findings) == []


def test_a_note_of_nobody_registered_is_counted_in_one_finding_and_no_line() -> None:
    lines = lines_of(evidence(notes=[authorised(NOTE), authorised(replace(NOTE, number=2))]))
    assert lines.table.num_rows == 0
    (finding,) = lines.findings
    assert told(lines.findings) == ["EVD-PUR-09 default"]
    assert (finding.arguments["notes"], finding.amount_centavos) == ("2", 4_200_000)


def test_a_note_whose_origins_are_told_is_claimed() -> None:
    note = replace(NOTE, emitter=COOPERATIVE, series=1)
    origins = [{"chave": note.key, "item": 1, "cpf": FARMER, "quantidade": 1, "unidade_medida": "t"}]
    lines = lines_of(evidence(notes=[authorised(note)], origens=origins))
    assert (only(lines)["claimed"], lines.origins.num_rows) == (True, 1)


@pytest.mark.parametrize(
    "changes",
    [
        {"items": (replace(SOY, cfop="5949"),)},
        {"items": (replace(SOY, ncm="12011000"),)},
        {"items": (replace(SOY, ncm="84321000"),)},
        {"recipient": OTHER_PLANT},
        {"recipient": cnpj(99887766)},
    ],
    ids=["other operation", "seed to sow", "no feedstock", "another establishment", "another company"],
)
def test_a_note_that_is_no_purchase_of_feedstock_by_this_plant_is_no_line(changes: dict[str, Any]) -> None:
    note = replace(NOTE, **changes)
    assert lines_of(evidence(notes=[authorised(note)], agricultores=REGISTERED)).table.num_rows == 0


def test_a_note_belongs_to_the_plant_it_names() -> None:
    given = evidence((PLANT, OTHER_PLANT), [authorised(replace(NOTE, recipient=OTHER_PLANT))], agricultores=REGISTERED)
    assert lines_of(given).table.num_rows == 0
    assert only(lines_of(given, OTHER_PLANT))["plant"] == OTHER_PLANT


def test_a_row_without_plant_takes_the_plant_of_its_note() -> None:
    given = evidence(
        (PLANT, OTHER_PLANT),
        [authorised(replace(NOTE, recipient=OTHER_PLANT))],
        aquisicoes=[{**ROW, "chave": replace(NOTE, recipient=OTHER_PLANT).key}],
    )
    assert only(lines_of(given, OTHER_PLANT))["plant"] == OTHER_PLANT


def test_the_place_of_pick_up_goes_before_the_address() -> None:
    pickup = "<retirada><CPF>" + FARMER + "</CPF><cMun>5211909</cMun></retirada>"
    line = only(lines_of(evidence(notes=[authorised(replace(NOTE, groups=pickup))], agricultores=REGISTERED)))
    assert (line["municipality"], line["municipality_source"]) == ("5211909", "pickup")


def test_the_address_of_a_cooperative_is_not_the_origin() -> None:
    note = replace(NOTE, emitter=COOPERATIVE, series=1)
    lines = lines_of(evidence(notes=[authorised(note)], organizacoes=[{"cnpj": COOPERATIVE, "tipo": "cooperativa_af"}]))
    assert only(lines)["municipality"] is None
    assert "EVD-PUR-04 default" in told(lines.findings)


def test_a_product_the_ncm_leaves_open_must_be_told_by_a_row() -> None:
    note = replace(NOTE, items=(replace(SOY, ncm="12079990"),))
    lines = lines_of(evidence(notes=[authorised(note)], agricultores=REGISTERED))
    assert lines.table.num_rows == 0
    assert told(lines.findings) == ["EVD-PUR-08 product"]
    row = {**ROW, "produto": "palma", "forma": "cacho"}
    line = only(lines_of(evidence(notes=[authorised(note)], aquisicoes=[row])))
    assert (line["product"], line["form"]) == ("palma", "cacho")


# two notes that tell one purchase


def test_the_entry_note_that_agrees_counts_once_and_is_named() -> None:
    entry = counter_note(NOTE)
    lines = lines_of(evidence(notes=[authorised(NOTE), authorised(entry)], agricultores=REGISTERED))
    line = only(lines)
    assert (line["key"], line["entry_note"], line["counterpart"]) == (entry.key, entry.key, NOTE.key)
    assert (line["supplier"], line["centavos"], line["at_risk_centavos"]) == (FARMER, 2_100_000, 0)


def test_when_the_two_notes_disagree_the_lower_counts_and_the_difference_is_at_risk() -> None:
    entry = counter_note(NOTE, items=(replace(SOY, cfop="1101", value="22000.00"),))
    line = only(lines_of(evidence(notes=[authorised(NOTE), authorised(entry)], agricultores=REGISTERED)))
    assert (line["key"], line["entry_note"]) == (NOTE.key, entry.key)
    assert (line["centavos"], line["at_risk_centavos"]) == (2_100_000, 100_000)


def test_a_row_for_the_producers_note_annotates_the_entry_note_that_counts() -> None:
    entry = counter_note(NOTE)
    lines = lines_of(evidence(notes=[authorised(NOTE), authorised(entry)], aquisicoes=[ROW]))
    line = only(lines)
    assert (line["key"], line["contract"], line["proven"]) == (entry.key, "C-1", True)
    assert told(lines.findings) == []


def test_rows_for_both_notes_are_one_purchase() -> None:
    entry = counter_note(NOTE)
    rows = [ROW, {**ROW, "chave": entry.key, "contrato": "C-2"}]
    lines = lines_of(evidence(notes=[authorised(NOTE), authorised(entry)], aquisicoes=rows))
    assert sorted(zip(lines.table["contract"].to_pylist(), lines.table["evidence_block"].to_pylist(), strict=True)) == [
        ("C-1", "SBS-06"),
        ("C-2", ""),
    ]


def test_a_row_for_a_note_entered_in_two_parts_annotates_both() -> None:
    halves = [
        counter_note(NOTE, number=number, items=(replace(SOY, cfop="1101", quantity="5250.0000", value="10500.00"),))
        for number in (6001, 6002)
    ]
    lines = lines_of(evidence(notes=[authorised(note) for note in (NOTE, *halves)], aquisicoes=[ROW]))
    assert sorted(lines.table["key"].to_pylist()) == sorted(half.key for half in halves)
    assert set(lines.table["contract"].to_pylist()) == {"C-1"}
    assert sum(lines.table["centavos"].to_pylist()) == 2_100_000


def test_origins_under_the_producers_note_follow_the_entry_note() -> None:
    note = replace(NOTE, emitter=COOPERATIVE, series=1)
    origins = [{"chave": note.key, "cpf": OTHER_FARMER, "municipio": "5208707", "quantidade": 1, "unidade_medida": "t"}]
    given = evidence(
        notes=[authorised(note), authorised(counter_note(note))],
        aquisicoes=[{**ROW, "chave": note.key, "municipio_origem": None}],
        origens=origins,
    )
    lines = lines_of(given)
    assert lines.origins["line_id"].to_pylist() == [only(lines)["line_id"]]
    assert only(lines)["municipality"] == "5208707"


def test_a_delivery_with_the_price_to_be_fixed_is_no_purchase_yet() -> None:
    remittance = replace(NOTE, items=(replace(SOY, cfop="5131"),))
    line = only(lines_of(evidence(notes=[authorised(remittance)], aquisicoes=[ROW])))
    assert (line["evidence_block"], line["evidence_block_variant"]) == ("SBS-07", "price_not_fixed")
    assert lines_of(evidence(notes=[authorised(remittance)], agricultores=REGISTERED)).table.num_rows == 0


def test_a_row_for_the_delivery_annotates_the_fixing() -> None:
    remittance = replace(NOTE, items=(replace(SOY, cfop="5131"),))
    fixing = replace(
        NOTE,
        number=2,
        items=(replace(SOY, cfop="5132", quantity="0.0000", value="20000.00"),),
        references=(ref_note(remittance.key),),
    )
    line = only(lines_of(evidence(notes=[authorised(remittance), authorised(fixing)], aquisicoes=[ROW])))
    assert (line["key"], line["centavos"], line["grams"], line["contract"]) == (
        fixing.key,
        2_000_000,
        10_500_000,
        "C-1",
    )


# returns and complements


def returned(value: str = "1000.00") -> Note:
    """The plant gives part of it back."""
    item = replace(SOY, cfop="5201", quantity="500.0000", value=value)
    return replace(
        NOTE,
        emitter=PLANT,
        recipient=FARMER,
        series=1,
        number=77,
        purpose="4",
        items=(item,),
        references=(ref_note(NOTE.key),),
    )


def test_a_return_refers_to_the_note_that_counts() -> None:
    lines = lines_of(evidence(notes=[authorised(NOTE), authorised(returned())], agricultores=REGISTERED))
    kinds = {line["kind"]: line for line in lines.table.to_pylist()}
    assert kinds["return"]["return_of"] == kinds["purchase"]["key"] == NOTE.key
    assert (kinds["return"]["centavos"], kinds["return"]["supplier"], kinds["return"]["grams"]) == (
        100_000,
        FARMER,
        500_000,
    )


def test_a_return_of_an_entry_note_that_counts_follows_it() -> None:
    entry = counter_note(NOTE)
    notes = [authorised(NOTE), authorised(entry), authorised(returned())]
    lines = lines_of(evidence(notes=notes, agricultores=REGISTERED))
    assert {line["kind"]: line["return_of"] for line in lines.table.to_pylist()} == {
        "purchase": "",
        "return": entry.key,
    }


def test_the_return_of_a_purchase_that_a_row_claims_is_claimed_without_a_row() -> None:
    lines = lines_of(evidence(notes=[authorised(NOTE), authorised(returned())], aquisicoes=[ROW]))
    assert sorted(lines.table["kind"].to_pylist()) == ["purchase", "return"]


def test_a_row_of_a_return_names_its_purchase_as_line_ids_do() -> None:
    back = {**ROW, "chave": returned().key, "devolucao_de": f"{NOTE.key}-1"}
    lines = lines_of(evidence(notes=[authorised(NOTE), authorised(returned())], aquisicoes=[ROW, back]))
    assert [line["return_of"] for line in lines.table.to_pylist() if line["kind"] == "return"] == [f"{NOTE.key}-001"]


def test_a_complement_adds_value_and_no_quantity() -> None:
    item = replace(SOY, quantity="0.0000", value="300.00")
    complement = replace(NOTE, number=3, purpose="2", items=(item,), references=(ref_note(NOTE.key),))
    lines = lines_of(evidence(notes=[authorised(NOTE), authorised(complement)], agricultores=REGISTERED))
    (found,) = [line for line in lines.table.to_pylist() if line["kind"] == "complement"]
    assert (found["centavos"], found["grams"], found["quantity_micro"], found["return_of"]) == (
        30_000,
        None,
        None,
        NOTE.key,
    )
    assert told(lines.findings) == []


def test_the_reading_of_two_notes_is_recorded_when_there_are_two() -> None:
    session = load().session()
    entry = counter_note(NOTE)
    for notes in ([authorised(NOTE)], [authorised(NOTE), authorised(entry)]):
        purchase_lines(evidence(notes=notes, agricultores=REGISTERED), load(), session, PLANT)
        asked = {reading.key for reading in session.readings_used()}
        assert ("selo.contra_nota" in asked) == (len(notes) == 2)


def test_the_order_of_notes_and_rows_changes_nothing() -> None:
    entry = counter_note(NOTE)
    notes = [authorised(NOTE), authorised(entry), authorised(returned()), authorised(replace(NOTE, number=9))]
    rows = [ROW, {**ROW, "chave": entry.key}]
    one = lines_of(evidence(notes=notes, aquisicoes=rows, agricultores=REGISTERED))
    other = lines_of(evidence(notes=notes[::-1], aquisicoes=rows[::-1], agricultores=REGISTERED))
    columns = [name for name in one.table.column_names if name not in ("_file", "_row")]
    assert one.table.select(columns) == other.table.select(columns)


def test_feedstock_of_nobody_registered_is_kept_apart_for_regimes_that_measure_all_of_it() -> None:
    others = lines_of(evidence(notes=[authorised(NOTE)])).others.to_pylist()
    assert [(line["key"], line["product"], line["centavos"], line["claimed"]) for line in others] == [
        (NOTE.key, "soja", 2_100_000, False)
    ]
    assert lines_of(evidence(notes=[authorised(NOTE)], agricultores=REGISTERED)).others.num_rows == 0
