"""CPF, CNPJ and access key against python-stdnum; the one place where we are stricter is named."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stdnum.br import cnpj as stdnum_cnpj
from stdnum.br import cpf as stdnum_cpf

from lastro.core import identifiers as ids
from lastro.core.errors import InvalidIdentifier

DIGITS = string.digits
ALPHANUMERIC = string.digits + string.ascii_uppercase


def accepted(parse: object, text: str) -> bool:
    try:
        parse(text)  # type: ignore[operator]
    except InvalidIdentifier:
        return False
    return True


@given(st.text(DIGITS, min_size=11, max_size=11))
def test_a_cpf_is_accepted_exactly_when_stdnum_accepts_it_save_eleven_equal_digits(text: str) -> None:
    assert accepted(ids.parse_cpf, text) == (stdnum_cpf.is_valid(text) and len(set(text)) > 1)


@given(st.text(DIGITS, min_size=9, max_size=9).filter(lambda nine: len(set(nine)) > 1))
def test_the_check_digits_of_a_cpf_are_stdnums(nine: str) -> None:
    assert stdnum_cpf.is_valid(nine + ids.cpf_check_digits(nine))


@pytest.mark.parametrize("digit", DIGITS[1:])  # eleven zeros stdnum refuses too
def test_eleven_equal_digits_pass_stdnum_and_not_us(digit: str) -> None:
    assert stdnum_cpf.is_valid(digit * 11)
    with pytest.raises(InvalidIdentifier) as refused:
        ids.parse_cpf(digit * 11)
    assert refused.value.code == "identifier.cpf_check"


@given(st.text(ALPHANUMERIC, min_size=12, max_size=12).filter(lambda twelve: len(set(twelve)) > 1))
def test_the_check_digits_of_an_alphanumeric_cnpj_are_stdnums(twelve: str) -> None:
    whole = twelve + ids.cnpj_check_digits(twelve)
    assert stdnum_cnpj.is_valid(whole)
    assert ids.parse_cnpj(whole) == whole


@given(st.text(ALPHANUMERIC, min_size=12, max_size=12), st.text(DIGITS, min_size=2, max_size=2))
def test_a_cnpj_with_other_digits_is_refused_as_by_stdnum(twelve: str, digits: str) -> None:
    text = twelve + digits
    assert accepted(ids.parse_cnpj, text) == (stdnum_cnpj.is_valid(text) and len(set(text)) > 1)


def test_the_official_alphanumeric_example_is_accepted() -> None:
    assert ids.parse_cnpj("12.ABC.345/01DE-35") == "12ABC34501DE35"
    assert ids.parse_cnpj("12.abc.345/01de-35") == "12ABC34501DE35"


@given(st.text(DIGITS, min_size=7, max_size=7))
def test_leading_zeros_that_a_spreadsheet_dropped_come_back(seven: str) -> None:
    nine = "00" + seven
    whole = nine + ids.cpf_check_digits(nine)
    if len(set(whole)) > 1:
        assert ids.parse_cpf(whole.lstrip("0")) == whole


def test_a_person_is_told_apart_by_length_and_digits() -> None:
    cpf = "123456789" + ids.cpf_check_digits("123456789")
    cnpj = "000012340001" + ids.cnpj_check_digits("000012340001")
    assert ids.parse_person(ids.formatted(cpf)) == cpf
    assert ids.person_kind(cpf) == "cpf"
    assert ids.parse_person(cnpj.lstrip("0")) == cnpj
    assert ids.person_kind(cnpj) == "cnpj"


@pytest.mark.parametrize("text", ["", " ", "123", "abc.def.ghi-jk", "1234567890123456"])
def test_what_is_no_person_is_refused(text: str) -> None:
    assert not accepted(ids.parse_person, text)


def test_a_cpf_is_masked_as_public_bodies_print_it() -> None:
    cpf = "123456789" + ids.cpf_check_digits("123456789")
    assert ids.mask(cpf) == "***.456.789-**"
    assert ids.mask("12ABC34501DE35") == "12.ABC.345/01DE-35"


KEY_BODY = st.builds(
    lambda head, issuer, tail: head + issuer + tail,
    st.text(DIGITS, min_size=6, max_size=6),
    st.text(ALPHANUMERIC, min_size=12, max_size=12),
    st.text(DIGITS, min_size=25, max_size=25),
)


@given(KEY_BODY)
def test_a_key_with_its_check_digit_is_accepted_and_no_other_last_digit_is(body: str) -> None:
    digit = ids.key_check_digit(body)
    assert ids.parse_access_key(body + digit).text == body + digit
    for other in DIGITS.replace(digit, ""):
        assert not accepted(ids.parse_access_key, body + other)


@given(KEY_BODY)
def test_the_check_digit_of_a_key_is_the_arithmetic_of_the_manual(body: str) -> None:
    weights = [2, 3, 4, 5, 6, 7, 8, 9]
    total = sum((ord(c) - 48) * weights[i % 8] for i, c in enumerate(reversed(body)))
    remainder = total % 11
    assert ids.key_check_digit(body) == str(0 if remainder < 2 else 11 - remainder)


def test_the_positions_of_a_key_are_read_and_spaces_are_dropped() -> None:
    body = "522303" + "12ABC34501DE" + "35" + "55" + "920" + "000000123" + "1" + "12345678"
    key = ids.parse_access_key("NFe " + body[:20] + " " + body[20:] + ids.key_check_digit(body))
    assert (key.uf_code, key.year_month, key.model, key.series, key.number) == ("52", "2303", "55", "920", "000000123")
    assert key.issuer == "12ABC34501DE35"


@pytest.mark.parametrize("text", ["", "1" * 43, "1" * 45, "3.526E+43", "A" * 44])
def test_what_is_no_key_is_refused_by_its_shape(text: str) -> None:
    with pytest.raises(InvalidIdentifier) as refused:
        ids.parse_access_key(text)
    assert refused.value.code == "identifier.key_shape"
