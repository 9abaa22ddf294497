"""The seven kinds of step that a pipeline is made of: derive, join, expand, union, net, limit, sum.

Each step says its provision, renders one select in SQL that DuckDB and Spark both read, and names what it must
conserve: a query whose every column has to be zero. A step that loses a row or a centavo stops the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from lastro.relation.columns import Column, names, select_derived


@dataclass(frozen=True)
class Derive:
    """Adds columns to every row."""

    name: str
    source: str
    columns: Sequence[Column]

    def select(self) -> str:
        return select_derived(self.source, self.columns)

    def conserves(self) -> str:
        return _same_rows(self.name, self.source)


@dataclass(frozen=True)
class Join:
    """Adds columns of at most one matching row of `right`; a row without a match keeps NULL in them.

    With `required`, each row must find its match: the query counts those that did not. The caller says what a match
    missing means (a hole in the law is `ParameterNotEstablished`).
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
        return _same_rows(self.name, self.source)

    def unmatched(self) -> str:
        return f"select l.* from {self.source} l left join {self.right} r on {self.on} where r.valid_from is null"


@dataclass(frozen=True)
class Expand:
    """One row becomes one per part; `amounts` are split by the parts' weights with the largest remainder.

    `parts` has `owner` (the row's id), `part` (its name, ties in this order) and one weight column per amount; the
    weights of a row need not reach `whole` (a column of the source): what is missing becomes one more part with an
    empty name. A row without parts stays one row with an empty part. Sums per row are conserved.
    """

    name: str
    source: str
    parts: str
    owner: str  # id column of the source
    amounts: Mapping[str, tuple[str, str]]  # amount column -> (weight column of parts, whole column of the source)
    carried: Sequence[str] = ()  # further columns of parts

    def select(self) -> str:
        amounts = list(self.amounts)
        kept = ", ".join(f"p.{column} as part_{column}" for column in self.carried)
        weights = ",\n    ".join(
            f"cast(p.{weight} as bigint) as w_{a}, "
            f"cast(greatest(coalesce(l.{whole}, 0), sum(p.{weight}) over (partition by p.owner)) as bigint) as all_{a}"
            for a, (weight, whole) in self.amounts.items()
        )
        rest = ", ".join(
            f"cast(max(all_{a}) - sum(w_{a}) as bigint) as w_{a}, max(all_{a}) as all_{a}" for a in amounts
        )
        missing = " or ".join(f"max(all_{a}) > sum(w_{a})" for a in amounts)
        empty = "".join(f", cast(null as {kind}) as part_{c}" for c, kind in self._carried_types())
        columns = ", ".join([f"w_{a}, all_{a}" for a in amounts] + [f"part_{c}" for c in self.carried])
        shares = ",\n  ".join(
            f"case when s.owner is null then l.{a} "
            f"when l.{a} is null then cast(null as bigint) "
            f"when s.all_{a} = 0 then case when s.position = 1 then l.{a} else 0 end "
            f"else muldiv_floor(l.{a}, s.w_{a}, s.all_{a}) end as floor_{a}, "
            f"case when s.owner is null or s.all_{a} = 0 then cast(0 as bigint) "
            f"else muldiv_rest(l.{a}, s.w_{a}, s.all_{a}) end as rest_{a}"
            for a in amounts
        )
        others = "".join(f", s.part_{c}" for c in self.carried)
        parted = ",\n  ".join(
            f"cast(floor_{a} + case when row_number() over (partition by {self.owner} "
            f"order by rest_{a} desc nulls last, part_order, part) "
            f"<= {a} - sum(floor_{a}) over (partition by {self.owner}) then 1 else 0 end as bigint) as part_{a}"
            for a in amounts
        )
        return f"""with named as (
  select p.owner, p.part, {weights}{", " + kept if kept else ""}
  from {self.parts} p join {self.source} l on l.{self.owner} = p.owner
), unnamed as (
  select owner, '' as part, {rest}{empty} from named group by owner having {missing}
), every_part as (
  select owner, part, {columns} from named
  union all
  select owner, part, {columns} from unnamed
), numbered as (
  select e.*, case when part = '' then 1 else 0 end as part_order,
    row_number() over (partition by owner order by case when part = '' then 1 else 0 end, part) as position
  from every_part e
), shared as (
  select l.*, coalesce(s.part, '') as part, coalesce(s.part_order, 0) as part_order{others},
  {shares}
  from {self.source} l left join numbered s on s.owner = l.{self.owner}
)
select * , {parted} from shared"""

    def _carried_types(self) -> list[tuple[str, str]]:
        return [(column, "varchar") for column in self.carried]

    def conserves(self) -> str:
        checks = ", ".join(
            f"coalesce((select sum(part_{a}) from {self.name}), 0) - coalesce((select sum({a}) from {self.source}), 0)"
            f" as lost_{a}"
            for a in self.amounts
        )
        return f"select {checks}"


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
        return _same_rows(self.name, self.source)

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
    requests are not negative, which is why returns are netted before.
    """

    name: str
    source: str
    holder: Sequence[str]
    order: Sequence[str]
    request: str
    room: str  # column; the same for all rows of a holder; NULL means no limit
    accepted: Column

    def select(self) -> str:
        order, holder = ", ".join(self.order), ", ".join(self.holder)
        used = f"{self.accepted.name}_used_before"
        return f"""with running as (
  select s.*, cast(coalesce(sum({self.request}) over (partition by {holder} order by {order}
    rows between unbounded preceding and 1 preceding), 0) as bigint) as {used}
  from {self.source} s)
select running.*, cast(case when {self.room} is null then {self.request}
  else clamp({self.room} - {used}, cast(0 as bigint), {self.request}) end as bigint) as {self.accepted.name}
from running"""

    def conserves(self) -> str:
        accepted, holder = self.accepted.name, ", ".join(self.holder)
        return f"""select (select count(*) from {self.name}) - (select count(*) from {self.source}) as lost_rows,
(select count(*) from {self.name} where {accepted} > {self.request} or {accepted} < 0) as out_of_range,
(select count(*) from (select {holder} from {self.name} where {self.room} is not null
  group by {holder} having sum({accepted}) > max({self.room})) over_limit) as over_the_limit"""


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
        checks = ", ".join(
            f"coalesce((select sum({c}) from {self.name}), 0) - "
            f"coalesce((select sum({c}) from {self.source} where {self.where}), 0) as lost_{c}"
            for c in self.sums
        )
        return f"select {checks}"


Step = Derive | Join | Expand | Union | Net | Limit | Sum


def _same_rows(name: str, source: str) -> str:
    return f"select (select count(*) from {name}) - (select count(*) from {source}) as lost_rows"


def added_columns(step: Step) -> list[str]:
    """The cited columns a step adds, for the memory of calculation."""
    match step:
        case Derive() | Join():
            return names(step.columns)
        case Limit():
            return [step.accepted.name]
        case _:
            return []
