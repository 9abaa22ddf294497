"""The five major regions of IBGE and the states in them. The Semiárido is a dated municipal list: `lastro.law`."""

from __future__ import annotations

from enum import StrEnum


class Region(StrEnum):
    """Major regions, by their usual initials."""

    NORTH = "N"
    NORTHEAST = "NE"
    SOUTHEAST = "SE"
    SOUTH = "S"
    CENTRE_WEST = "CO"


_REGION_OF_FIRST_DIGIT = {
    "1": Region.NORTH,
    "2": Region.NORTHEAST,
    "3": Region.SOUTHEAST,
    "4": Region.SOUTH,
    "5": Region.CENTRE_WEST,
}

UF_OF_CODE = {
    "11": "RO", "12": "AC", "13": "AM", "14": "RR", "15": "PA", "16": "AP", "17": "TO",
    "21": "MA", "22": "PI", "23": "CE", "24": "RN", "25": "PB", "26": "PE", "27": "AL", "28": "SE", "29": "BA",
    "31": "MG", "32": "ES", "33": "RJ", "35": "SP",
    "41": "PR", "42": "SC", "43": "RS",
    "50": "MS", "51": "MT", "52": "GO", "53": "DF",
}  # fmt: skip

CODE_OF_UF = {uf: code for code, uf in UF_OF_CODE.items()}


def region_of_uf_code(code: str) -> Region:
    """The region of an IBGE state code ("52" → CO), or of any municipality code, which begins with it.

    Raises KeyError for a code that no state has.
    """
    if code[:2] not in UF_OF_CODE:
        raise KeyError(code)
    return _REGION_OF_FIRST_DIGIT[code[0]]
