"""The tables that the pipeline starts from, prepared in SQL: purchases of the year, returns, parts of origin.

"Of the year" is the civil year of the invoice. A return counts in the year that `selo.return_year` names; one that
refers to a note of another year falls on the same supplier and product, oldest line first.
"""

from __future__ import annotations

from lastro.core.dates import Interval
from lastro.relation import Engine

LINE_SCOPE = "'line:' || line_id"
KEY_SCOPE = "'key:' || key || '|' || product"
SUPPLIER_SCOPE = "'supplier:' || supplier || '|' || product"


def keep_year_lines(engine: Engine, period: Interval) -> None:
    """`year_lines`: claimed purchases and complements of the period, with what their parts must add up to."""
    engine.see(
        "year_lines",
        f"""select p.*, coalesce(o.by_value, false) as origins_by_value,
  case when o.owner is null then 0 when o.by_value then p.centavos
       when p.grams is not null then p.grams else coalesce(p.quantity_micro, 0) end as value_whole,
  case when o.without_grams and o.by_value then p.centavos else coalesce(p.grams, 0) end as grams_whole
from purchases p left join origin_basis o on o.owner = p.line_id
where p.claimed and p.kind <> 'return' and {_inside("p.issued_on", period)}""",
    )


def keep_origin_parts(engine: Engine) -> None:
    """`origin_parts` per line and CPF, and `origin_basis`: whether a line's parts are all told by value.

    Quantity goes by quantity, else by value; value by value when every part has one, else by quantity."""
    engine.keep(
        "origin_basis",
        """select line_id as owner, min(case when centavos is null then 0 else 1 end) = 1 as by_value,
  max(case when grams is null then 0 else 1 end) = 0 as without_grams
from origins group by line_id""",
    )
    engine.keep(
        "origin_parts",
        """select o.line_id as owner, o.cpf as part,
  cast(sum(case when b.by_value then o.centavos when p.grams is not null then coalesce(o.grams, 0)
           else coalesce(o.quantity_micro, 0) end) as bigint) as value_weight,
  cast(sum(case when b.without_grams and b.by_value then o.centavos else coalesce(o.grams, 0) end) as bigint)
    as grams_weight,
  case when count(distinct o.municipality) = 1 then max(o.municipality) end as municipality
from origins o join origin_basis b on b.owner = o.line_id join purchases p on p.line_id = o.line_id
group by o.line_id, o.cpf""",
    )


def keep_returns(engine: Engine, period: Interval, by_purchase_year: bool) -> None:
    """`returns_by_scope`: per scope the centavos and grams returned that fall on lines of the period; `returned_lines`:
    those lines."""
    referred = "substr(r.return_of, 1, 44)"
    spoken_of = "select return_of from purchases where kind = 'return'"
    keys = "select substr(return_of, 1, 44) from purchases where kind = 'return'"
    inside = "true" if by_purchase_year else _inside("r.issued_on", period)
    engine.keep(
        "returns_scoped",
        f"""select r.*,
  case when l.line_id is not null then 'line:' || r.return_of
       when k.key is not null then 'key:' || {referred} || '|' || r.product
       else 'supplier:' || r.supplier || '|' || r.product end as scope
from purchases r
left join (select distinct line_id from year_lines where line_id in ({spoken_of})) l on l.line_id = r.return_of
left join (select distinct key, product from year_lines where key in ({keys})) k
  on k.key = {referred} and k.product = r.product
where r.claimed and r.kind = 'return' and r.evidence_block = '' and {inside}""",
    )
    kept = "scope not like 'supplier:%'" if by_purchase_year else "true"
    engine.keep(
        "returns_by_scope",
        f"""select scope, cast(sum(centavos) as bigint) as centavos, cast(sum(coalesce(grams, 0)) as bigint) as grams
from returns_scoped where {kept} group by scope""",
    )
    scoped = "select scope from returns_by_scope"
    engine.keep(
        "returned_lines",
        f"""select line_id, issued_on, key, item, supplier, product, centavos, grams from year_lines
where {LINE_SCOPE} in ({scoped}) or {KEY_SCOPE} in ({scoped}) or {SUPPLIER_SCOPE} in ({scoped})""",
    )


def keep_returns_beyond(engine: Engine, unabsorbed: str) -> None:
    """`returns_beyond`: what came back this year of a known purchase of another year and no purchase of the year could
    give back, with the facts of that purchase. `unabsorbed` selects what is left per scope. The latest returns hold it.
    """
    engine.keep(
        "returns_beyond",
        f"""with left_over as ({unabsorbed}),
ordered as (
  select s.*, cast(sum(s.centavos) over (partition by s.scope order by s.issued_on, s.key, s.item, s.line_id
    rows between unbounded preceding and current row) as bigint) as until_now
  from returns_scoped s where s.scope like 'supplier:%'),
beyond as (
  select o.*, clamp(o.until_now - (t.centavos - l.centavos_after_3), cast(0 as bigint), o.centavos) as beyond
  from ordered o join returns_by_scope t on t.scope = o.scope join left_over l on l.scope = o.scope),
known as (
  select b.line_id as returned_by, b.beyond, b.issued_on as returned_on, p.*,
    row_number() over (partition by b.line_id order by p.item, p.line_id) as position
  from beyond b join purchases p on (p.line_id = b.return_of or (p.key = b.return_of and p.product = b.product))
  where b.beyond > 0 and p.kind <> 'return' and p.claimed and p.evidence_block = '')
select returned_by, returned_on, plant, supplier, supplier_is_person, product, form, input, own, municipality, contract,
  crop_year, financed, destination, key, item, least(beyond, centavos) as centavos, _hash, _file, _sheet, _row
from known where position = 1""",
    )


def _inside(column: str, period: Interval) -> str:
    return f"{column} >= date '{period.start}' and {column} < date '{period.end}'"
