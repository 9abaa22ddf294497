"""The totals as live sums over the memory sheet."""

from __future__ import annotations

from lastro.render.xlsx.cells import column_letters
from lastro.render.xlsx.plan import Plan


def total_formulas(plan: Plan) -> dict[str, str]:
    """By column, the template of each total: the sum of the lines that carry the row's number.

    Empty when the memory cannot say which line belongs to which total; the totals are then values.
    """
    if plan.totals is None or plan.memory is None or plan.group_of is None:
        return {}
    number = column_letters(plan.totals.group_at)
    return {
        name: f"SUMIFS({plan.memory.integers_span(name)},{plan.memory.group_span()},${number}{{r}})"
        for name in plan.totals.integers
        if name in plan.memory.integer_at
    }
