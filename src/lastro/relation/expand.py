"""The step that splits a row into parts: a purchase among the farmers behind it, to the last centavo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lastro.relation.conserved import same_sums


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

    @property
    def shares(self) -> str:
        return f"{self.name}_shares"

    def select(self) -> str:
        amounts = ",\n  ".join(
            f"case when s.owner is null then l.{a} else s.part_{a} end as part_{a}" for a in self.amounts
        )
        carried = "".join(f"s.part_{c}, " for c in self.carried)
        return f"""select l.*, coalesce(s.part, '') as part, coalesce(s.part_order, 0) as part_order,
  coalesce(s.part_count, 1) as part_count, {carried}{amounts}
from {self.source} l left join {self.shares} s on s.owner = l.{self.owner}"""

    def settled(self) -> dict[str, str]:
        return {self.shares: self._shared()}

    def _shared(self) -> str:
        """The parts of the rows that have any, with their amounts."""
        amounts = list(self.amounts)
        carried = "".join(f", part_{c}" for c in self.carried)
        kept = "".join(f", p.{c} as part_{c}" for c in self.carried)
        empty = "".join(f", cast(null as {kind}) as part_{c}" for c, kind in self._carried_types())
        weights = ", ".join(f"cast(p.{weight} as bigint) as w_{a}" for a, (weight, _) in self.amounts.items())
        named = ", ".join(f"sum({weight}) as sum_{a}" for a, (weight, _) in self.amounts.items())
        every = ", ".join(
            f"l.{a}, cast(greatest(coalesce(l.{whole}, 0), w.sum_{a}) as bigint) as all_{a}"
            for a, (_, whole) in self.amounts.items()
        )
        rest = ", ".join(f"cast(all_{a} - sum_{a} as bigint) as w_{a}" for a in amounts)
        missing = " or ".join(f"all_{a} > sum_{a}" for a in amounts)
        split = ",\n  ".join(
            f"case when w.{a} is null then cast(null as bigint) "
            f"when w.all_{a} = 0 then case when p.part = w.first_part then w.{a} else 0 end "
            f"else muldiv_floor(w.{a}, p.w_{a}, w.all_{a}) end as floor_{a}, "
            f"case when w.all_{a} = 0 then cast(0 as bigint) "
            f"else muldiv_rest(w.{a}, p.w_{a}, w.all_{a}) end as rest_{a}"
            for a in amounts
        )
        floors = ", ".join(f"sum(floor_{a}) as floors_{a}" for a in amounts)
        parted = ",\n  ".join(
            f"cast(f.floor_{a} + case when row_number() over (partition by f.owner "
            f"order by f.rest_{a} desc nulls last, f.part_order, f.part) "
            f"<= f.{a} - s.floors_{a} then 1 else 0 end as bigint) as part_{a}"
            for a in amounts
        )
        return f"""with named as (
  select owner, count(*) as parts, min(part) as first_part, {named} from {self.parts} group by owner
), wholes as (
  select w.*, {every} from named w join {self.source} l on l.{self.owner} = w.owner
), every_part as (
  select p.owner, p.part, case when p.part = '' then 1 else 0 end as part_order, {weights}{kept} from {self.parts} p
  union all
  select owner, '' as part, 1 as part_order, {rest}{empty} from wholes where {missing}
), floored as (
  select p.owner, p.part, p.part_order, w.parts + case when {missing} then 1 else 0 end as part_count{carried},
  {", ".join(f"w.{a}" for a in amounts)},
  {split}
  from every_part p join wholes w on w.owner = p.owner
), floors as (
  select owner, {floors} from floored group by owner
)
select f.owner, f.part, f.part_order, f.part_count{carried}, {parted}
from floored f join floors s on s.owner = f.owner"""

    def _carried_types(self) -> list[tuple[str, str]]:
        return [(column, "varchar") for column in self.carried]

    def conserves(self) -> str:
        return same_sums(self.name, {f"part_{a}": a for a in self.amounts}, self.source)
