"""Goods sent back: a return comes off the item it names, first in, first out (art. 3 § 8)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Sequence

from tests.oracle.exact import Row, centavos, grams, text
from tests.oracle.model import Config, Part


class _Rest:
    """What is left of each line while returns come off."""

    def __init__(self, lines: Sequence[Part]) -> None:
        self._of = {id(line): (line.value, line.grams) for line in lines}

    def take(self, lines: Iterable[Part], value: int, mass: int) -> tuple[int, int]:
        """Take value and mass off the lines in their order; what none of them had is given back."""
        for line in lines:
            left, left_mass = self._of[id(line)]
            off, off_mass = min(value, left), min(mass, left_mass or 0)
            self._of[id(line)] = (left - off, None if left_mass is None else left_mass - off_mass)
            value, mass = value - off, mass - off_mass
        return value, mass

    def of(self, line: Part) -> Part:
        value, mass = self._of[id(line)]
        return dataclasses.replace(line, value=value, grams=mass)


def net_returns(lines: Sequence[Part], returns: Sequence[Row], config: Config) -> list[Part]:
    """The lines of the year net of returns, and as `return` what no purchase of the year could give back.

    Reading `selo.return_year`: a return counts in its own year, or in the year of the purchase. In its own year the
    return of another year's purchase, or of one that is not known, comes off what the same supplier sold of the same
    product; the rest is taken off as the purchase was judged, if that is known.
    """
    rest = _Rest(lines)
    taken_back = []
    in_year = [line for line in lines if config.in_year(line.day)]
    own_year = config.reading("selo.return_year") == "return_year"
    for row in sorted(returns, key=lambda r: (r["data"], text(r, "chave"), int(r.get("item") or 0))):
        named = _named(row, lines)
        if own_year and not config.in_year(row["data"]):
            continue
        value, mass = _what(row)
        value, mass = rest.take([line for line in named if config.in_year(line.day)], value, mass)
        if own_year and not any(config.in_year(line.day) for line in named):
            value, mass = rest.take(_like(row, named, in_year), value, mass)
            if named and value:
                taken_back.append(dataclasses.replace(named[0], kind="return", value=min(value, named[0].value)))
    return [rest.of(line) for line in in_year] + taken_back


def _what(row: Row) -> tuple[int, int]:
    mass = grams(row.get("quantidade"), text(row, "unidade_medida"), text(row, "produto"))
    return abs(centavos(row.get("valor"))), abs(mass or 0)


def _named(row: Row, lines: Sequence[Part]) -> list[Part]:
    """The items that the return names: one by key and item, or those of a note in order of item."""
    key, _, item = text(row, "devolucao_de").partition("-")
    named = [
        line for line in lines if line.key == key and line.block != "SBS-06" and (not item or line.item == int(item))
    ]
    if not item and text(row, "produto"):
        named = [line for line in named if line.product == text(row, "produto")]
    return sorted(named, key=lambda line: line.item)


def _like(row: Row, named: Sequence[Part], in_year: Sequence[Part]) -> list[Part]:
    """Purchases of the year from the same supplier, of the same product, in their order."""
    supplier = named[0].supplier if named else text(row, "fornecedor")
    product = named[0].product if named else text(row, "produto")
    return sorted((x for x in in_year if (x.supplier, x.product) == (supplier, product)), key=lambda x: x.order)
