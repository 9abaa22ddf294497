"""CPFs out of every output: `***.456.789-**` wherever one stands, also inside an access key, unless the user asked.

Eleven digits whose check digits agree are a CPF; an NF-e issued by a natural person holds `000` and the CPF where a
company's holds its CNPJ, and that CPF is masked in place: series and number still tell the note. One CPF in a hundred
also reads as a CNPJ; the series decides, as only natural persons issue in series 910 to 969 (NT 2018.001).
"""

from __future__ import annotations

import re
from collections.abc import Callable

from lastro.core.errors import InvalidIdentifier
from lastro.core.identifiers import mask, parse_cnpj, parse_cpf

_CPF = re.compile(r"(?<![\w.])\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\w)")
_KEY = re.compile(r"(?<![0-9A-Z])[0-9]{6}[0-9A-Z]{12}[0-9]{26}(?![0-9A-Za-z])")  # a file may begin with "NFe"
_NATURAL_PERSON = "000"
_SERIES_OF_PERSONS = range(910, 970)


def masker(*, unmask: bool) -> Callable[[str], str]:
    """The function to pass every text through: `masked`, or none when the user asked for full numbers."""
    return str if unmask else masked


def masked(text: str) -> str:
    """`text` with each CPF in it masked."""
    if len(text) < 11:
        return text
    return _CPF.sub(lambda found: _masked_cpf(found[0]), _KEY.sub(lambda found: masked_key(found[0]), text))


def masked_key(key: str) -> str:
    """An access key with the CPF of its issuer masked; a company's unchanged."""
    issuer, series = key[6:20], int(key[22:25])
    if not issuer.startswith(_NATURAL_PERSON) or not _reads(parse_cpf, issuer[3:]):
        return key
    if series not in _SERIES_OF_PERSONS and _reads(parse_cnpj, issuer):
        return key
    return f"{key[:9]}***{key[12:18]}**{key[20:]}"


def _masked_cpf(text: str) -> str:
    return mask(parse_cpf(text)) if _reads(parse_cpf, text) else text


def _reads(parse: Callable[[str], str], text: str) -> bool:
    try:
        return bool(parse(text))
    except InvalidIdentifier:
        return False
