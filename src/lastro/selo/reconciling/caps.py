"""Several rows out or in at once where caps bend what each adds: the final calculation over the sums without them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from lastro.core.errors import LastroError
from lastro.selo.reconciling.bench import Weighed, admitted
from lastro.selo.reconciling.changes import Change, place_of
from lastro.selo.reconciling.effects import Context, sums_without
from lastro.selo.reconciling.lab import Lab
from lastro.selo.reconciling.moves import Frame


def under_caps(lab: Lab, frame: Frame, changes: Sequence[Change]) -> list[int | None]:
    """The numerator of a frame with each change of rows, centavos: the caps computed anew, families' limits not.

    None where the lines of the frame do not tell (rows of other years), or nothing is left to compute.
    """
    weighed = lab.bench.weighed(frame.change)
    return [_numerator(lab, weighed, frame.of_rows, change) for change in changes]


def _numerator(lab: Lab, weighed: Weighed, told: Context, change: Change) -> int | None:
    if change.dated or change.spent_dated:
        return None
    rows = list(_taken(lab, told, change))
    spending = [admitted(row, change) for row in weighed.spending if place_of(row.row) not in change.spent_out]
    try:
        return lab.bench.tail(weighed, sums_without(weighed.sums, rows), spending).numerator
    except LastroError:
        return None


def _taken(lab: Lab, told: Context, change: Change) -> Iterator[Mapping[str, Any]]:
    """What a change takes out of the lines, as rows; what it adds, as rows with the sign turned."""
    gone = {key for line in change.blocked for key in lab.facts.parts.get(line, ()) if key in told.lines}
    yield from (told.lines[key] for key in gone)
    for key, centavos in change.reduced:
        if key in told.lines and key not in gone:
            row = told.lines[key]
            out = min(centavos, row["accepted_centavos"])
            yield {**row, "accepted_centavos": out, "requested_centavos": out, "weighted": out * row["weight"]}
    for key in change.admitted:
        if key in told.lines and key not in gone:
            row = told.lines[key]
            less = {name: row[name] - row["centavos"] for name in ("accepted_centavos", "requested_centavos")}
            yield {**row, **less, "weighted": row["weighted"] - row["centavos"] * row["regained_weight"]}
