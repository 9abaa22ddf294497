"""Words of the ministry's table: a species or kind of spending inside a longer text, and a CPF printed with a mask."""

from __future__ import annotations

import re
from functools import cache

from lastro.evidence.columns import folded, schema

_VOCABULARIES = ("produto", "insumo", "tipo_dispendio")
_MASKED = re.compile(r"[*xX.\-]{3,4}\.?(\d{3})\.?(\d{3})[.\-]?[*xX]{2}")
_NOTHING = frozenset({"outro", "outros", "outra", "outras", "other"})  # a word that tells no row from another


@cache
def _spellings() -> dict[str, str]:
    found: dict[str, str] = {}
    for name in _VOCABULARIES:
        for spelling, value in schema().vocabularies[name].canonical.items():
            if spelling not in _NOTHING:
                found.setdefault(spelling, value)
    return found


@cache
def product_of(text: str) -> str | None:
    """The canonical product, input or kind of spending that a text names: "Soja em grãos, a granel" is soja.

    None when no word of it is known. The longest spelling wins.
    """
    words = folded(text).split()
    for length in range(len(words), 0, -1):
        for start in range(len(words) - length + 1):
            value = _spellings().get(" ".join(words[start : start + length]))
            if value is not None:
                return value
    return None


def is_masked(text: str) -> bool:
    """Whether a text is a CPF as public bodies print it: ***.456.789-**."""
    return _MASKED.fullmatch(text.strip()) is not None


def unmasked_middle(text: str) -> str:
    """The six digits that a masked CPF shows. Raises ValueError for another text."""
    found = _MASKED.fullmatch(text.strip())
    if found is None:
        raise ValueError(text)
    return found[1] + found[2]


def fits_mask(cpf: str, middle: str) -> bool:
    """Whether a CPF could be the masked one."""
    return len(cpf) == 11 and cpf[3:9] == middle
