"""The figures of Portaria MDA 28/2024 and of the regional condition as the law tells them, typed a second time on purpose.

Factor a and the minimum of the caput of art. 31 were not seen: a test that wants them gives them.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

FACTOR_ORGANISATION_MINORITY = Fraction(11, 10)  # art. 31 § 1 b
FACTOR_FOMENTO = Fraction(30)  # art. 31 § 1 c, alone (§ 2)
FACTOR_PRIORITY_ORIGIN = Fraction(4)  # art. 31 § 1 d
FACTOR_CENTRE_AND_SOUTHEAST = Fraction(3)  # art. 31 § 1 e
FACTOR_DIVERSIFIED = Fraction(2)  # art. 31 § 1 f
MEMBERSHIP_THRESHOLD = Fraction(75)  # percent of family farmers that letter b still admits
TRAVEL_FLAT = Fraction(15, 100)  # art. 16

FIRST_DAY_OF_APPROVAL_AND_FUNDS = date(2025, 9, 10)  # Portaria MDA 36/2025
BALANCE_OF_YEAR = 2024  # art. 58

REGIONAL_MINIMUM_PERCENT = {2024: Fraction(10), 2025: Fraction(15), 2026: Fraction(20)}  # Portaria 2/2023 art. 1 I-III

REGIONS_OF_FACTOR_E = frozenset({"CO", "SE"})
NOT_DIVERSIFIED = frozenset({"soja"})  # art. 31 § 1 f: soy and its oils; a live animal is no feedstock here
ANIMALS = frozenset({"bovino", "suino", "ovino", "caprino", "ave", "peixe"})
FAT_FORMS = frozenset({"oleo", "gordura", "sebo"})
# Neither the decree nor what was seen of the portaria has a list. Wide: what gives oil or fat, and the list of 2022;
# narrow: that list alone, with the fats of animals.
LIST_OF_2022 = frozenset(
    {
        "amendoim",
        "babacu",
        "beterraba",
        "cana",
        "canola",
        "girassol",
        "mamona",
        "milho",
        "palma",
        "pinhao_manso",
        "residuo",
        "soja",
        "trigo",
    }
)
OILSEEDS = LIST_OF_2022 | {"algodao", "gergelim", "macauba"}

CEILING_KNOWN_UNTIL = date(2026, 1, 31)  # the last day for which a source tells the ceiling of Pronaf
