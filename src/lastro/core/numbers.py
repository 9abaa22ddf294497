"""Exact numbers: half-up rounding (away from zero), centavos, and the text form of money and percentages.

No float enters or leaves. Integers count the smallest unit (centavos, grams, millilitres, square metres); ratios are
`Fraction`; the one rounding of a figure happens here, by name.
"""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from lastro.core.errors import InexactNumber

INT64_MAX = 2**63 - 1
CENTAVOS_PER_REAL = 100
GRAMS_PER_KG = 1_000
ML_PER_M3 = 1_000_000
M2_PER_HECTARE = 10_000
TENTHS = 10

_PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")


def half_up(value: Fraction | int) -> int:
    """The integer nearest to `value`, halves away from zero (0.5 → 1, -0.5 → -1)."""
    exact = Fraction(value)
    magnitude = (2 * abs(exact.numerator) + exact.denominator) // (2 * exact.denominator)
    return magnitude if exact >= 0 else -magnitude


def muldiv_half_up(a: int, b: int, c: int) -> int:
    """Half-up (away from zero) of a·b/c in unbounded integers.

    The SQL macro of the same name must agree on both signs. Raises ZeroDivisionError when `c` is zero.
    """
    return half_up(Fraction(a * b, c))


def decimal(text: str | int | Decimal) -> Decimal:
    """The one door from text to `Decimal`: plain digits with a decimal point, no exponent, no NaN, no float.

    Raises InexactNumber for anything else.
    """
    if isinstance(text, Decimal):
        if text.is_finite():
            return text
        raise InexactNumber("number.not_plain", value=text)
    if isinstance(text, int):
        return Decimal(text)
    if not isinstance(text, str) or not _PLAIN_NUMBER.fullmatch(text.strip()):
        raise InexactNumber("number.not_plain", value=text)
    try:
        return Decimal(text.strip())
    except InvalidOperation as fault:  # pragma: no cover - the pattern admits only what Decimal reads
        raise InexactNumber("number.not_plain", value=text) from fault


def scaled(text: str | int | Decimal, per_unit: int) -> int:
    """`text` times `per_unit` as an exact integer ("12.34" reais, 100 → 1234 centavos).

    Raises InexactNumber when the result is not whole (a third decimal place of a real) or leaves 64 bits.
    """
    exact = Fraction(decimal(text)) * per_unit
    if exact.denominator != 1:
        raise InexactNumber("number.too_many_places", value=text)
    return int64(exact.numerator)


def scaled_half_up(text: str | int | Decimal, per_unit: int) -> int:
    """`text` times `per_unit`, half-up to a whole number: for quantities printed with more places than we keep."""
    return int64(half_up(Fraction(decimal(text)) * per_unit))


def int64(value: int) -> int:
    """`value` itself. Raises InexactNumber when it does not fit 64 bits."""
    if not -INT64_MAX <= value <= INT64_MAX:
        raise InexactNumber("number.too_large", value=value)
    return value


def centavos(text: str | int | Decimal) -> int:
    """Reais as text ("608.40") to int64 centavos, exact. Raises InexactNumber."""
    return scaled(text, CENTAVOS_PER_REAL)


def fixed(value: Fraction | int, places: int) -> str:
    """`value` half-up to `places` decimals, plain text with a point ("60.8400"). Never an exponent, never "-0"."""
    units = half_up(Fraction(value) * 10**places)
    sign, digits = ("-" if units < 0 else ""), str(abs(units)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def reais(centavos_value: Fraction | int) -> str:
    """Centavos to reais with two places: 60840 → "608.40". A fraction of a centavo rounds half-up."""
    return fixed(Fraction(centavos_value) / CENTAVOS_PER_REAL, 2)


def percent(ratio: Fraction) -> str:
    """A ratio as percent, half-up to four places: 6084/10000 → "60.8400"."""
    return fixed(ratio * 100, 4)


def fraction_text(value: Fraction | int) -> str:
    """The exact value as "p/q" in lowest terms ("1521/2500"; a whole number is "p/1")."""
    exact = Fraction(value)
    return f"{exact.numerator}/{exact.denominator}"
