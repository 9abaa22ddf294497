"""Notes as sales see them: what a plant sold or took back, per note and product (table `note_sales`)."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pyarrow as pa

from lastro.evidence.desk import Desk
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook

_VOLUMES = pa.schema(
    [("unit", pa.string()), ("issued_on", pa.date32()), ("numerator", pa.int64()), ("denominator", pa.int64())]
)

# Millilitres of an item: by its unit, else by the litres its tax is computed on; a complement adds none.
_BY_UNIT = """cast((2 * cast(counted as hugeint) * numerator + 10000 * cast(denominator as hugeint))
    // (20000 * cast(denominator as hugeint)) as bigint)"""
_ML = f"""case when role = 'complement' then 0 when numerator is not null and counted is not null then {_BY_UNIT}
    when mono_quantity is not null then mono_quantity // 10 end"""

# `standing`: "counts"; else why not, which is the state of the note when that is not authorised.
NOTE_SALES = f"""
with sold as (
    select *, case when state <> 'authorised' then state when counts then 'counts' else counts_reason end as standing,
           case use when 'biodiesel' then 'biodiesel' when 'glycerin' then 'glicerina' else 'outro' end as sold_product,
           case when counts then counted_quantity else quantity end as counted,
           case when counts then counted_unit else items.unit end as told_unit
    from items where side = 'sale'
), measured as (
    select sold.*, {_ML} as ml
    from sold left join volumes on volumes.unit = sold.told_unit and volumes.issued_on = sold.issued_on
), markets as (
    select key, bool_and(role = 'export') as exported from sold where use = 'biodiesel' group by key
)
select measured.key, sold_product as product, min(measured.issued_on) as sold_on,
       case when bool_or(standing = 'counts') then 'counts' else min(standing) end as standing,
       case when min(seller) in (from plants) then min(seller) else '' end as plant,
       bool_or(counts) and sold_product <> 'outro' as sold,
       bool_or(role = 'return') as is_return,
       case when bool_or(role = 'return') then max(counterpart_key) else '' end as return_of,
       case when bool_and(role = 'export') or bool_and(coalesce(markets.exported, false)) then 'exportacao'
            else 'interno' end as destination,
       case when count(ml) = count(*) then cast(sum(ml) as bigint) end as ml,
       cast(sum(value_centavos) as bigint) as centavos, min(_file) as _file,
       sha256(measured.key || '-' || sold_product) as _hash
from measured left join markets on markets.key = measured.counterpart_key
where standing = 'counts' or not exists (
    from sold as other
    where other.key = measured.key and other.sold_product = measured.sold_product and other.standing = 'counts')
group by measured.key, sold_product
"""

ACCEPTABLE = "('counts', 'unproven', 'cfop_unknown', 'no_purchase_or_sale')"
PROVEN = "standing in ('counts', 'cfop_unknown', 'no_purchase_or_sale')"


def put_note_sales(desk: Desk, evidence: Evidence, book: LawBook) -> None:
    """Table `note_sales` from the linked notes."""
    desk.put("items", evidence.items)
    asked = desk.table("select distinct counted_unit as unit, issued_on from items where side = 'sale'")
    written = desk.table("select distinct unit, issued_on from items where side = 'sale'")
    pairs = {(row["unit"], row["issued_on"]) for row in (*asked.to_pylist(), *written.to_pylist()) if row["unit"]}
    factors = {(unit, day): _volume(book, unit, day) for unit, day in sorted(pairs)}
    rows = [
        {"unit": unit, "issued_on": day, "numerator": factor.numerator, "denominator": factor.denominator}
        for (unit, day), factor in factors.items()
        if factor is not None
    ]
    desk.put("volumes", pa.Table.from_pylist(rows, schema=_VOLUMES))
    desk.keep("note_sales", NOTE_SALES)


def _volume(book: LawBook, unit: str, day: date) -> Fraction | None:
    """Millilitres in one unit of biodiesel; None when the unit is no volume."""
    factor = book.unit_factor("biodiesel", unit, day)
    return factor.factor if factor is not None and factor.kind == "volume" else None
