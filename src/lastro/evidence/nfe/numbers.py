"""Text of the layout to whole numbers: money to centavos, quantities to ten-thousandths, weights to grams.

The layout writes digits and a decimal point, nothing else. More places than we keep are refused unless they are
zeros, and so is anything that does not fit 64 bits: a number that is unknown never becomes zero.
"""

from __future__ import annotations

from datetime import date

_DIGITS_OF_INT64 = 18


class FieldFault(Exception):
    """A field that cannot be read: which (`field`, and `item` when it belongs to one) and what stood there."""

    def __init__(self, reason: str, field: str, value: str = "", item: str = "") -> None:
        super().__init__(f"{field}: {reason}")
        self.reason = reason  # number, date, missing
        self.field = field
        self.value = value
        self.item = item


def scaled_text(text: str, places: int, field: str) -> int:
    """`text` times 10**places, exact. Raises FieldFault."""
    whole, _, fraction = text.partition(".")
    if len(fraction) != places:
        fraction = fraction.rstrip("0").ljust(places, "0")
    digits = whole + fraction
    if len(digits) > _DIGITS_OF_INT64 or len(fraction) != places or not whole:
        raise FieldFault("number", field, text)
    if not (digits.isascii() and digits.isdigit()):
        raise FieldFault("number", field, text)
    return int(digits)


def money(text: str, field: str) -> int | None:
    """Reais to centavos; None for an absent field. Raises FieldFault."""
    return scaled_text(text, 2, field) if text else None


def amount(text: str, field: str) -> int:
    """Reais to centavos; an absent optional amount is 0, as the layout means it. Raises FieldFault."""
    return scaled_text(text, 2, field) if text and text != "0.00" else 0


def quantity(text: str, field: str) -> int | None:
    """A quantity to ten-thousandths of its unit; None for an absent field. Raises FieldFault."""
    return scaled_text(text, 4, field) if text else None


def local_date(text: str, field: str) -> date:
    """The literal local date of a moment, its first ten characters, never converted. Raises FieldFault."""
    if text[4:5] == "-" == text[7:8]:  # not the week dates that fromisoformat also reads
        try:
            return date.fromisoformat(text[:10])
        except ValueError:
            pass
    raise FieldFault("date" if text else "missing", field, text)
