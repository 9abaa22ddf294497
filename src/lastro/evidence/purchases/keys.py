"""What an access key says against itself and against its row, as SQL: the positions are those of the NF-e manual."""

from __future__ import annotations

from lastro.core.regions import UF_OF_CODE

_LENGTH = 44
_MODEL_NFE = "55"
# Series in which the tax office issues for the producer: positions 7 to 20 are the office's, not the supplier's.
_OFFICE_SERIES = "between '890' and '899'"


def key_fault(key: str, issued_on: str, supplier: str, buyers: str) -> str:
    """SQL giving the name of the first fault of `key`, "" when there is none.

    The arguments name columns; `buyers` is an SQL list of the first eight characters of the CNPJs of the company, which
    issues the entry notes. Faults: shape, check_digit, uf, model, month, issuer.
    """
    states = ", ".join(f"'{code}'" for code in sorted(UF_OF_CODE))
    return f"""case
        when not regexp_full_match({key}, '[0-9]{{6}}[0-9A-Z]{{12}}[0-9]{{26}}') then 'shape'
        when {_check_digit(key)} <> {key}[44] then 'check_digit'
        when {key}[1:2] not in ({states}) then 'uf'
        when {key}[21:22] <> '{_MODEL_NFE}' then 'model'
        when {key}[3:6] <> strftime({issued_on}, '%y%m') then 'month'
        when {key}[23:25] not {_OFFICE_SERIES} and not {_issued_by(key, supplier, buyers)} then 'issuer'
        else '' end"""


def _issued_by(key: str, supplier: str, buyers: str) -> str:
    """Whether a person's CPF, or an establishment of the supplier or of the buyer, stands in positions 7 to 20."""
    return f"""(case when length({supplier}) = 11 then {key}[7:20] = '000' || {supplier}
        else {key}[7:14] = {supplier}[1:8] end or list_contains({buyers}, {key}[7:14]))"""


def _check_digit(key: str) -> str:
    """Modulo 11 over the first 43 positions, the value of a character being its code less that of zero."""
    terms = (f"(ord({key}[{position}]) - 48) * {2 + (_LENGTH - 1 - position) % 8}" for position in range(1, _LENGTH))
    total = f"(({' + '.join(terms)}) % 11)"
    return f"case when {total} < 2 then '0' else cast(11 - {total} as varchar) end"
