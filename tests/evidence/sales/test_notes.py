"""Sales from notes, with and without rows that annotate them."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest

from lastro.evidence.sales import SalesLines, sales_lines
from lastro.law import load
from tests.evidence.nfe.builder import DISTRIBUTOR, Item, Note, authorised, bare, event, ref_note
from tests.evidence.purchases.support import FARMER, OTHER_PLANT, PLANT, Row, cnpj, evidence, told

B100 = Item(cfop="5652", ncm="38260000", description="BIODIESEL B100", unit="M3", quantity="45.5000", value="200000.00")
SALE = Note(emitter=PLANT, recipient=DISTRIBUTOR, series=1, items=(B100,))
ROW: dict[str, Any] = {"chave": SALE.key, "valor_tributos": 600_000}


def sales(notes: list[bytes], rows: list[Row] | None = None, plants: tuple[str, ...] = (PLANT,)) -> SalesLines:
    book = load()
    return sales_lines(evidence(plants, notes, vendas=rows or []), book, book.session(), PLANT)


def only(lines: SalesLines) -> dict[str, Any]:
    (line,) = lines.table.to_pylist()
    return line


def test_a_note_of_biodiesel_is_a_sale_without_a_row() -> None:
    line = only(sales([authorised(SALE)]))
    assert (line["key"], line["sold_on"], line["plant"]) == (SALE.key, date(2023, 3, 15), PLANT)
    assert (line["ml"], line["centavos"], line["proven"]) == (45_500_000, 20_000_000, True)
    assert (line["product"], line["destination"], line["is_return"]) == ("biodiesel", "interno", False)


def test_the_row_gives_taxes_and_maker_and_the_note_the_rest() -> None:
    line = only(sales([authorised(SALE)], [{**ROW, "fabricacao": "terceiros"}]))
    assert (line["tax_centavos"], line["manufacture"], line["centavos"]) == (600_000, "terceiros", 20_000_000)


def test_a_sale_abroad_is_an_export() -> None:
    assert only(sales([authorised(replace(SALE, items=(replace(B100, cfop="7651"),)))]))["destination"] == "exportacao"


def test_an_export_that_the_note_does_not_show_is_doubtful_and_told() -> None:
    lines = sales([authorised(SALE)], [{**ROW, "destino": "exportacao"}])
    assert (only(lines)["destination"], only(lines)["export_doubtful"]) == ("exportacao", True)
    assert told(lines.findings) == ["EVD-SAL-07 default"]


@pytest.mark.parametrize(
    "changes",
    [
        {"items": (replace(B100, ncm="12019000", cfop="5102"),)},
        {"items": (replace(B100, cfop="5658"),), "recipient": OTHER_PLANT},
        {"emitter": cnpj(99887766)},
        {"environment": "2"},
    ],
    ids=["soy sold on", "transfer to another plant", "somebody else's sale", "test environment"],
)
def test_what_is_no_sale_of_biodiesel_by_the_plant_is_no_line(changes: dict[str, Any]) -> None:
    assert sales([authorised(replace(SALE, **changes))]).table.num_rows == 0


def test_a_cancelled_sale_is_no_sale_and_a_row_that_states_it_is_blocked() -> None:
    notes = [authorised(SALE), event(SALE.key)]
    assert sales(notes).table.num_rows == 0
    lines = sales(notes, [ROW])
    assert (only(lines)["block"], only(lines)["block_variant"]) == ("SBS-07", "cancelled")
    assert told(lines.findings) == ["EVD-SAL-04 undone"]


def test_a_note_without_protocol_does_not_prove_a_sale_that_still_counts() -> None:
    lines = sales([bare(SALE)], [ROW])
    assert (only(lines)["proven"], only(lines)["block"]) == (False, "")
    assert told(lines.findings) == ["EVD-SAL-01 no_protocol"]


@pytest.mark.parametrize(
    ("changes", "variant"),
    [
        ({"data": date(2023, 3, 16)}, "date"),
        ({"valor": 1}, "value"),
        ({"volume_m3": 45_500_000_000}, "volume"),
        ({"unidade": OTHER_PLANT}, "plant"),
    ],
)
def test_a_difference_is_told_with_both_values(changes: dict[str, Any], variant: str) -> None:
    book = load()
    given = evidence((PLANT, OTHER_PLANT), [authorised(SALE)], vendas=[{**ROW, **changes}])
    lines = sales_lines(given, book, book.session(), changes.get("unidade", PLANT))
    assert only(lines)["centavos"] == 20_000_000
    assert told(lines.findings) == [f"EVD-SAL-02 {variant}"]


def test_a_customers_return_comes_off_the_sale_it_names() -> None:
    back = Note(
        emitter=DISTRIBUTOR,
        recipient=PLANT,
        series=1,
        number=9,
        purpose="4",
        items=(replace(B100, cfop="5661"),),
        references=(ref_note(SALE.key),),
    )
    lines = sales([authorised(SALE), authorised(back)])
    returned = [line for line in lines.table.to_pylist() if line["is_return"]]
    assert [(line["return_of"], line["centavos"], line["ml"]) for line in returned] == [
        (SALE.key, 20_000_000, 45_500_000)
    ]


def test_a_complement_of_price_adds_value_and_no_volume() -> None:
    complement = replace(
        SALE,
        number=3,
        purpose="2",
        items=(replace(B100, quantity="0.0000", value="10.00"),),
        references=(ref_note(SALE.key),),
    )
    lines = sales([authorised(SALE), authorised(complement)])
    assert sum(lines.table["ml"].to_pylist()) == 45_500_000
    assert sum(lines.table["centavos"].to_pylist()) == 20_001_000
    assert told(lines.findings) == []


def test_litres_are_millilitres_by_a_thousand() -> None:
    assert (
        only(sales([authorised(replace(SALE, items=(replace(B100, unit="LT", quantity="45500.0000"),)))]))["ml"]
        == 45_500_000
    )


def test_a_sale_in_kilograms_has_no_volume_and_is_told() -> None:
    lines = sales([authorised(replace(SALE, items=(replace(B100, unit="KG", quantity="40000.0000"),)))])
    assert only(lines)["ml"] is None
    assert told(lines.findings) == ["EVD-SAL-06 default"]


def test_a_purchase_note_is_no_sale() -> None:
    assert sales([authorised(Note(emitter=FARMER))]).table.num_rows == 0
