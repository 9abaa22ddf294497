"""The seven kinds of step that a pipeline is made of: derive, join, expand, union, net, limit, sum.

Each step says its provision, renders one select in SQL that DuckDB and Spark both read, and names what it must
conserve: a query whose every column has to be zero. A step that loses a row or a centavo stops the run.

A select is meant to be read through, not stored: what is worth computing once, and touches few rows, a step names in
`settled`, small tables that its select then only looks up.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lastro.relation.columns import Column, names, select_derived
from lastro.relation.conserved import same_rows, same_sums
from lastro.relation.expand import Expand


@dataclass(frozen=True)
class Derive:
    """Adds columns to every row."""

    name: str
    source: str
    columns: Sequence[Column]

    def select(self) -> str:
        return select_derived(self.source, self.columns)

    def conserves(self) -> str:
        return same_rows(self.name, self.source)


@dataclass(frozen=True)
class Join:
    """Adds columns of at most one matching row of `right`; a row without a match keeps NULL in them.

    With `required`, each row must find its match: the query counts those that did not. The caller says what a match
    missing means (a hole in the law is `ParameterNotEstablished`); it is told what the row was looked up by.
    """

    name: str
    source: str
    right: str
    on: str  # over aliases l and r
    columns: Sequence[Column]  # expressions over r
    required: bool = False

    def select(self) -> str:
        added = ",\n  ".join(f"{column.sql} as {column.name}" for column in self.columns)
        return f"select l.*,\n  {added}\nfrom {self.source} l\nleft join {self.right} r on {self.on}"

    def conserves(self) -> str:
        return same_rows(self.name, self.source)

    def unmatched(self) -> str:
        asked = ", ".join(sorted(set(re.findall(r"\bl\.(\w+)", self.on))))
        return f"""select l.* from (select distinct {asked} from {self.source}) l left join {self.right} r on {self.on}
where r.valid_from is null"""


@dataclass(frozen=True)
class Union:
    """Rows of several sources under the same columns; each source lists its expressions in the order of `columns`."""

    name: str
    columns: Sequence[str]
    sources: Mapping[str, Sequence[str]]

    def select(self) -> str:
        return "\nunion all\n".join(
            "select "
            + ",\n  ".join(f"{sql} as {name}" for sql, name in zip(listed, self.columns, strict=True))
            + f"\nfrom {source}"
            for source, listed in self.sources.items()
        )

    def conserves(self) -> str:
        rows = " + ".join(f"(select count(*) from {source})" for source in self.sources)
        return f"select (select count(*) from {self.name}) - ({rows}) as lost_rows"


@dataclass(frozen=True)
class Net:
    """Takes returns off the rows they refer to, first in first out.

    `returns` has one row per `scope` with the totals returned; a row of the source belongs to the scope that
    `scope_sql` gives it. `amounts` maps each result to (column of the source, column of `returns`). A row falls by
    what is left of the return, never below zero; what no row absorbs stays visible through `unabsorbed`.
    """

    name: str
    source: str
    returns: str
    scope_sql: str
    order: Sequence[str]
    amounts: Mapping[str, tuple[str, str]]

    @property
    def scope(self) -> str:
        return f"scope_{self.name}"

    def select(self) -> str:
        order = ", ".join(self.order)
        before = ",\n    ".join(
            f"cast(coalesce(sum({column}) over (partition by {self.scope} order by {order} "
            f"rows between unbounded preceding and 1 preceding), 0) as bigint) as before_{result}"
            for result, (column, _) in self.amounts.items()
        )
        kept = ",\n  ".join(
            f"cast(case when l.{column} is null then null else l.{column} - "
            f"clamp(coalesce(r.{returned}, 0) - l.before_{result}, cast(0 as bigint), l.{column}) end as bigint)"
            f" as {result}"
            for result, (column, returned) in self.amounts.items()
        )
        return f"""with scoped as (select s.*, {self.scope_sql} as {self.scope} from {self.source} s),
ordered as (select scoped.*,
    {before}
  from scoped)
select l.*, {kept}
from ordered l left join {self.returns} r on r.scope = l.{self.scope}"""

    def conserves(self) -> str:
        return same_rows(self.name, self.source)

    def unabsorbed(self) -> str:
        """Per scope what the rows could not absorb: `scope` and one column per result."""
        left = ", ".join(
            f"cast(r.{returned} - coalesce(sum(n.{column} - n.{result}), 0) as bigint) as {result}"
            for result, (column, returned) in self.amounts.items()
        )
        grouped = ", ".join(f"r.{returned}" for _, returned in self.amounts.values())
        return f"""select r.scope, {left} from {self.returns} r left join {self.name} n on n.{self.scope} = r.scope
group by r.scope, {grouped}"""


@dataclass(frozen=True)
class Limit:
    """A running clamp: rows of one holder, in a total order, take from `room` until it is used up.

    Accepted = clamp(room - what came before, 0, request). Equal to going through the rows one by one as long as
    requests are not negative, which is why returns are netted before. Where all that a holder asks for fits into his
    smallest room, every row has what it asks: only the rows of the others need to be put in order.
    """

    name: str
    source: str
    holder: Sequence[str]
    order: Sequence[str]
    request: str
    room: str  # column; NULL means no limit
    accepted: Column
    row: Sequence[str] = ("line_no",)  # what names one row of the source

    @property
    def bound(self) -> str:
        return f"{self.name}_bound"

    def select(self) -> str:
        same = " and ".join(f"b.row_{column} = s.{column}" for column in self.row)
        return f"""select s.*, {self._used_before(self.request)} as {self.accepted.name}_used_before,
  coalesce(b.accepted, s.{self.request}) as {self.accepted.name}
from {self.source} s left join {self.bound} b on {same}"""

    def _used_before(self, request: str) -> str:
        """What the holder took before the row; computed over all rows only when somebody asks for the column."""
        return f"""cast(coalesce(sum({request}) over (partition by {", ".join(self.holder)}
    order by {", ".join(self.order)} rows between unbounded preceding and 1 preceding), 0) as bigint)"""

    def settled(self) -> dict[str, str]:
        holder, row = ", ".join(self.holder), ", ".join(self.row)
        named = ", ".join(f"{column} as row_{column}" for column in self.row)
        same = " and ".join(f"h.{column} = s.{column}" for column in self.holder)
        columns = dict.fromkeys((*self.row, *self.holder, *self.order))
        bound = f"""with holders as (
  select {holder} from {self.source} group by {holder} having sum({self.request}) > min({self.room})
), asked as (
  select {", ".join(f"s.{column}" for column in columns)}, s.{self.request} as request, s.{self.room} as room
  from {self.source} s join holders h on {same}
), running as (
  select {row}, request, room, {self._used_before("request")} as used_before from asked)
select {named}, cast(clamp(room - used_before, cast(0 as bigint), request) as bigint) as accepted
from running where room is not null"""
        return {self.bound: bound}

    def conserves(self) -> str:
        accepted, holder = self.accepted.name, ", ".join(self.holder)
        return f"""select coalesce(sum(taken), 0) - (select count(*) from {self.source}) as lost_rows,
  coalesce(sum(out_of_range), 0) as out_of_range,
  coalesce(sum(case when over_room then 1 else 0 end), 0) as over_the_limit
from (select count(*) as taken, sum(case when {accepted} > {self.request} then 1
    when {accepted} < 0 and {self.request} >= 0 then 1 else 0 end) as out_of_range,
  sum(case when {self.room} is not null then {accepted} end) > max({self.room}) as over_room
  from {self.name} group by {holder}) by_holder"""


@dataclass(frozen=True)
class Sum:
    """Totals by group. Sums of int64 are cast back: an engine's wider type must not leak into a file."""

    name: str
    source: str
    by: Sequence[str]
    sums: Sequence[str]
    counts: str = "lines"
    where: str = field(default="true")

    def select(self) -> str:
        added = ", ".join(f"cast(sum({column}) as bigint) as {column}" for column in self.sums)
        by = ", ".join(self.by)
        return f"""select {by}, {added}, count(*) as {self.counts} from {self.source} where {self.where}
group by {by} order by {", ".join(f"{column} nulls last" for column in self.by)}"""

    def conserves(self) -> str:
        return same_sums(self.name, {c: c for c in self.sums}, f"{self.source} where {self.where}")


Step = Derive | Join | Expand | Union | Net | Limit | Sum


def settled(step: Step) -> dict[str, str]:
    """The small tables, by name, that are computed before the step's own select."""
    return step.settled() if isinstance(step, Expand | Limit) else {}


def added_columns(step: Step) -> list[str]:
    """The cited columns a step adds, for the memory of calculation."""
    match step:
        case Derive() | Join():
            return names(step.columns)
        case Limit():
            return [step.accepted.name]
        case _:
            return []
