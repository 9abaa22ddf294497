"""What an access key says against what the note says.

Positions 7 to 20 are the emitter's CNPJ, or 000 and the CPF; in an NFA-e (series 890 to 899) they are the tax
office's. The month of the key is the month of the literal local date.
"""

from __future__ import annotations

import re
from operator import mul

_KEY = re.compile(r"[0-9]{6}[0-9A-Z]{12}[0-9]{26}")
_WEIGHTS = tuple(2 + i % 8 for i in range(42, -1, -1))
_ZEROS = 48 * sum(_WEIGHTS)  # the value of a character is its code minus 48


def has_check_digit(key: str) -> bool:
    """Whether position 44 of a well-shaped key is the check digit of the 43 before it."""
    remainder = (sum(map(mul, _WEIGHTS, key.encode())) - _ZEROS) % 11
    return key[43] == ("0" if remainder < 2 else str(11 - remainder))


def is_key(text: str) -> bool:
    """Whether `text` has the shape of an access key."""
    return _KEY.fullmatch(text) is not None


def key_faults(key: str, uf_code: str, issued_at: str, emitter: str, model: str, series: str, number: str) -> str:
    """Names of the parts of `key` that disagree with the note, by comma; "" when all agree.

    `series` and `number` without leading zeros; `issued_at` as written in the note.
    """
    if not is_key(key):
        return "shape"
    avulsa = series[:2] == "89" and len(series) == 3
    issuer = key[6:20] if avulsa else emitter.rjust(14, "0")
    expected = f"{uf_code}{issued_at[2:4]}{issued_at[5:7]}{issuer}{model}{series.rjust(3, '0')}{number.rjust(9, '0')}"
    faults = [] if key[:34] == expected else list(_differences(key, expected))
    if not has_check_digit(key):
        faults.append("check_digit")
    return ",".join(faults)


_PARTS = (("uf", 0, 2), ("month", 2, 6), ("emitter", 6, 20), ("model", 20, 22), ("series", 22, 25), ("number", 25, 34))


def _differences(key: str, expected: str) -> list[str]:
    if len(expected) != 34:
        return ["fields"]
    return [name for name, start, end in _PARTS if key[start:end] != expected[start:end]]
