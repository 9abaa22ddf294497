"""A number that a person types on a command line or in lastro.toml, read as the cells of a table are: never guessed."""

from __future__ import annotations

from lastro.core.errors import InexactNumber
from lastro.core.numbers import scaled
from lastro.evidence.tables.cells.numbers import AMBIGUOUS, decimal_sign, digits


def typed_number(text: str, per_unit: int) -> int:
    """ "1.234,56", "1,234.56" and "R$ 1234.56" times `per_unit`.

    Raises InexactNumber for what is no number, what has too many places, and "1.234", which may be either.
    """
    bare = text.strip().removeprefix("R$").removesuffix("%").strip()
    sign = decimal_sign(bare)
    if sign is None or sign == AMBIGUOUS:
        raise InexactNumber("number.not_plain", value=text)
    parts = digits(bare, sign) if sign else digits(bare, "\0")
    if parts is None:
        raise InexactNumber("number.not_plain", value=text)
    whole, places = parts
    return scaled(f"{whole}.{places}" if places else whole, per_unit)
