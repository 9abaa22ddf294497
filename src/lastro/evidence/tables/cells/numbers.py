"""Numbers as people write them, read exactly: 1.234,56 · 1234.56 · 1,234.56 · R$ 1.234,56 · (1.234,56).

`1.234` alone may be a thousand or a decimal. The rest of the column, then of the sheet, decides when any number there
proves the decimal sign; else the row is refused. Nothing is rounded, nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal

from lastro.core.numbers import INT64_MAX
from lastro.evidence.columns import PER_UNIT, Column
from lastro.evidence.tables import findings as codes
from lastro.evidence.tables.cells.base import EXCEL_DIGITS, CellReader, Context, Value, clean
from lastro.evidence.tables.findings import Fault

AMBIGUOUS = "?"
_SIGNIFICANT = ".15g"  # what a spreadsheet shows of 0.1 + 0.2
_CURRENCY_TYPES = frozenset({"money", "price"})
_WRITTEN = re.compile(
    r"(?P<open>\()? ?(?P<before>[-+−]?) ?(?P<currency>R\$)? ?(?P<after>[-+−]?) ?"
    r"(?P<body>[0-9.,](?:[0-9.,' ]*[0-9.,])?) ?(?P<percent>%?)(?P<behind>-?) ?(?P<close>\))?"
)
_GROUPED = {sign: re.compile(rf"\d{{1,3}}(?:{re.escape(sign)}\d{{3}})+") for sign in (".", ",", " ", "'")}
_HUNDRED_PERCENT = 100
_LONGEST = 19  # digits of the largest 64-bit number


def decimal_sign(body: str) -> str | None:
    """The sign that a number proves to be its decimal one: "," or ".", "" when it has none, "?" when it may be either.

    None when the text is no number at all ("1.2.3").
    """
    points, commas = body.count("."), body.count(",")
    if points and commas:
        return "." if body.rfind(".") > body.rfind(",") else ","
    if not points and not commas:
        return ""
    sign, other = (".", ",") if points else (",", ".")
    if points + commas > 1:
        return other if _GROUPED[sign].fullmatch(body) else None
    head, tail = body.split(sign)
    could_be_thousand = len(tail) == 3 and 1 <= len(head) <= 3 and head[0] != "0"
    return AMBIGUOUS if could_be_thousand else sign


def digits(body: str, sign: str) -> tuple[str, str] | None:
    """Digits before and after the decimal `sign`; None when the grouping does not hold together."""
    whole, found, decimals = body.partition(sign)
    if found and not decimals.isdigit():
        return None
    if not whole and decimals:
        return "0", decimals
    if whole.isdigit():
        return whole, decimals
    for thousands, pattern in _GROUPED.items():
        if thousands != sign and pattern.fullmatch(whole):
            return whole.replace(thousands, ""), decimals
    return None


class NumberReader(CellReader):
    """A number as an integer of the column's smallest unit (`columns.PER_UNIT`)."""

    def __init__(self, column: Column, context: Context) -> None:
        super().__init__(column, context)
        self.per_unit = PER_UNIT[column.type]
        self.places = len(str(self.per_unit)) - 1
        self._signs: set[str] = set()
        self._sign = AMBIGUOUS

    def learn(self, texts: Iterable[str]) -> None:
        for text in texts:
            written = _WRITTEN.fullmatch(clean(text))
            sign = decimal_sign(written["body"]) if written else None
            if written and sign and sign != AMBIGUOUS and digits(written["body"], sign):
                self._signs.add(sign)
        self.context.decimal_signs |= self._signs

    def settle(self) -> None:
        proven = self._signs or self.context.decimal_signs
        self._sign = next(iter(proven)) if len(proven) == 1 else AMBIGUOUS

    def from_text(self, text: str) -> Value | Fault:
        written = _WRITTEN.fullmatch(text)
        if not written or not self._admits(written):
            return Fault(codes.NOT_A_NUMBER)
        body = written["body"]
        sign = decimal_sign(body)
        if sign == AMBIGUOUS:
            sign = self._sign
        if sign == AMBIGUOUS:
            return Fault(codes.AMBIGUOUS_NUMBER)
        parts = None if sign is None else digits(body, sign or ",")
        if parts is None:
            return Fault(codes.NOT_A_NUMBER)
        return self._exact(*parts, negative=_negative(written), percent=bool(written["percent"]))

    def _admits(self, written: re.Match[str]) -> bool:
        signs = [written[name] for name in ("before", "after", "behind", "open") if written[name]]
        return (
            bool(written["open"]) == bool(written["close"])
            and len(signs) <= 1
            and (not written["currency"] or self.column.type in _CURRENCY_TYPES)
            and (not written["percent"] or self.column.type == "percent")
        )

    def _exact(self, whole: str, decimals: str, *, negative: bool, percent: bool) -> Value | Fault:
        decimals = decimals.rstrip("0")
        if len(decimals) > self.places:
            return Fault(codes.INEXACT_NUMBER, "places", {"places": str(self.places)})
        if len(whole := whole.lstrip("0")) > _LONGEST:
            return Fault(codes.OUT_OF_BOUNDS, "too_large")
        value = int(whole + decimals.ljust(self.places, "0") or "0")
        return self._bounded(-value if negative else value, percent)

    def from_number(self, number: int | float) -> Value | Fault:
        """A numeric cell: the fifteen digits a spreadsheet keeps, so that its 0.30000000000000004 is 0.30."""
        if abs(number) >= EXCEL_DIGITS:
            return Fault(codes.INEXACT_NUMBER, "digits_lost")
        exact = Decimal(format(number, _SIGNIFICANT)) if isinstance(number, float) else Decimal(number)
        scaled = exact * self.per_unit
        if scaled != scaled.to_integral_value():
            return Fault(codes.INEXACT_NUMBER, "places", {"places": str(self.places)})
        return self._bounded(int(scaled), False)

    def _bounded(self, value: int, percent: bool) -> Value | Fault:
        if abs(value) > INT64_MAX:
            return Fault(codes.OUT_OF_BOUNDS, "too_large")
        minimum = self.column.minimum
        if minimum is not None and value < minimum * self.per_unit:
            return Fault(codes.OUT_OF_BOUNDS, "below", {"minimum": str(minimum)})
        if self.column.type == "percent":
            return self._bounded_percent(value, percent)
        return value

    def _bounded_percent(self, value: int, percent: bool) -> Value | Fault:
        if value > _HUNDRED_PERCENT * self.per_unit:
            return Fault(codes.OUT_OF_BOUNDS, "above", {"maximum": str(_HUNDRED_PERCENT)})
        if 0 < value <= self.per_unit and not percent:
            return Fault(codes.AMBIGUOUS_NUMBER, "percent")  # 0.75: 75 % formatted, or 0.75 %?
        return value


def _negative(written: re.Match[str]) -> bool:
    return bool(written["open"]) or "-" in (
        (written["before"] + written["after"] + written["behind"]).replace("−", "-")
    )
