"""A sum of a formula as SUMIFS over the totals sheet."""

from __future__ import annotations

import re
from itertools import product

from lastro.render import words
from lastro.render.xlsx.plan import EMPTY, Grid, Plan, shown_words
from lastro.statement.catalogue import Lang
from lastro.statement.formula_nodes import SumCall
from lastro.statement.model import PER_UNIT

_WILD = re.compile(r"[~*?]")


def sum_expression(call: SumCall, plan: Plan, lang: Lang, *, unmask: bool) -> str:
    """The sum in the unit shown; "" when the totals sheet cannot answer it."""
    grid = plan.totals
    if grid is None or call.column not in grid.integer_at or any(name not in grid.shown_at for name, _ in call.filters):
        return ""
    summed = grid.integers_span(call.column)
    per_unit = PER_UNIT[grid.column(call.column).kind]
    if not call.filters:
        return f"SUM({summed})/{per_unit}"
    spans = [grid.shown_span(name) for name, _ in call.filters]
    choices = [
        [_criterion(name, value, grid, lang, unmask=unmask) for value in values] for name, values in call.filters
    ]
    calls = [_sumifs(summed, spans, chosen) for chosen in product(*choices)]
    return f"({'+'.join(calls)})/{per_unit}" if len(calls) > 1 else f"{calls[0]}/{per_unit}"


def _sumifs(summed: str, spans: list[str], chosen: tuple[str, ...]) -> str:
    pairs = ",".join(f"{where},{what}" for where, what in zip(spans, chosen, strict=True))
    return f"SUMIFS({summed},{pairs})"


def _criterion(name: str, value: str, grid: Grid, lang: Lang, *, unmask: bool) -> str:
    """A value as SUMIFS compares it: a number for a number, else the words that stand in the cells."""
    kind = grid.column(name).kind
    if kind in PER_UNIT:
        return words.plain(int(value), kind) if value else f'"{EMPTY}"'
    told = shown_words(grid, name, lang, unmask=unmask).get(value or None) or shown_words(
        grid, name, lang, unmask=unmask
    ).get(value)
    shown = told or value or EMPTY
    return '"=' + _WILD.sub(r"~\g<0>", shown).replace('"', '""') + '"'
