"""Numbers as people write them."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastro.evidence.columns import PER_UNIT, schema
from lastro.evidence.tables.cells import Context, read_columns
from lastro.evidence.tables.findings import Fault
from tests.evidence.tables.support import BOOK, codes, column, csv_bytes, one, purchase, read, xlsx_bytes

VALUE = schema().table("aquisicoes").column("valor")
QUANTITY = schema().table("aquisicoes").column("quantidade")
PERCENT = schema().table("organizacoes").column("percentual_af")


def parse(*cells: object, column=VALUE) -> list[object]:
    values, faults = read_columns([(column, list(cells))], Context(BOOK))
    return [faults[column.name].get(at, value) for at, value in enumerate(values[column.name])]


def fault(*cells: object, column=VALUE) -> str:
    [*_, last] = parse(*cells, column=column)
    assert isinstance(last, Fault), last
    return f"{last.code}.{last.variant}"


@pytest.mark.parametrize(
    ("written", "centavos"),
    [
        ("1.234,56", 123456),
        ("1234.56", 123456),
        ("1,234.56", 123456),
        ("R$ 1.234,56", 123456),
        ("R$1.234,56", 123456),
        ("1234", 123400),
        ("1.234.567", 123456700),
        ("1,234,567", 123456700),
        ("1 234,56", 123456),
        ("1\u00a0234,56", 123456),
        ("1'234.56", 123456),
        ("0,5", 50),
        (",5", 50),
        ("12.345,60", 1234560),
        ("1234,5000", 123450),
        ("0", 0),
        ('="608,40"', 60840),
    ],
)
def test_a_number_proves_its_own_signs(written: str, centavos: int) -> None:
    assert parse(written) == [centavos]


@pytest.mark.parametrize(
    "written", ["abc", "12 kg", "1.2.3", "1,2,3", "1.23.456", "1e5", "12-", "--1", "(1", "1,", "12%", "½", "٣"]
)
def test_what_is_no_number_is_told(written: str) -> None:
    assert fault(written).startswith(("EVD-TAB-21", "EVD-TAB-24.below"))


def test_one_thousand_or_one_point_two_is_never_guessed() -> None:
    assert fault("1.234") == "EVD-TAB-22.default"
    assert fault("1,234") == "EVD-TAB-22.default"


@pytest.mark.parametrize(
    ("evidence", "written"),
    [("10,5", "1.234"), ("10.5", "1,234"), ("1.234.567", "1.234"), ("0,123", "1.234"), ("1234,567", "1.234")],
)
def test_the_rest_of_the_column_decides(evidence: str, written: str) -> None:
    assert parse(evidence, written)[1] == 123400


def test_the_rest_of_the_sheet_decides_when_the_column_is_silent() -> None:
    record = purchase(valor="1.234", quantidade="10,5", unidade_medida="t")
    assert column(read(csv_bytes(one(record))), "valor") == [123400]


def test_a_column_that_proves_both_signs_decides_nothing() -> None:
    assert fault("10,5", "10.5", "1.234") == "EVD-TAB-22.default"


def test_a_column_speaks_before_the_sheet() -> None:
    values, faults = read_columns([(QUANTITY, ["10.5", "1.234"]), (VALUE, ["10,50", "1.234"])], Context(BOOK))
    assert values == {"quantidade": [10_500_000, 1_234_000], "valor": [1050, 123400]}
    assert not any(faults.values())


def test_a_third_place_of_a_real_is_not_rounded() -> None:
    assert fault("10,005") == "EVD-TAB-22.default"  # may be ten thousand and five
    assert fault("0,005") == "EVD-TAB-23.places"
    assert fault("1.000,005") == "EVD-TAB-23.places"


def test_a_negative_value_is_out_of_bounds_however_it_is_written() -> None:
    assert {fault(text) for text in ("-1", "−1", "1-", "(1)", "-R$ 1", "R$ -1,00")} == {"EVD-TAB-24.below"}
    assert fault("-(1)") == "EVD-TAB-21.default"


def test_what_64_bits_do_not_hold_is_refused() -> None:
    assert fault("9" * 18) == "EVD-TAB-24.too_large"
    assert fault("9" * 4_999) == "EVD-TAB-24.too_large"


def test_spreadsheet_noise_disappears_and_nothing_else() -> None:
    assert parse(0.1 + 0.2, 1234.56, 608.4, 3.0, 7) == [30, 123456, 60840, 300, 700]
    assert fault(0.125) == "EVD-TAB-23.places"
    assert fault(1000 / 3, column=QUANTITY) == "EVD-TAB-23.places"
    assert fault(float(10**15)) == "EVD-TAB-23.digits_lost"
    assert fault(float("inf")).startswith("EVD-TAB-38")


def test_currency_belongs_to_money_and_percent_to_percentages() -> None:
    assert fault("R$ 10", column=QUANTITY) == "EVD-TAB-21.default"
    assert parse("75%", "75", "0,75%", "100", column=PERCENT) == [750_000, 750_000, 7_500, 1_000_000]
    assert fault("101", column=PERCENT) == "EVD-TAB-24.above"


def test_a_fraction_that_may_be_a_percentage_is_not_guessed() -> None:
    assert fault("0,75", column=PERCENT) == "EVD-TAB-22.percent"
    assert fault(0.75, column=PERCENT) == "EVD-TAB-22.percent"
    assert parse("0", 0, column=PERCENT) == [0, 0]


@given(
    st.sampled_from(sorted(set(PER_UNIT) - {"percent"})),
    st.integers(0, 10**14),
    st.sampled_from([(",", "."), (".", ","), (",", ""), (".", ""), (",", " ")]),
)
def test_a_number_comes_back_as_it_was_written(kind: str, units: int, signs: tuple[str, str]) -> None:
    decimal_sign, thousands = signs
    places = len(str(PER_UNIT[kind])) - 1
    digits = str(units).rjust(places + 1, "0")
    whole, decimals = (digits[:-places], digits[-places:]) if places else (digits, "")
    grouped = f"{int(whole):,}".replace(",", thousands)
    written = grouped + (decimal_sign + decimals if decimals else "")
    evidence = f"0{decimal_sign}5" if places else f"1{thousands}234{thousands}567" if thousands else "5"
    subject = next(c for t in schema().tables.values() for c in t.columns if c.type == kind and (c.minimum or 0) == 0)
    assert parse(evidence, written, column=subject)[1] == units


@given(st.integers(0, 10**13 - 1))
def test_a_spreadsheet_number_of_fifteen_digits_is_exact(centavos: int) -> None:
    assert parse(float(Decimal(centavos) / 100)) == [centavos]


def test_a_thousand_as_text_in_a_workbook_is_refused_with_the_code_of_the_csv() -> None:
    record = purchase(valor="1.234")
    in_csv, in_xlsx = read(csv_bytes(one(record))), read(xlsx_bytes({"aquisicoes": one(record)}), "a.xlsx")
    assert codes(in_csv) == codes(in_xlsx) == ["EVD-TAB-22"]
