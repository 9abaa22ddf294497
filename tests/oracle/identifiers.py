"""Check digit of an access key, value of a character = ord - 48, weights 2 to 9 from the right."""

from __future__ import annotations

from datetime import date

from tests.oracle.lookups import UF_OF_CODE


def key_check_digit(forty_three: str) -> str:
    total = sum((ord(c) - 48) * (2 + place % 8) for place, c in enumerate(reversed(forty_three)))
    return str(11 - total % 11) if total % 11 > 1 else "0"


def key_belongs(key: str, day: date, supplier: str, plant: str) -> bool:
    """Whether a key is one of a note (model 55) of that month issued by the supplier or by the buyer.

    In series 890 to 899 the tax office issues for the producer and its own CNPJ stands in the key.
    """
    if len(key) != 44 or key_check_digit(key[:43]) != key[43] or key[:2] not in UF_OF_CODE:
        return False
    if key[20:22] != "55" or key[2:6] != f"{day:%y%m}":
        return False
    issuer = key[6:20]
    own = issuer == "000" + supplier if len(supplier) == 11 else issuer[:8] == supplier[:8]
    return own or issuer[:8] == plant[:8] or "890" <= key[22:25] <= "899"


def access_key(state: str, day: date, issuer: str, number: int) -> str:
    """A whole key from what it tells: state code, month, CPF or CNPJ of the issuer and number of the note."""
    series = "920" if len(issuer) == 11 else "001"
    body = f"{state}{day:%y%m}{issuer.rjust(14, '0')}55{series}{number:09d}1{number % 100_000_000:08d}"
    return body + key_check_digit(body)


def cpf(nine: str) -> str:
    """A whole CPF from its first nine digits."""
    digits = nine
    for length in (9, 10):
        total = sum(int(c) * (length + 1 - place) for place, c in enumerate(digits))
        digits += str(11 - total % 11) if total % 11 > 1 else "0"
    return digits


def cnpj(twelve: str) -> str:
    """A whole CNPJ from its first twelve characters."""
    characters = twelve
    for _ in range(2):
        characters += key_check_digit(characters)
    return characters
