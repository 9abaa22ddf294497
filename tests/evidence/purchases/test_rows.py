"""Purchases from rows of `aquisicoes` alone: nothing in nfe/ yet."""

from __future__ import annotations

from datetime import date
from typing import Any

import pyarrow as pa
import pytest

from lastro.statement.model import Severity
from tests.evidence.purchases.support import (
    COOPERATIVE,
    FARMER,
    OTHER_FARMER,
    OTHER_PLANT,
    PLANT,
    cnpj,
    evidence,
    key,
    lines_of,
    only,
    told,
)

ROW: dict[str, Any] = {
    "chave": key(FARMER),
    "item": 1,
    "data": date(2023, 3, 15),
    "fornecedor": FARMER,
    "produto": "soja",
    "forma": "grao",
    "municipio_origem": "5218805",
    "quantidade": 10_500_000,
    "unidade_medida": "t",
    "valor": 2_500_000,
    "safra": "2022/23",
}


def test_a_row_is_a_line_of_the_only_plant_named_by_key_and_item() -> None:
    lines = lines_of(evidence(aquisicoes=[ROW]))
    line = only(lines)
    assert line["line_id"] == f"{ROW['chave']}-001"
    assert line["plant"] == PLANT
    assert (line["grams"], line["ml"], line["quantity_micro"], line["unit"]) == (10_500_000, None, 10_500_000, "t")
    assert (line["centavos"], line["supplier_is_person"], line["kind"]) == (2_500_000, True, "purchase")
    assert (line["claimed"], line["proven"], line["evidence_block"]) == (True, False, "")
    assert (line["_file"], line["_row"]) == ("aquisicoes.csv", 2)


def test_every_column_has_an_exact_type() -> None:
    given = evidence(aquisicoes=[ROW], origens=[{"chave": ROW["chave"], "cpf": OTHER_FARMER, "quantidade": 1}])
    exact = {pa.string(), pa.int64(), pa.bool_(), pa.date32()}
    lines = lines_of(given)
    assert set(lines.table.schema.types) <= exact
    assert set(lines.origins.schema.types) <= exact


def test_without_any_note_one_alert_tells_how_much_is_unproven() -> None:
    lines = lines_of(evidence(aquisicoes=[ROW, {**ROW, "item": 2}]))
    (finding,) = lines.findings
    assert (finding.code, finding.variant, finding.severity) == ("EVD-PUR-01", "no_notes", Severity.ALERT)
    assert (finding.arguments["rows"], finding.amount_centavos) == ("2", 5_000_000)


def test_two_rows_for_one_item_count_once_and_the_other_is_blocked() -> None:
    lines = lines_of(evidence(aquisicoes=[ROW, {**ROW, "contrato": "other"}]))
    blocks = sorted(lines.table.column("evidence_block").to_pylist())
    assert blocks == ["", "SBS-06"]
    assert len(set(lines.table.column("line_id").to_pylist())) == 2


def test_which_of_two_rows_counts_does_not_depend_on_their_order() -> None:
    rows = [ROW, {**ROW, "contrato": "other"}]
    counted = [
        lines_of(evidence(aquisicoes=order)).table.filter(pa.compute.field("evidence_block") == "")["_hash"].to_pylist()
        for order in (rows, rows[::-1])
    ]
    assert counted[0] == counted[1]


def test_a_row_for_the_whole_note_repeats_the_rows_for_its_items() -> None:
    lines = lines_of(evidence(aquisicoes=[ROW, {**ROW, "item": None, "valor": 9}]))
    blocked = {line["centavos"]: line["evidence_block"] for line in lines.table.to_pylist()}
    assert blocked == {2_500_000: "", 9: "SBS-06"}


def test_equal_rows_without_a_key_are_two_purchases_with_two_names() -> None:
    row = {**ROW, "chave": None, "item": None}
    lines = lines_of(evidence(aquisicoes=[row, row]))
    names = sorted(lines.table.column("line_id").to_pylist())
    assert names[1] == f"{names[0]}-2"
    assert set(lines.table.column("evidence_block").to_pylist()) == {""}


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"chave": key(FARMER)[:-1] + str((int(key(FARMER)[-1]) + 1) % 10)}, "check_digit"),
        ({"chave": key(FARMER)[:-1]}, "shape"),
        ({"chave": key(FARMER, model="57")}, "model"),
        ({"data": date(2023, 4, 1)}, "month"),
        ({"fornecedor": OTHER_FARMER}, "issuer"),
    ],
)
def test_a_key_that_cannot_be_of_this_purchase_blocks_it(changes: dict[str, Any], fault: str) -> None:
    line = only(lines_of(evidence(aquisicoes=[{**ROW, **changes}])))
    assert (line["evidence_block"], line["evidence_block_variant"]) == ("SBS-08", fault)


@pytest.mark.parametrize(
    "chave",
    [key(PLANT, series=1), key(cnpj(16907746), series=890), key(OTHER_PLANT, series=1), key(FARMER, series=920)],
    ids=["entry note of the plant", "issued by the tax office", "another plant of the company", "the farmer's own"],
)
def test_supplier_buyer_and_tax_office_may_have_issued_the_note(chave: str) -> None:
    assert only(lines_of(evidence(aquisicoes=[{**ROW, "chave": chave}])))["evidence_block"] == ""


def test_a_branch_of_the_cooperative_may_have_issued_its_note() -> None:
    row = {**ROW, "fornecedor": COOPERATIVE, "chave": key(cnpj(33445566, 7), series=1)}
    assert only(lines_of(evidence(aquisicoes=[row])))["evidence_block"] == ""


def test_with_two_plants_a_row_without_plant_is_out_and_told() -> None:
    lines = lines_of(evidence(plants=(PLANT, OTHER_PLANT), aquisicoes=[ROW]))
    assert lines.table.num_rows == 0
    assert told(lines.findings) == ["EVD-PUR-03 missing"]


def test_a_row_of_the_other_plant_is_not_of_this_one() -> None:
    given = evidence(plants=(PLANT, OTHER_PLANT), aquisicoes=[{**ROW, "unidade": OTHER_PLANT}])
    assert lines_of(given).table.num_rows == 0
    assert lines_of(given, OTHER_PLANT).table.num_rows == 1


def test_a_plant_that_is_not_in_the_configuration_is_told() -> None:
    lines = lines_of(evidence(aquisicoes=[{**ROW, "unidade": cnpj(55667788)}]))
    assert told(lines.findings) == ["EVD-PUR-03 unknown"]


@pytest.mark.parametrize(
    ("column", "fault"), [("data", "date"), ("fornecedor", "supplier"), ("valor", "value"), ("produto", "product")]
)
def test_a_row_without_what_a_purchase_needs_is_out_and_told(column: str, fault: str) -> None:
    lines = lines_of(evidence(aquisicoes=[{**ROW, column: None}]))
    assert lines.table.num_rows == 0
    assert told(lines.findings) == [f"EVD-PUR-08 {fault}"]


def test_an_input_needs_no_product() -> None:
    line = only(lines_of(evidence(aquisicoes=[{**ROW, "produto": None, "insumo": "metanol"}])))
    assert (line["input"], line["product"]) == ("metanol", "")


def test_a_row_that_returns_a_purchase_is_a_return_with_a_positive_value() -> None:
    line = only(lines_of(evidence(aquisicoes=[{**ROW, "devolucao_de": key(FARMER, 9)}])))
    assert (line["kind"], line["return_of"], line["centavos"]) == ("return", key(FARMER, 9), 2_500_000)


# place of origin


def test_without_a_stated_origin_the_farmers_registered_property_is_the_origin() -> None:
    registry = [{"cpf": FARMER, "municipio": "5208707"}]
    line = only(lines_of(evidence(aquisicoes=[{**ROW, "municipio_origem": None}], agricultores=registry)))
    assert (line["municipality"], line["municipality_source"]) == ("5208707", "registry")


def test_of_two_registered_properties_the_one_in_force_on_the_date_is_the_origin() -> None:
    registry = [
        {"cpf": FARMER, "municipio": "5208707", "inicio": date(2021, 1, 1), "fim": date(2023, 3, 14)},
        {"cpf": FARMER, "municipio": "5218805", "inicio": date(2023, 3, 15)},
    ]
    line = only(lines_of(evidence(aquisicoes=[{**ROW, "municipio_origem": None}], agricultores=registry)))
    assert line["municipality"] == "5218805"


def test_two_registered_properties_in_force_leave_the_origin_undetermined() -> None:
    registry = [{"cpf": FARMER, "municipio": "5208707"}, {"cpf": FARMER, "municipio": "5218805"}]
    lines = lines_of(evidence(aquisicoes=[{**ROW, "municipio_origem": None}], agricultores=registry))
    assert only(lines)["municipality"] is None
    assert "EVD-PUR-04 several_properties" in told(lines.findings)


def test_an_origin_nobody_states_is_undetermined_and_told() -> None:
    lines = lines_of(evidence(aquisicoes=[{**ROW, "municipio_origem": None}]))
    assert only(lines)["municipality"] is None
    assert "EVD-PUR-04 default" in told(lines.findings)


def test_origins_in_one_municipality_are_the_origin_of_the_line() -> None:
    origins = [{"chave": ROW["chave"], "item": 1, "cpf": OTHER_FARMER, "municipio": "5208707", "quantidade": 1}]
    registry = [{"cpf": FARMER, "municipio": "5218805"}]
    given = evidence(aquisicoes=[{**ROW, "municipio_origem": None}], origens=origins, agricultores=registry)
    line = only(lines_of(given))
    assert (line["municipality"], line["municipality_source"]) == ("5208707", "origins")


# contract and crop year

CONTRACT = {
    "numero": "C-1",
    "fornecedor": FARMER,
    "produto": "soja",
    "assinatura": date(2022, 9, 1),
    "safra": "2022/23",
}


def test_the_single_contract_of_supplier_and_product_is_the_lines() -> None:
    given = evidence(aquisicoes=[{**ROW, "safra": None}], contratos=[CONTRACT])
    line = only(lines_of(given))
    assert (line["contract"], line["crop_year"]) == ("C-1", "2022/23")


@pytest.mark.parametrize(
    "changes",
    [
        {"assinatura": date(2023, 3, 16)},
        {"fim": date(2023, 3, 14)},
        {"produto": "milho"},
        {"fornecedor": OTHER_FARMER},
        {"unidade": OTHER_PLANT},
        {"safra": "2021/22"},
    ],
    ids=["signed later", "ended before", "another product", "another supplier", "another plant", "another crop year"],
)
def test_a_contract_that_does_not_cover_the_purchase_is_not_its_contract(changes: dict[str, Any]) -> None:
    assert only(lines_of(evidence(aquisicoes=[ROW], contratos=[{**CONTRACT, **changes}])))["contract"] == ""


def test_a_contract_signed_on_the_day_of_the_note_covers_it() -> None:
    given = evidence(aquisicoes=[ROW], contratos=[{**CONTRACT, "assinatura": date(2023, 3, 15)}])
    assert only(lines_of(given))["contract"] == "C-1"


def test_several_contracts_are_told_and_none_is_chosen() -> None:
    lines = lines_of(evidence(aquisicoes=[ROW], contratos=[CONTRACT, {**CONTRACT, "numero": "C-2"}]))
    assert only(lines)["contract"] == ""
    (finding,) = [finding for finding in lines.findings if finding.code == "EVD-PUR-05"]
    assert finding.arguments["contracts"] == "C-1, C-2"


def test_the_rows_crop_year_goes_before_the_contracts() -> None:
    row = {**ROW, "safra": "2021/22", "contrato": "C-1"}
    assert only(lines_of(evidence(aquisicoes=[row], contratos=[CONTRACT])))["crop_year"] == "2021/22"


def test_without_contract_the_crop_calendar_gives_the_crop_year() -> None:
    assert only(lines_of(evidence(aquisicoes=[{**ROW, "safra": None}])))["crop_year"] == "2022/23"


def test_a_product_the_calendar_does_not_know_has_no_crop_year_and_is_told() -> None:
    lines = lines_of(evidence(aquisicoes=[{**ROW, "safra": None, "produto": "macauba"}]))
    assert only(lines)["crop_year"] is None
    assert "EVD-PUR-06 default" in told(lines.findings)


# units


@pytest.mark.parametrize(
    ("unit", "micro", "grams", "ml"),
    [
        ("kg", 1_500_000, 1_500, None),
        ("t", 1, 1, None),
        ("kg", 500, 1, None),  # half a gram rounds away from zero
        ("kg", 499, 0, None),
        ("sc60", 1_000_000, 60_000, None),
        ("sc", 1_000_000, 60_000, None),
        ("L", 1_000_000, None, 1_000),
        ("m3", 9_000_000_000_000, None, 9_000_000_000_000),
    ],
)
def test_quantities_become_grams_or_millilitres_exactly(
    unit: str, micro: int, grams: int | None, ml: int | None
) -> None:
    line = only(lines_of(evidence(aquisicoes=[{**ROW, "unidade_medida": unit, "quantidade": micro}])))
    assert (line["grams"], line["ml"]) == (grams, ml)


def test_a_sack_weighs_what_the_contract_says() -> None:
    row = {**ROW, "unidade_medida": "sc", "quantidade": 2_000_000}
    line = only(lines_of(evidence(aquisicoes=[row], contratos=[{**CONTRACT, "kg_por_saca": 50_000}])))
    assert line["grams"] == 100_000


def test_a_sack_of_unknown_weight_has_no_grams_and_is_told() -> None:
    lines = lines_of(evidence(aquisicoes=[{**ROW, "unidade_medida": "sc", "produto": "girassol"}]))
    assert only(lines)["grams"] is None
    assert "EVD-PUR-07 no_factor" in told(lines.findings)


@pytest.mark.parametrize(
    ("changes", "variant"), [({"unidade_medida": None}, "no_unit"), ({"quantidade": None}, "no_quantity")]
)
def test_what_cannot_be_converted_is_told(changes: dict[str, Any], variant: str) -> None:
    lines = lines_of(evidence(aquisicoes=[{**ROW, **changes}]))
    assert only(lines)["grams"] is None
    assert f"EVD-PUR-07 {variant}" in told(lines.findings)


def test_heads_need_no_grams() -> None:
    row = {**ROW, "produto": "bovino", "forma": "vivo", "unidade_medida": "cabeca"}
    assert told(lines_of(evidence(aquisicoes=[row])).findings) == ["EVD-PUR-01 no_notes"]


# origins


def test_origins_follow_their_line_in_grams() -> None:
    origins = [
        {
            "chave": ROW["chave"],
            "item": 1,
            "cpf": OTHER_FARMER,
            "municipio": "5208707",
            "quantidade": 4_000_000,
            "unidade_medida": "t",
        },
        {"chave": ROW["chave"], "item": 1, "cpf": FARMER, "quantidade": 6_500_000, "unidade_medida": "t", "valor": 7},
    ]
    found = lines_of(evidence(aquisicoes=[ROW], origens=origins)).origins.to_pylist()
    assert [(o["cpf"], o["grams"], o["centavos"], o["municipality"]) for o in found] == [
        (FARMER, 6_500_000, 7, None),
        (OTHER_FARMER, 4_000_000, None, "5208707"),
    ]
    assert {o["line_id"] for o in found} == {f"{ROW['chave']}-001"}


def test_an_origin_without_item_belongs_to_the_only_line_of_its_note() -> None:
    origins = [{"chave": ROW["chave"], "cpf": OTHER_FARMER, "quantidade": 1_000_000, "unidade_medida": "kg"}]
    assert lines_of(evidence(aquisicoes=[ROW], origens=origins)).origins.num_rows == 1


def test_an_origin_without_item_of_a_note_with_two_lines_is_told() -> None:
    origins = [{"chave": ROW["chave"], "cpf": OTHER_FARMER, "quantidade": 1_000_000, "unidade_medida": "kg"}]
    lines = lines_of(evidence(aquisicoes=[ROW, {**ROW, "item": 2}], origens=origins))
    assert lines.origins.num_rows == 0
    assert "EVD-PUR-10 which_item" in told(lines.findings)


def test_an_origin_of_no_purchase_is_told() -> None:
    origins = [
        {"chave": key(COOPERATIVE), "item": 1, "cpf": OTHER_FARMER, "quantidade": 1_000_000, "unidade_medida": "kg"}
    ]
    assert "EVD-PUR-10 no_purchase" in told(lines_of(evidence(aquisicoes=[ROW], origens=origins)).findings)
