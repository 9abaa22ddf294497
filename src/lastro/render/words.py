"""How numbers, dates and identifiers are written for people, in pt-BR and English. Every renderer writes through here.

Texts come in as a statement holds them ("1234567.89", "60.8400", "2023-04-10") and go out as the language writes them
("R$ 1.234.567,89", "60,8400 %", "10/04/2023"). Nothing here rounds a value of a line: the places it has stay. The
space inside an amount is a no-break space.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from lastro.core.identifiers import formatted, mask
from lastro.core.numbers import fixed
from lastro.statement.catalogue import Lang
from lastro.statement.model import PER_UNIT, Line, Unit

NBSP = "\u00a0"
MINUS = "-"  # the hyphen: every console and font has it
ABSENT = "–"

_GROUP = {"pt": ".", "en": ","}
_POINT = {"pt": ",", "en": "."}
_SUFFIX: Mapping[str, str] = {
    Unit.PERCENT: f"{NBSP}%",
    Unit.KG: f"{NBSP}kg",
    Unit.M3: f"{NBSP}m³",
}


def number(text: str, lang: Lang) -> str:
    """A plain number text with the language's grouping and decimal mark, its places kept: "1234.50" → "1.234,50"."""
    sign, digits = (MINUS, text[1:]) if text.startswith("-") else ("", text.removeprefix("+"))
    whole, point, places = digits.partition(".")
    grouped = f"{int(whole):,}".replace(",", _GROUP[lang])
    return f"{sign}{grouped}{_POINT[lang] if point else ''}{places}"


def money(text: str, lang: Lang) -> str:
    """Reais as text ("-1234.56") to "-R$ 1.234,56" (pt) or "-R$ 1,234.56" (en)."""
    sign, digits = (MINUS, text[1:]) if text.startswith("-") else ("", text)
    return f"{sign}R${NBSP}{number(digits, lang)}"


def money_of_centavos(centavos: int, lang: Lang) -> str:
    """int64 centavos, written as money."""
    return money(fixed(Fraction(centavos, 100), 2), lang)


def percent(text: str, lang: Lang) -> str:
    """Percent as text ("60.8400") to "60,8400 %" (pt) or "60.8400 %" (en)."""
    return f"{number(text, lang)}{NBSP}%"


def percent_of_share(text: str, lang: Lang) -> str:
    """A share as text ("0.3") to "30 %"."""
    share = Fraction(text)
    places = next(places for places in range(16) if (share * 100 * 10**places).denominator == 1)
    return percent(fixed(share * 100, places), lang)


def points(value: Fraction, lang: Lang, places: int = 4) -> str:
    """Percentage points with their sign always shown: "+1,2500", "-0,3000"."""
    return signed(fixed(value, places), lang)


def signed(text: str, lang: Lang) -> str:
    """A plain number text with its sign always shown."""
    return number(text, lang) if text.startswith("-") else f"+{number(text, lang)}"


def day(iso: str, lang: Lang) -> str:
    """An ISO date as 10/04/2023 (pt) or 2023-04-10 (en: unambiguous to every reader). Other text unchanged."""
    parts = iso.split("-")
    if lang == "en" or len(parts) != 3 or not all(part.isdigit() for part in parts):
        return iso
    return "/".join(reversed(parts))


def by_unit(text: str | None, unit: str, lang: Lang) -> str:
    """The value of a line or parameter in its unit; a dash when it is not established.

    `unit` is a `Unit` or the unit of a legal parameter; one that is not known stands after the number as it is.
    """
    if text is None:
        return ABSENT
    if unit == Unit.BRL:
        return money(text, lang)
    if unit == Unit.POINTS:
        return signed(text, lang)
    if unit == Unit.DATE:
        return day(text, lang)
    if unit == Unit.TEXT or not is_number(text):
        return text
    return f"{number(text, lang)}{_SUFFIX.get(unit, '')}"


def line_value(line: Line, lang: Lang) -> str:
    """The printed value of a line."""
    return by_unit(line.value, line.unit, lang)


def is_number(text: str) -> bool:
    """Whether `text` is a plain number: an optional sign, digits, one optional point with digits on both sides."""
    whole, point, places = text.removeprefix("-").removeprefix("+").partition(".")
    return _digits(whole) and (not point or _digits(places))


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()


def person(identifier: str, *, unmask: bool = False) -> str:
    """A CPF masked (`***.456.789-**`) unless `unmask`, a CNPJ with its punctuation, other text unchanged."""
    return formatted(identifier) if unmask else mask(identifier)


def key_groups(key: str) -> str:
    """An access key in groups of four, as the DANFE prints it; other text unchanged."""
    return " ".join(key[at : at + 4] for at in range(0, 44, 4)) if len(key) == 44 else key


def plain(value: int, kind: str) -> str:
    """A stored integer exactly, as plain text in the unit people read: 12345 centavos are "123.45"."""
    places = len(str(PER_UNIT[kind])) - 1  # every unit is a power of ten
    if not places:
        return str(value)
    sign, digits = ("-" if value < 0 else ""), str(abs(value)).rjust(places + 1, "0")
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def scaled_integer(value: int, kind: str, lang: Lang) -> str:
    """A stored integer of the memory of calculation as its column shows it: centavos as money, grams as kg, tenths and
    thousandths as plain numbers without trailing zeros. A weighted value is rounded to the centavo, for reading only.
    """
    if kind == "centavos":
        return money_of_centavos(value, lang)
    if kind == "milli_centavos":
        return money(fixed(Fraction(value, PER_UNIT[kind]), 2), lang)
    if kind in ("tenths", "thousandths"):
        return number(_trimmed(plain(value, kind)), lang)
    return number(plain(value, kind), lang)


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text
