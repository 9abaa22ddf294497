"""CPF, CNPJ, access keys, vocabulary, yes and no, places and plain text."""

from __future__ import annotations

from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastro.evidence.columns import schema
from lastro.evidence.tables.cells import Context, read_columns
from lastro.evidence.tables.findings import Fault, shown
from lastro.evidence.tables.model import BadCell
from tests.evidence.tables.support import BOOK, cnpj, cpf, key

PURCHASES = schema().table("aquisicoes")
SUPPLIER, KEY, PRODUCT, OWN = (PURCHASES.column(n) for n in ("fornecedor", "chave", "produto", "propria"))
PLACE, CONTRACT, UNIT = (PURCHASES.column(n) for n in ("municipio_origem", "contrato", "unidade_medida"))
FARMER = schema().table("agricultores").column("cpf")
PROOF = schema().table("dispendios").column("comprovante")


def parse(cell: object, column) -> object:
    values, faults = read_columns([(column, [cell])], Context(BOOK))
    return faults[column.name].get(0, values[column.name][0])


def fault(cell: object, column) -> str:
    found = parse(cell, column)
    assert isinstance(found, Fault), found
    return f"{found.code}.{found.variant}"


def test_a_cpf_gets_its_zeros_back_when_the_check_digits_agree() -> None:
    whole = cpf(1234567)
    assert whole.startswith("00")
    for written in (
        whole,
        whole.lstrip("0"),
        int(whole),
        float(int(whole)),
        f"{whole[:3]}.{whole[3:6]}.{whole[6:9]}-{whole[9:]}",
    ):
        assert parse(written, FARMER) == whole
        assert parse(written, SUPPLIER) == whole


def test_a_cnpj_gets_its_zeros_back_too_and_may_have_letters() -> None:
    whole = cnpj(123456000191)
    assert parse(float(int(whole)), SUPPLIER) == whole
    assert parse("1180000126", SUPPLIER) == "00001180000126"
    assert parse("12.abc.345/01de-35", SUPPLIER) == "12ABC34501DE35"


def test_a_wrong_check_digit_is_told_and_the_cpf_is_masked() -> None:
    whole = cpf(111222333)
    wrong = whole[:-1] + str((int(whole[-1]) + 1) % 10)
    assert fault(wrong, FARMER) == "EVD-TAB-26.cpf_check"
    assert fault(123.5, FARMER) == "EVD-TAB-26.cpf_shape"
    assert shown(wrong, FARMER) == f"***.{wrong[3:6]}.{wrong[6:9]}-**"


def test_no_message_shows_a_whole_cpf_wherever_it_was_typed() -> None:
    assert cpf(111222333) not in shown(f"João, {cpf(111222333)}")
    assert shown(key(1)) == key(1)


@given(st.integers(1, 999_999_998))
def test_a_cpf_is_never_taken_for_a_cnpj(number: int) -> None:
    whole = cpf(number)
    if len(set(whole)) > 1:
        assert parse(whole.lstrip("0"), SUPPLIER) == whole


def test_a_key_is_text_of_44_positions() -> None:
    whole = key(7)
    spaced = " ".join(whole[i : i + 4] for i in range(0, 44, 4))
    assert parse(whole, KEY) == parse(spaced, KEY) == parse("NFe" + whole, KEY) == parse("'" + whole, KEY) == whole
    assert fault(whole[:-1] + str((int(whole[-1]) + 1) % 10), KEY) == "EVD-TAB-27.key_check"
    assert fault(whole[:-1], KEY) == "EVD-TAB-27.key_shape"


@pytest.mark.parametrize("cell", [float(key(7)), 42, "3,52607123456780E+43", "3.526E43"])
def test_a_key_that_became_a_number_is_gone(cell: object) -> None:
    assert fault(cell, KEY) == "EVD-TAB-28.default"


@pytest.mark.parametrize("written", ["palma", "Dendê", "DENDÊ", "dende", "oil palm", "palma de óleo"])
def test_synonyms_mean_one_product(written: str) -> None:
    assert parse(written, PRODUCT) == "palma"


def test_an_unknown_word_is_told_with_the_nearest_known_one() -> None:
    found = parse("mamonna", PRODUCT)
    assert isinstance(found, Fault)
    assert found.arguments["suggestion"] == "mamona"
    assert fault("quinoa", PRODUCT) == "EVD-TAB-29.default"
    assert fault(1, PRODUCT) == "EVD-TAB-29.default"


def test_every_word_of_every_vocabulary_is_read_in_both_languages() -> None:
    for table in schema().tables.values():
        for column in table.columns:
            for value, english in column.vocabulary.values.items() if column.vocabulary else ():
                assert parse(value, column) == parse(english, column) == parse(value.upper(), column) == value


@pytest.mark.parametrize("written", ["S", "sim", "x", "1", 1, 1.0, True, "VERDADEIRO", "yes"])
def test_yes(written: object) -> None:
    assert parse(written, OWN) is True


@pytest.mark.parametrize("written", ["N", "não", "0", 0, False, "", "  ", "-", "FALSO"])
def test_no(written: object) -> None:
    assert parse(written, OWN) is False


@pytest.mark.parametrize("written", ["talvez", 2, "12/2023", date(2023, 1, 1)])
def test_neither_yes_nor_no(written: object) -> None:
    assert fault(written, OWN) == "EVD-TAB-32.default"


def test_a_municipality_by_code_or_by_name() -> None:
    for written in ("5218805", 5218805, 5218805.0, "Rio Verde/GO", "rio verde - go"):
        assert parse(written, PLACE) == "5218805"
    assert fault("Xanadu/GO", PLACE) == "EVD-TAB-30.default"
    assert fault("9999999", PLACE) == "EVD-TAB-30.default"
    assert fault("Bom Jesus", PLACE) == "EVD-TAB-31.default"


def test_a_contract_number_stays_as_typed_or_is_refused() -> None:
    assert parse("  C-001 / 2023 ", CONTRACT) == "C-001 / 2023"
    assert parse(123.0, CONTRACT) == parse("123", CONTRACT) == "123"
    assert fault(12.2023, CONTRACT) == "EVD-TAB-38.number"
    assert fault(date(2023, 12, 1), CONTRACT) == "EVD-TAB-38.date"
    assert fault(1e15, CONTRACT) == "EVD-TAB-38.number"
    assert fault(True, CONTRACT) == "EVD-TAB-38.truth"
    assert fault(time(8, 0), CONTRACT) == "EVD-TAB-38.time"


def test_no_document_is_no_document_however_it_is_said() -> None:
    assert [parse(word, PROOF) for word in ("não", "N", "nenhum", "-", "n/a", "0")] == [None] * 6
    assert parse("NF 123", PROOF) == "NF 123"


def test_injected_formulas_are_inert_text() -> None:
    for text in ('=HYPERLINK("http://x")', "+1+1", "@SUM(A1)", "-2+3", "=cmd|'/C calc'!A0"):
        assert parse(text, CONTRACT) == text


def test_errors_and_bad_text_are_told() -> None:
    assert fault(BadCell("error", "#REF!"), CONTRACT) == fault("#N/D", CONTRACT) == "EVD-TAB-35.default"
    assert fault("a\x07b", CONTRACT) == "EVD-TAB-39.control"
    assert fault("a" * 6_000, CONTRACT) == "EVD-TAB-39.too_long"


def test_invisible_characters_do_not_make_two_words_of_one() -> None:
    assert parse("\ufeffso\u200bja\u00a0", PRODUCT) == "soja"
    assert parse("Sa\u0303o", CONTRACT) == "São"
