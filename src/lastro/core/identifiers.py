"""CPF, CNPJ (alphanumeric since July 2026) and the 44-position access key of an NF-e.

Identifiers are text, never numbers: `int()` and `isdigit()` lose leading zeros and refuse letters.
Sources: IN RFB 2.229/2024 and NT Conjunta 2025.001 (value of a character = ord - 48, modulo 11).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from lastro.core.errors import InvalidIdentifier

_CPF = re.compile(r"[0-9]{11}")
_CNPJ = re.compile(r"[0-9A-Z]{12}[0-9]{2}")
_KEY = re.compile(r"[0-9]{6}[0-9A-Z]{12}[0-9]{26}")
_PUNCTUATION = re.compile(r"[.\-/\s]")
_ASCII_ZERO = ord("0")

PersonKind = Literal["cpf", "cnpj"]


def _mod11(characters: str, top_weight: int) -> str:
    """Check digit with weights 2..top_weight repeating from the right; remainders 0 and 1 give 0."""
    span = top_weight - 1
    total = sum((ord(c) - _ASCII_ZERO) * (2 + i % span) for i, c in enumerate(reversed(characters)))
    remainder = total % 11
    return "0" if remainder < 2 else str(11 - remainder)


def cpf_check_digits(nine: str) -> str:
    """The two check digits of the first nine digits of a CPF."""
    first = _mod11(nine, 11)
    return first + _mod11(nine + first, 12)


def cnpj_check_digits(twelve: str) -> str:
    """The two check digits of the first twelve characters (digits or A-Z) of a CNPJ."""
    first = _mod11(twelve, 9)
    return first + _mod11(twelve + first, 9)


def key_check_digit(forty_three: str) -> str:
    """The last position of an access key from the 43 before it."""
    return _mod11(forty_three, 9)


def parse_cpf(text: str) -> str:
    """Eleven digits, punctuation removed and lost leading zeros restored when the check digits then agree.

    Raises InvalidIdentifier. Eleven equal digits pass the arithmetic and are refused all the same.
    """
    bare = _PUNCTUATION.sub("", text)
    digits = bare.rjust(11, "0") if bare else bare
    if not _CPF.fullmatch(digits):
        raise InvalidIdentifier("identifier.cpf_shape", value=text)
    if len(set(digits)) == 1 or cpf_check_digits(digits[:9]) != digits[9:]:
        raise InvalidIdentifier("identifier.cpf_check", value=text)
    return digits


def parse_cnpj(text: str) -> str:
    """Fourteen upper-case characters, punctuation removed, lost leading zeros restored. Raises InvalidIdentifier."""
    bare = _PUNCTUATION.sub("", text).upper()
    characters = bare.rjust(14, "0") if bare else bare
    if not _CNPJ.fullmatch(characters):
        raise InvalidIdentifier("identifier.cnpj_shape", value=text)
    if len(set(characters)) == 1 or cnpj_check_digits(characters[:12]) != characters[12:]:
        raise InvalidIdentifier("identifier.cnpj_check", value=text)
    return characters


def parse_person(text: str) -> str:
    """A CPF (11) or a CNPJ (14), told apart by length and, when zeros were lost, by which check digits agree.

    Raises InvalidIdentifier.
    """
    bare = _PUNCTUATION.sub("", text)
    if len(bare) <= 11:
        try:
            return parse_cpf(text)
        except InvalidIdentifier:
            if len(bare) == 11 or not bare:
                raise
    return parse_cnpj(text)


def person_kind(identifier: str) -> PersonKind:
    """Which of the two a parsed identifier is."""
    return "cpf" if len(identifier) == 11 else "cnpj"


def mask(identifier: str) -> str:
    """A CPF as public bodies print it, ***.456.789-**; a CNPJ unmasked with its punctuation; other text unchanged."""
    if _CPF.fullmatch(identifier):
        return f"***.{identifier[3:6]}.{identifier[6:9]}-**"
    return formatted(identifier)


def formatted(identifier: str) -> str:
    """A parsed CPF or CNPJ with its punctuation; other text unchanged."""
    i = identifier
    if _CPF.fullmatch(i):
        return f"{i[:3]}.{i[3:6]}.{i[6:9]}-{i[9:]}"
    if _CNPJ.fullmatch(i):
        return f"{i[:2]}.{i[2:5]}.{i[5:8]}/{i[8:12]}-{i[12:]}"
    return i


@dataclass(frozen=True)
class AccessKey:
    """The positions of an access key. `issuer` is the CNPJ, or `000` + CPF, and in an NFA-e the tax office's CNPJ:
    it is never the supplier (see `evidence.nfe`)."""

    text: str

    @property
    def uf_code(self) -> str:
        return self.text[0:2]

    @property
    def year_month(self) -> str:
        """AAMM of issue, local time."""
        return self.text[2:6]

    @property
    def issuer(self) -> str:
        return self.text[6:20]

    @property
    def model(self) -> str:
        return self.text[20:22]

    @property
    def series(self) -> str:
        return self.text[22:25]

    @property
    def number(self) -> str:
        return self.text[25:34]


def parse_access_key(text: str) -> AccessKey:
    """The key from 44 positions, spaces and an `NFe` prefix removed. Raises InvalidIdentifier."""
    bare = re.sub(r"\s", "", text).upper().removeprefix("NFE")
    if not _KEY.fullmatch(bare):
        raise InvalidIdentifier("identifier.key_shape", value=text)
    if key_check_digit(bare[:43]) != bare[43]:
        raise InvalidIdentifier("identifier.key_check", value=text)
    return AccessKey(bare)
