"""Goods sent back: a return comes off the item it names, first in, first out (art. 3 § 8)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from tests.oracle.exact import Row, centavos, grams, text
from tests.oracle.model import Config, Part


def net_returns(lines: Sequence[Part], returns: Sequence[Row], config: Config) -> list[Part]:
    """The lines of the year net of returns, and a `return` for what came back this year of another year's purchase.

    Reading `selo.return_year`: a return counts in its own year, or in the year of the purchase.
    """
    rest = {id(line): (line.value, line.grams) for line in lines}
    taken_back: list[Part] = []
    own_year = config.reading("selo.return_year") == "return_year"
    for row in sorted(returns, key=lambda r: (r["data"], text(r, "chave"), int(r.get("item") or 0))):
        if own_year and not config.in_year(row["data"]):
            continue
        value, mass = (
            abs(centavos(row.get("valor"))),
            abs(grams(row.get("quantidade"), text(row, "unidade_medida"), text(row, "produto")) or 0),
        )
        for line in _named(row, lines):
            left_value, left_grams = rest[id(line)]
            off = min(value, left_value)
            off_grams = min(mass, left_grams or 0)
            rest[id(line)] = (left_value - off, None if left_grams is None else left_grams - off_grams)
            value, mass = value - off, mass - off_grams
            if off and not config.in_year(line.day) and own_year:
                taken_back.append(dataclasses.replace(line, kind="return", value=off))
    kept = [line for line in lines if config.in_year(line.day)]
    return [dataclasses.replace(line, value=rest[id(line)][0], grams=rest[id(line)][1]) for line in kept] + taken_back


def _named(row: Row, lines: Sequence[Part]) -> list[Part]:
    """The items that the return names: one by key and item, or those of a note in order of item."""
    key, _, item = text(row, "devolucao_de").partition("-")
    named = [
        line for line in lines if line.key == key and line.block != "SBS-06" and (not item or line.item == int(item))
    ]
    if not item and text(row, "produto"):
        named = [line for line in named if line.product == text(row, "produto")]
    return sorted(named, key=lambda line: line.item)
