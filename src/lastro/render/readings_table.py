"""The percentage under every option of every reading, one changed at a time, as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lastro.core.numbers import fraction_text, percent, reais
from lastro.render import words
from lastro.statement.catalogue import Lang, text

if TYPE_CHECKING:
    from lastro.statement.alternative import Alternatives


def table_lines(found: Alternatives, lang: Lang) -> Iterator[str]:
    """Largest effect first; readings without effect are named in one line."""
    yield text("readings_table.title", lang, {"percent": words.percent(percent(found.percentage / 100), lang)})
    shown = [row for row in found.rows if row.stopped_by or row.points or row.amount_centavos]
    for row in shown:
        told = {"key": row.key, "option": row.option}
        if row.stopped_by:
            yield "  " + text("readings_table.stopped", lang, {**told, "reason": row.stopped_by})
        else:
            amount = words.signed(reais(row.amount_centavos), lang)
            told |= {
                "percent": words.percent(percent(row.percentage / 100), lang),
                "points": words.points(row.points, lang),
                "amount": amount,
            }
            yield "  " + text("readings_table.row", lang, told)
    if not shown:
        yield "  " + text("readings_table.none", lang)
    same = [f"{row.key}={row.option}" for row in found.rows if row not in shown]
    if same:
        yield text("readings_table.same", lang, {"keys": ", ".join(same)})


def table_json(found: Alternatives) -> dict[str, object]:
    """The same with exact values."""
    return {
        "percentage": percent(found.percentage / 100),
        "exact": fraction_text(found.percentage),
        "rows": [
            {
                "key": row.key,
                "option": row.option,
                "percentage": None if row.stopped_by else percent(row.percentage / 100),
                "exact": None if row.stopped_by else fraction_text(row.percentage),
                "points": None if row.stopped_by else percent(row.points / 100),
                "numerator_change": None if row.stopped_by else reais(row.amount_centavos),
                "stopped_by": row.stopped_by,
            }
            for row in found.rows
        ],
    }
