"""What a step must keep, as queries of which every column has to be zero."""

from __future__ import annotations

from collections.abc import Mapping


def same_sums(name: str, columns: Mapping[str, str], source: str) -> str:
    """The sum of each column of `name` against that of the column it stands for in `source`, in one pass over each."""
    made = ", ".join(f"coalesce(sum({column}), 0) as s{n}" for n, column in enumerate(columns))
    had = ", ".join(f"coalesce(sum({column}), 0) as s{n}" for n, column in enumerate(columns.values()))
    lost = ", ".join(f"made.s{n} - had.s{n} as lost_{column}" for n, column in enumerate(columns.values()))
    return f"select {lost} from (select {made} from {name}) made, (select {had} from {source}) had"


def same_rows(name: str, source: str) -> str:
    """The rows of `name` against those of `source`."""
    return f"select (select count(*) from {name}) - (select count(*) from {source}) as lost_rows"
