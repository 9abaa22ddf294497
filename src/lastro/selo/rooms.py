"""How much each family may have grown: declared area × official yield (arts. 4 I and 6), per crop and crop year.

Each property counts with the area that documents in force on a purchase of that season declare: the largest, or the
smallest, by `selo.area_of_season`. One property without a stated area or an official yield leaves the family without a
limit, and a finding: what is unknown is not nothing.
"""

from __future__ import annotations

from datetime import date

import pyarrow as pa

from lastro.core.numbers import M2_PER_HECTARE
from lastro.law import Session
from lastro.relation import Engine
from lastro.selo.arrow import table_of
from lastro.selo.yields import Yields

_SCHEMA = pa.schema(
    [
        ("municipality", pa.string()),
        ("product", pa.string()),
        ("crop_year", pa.string()),
        ("grams_per_ha", pa.int64()),
        ("yield_source", pa.string()),
        ("yield_level", pa.string()),
    ]
)


def keep_yield_rooms(engine: Engine, yields: Yields, session: Session, on: date, sources: str) -> None:
    """`yield_rooms`: family, product, crop_year, room_grams (null when it cannot be limited). Needs `requested` and
    `properties`. `sources` is the key of the order of sources."""
    engine.keep(
        "yield_groups",
        "select distinct yield_family as family, product, crop_year, issued_on from requested where yield_family <> ''",
    )
    order = "desc" if session.reading("selo.area_of_season") == "largest" else "asc"
    engine.keep("yield_areas", _areas(order))
    engine.register("yields", _resolved(engine, yields, on, sources))
    engine.keep("yield_rooms", _ROOMS)


def _areas(order: str) -> str:
    """Each property in force on some purchase of the group, with its largest (or smallest) stated area."""
    return f"""with declared as (
  select distinct g.family, g.product, g.crop_year, p.property, p.municipality, p.area_m2
  from yield_groups g join properties p
    on p.family = g.family and g.issued_on >= p.valid_from and g.issued_on < p.valid_to),
ranked as (
  select d.*, row_number() over (partition by family, product, crop_year, property
    order by case when area_m2 is null then 1 else 0 end, area_m2 {order}, municipality {order}) as place
  from declared d)
select family, product, crop_year, municipality, area_m2 from ranked where place = 1"""


def _resolved(engine: Engine, yields: Yields, on: date, sources: str) -> pa.Table:
    asked = engine.fetch("select distinct municipality, product, crop_year from yield_areas order by 1, 2, 3")
    rows = []
    for row in asked.to_pylist():
        place, crop, season = row["municipality"], row["product"], row["crop_year"]
        found = yields.find(place, crop, season, on, sources)
        if found is not None:
            rows.append((place, crop, season, found.grams_per_ha, found.source, found.level))
    return table_of(rows, _SCHEMA)


_ROOMS = f"""select a.family, a.product, a.crop_year,
  case when sum(case when y.grams_per_ha is null or a.area_m2 is null then 1 else 0 end) > 0 then cast(null as bigint)
       else cast(sum(muldiv_half_up(a.area_m2, coalesce(y.grams_per_ha, 0), {M2_PER_HECTARE})) as bigint)
  end as room_grams
from yield_areas a left join yields y
  on y.municipality = a.municipality and y.product = a.product and y.crop_year = a.crop_year
group by a.family, a.product, a.crop_year"""
