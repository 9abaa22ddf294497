"""The ministry's figure: a percentage as it is printed, a numerator, a denominator; typed, or standing in its file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lastro.core.errors import EvidenceUnreadable, InexactNumber, WrongUse
from lastro.core.numbers import CENTAVOS_PER_REAL
from lastro.evidence.columns import folded
from lastro.evidence.tables.cells.numbers import decimal_sign
from lastro.evidence.tables.header import is_blank
from lastro.evidence.tables.model import Cell
from lastro.evidence.typed_number import typed_number
from lastro.statement.reconciled import OfficialFigure

PERCENTAGE, NUMERATOR, DENOMINATOR = "percentage", "numerator", "denominator"
_LABELS: Mapping[str, tuple[str, ...]] = {
    PERCENTAGE: ("percentual", "percentage", "indice", "weighted percentage"),
    NUMERATOR: ("numerador", "numerator", "soma ponderada", "total ponderado", "valor ponderado", "weighted sum"),
    DENOMINATOR: ("denominador", "denominator", "faturamento", "receita bruta", "valor bruto", "turnover",
                  "gross value"),
}  # fmt: skip
_PERCENT_PLACES = 8
_LEAST_PLACES = 2  # a spreadsheet drops the zeros of 48.90
_MOST_CELLS = 4


@dataclass(frozen=True)
class Stated:
    """One of the three numbers, as written. `row` from 0 where it stands in the file."""

    name: str
    text: str
    row: int = -1
    is_number: bool = False


def stated_in(rows: Sequence[Sequence[Cell]]) -> list[Stated]:
    """The rows that name one of the three and give a number, such as "Percentual apurado | 48,91 %"."""
    found = []
    for number, row in enumerate(rows):
        cells = [cell for cell in row if not is_blank(cell)]
        if not 2 <= len(cells) <= _MOST_CELLS or not isinstance(cells[0], str):
            continue
        name = next((n for n, labels in _LABELS.items() if folded(cells[0]).startswith(labels)), "")
        value = next((cell for cell in cells[1:] if _is_plain(cell)), None)
        if name and value is not None:
            is_number = isinstance(value, int | float)
            text = format(value, ".15g") if isinstance(value, float) else str(value)
            found.append(Stated(name, text, number, is_number))
    return found


def _is_plain(cell: Cell) -> bool:
    if isinstance(cell, bool) or not isinstance(cell, str | int | float):
        return False
    if isinstance(cell, int | float):
        return True
    try:
        typed_number(cell, 10**_PERCENT_PLACES)
    except InexactNumber:
        return False
    return True


def figure_of(typed: Mapping[str, str], stated: Iterable[Stated]) -> OfficialFigure:
    """The figure from what was typed and what the file states.

    Raises WrongUse for a number that was typed wrong or contradicts the file, EvidenceUnreadable for a file that
    contradicts itself.
    """
    numbers: dict[str, tuple[int, int]] = {}
    for name, text in typed.items():
        try:
            numbers[name] = _read(name, text)
        except InexactNumber as fault:
            raise WrongUse("reconcile.typed_figure", name=name, value=text) from fault
    for each in stated:
        try:
            read = _read(each.name, each.text, is_number=each.is_number)
        except InexactNumber as fault:
            raise EvidenceUnreadable("reconcile.file_figure", row=each.row + 1, value=each.text) from fault
        known = numbers.setdefault(each.name, read)
        if known[0] != read[0]:
            if each.name in typed:
                raise WrongUse("reconcile.figure_twice", value=typed[each.name], row=each.row + 1, found=each.text)
            raise EvidenceUnreadable("reconcile.figure_contradicts", row=each.row + 1, value=each.text)
    return _figure(numbers)


def _figure(numbers: Mapping[str, tuple[int, int]]) -> OfficialFigure:
    percentage = numbers.get(PERCENTAGE)
    return OfficialFigure(
        percentage=None if percentage is None else Fraction(percentage[0], 10**_PERCENT_PLACES),
        places=0 if percentage is None else percentage[1],
        numerator=numbers[NUMERATOR][0] if NUMERATOR in numbers else None,
        denominator=numbers[DENOMINATOR][0] if DENOMINATOR in numbers else None,
    )


def _read(name: str, text: str, *, is_number: bool = False) -> tuple[int, int]:
    """The number in its smallest unit, and how many places are printed. Raises InexactNumber."""
    if name != PERCENTAGE:
        return typed_number(text, CENTAVOS_PER_REAL), 2
    value = typed_number(text, 10**_PERCENT_PLACES)
    places = _places(text)
    return value, max(places, _LEAST_PLACES) if is_number else places


def _places(text: str) -> int:
    body = text.strip().removesuffix("%").strip()
    sign = decimal_sign(body)
    return len(body.rpartition(sign)[2]) if sign else 0
