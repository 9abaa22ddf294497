"""The figures of Portaria SAF/MAPA 280/2022 as its text gives them, typed here a second time on purpose."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

FACTOR_PRIORITY_ORIGIN = Fraction(5)  # art. 4 § 9 I
FACTOR_DIVERSIFIED = Fraction(4)  # art. 4 § 9 II
FACTOR_OWN_REGION = Fraction(4)  # art. 4 § 9 III
FACTOR_COOPERATIVE = Fraction(13, 10)  # art. 4 § 9 IV
FACTOR_DONATION_AND_RESEARCH = 2  # art. 4 § 10

CORN_SHARE = Fraction(30, 100)  # art. 3 § 6
CORN_AND_INPUTS_SHARE = Fraction(30, 100)  # art. 3 § 7
RESEARCH_SHARE = Fraction(10, 100)  # art. 4 § 7
SPENDING_SHARE = Fraction(50, 100)  # art. 4 § 8 I
SPENDING_SHARE_PRIORITY = Fraction(70, 100)  # art. 4 § 8 II
TRAVEL_FLAT = Fraction(15, 100)  # art. 4 IV b
TRAVEL_RECEIPTS = Fraction(40, 100)  # art. 4 IV b
WEAR_PER_YEAR = Fraction(10, 100)  # art. 4 § 3
AMORTISATION_YEARS = 5  # art. 4 § 4
LOSS_THRESHOLD = Fraction(20, 100)  # art. 8 II a
REPORTS_TOTAL_LOSS = 1  # art. 8 I b
REPORTS_PARTIAL_LOSS = 4  # art. 8 II b

MINIMUM_PERCENT = Fraction(51)  # known from the press, not from the text at hand
INCOME_CEILING_CENTAVOS = 500_000_00  # MCR 10-2 in 2023, through art. 3 § 9
LAST_DAY_TO_ISSUE_A_DAP = date(2022, 10, 31)

ANIMALS = frozenset({"bovino", "suino", "ovino", "caprino", "ave", "peixe"})
LIVE_ANIMALS_ADMITTED = frozenset({"bovino", "caprino", "ovino", "peixe"})  # art. 3 § 4
FAT_FORMS = frozenset({"oleo", "gordura", "sebo"})  # art. 4 § 11
# The legal list of art. 2 XVII was not seen; this is the list that a farmers' federation published of it.
LIST_XVII = frozenset(
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

DONATION_LETTERS = frozenset("abcdefghijk")  # art. 4 II
LETTERS_ONLY_TO_COOPERATIVES = frozenset("gh")  # art. 4 II g, h
OWN_ASSISTANCE_LETTERS = frozenset("abc")  # art. 4 IV

PRIORITY_REGIONS = frozenset({"N", "NE"})
REGIONS_OF_OWN_FACTOR = frozenset({"SE", "CO"})
REGION_OF_FIRST_DIGIT = {"1": "N", "2": "NE", "3": "SE", "4": "S", "5": "CO"}
