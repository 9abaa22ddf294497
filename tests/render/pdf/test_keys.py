"""Access keys on paper: the CPF of a farmer is masked in every key, also when it reads as a CNPJ."""

from __future__ import annotations

import pytest

from lastro.core.errors import InvalidIdentifier
from lastro.core.identifiers import cnpj_check_digits, cpf_check_digits, key_check_digit, parse_cnpj
from lastro.render.privacy import masked_key


def keyed(issuer: str, series: int) -> str:
    body = f"522304{issuer.rjust(14, '0')}55{series:03d}{7:09d}1{7:08d}"
    return body + key_check_digit(body)


def people() -> list[str]:
    return [nine + cpf_check_digits(nine) for nine in (f"{700_000 + 1_009 * n:09d}" for n in range(600))]


def reads_as_cnpj(cpf: str) -> bool:
    try:
        return bool(parse_cnpj(f"000{cpf}"))
    except InvalidIdentifier:
        return False


def test_a_cpf_that_reads_as_a_cnpj_is_masked_in_the_series_of_persons() -> None:
    ambiguous = [cpf for cpf in people() if reads_as_cnpj(cpf)]
    assert ambiguous
    for series in (910, 920, 969):
        assert all(cpf not in masked_key(keyed(cpf, series)) for cpf in people())


@pytest.mark.parametrize("series", [0, 1, 890])
def test_the_cnpj_of_a_company_with_leading_zeros_stays(series: int) -> None:
    twelve = "000000000001"
    key = keyed(twelve + cnpj_check_digits(twelve), series)
    assert masked_key(key) == key
