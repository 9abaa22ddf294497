"""CFOP and NCM effects, and units: what is known, what stays pending, and no factor made up."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from lastro.law import Evidence, load
from lastro.law.goods import cfops, ncms

BOOK = load()
DAY = date(2023, 5, 1)


@pytest.mark.parametrize(
    "code, effect",
    [
        ("5101", "purchase"), ("6102", "purchase"), ("5159", "purchase"), ("5118", "purchase"), ("6120", "purchase"),
        ("1101", "purchase_entry"), ("2101", "purchase_entry"), ("1102", "purchase_entry"), ("1111", "purchase_entry"),
        ("1118", "purchase_entry"), ("1120", "purchase_entry"), ("1122", "purchase_entry"), ("1159", "purchase_entry"),
        ("1651", "purchase_entry"), ("5131", "remittance"), ("1131", "remittance"), ("6131", "remittance"),
        ("5132", "fixing"), ("1132", "fixing"), ("1135", "fixing"), ("2135", "fixing"),
        ("5922", "future_billing"), ("1922", "future_billing"), ("5116", "future_delivery"), ("1116", "future_delivery"),
        ("5923", "sale_to_order_remittance"), ("5201", "return_of_purchase"), ("6202", "return_of_purchase"),
        ("5660", "return_of_purchase"), ("1201", "return_of_sale"), ("1202", "return_of_sale"), ("1660", "return_of_sale"),
        ("5651", "sale"), ("6652", "sale"), ("5653", "sale"), ("5655", "sale"), ("6656", "sale"), ("7651", "export"),
        ("5501", "export"), ("6501", "export"), ("5658", "transfer"), ("1451", "other"), ("1949", "other"),
    ],
)  # fmt: skip
def test_what_an_operation_code_does(code: str, effect: str) -> None:
    found = BOOK.cfop(code, DAY)
    assert found is not None
    assert found.effect == effect


@pytest.mark.parametrize("code", ["", "9999", "1.101", "110", "0000"])
def test_an_unknown_operation_code_has_no_effect(code: str) -> None:
    assert BOOK.cfop(code, DAY) is None


def test_a_code_means_nothing_before_its_first_day() -> None:
    assert BOOK.cfop("1101", date(2002, 12, 31)) is None
    assert BOOK.cfop("1101", date(2003, 1, 1)) is not None


def test_codes_of_the_same_operation_inside_and_outside_the_state_do_the_same() -> None:
    for code, effects in cfops().items():
        twin = {"1": "2", "2": "1", "5": "6", "6": "5"}.get(code[0], "") + code[1:]
        if twin in cfops():
            assert [e.effect for e in effects] == [e.effect for e in cfops()[twin]], code


@pytest.mark.parametrize(
    "code, product, form, use",
    [
        ("12019000", "soja", "grao", "feedstock"), ("12011000", "soja", "semente", "sowing"),
        ("15071000", "soja", "oleo", "feedstock"), ("15079011", "soja", "oleo", "feedstock"),
        ("12073090", "mamona", "baga", "feedstock"), ("12073010", "mamona", "semente", "sowing"),
        ("15153000", "mamona", "oleo", "feedstock"), ("15111000", "palma", "oleo", "feedstock"),
        ("15132919", "palma", "oleo", "feedstock"), ("15132920", "babacu", "oleo", "feedstock"),
        ("10059010", "milho", "grao", "feedstock"), ("10051000", "milho", "semente", "sowing"),
        ("15141100", "canola", "oleo", "feedstock"), ("12072900", "algodao", "caroco", "feedstock"),
        ("12024200", "amendoim", "grao", "feedstock"), ("12074090", "gergelim", "grao", "feedstock"),
        ("15021012", "bovino", "sebo", "feedstock"), ("15011000", "suino", "gordura", "feedstock"),
        ("15019000", "ave", "gordura", "feedstock"), ("15042000", "peixe", "oleo", "feedstock"),
        ("15180090", "residuo", "oleo", "feedstock"), ("01022190", "bovino", "vivo", "feedstock"),
        ("01041011", "ovino", "vivo", "feedstock"), ("01042090", "caprino", "vivo", "feedstock"),
        ("03019190", "peixe", "vivo", "feedstock"), ("38260000", "biodiesel", "outro", "biodiesel"),
        ("15200010", "glicerina", "outro", "glycerin"), ("22071010", "etanol", "outro", "input"),
        ("12129300", "cana", "outro", "feedstock"), ("27101921", "diesel", "outro", "other"),
    ],
)  # fmt: skip
def test_which_good_a_code_names(code: str, product: str, form: str, use: str) -> None:
    found = BOOK.ncm(code, DAY)
    assert found is not None
    assert (found.product, found.form, found.use, found.ambiguous) == (product, form, use, False)


@pytest.mark.parametrize("code", ["12079990", "15159090"])
def test_a_code_that_several_crops_share_is_ambiguous(code: str) -> None:
    found = BOOK.ncm(code, DAY)
    assert found is not None
    assert found.ambiguous


@pytest.mark.parametrize("code", ["00", "", "87032100", "15"])
def test_an_unknown_good_is_unknown(code: str) -> None:
    assert BOOK.ncm(code, DAY) is None


def test_the_longest_known_prefix_answers() -> None:
    assert {len(code) for code in ncms()} >= {4, 6, 8}
    found = BOOK.ncm("03061100", DAY)
    assert found is not None
    assert found.product == "outro"


@pytest.mark.parametrize(
    "text, unit",
    [
        ("KG", "kg"), ("Kgs.", "kg"), ("quilo", "kg"), ("G", "g"), ("T", "t"), ("ton", "t"), ("TN", "t"),
        ("SC", "sc"), ("saca", "sc"), ("Sacas", "sc"), ("SC60", "sc60"), ("SC-60", "sc60"), ("sc 60 kg", "sc60"),
        ("@", "arroba"), ("AR", "arroba"), ("CB", "cabeca"), ("cabeça", "cabeca"), ("L", "L"), ("LTS", "L"),
        ("M3", "m3"), ("m³", "m3"), ("MTC", "m3"), ("UN", "un"), ("unid", "un"),
        ("CX", None), ("PC", None), ("", None), ("60", None),
    ],
)  # fmt: skip
def test_units_are_read_as_invoices_write_them(text: str, unit: str | None) -> None:
    assert BOOK.normalise_unit(text) == unit


@pytest.mark.parametrize(
    "product, unit, kind, factor",
    [
        ("soja", "kg", "mass", 1_000), ("palma", "T", "mass", 1_000_000), ("mamona", "SC-60", "mass", 60_000),
        ("soja", "L", "volume", 1_000), ("biodiesel", "M3", "volume", 1_000_000), ("bovino", "CAB", "head", 1),
    ],
)  # fmt: skip
def test_a_unit_is_exact_in_grams_millilitres_or_heads(product: str, unit: str, kind: str, factor: int) -> None:
    found = BOOK.unit_factor(product, unit, DAY)
    assert found is not None
    assert (found.kind, found.factor, found.reading) == (kind, Fraction(factor), "")


@pytest.mark.parametrize("product", ["soja", "milho"])
def test_a_plain_sack_of_soy_or_corn_is_unverified_and_hangs_on_a_reading(product: str) -> None:
    found = BOOK.unit_factor(product, "SC", DAY)
    assert found is not None
    assert found.factor == 60_000
    assert found.evidence is Evidence.UNVERIFIED
    assert found.reading in BOOK.readings


@pytest.mark.parametrize("product, unit", [("girassol", "SC"), ("amendoim", "saca"), ("bovino", "@"), ("soja", "CX")])
def test_what_nothing_says_stays_pending(product: str, unit: str) -> None:
    assert BOOK.unit_factor(product, unit, DAY) is None
