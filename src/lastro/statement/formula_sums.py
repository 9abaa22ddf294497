"""Sums over the totals of a statement, exact in integers, answered in the unit that people read."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cache

import pyarrow as pa
import pyarrow.compute as pc

from lastro.statement.formula import Sums
from lastro.statement.formula_nodes import FormulaFault, SumCall
from lastro.statement.model import PER_UNIT, MemoryColumn

_WIDE = pa.decimal128(38, 0)  # int64 sums wrap around in silence; 38 digits do not


def kinds_of(columns: Iterable[MemoryColumn]) -> Mapping[str, str]:
    """Column name → kind."""
    return {column.name: column.kind for column in columns}


def sums_over(totals: pa.Table, kinds: Mapping[str, str]) -> Sums:
    """A function that answers `sum(…)` calls over `totals`; an empty selection sums to zero.

    `kinds` gives the kind of each integer column. The function raises FormulaFault (`formula.unknown_column`,
    `formula.no_kind`).
    """

    @cache
    def answer(call: SumCall) -> Fraction:
        per_unit = PER_UNIT.get(kinds.get(call.column, ""))
        if per_unit is None:
            raise FormulaFault("formula.no_kind", column=call.column)
        return Fraction(sum_of(totals, call), per_unit)

    return answer


def sum_of(table: pa.Table, call: SumCall) -> int:
    """The sum in the stored integers. Raises FormulaFault (`formula.unknown_column`)."""
    for column in (call.column, *(name for name, _ in call.filters)):
        if column not in table.column_names:
            raise FormulaFault("formula.unknown_column", column=column)
    chosen = table.select([call.column, *dict.fromkeys(name for name, _ in call.filters if name != call.column)])
    for name, values in call.filters:
        text = pc.fill_null(pc.cast(chosen.column(name), pa.string()), "")
        chosen = chosen.filter(pc.is_in(text, value_set=pa.array(values, pa.string())))
    total = pc.sum(pc.cast(chosen.column(call.column), _WIDE)).as_py()
    return int(total or 0)
