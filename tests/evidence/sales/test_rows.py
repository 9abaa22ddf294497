"""Sales from rows of `vendas` alone: nothing in nfe/ yet."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from lastro.evidence.sales import SalesLines, sales_lines
from lastro.law import load
from lastro.statement.model import Severity
from tests.evidence.purchases.support import FARMER, OTHER_PLANT, PLANT, Row, evidence, key, told

ROW: dict[str, Any] = {
    "chave": key(PLANT, series=1),
    "data": date(2023, 3, 20),
    "volume_m3": 45_000_000,
    "valor": 20_000_000,
    "valor_tributos": 600_000,
}


def sales(rows: list[Row], plants: tuple[str, ...] = (PLANT,), plant: str = PLANT) -> SalesLines:
    book = load()
    return sales_lines(evidence(plants, vendas=rows), book, book.session(), plant)


def only(lines: SalesLines) -> dict[str, Any]:
    (line,) = lines.table.to_pylist()
    return line


def test_a_row_is_a_domestic_sale_of_own_biodiesel_unless_it_says_otherwise() -> None:
    line = only(sales([ROW]))
    assert (line["product"], line["manufacture"], line["destination"]) == ("biodiesel", "propria", "interno")
    assert (line["ml"], line["centavos"], line["tax_centavos"]) == (45_000_000, 20_000_000, 600_000)
    assert (line["sale_id"], line["is_return"], line["block"]) == (ROW["chave"], False, "")


def test_what_the_row_says_of_maker_market_and_product_is_kept() -> None:
    line = only(sales([{**ROW, "produto": "glicerina", "fabricacao": "importado", "destino": "exportacao"}]))
    assert (line["product"], line["manufacture"], line["destination"]) == ("glicerina", "importado", "exportacao")


def test_a_key_stated_twice_is_one_sale_and_the_other_row_is_blocked() -> None:
    lines = sales([ROW, {**ROW, "valor": 1}])
    assert sorted(lines.table.column("block").to_pylist()) == ["", "SBS-06"]
    assert "EVD-SAL-04 repeated_row" in told(lines.findings)


def test_two_products_of_one_note_are_two_sales() -> None:
    lines = sales([ROW, {**ROW, "produto": "glicerina"}])
    assert set(lines.table.column("block").to_pylist()) == {""}


def test_a_return_is_marked_and_keeps_its_value_positive() -> None:
    line = only(sales([{**ROW, "devolucao_de": key(PLANT, 7, series=1)}]))
    assert (line["is_return"], line["return_of"], line["centavos"]) == (True, key(PLANT, 7, series=1), 20_000_000)


def test_a_sale_with_a_faulty_key_still_weighs_on_the_denominator() -> None:
    lines = sales([{**ROW, "data": date(2023, 4, 1)}])
    assert only(lines)["block"] == ""
    (finding,) = [f for f in lines.findings if f.code == "EVD-SAL-05"]
    assert (finding.variant, finding.severity) == ("month", Severity.ALERT)


def test_a_return_with_a_faulty_key_does_not_lower_the_denominator() -> None:
    lines = sales([{**ROW, "data": date(2023, 4, 1), "devolucao_de": key(PLANT, 7, series=1)}])
    assert only(lines)["block"] == "SBS-08"
    assert "EVD-SAL-05 month" in told(lines.findings)


def test_the_customer_may_issue_the_note_of_a_return_but_not_of_a_sale() -> None:
    foreign = {**ROW, "chave": key(FARMER)}
    assert told(sales([{**foreign, "devolucao_de": ROW["chave"]}]).findings) == ["EVD-SAL-01 no_notes"]
    assert "EVD-SAL-05 issuer" in told(sales([foreign]).findings)


def test_with_two_plants_a_row_without_plant_is_out_and_told() -> None:
    lines = sales([ROW], plants=(PLANT, OTHER_PLANT))
    assert lines.table.num_rows == 0
    assert told(lines.findings) == ["EVD-SAL-03 missing"]


def test_each_plant_sees_its_own_sales() -> None:
    rows = [{**ROW, "unidade": OTHER_PLANT}]
    assert sales(rows, (PLANT, OTHER_PLANT)).table.num_rows == 0
    assert sales(rows, (PLANT, OTHER_PLANT), OTHER_PLANT).table.num_rows == 1


def test_a_sale_without_volume_is_told() -> None:
    assert "EVD-SAL-06 default" in told(sales([{**ROW, "volume_m3": None}]).findings)


@pytest.mark.parametrize(("column", "fault"), [("data", "date"), ("valor", "value")])
def test_a_row_without_date_or_value_is_out_and_told(column: str, fault: str) -> None:
    lines = sales([{**ROW, column: None}])
    assert lines.table.num_rows == 0
    assert told(lines.findings) == [f"EVD-SAL-08 {fault}"]


def test_without_any_note_one_alert_tells_how_much_is_unproven() -> None:
    lines = sales([ROW, {**ROW, "chave": None}])
    (finding,) = lines.findings
    assert (finding.code, finding.variant, finding.amount_centavos) == ("EVD-SAL-01", "no_notes", 40_000_000)
