"""The columns of purchase lines and of their origins, in order, with the queries that give them."""

from __future__ import annotations

import pyarrow as pa

_TEXT, _WHOLE, _FLAG, _DAY = pa.string(), pa.int64(), pa.bool_(), pa.date32()
_PROVENANCE = [("_file", _TEXT), ("_sheet", _TEXT), ("_row", _WHOLE), ("_hash", _TEXT)]

LINES = pa.schema(
    [
        ("line_id", _TEXT),  # key-item; the hash of the row when it has no key; repeats end in -2, -3 …
        ("kind", _TEXT),  # purchase, return or complement (value without quantity)
        ("key", _TEXT),  # "" when the row has none
        ("item", _WHOLE),  # 0 when a row without note names none
        ("issued_on", _DAY),
        ("plant", _TEXT),
        ("supplier", _TEXT),
        ("supplier_is_person", _FLAG),
        ("product", _TEXT),
        ("form", _TEXT),
        ("input", _TEXT),  # "" is feedstock
        ("municipality", _TEXT),  # null when undetermined
        ("municipality_source", _TEXT),
        ("grams", _WHOLE),  # null when the unit does not tell
        ("ml", _WHOLE),
        ("quantity_micro", _WHOLE),  # millionths of `unit`
        ("unit", _TEXT),
        ("centavos", _WHOLE),  # positive, also in a return
        ("contract", _TEXT),
        ("crop_year", _TEXT),
        ("own", _FLAG),
        ("sharecropping", _FLAG),
        ("financed", _FLAG),
        ("destination", _TEXT),
        ("return_of", _TEXT),  # key or key-item of the purchase that a return or a complement speaks of
        ("claimed", _FLAG),
        ("proven", _FLAG),
        ("evidence_block", _TEXT),
        ("evidence_block_variant", _TEXT),
        ("entry_note", _TEXT),  # the buyer's entry note, when there is one
        ("counterpart", _TEXT),  # key of the other note that tells the same purchase
        ("at_risk_centavos", _WHOLE),
        *_PROVENANCE,
    ]
)

ORIGINS = pa.schema(
    [
        ("line_id", _TEXT),
        ("cpf", _TEXT),
        ("municipality", _TEXT),
        ("grams", _WHOLE),
        ("ml", _WHOLE),
        ("quantity_micro", _WHOLE),
        ("unit", _TEXT),
        ("centavos", _WHOLE),  # null: by quantity
        *_PROVENANCE,
    ]
)

# What a return speaks of, under the key that counts; an item as line ids write it.
RETURNED = """
with parts as (
    select bid, return_of[1:44] as key, regexp_extract(return_of[45:], '^-0*([0-9]+)$', 1) as item from contracted
)
select bid, case when counted.key is not null then counted.key
                 when item = '' then parts.key else parts.key || '-' || lpad(item, 3, '0') end as return_of
from parts left join (select alias_key, min(key) as key from aliases group by alias_key) as counted
  on counted.alias_key = parts.key
"""

# Lines of the plant that can be placed, claimed or not. Names are given over all plants: no two statements share one.
OF_PLANT = """
with complete as (
    from contracted
    where plant_fault = '' and issued_on is not null and supplier is not null and centavos is not null
      and (product is not null or input <> '')
), stems as (
    select *, case when key = '' then _hash else key || '-' || lpad(cast(item as varchar), 3, '0') end as stem
    from complete
), named as (
    select *, row_number() over (partition by stem order by not claimed, block = 'SBS-06', bid) as repeat from stems
)
select n.bid, n.stem || case when n.repeat = 1 then '' else '-' || n.repeat end as line_id,
       n.kind, n.key, n.item, n.issued_on, n.plant, n.supplier, length(n.supplier) = 11 as supplier_is_person,
       coalesce(n.product, '') as product, n.form, n.input, placed.municipality, placed.municipality_source,
       case when n.kind <> 'complement' then measured.grams end as grams,
       case when n.kind <> 'complement' then measured.ml end as ml,
       case when n.kind <> 'complement' then n.micro end as quantity_micro,
       case when measured.unit_name <> '' then measured.unit_name else coalesce(n.unit, '') end as unit,
       n.centavos, n.contract, coalesce(n.safra, terms.safra, crops.crop_year) as crop_year,
       n.own, n.sharecropping, n.financed, n.destination, r.return_of, n.claimed, n.proven,
       n.block as evidence_block, n.block_variant as evidence_block_variant, n.entry_note, n.counterpart,
       n.at_risk as at_risk_centavos, n._file, n._sheet, n._row, n._hash,
       n.contract_candidates, n.contract_numbers, measured.unit_name, measured.measure, n.unit as unit_written, n.rid,
       n.standing
from named as n semi join wanted on wanted.plant = n.plant
join placed on placed.bid = n.bid
join measured on measured.scope = 'line' and measured.id = n.bid
join returned as r on r.bid = n.bid
left join terms on terms.bid = n.bid
left join crops on crops.product = n.product and crops.issued_on = n.issued_on
"""

CLAIMED = "from placed_lines where claimed"
OTHERS = f"""select {", ".join(LINES.names)} from placed_lines where not claimed and product <> ''
order by issued_on, line_id"""
ORDERED = f"select {', '.join(LINES.names)} from lines order by issued_on, line_id"

ORIGINS_OF_PLANT = """
select lines.line_id, origin_rows.cpf, origin_rows.municipio as municipality,
       measured.grams, measured.ml, origin_rows.quantidade as quantity_micro,
       coalesce(origin_rows.unidade_medida, '') as unit, origin_rows.valor as centavos,
       origin_rows._file, origin_rows._sheet, origin_rows._row, origin_rows._hash
from origin_rows join lines using (bid) join measured on measured.scope = 'origin' and measured.id = origin_rows.oid
order by line_id, cpf, oid
"""
