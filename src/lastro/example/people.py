"""Invented people and companies: valid check digits in number ranges set apart for this example, names from syllables.

Every CPF begins with 999 or 000 and every CNPJ with 999, so that a reader sees at once that nobody stands behind them.
"""

from __future__ import annotations

from random import Random

from lastro.core.identifiers import cnpj_check_digits, cpf_check_digits
from lastro.example.parties import Party, Place

_GIVEN = (
    "Adel",
    "Beni",
    "Cora",
    "Dori",
    "Evan",
    "Gila",
    "Inad",
    "Juri",
    "Leni",
    "Mali",
    "Nadi",
    "Otam",
    "Rani",
    "Tali",
)
_GIVEN_END = ("no", "ra", "lda", "mir", "ção", "nélia", "sio", "ta", "vio", "zinha")
_FAMILY = ("Bara", "Cori", "Dalu", "Feru", "Gave", "Lami", "Moro", "Palu", "Rame", "Savo", "Tava", "Vilu", "Zamo")
_FAMILY_END = ("nelli", "cho", "beira", "ntes", "lório", "dência", "gal", "mão", "teski", "rez", "veira")
_LOST_ZEROS_EVERY = 12


class People:
    """Hands out people and companies, never the same number twice."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._persons = 0
        self._companies = 0

    def person(self, place: Place) -> Party:
        """A farmer with a CPF, a name and a state registration. One in twelve CPFs begins with zeros."""
        self._persons += 1
        prefix = "000" if self._persons % _LOST_ZEROS_EVERY == 0 else "999"
        nine = f"{prefix}{self._persons:06d}"
        return Party(nine + cpf_check_digits(nine), self.name(), place, f"{place.code[:2]}9{self._persons:06d}")

    def company(self, name: str, place: Place) -> Party:
        """A company with a CNPJ and a state registration."""
        self._companies += 1
        twelve = f"999{self._companies:05d}0001"
        return Party(twelve + cnpj_check_digits(twelve), name, place, f"{place.code[:2]}1{self._companies:06d}")

    def name(self) -> str:
        """A given name and a family name that sound Brazilian and belong to nobody."""
        choose = self._rng.choice
        return f"{choose(_GIVEN)}{choose(_GIVEN_END)} {choose(_FAMILY)}{choose(_FAMILY_END)}"
