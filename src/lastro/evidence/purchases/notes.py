"""Items of notes as purchases see them: who sold what to which plant, and whether it counts.

`note_items`: one row per item. `aliases`: for an item that another note tells again (the producer's note beside the
entry note, a delivery beside its fixing), the item that counts in its place.
"""

from __future__ import annotations

import pyarrow as pa

from lastro.evidence.desk import Desk
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook

# `standing`: "counts"; else why not, which is the state of the note when that is not authorised.
NOTE_ITEMS = """
with placed as (
    select *, case when count(*) over (partition by key, item) > 1 then ordinal else item end as place from items
)
select key, place as item, issued_on,
       case when state <> 'authorised' then state when counts then 'counts' else counts_reason end as standing,
       side = 'purchase' as ours,
       case when side = 'purchase' and buyer in (from plants) then buyer else '' end as plant,
       side = 'purchase' and counts and use in ('feedstock', 'input') as bought,
       case role when 'return' then 'return' when 'complement' then 'complement' else 'purchase' end as kind,
       nullif(seller, '') as supplier,
       case when use <> 'input' and not ambiguous_product then nullif(product, '') end as product,
       case when use <> 'input' and not ambiguous_product then nullif(form, '') end as form,
       case when use = 'input' then product else '' end as input,
       ncm, cfop, 100 * case when counts then counted_quantity else quantity end as micro,
       100 * quantity as written_micro,
       nullif(case when counts then counted_unit else unit end, '') as unit, nullif(unit, '') as written_unit,
       value_centavos as centavos, pickup.code as pickup,
       case when seller_kind = 'cpf' then address.code end as address,
       case when role in ('return', 'complement') then counterpart_key else '' end as return_of,
       case when role in ('return', 'complement') then '' when by_buyer then key else counterpart_key end as entry_note,
       case when role in ('return', 'complement') then '' else counterpart_key end as counterpart,
       difference_centavos as at_risk, link_group, seller, role, _file, sha256(key || '-' || place) as _hash
from placed
left join municipalities as pickup on pickup.code = placed.pickup_municipality
left join municipalities as address on address.code = placed.seller_municipality
"""

TOLD_AGAIN = "('covered_by_entry_note', 'covered_by_producer_note', 'counted_at_fixing', 'counted_at_delivery')"

ALIASES = f"""
with candidates as (
    select told.key as alias_key, told.item as alias_item, counted.key, counted.item
    from note_items as told join note_items as counted
      on counted.link_group = told.link_group and counted.seller = told.seller
     and counted.standing = 'counts' and counted.kind = 'purchase'
     and (told.counterpart in ('', counted.key) or counted.counterpart = told.key)
    where told.standing in {TOLD_AGAIN} and told.link_group <> ''
)
select distinct * from candidates
qualify item = alias_item or not bool_or(item = alias_item) over (partition by alias_key, alias_item, key)
"""

# Why a note that a row names cannot be counted, as code and variant; "" when it can, or proves nothing either way.
_FAULTY_KEY = "('other_model', 'invalid_key', 'conflict')"
_ACCEPTABLE = "('counts', 'unproven', 'cfop_unknown', 'no_purchase_or_sale')"
BLOCK = f"""case when standing in {_FAULTY_KEY} or not ours then 'SBS-08'
    when standing in {_ACCEPTABLE} then '' else 'SBS-07' end"""
BLOCK_VARIANT = f"""case when standing in {_FAULTY_KEY} then standing when not ours then 'recipient'
    when standing in {_ACCEPTABLE} then '' else standing end"""
PROVEN = "standing in ('counts', 'cfop_unknown', 'no_purchase_or_sale')"


def put_note_items(desk: Desk, evidence: Evidence, book: LawBook) -> None:
    """Tables `note_items` and `aliases` from the linked notes."""
    desk.put("items", evidence.items)
    codes = desk.table(
        """select distinct code from (
               select pickup_municipality as code from items union all select seller_municipality from items
           ) where code is not null"""
    )
    known = [code for code in codes["code"].to_pylist() if _exists(book, code)]
    desk.put("municipalities", pa.table({"code": pa.array(known, pa.string())}))
    desk.keep("note_items", NOTE_ITEMS)
    desk.keep("aliases", ALIASES)


def _exists(book: LawBook, code: str) -> bool:
    try:
        return bool(book.municipality(code))
    except KeyError:
        return False
