"""Which row speaks of which item of which note, and what then counts: design, "How a note becomes a purchase".

A row with `item` annotates that item; one without annotates every item of the note that no other row names. A row that
names a note told again elsewhere annotates what counts in its place. Two rows for one item are one purchase: the first
in the order of content counts, the others are blocked as SBS-06.
"""

from __future__ import annotations

from lastro.evidence.purchases.keys import key_fault
from lastro.evidence.purchases.notes import BLOCK, BLOCK_VARIANT, PROVEN

# Items as rows name them: `direct`, or through the note that counts in the place of the one named.
NAMED = """
select rows.rid, rows.item is null as whole, true as direct, note_items.key, note_items.item
from rows join note_items on note_items.key = rows.chave and (rows.item is null or rows.item = note_items.item)
anti join aliases on aliases.alias_key = note_items.key and aliases.alias_item = note_items.item
union
select rows.rid, rows.item is null, false, aliases.key, aliases.item
from rows join aliases on aliases.alias_key = rows.chave and (rows.item is null or rows.item = aliases.alias_item)
"""

PAIRS = """
with ordered as (
    select rid, key, item, bool_and(whole) as whole, bool_or(direct) as direct from named group by rid, key, item
), turns as (
    select *, row_number() over (partition by key, item order by whole, not direct, rid) as turn,
           bool_or(not whole) over (partition by key, item) as named_by_item
    from ordered
)
select rid, key, item, turn > 1 as repeated
from (select *, bool_or(turn = 1) over (partition by rid) as names_some from turns)
where not (whole and turn > 1 and named_by_item and names_some)
"""

# The note's own fields where it is there; what only the company knows from the row.
ANNOTATED = f"""
with annotations as (
    select rows.* rename (item as row_item), pairs.repeated, note_items.* exclude (_file, _hash)
    from pairs join rows on rows.rid = pairs.rid
    join note_items on note_items.key = pairs.key and note_items.item = pairs.item
)
select rid, key, item, coalesce(issued_on, data) as issued_on, coalesce(unidade, nullif(plant, '')) as plant,
       coalesce(supplier, fornecedor) as supplier, coalesce(produto, product) as product,
       coalesce(forma, form, '') as form, coalesce(nullif(insumo, ''), input) as input,
       municipio_origem, pickup, address,
       case when kind = 'complement' then null else coalesce(micro, quantidade) end as micro,
       case when micro is null then unidade_medida else unit end as unit, coalesce(centavos, valor) as centavos,
       contrato as contract, safra, propria as own, parceria as sharecropping, financiado as financed,
       destino_uso as destination, coalesce(nullif(devolucao_de, ''), return_of) as return_of,
       case when devolucao_de <> '' then 'return' else kind end as kind, true as claimed, {PROVEN} as proven,
       case when repeated then 'SBS-06' else {BLOCK} end as block,
       case when repeated then 'repeated_row' else {BLOCK_VARIANT} end as block_variant,
       entry_note, counterpart, at_risk, standing, _file, _sheet, _row, _hash
from annotations
"""

ALONE = f"""
with alone as (
    select rows.*, exists (from note_items where note_items.key = rows.chave) as note_without_item,
           row_number() over (partition by chave, item order by rid) as turn,
           bool_or(item is not null) over (partition by chave) as named_by_item
    from rows anti join pairs on pairs.rid = rows.rid
), judged as (
    select *, case
        when chave = '' then ''
        when note_without_item then 'item'
        when turn > 1 or (item is null and named_by_item) then 'repeated_row'
        else {key_fault("chave", "data", "fornecedor", "(select list(root) from buyers)")} end as fault
    from alone
)
select rid, chave as key, coalesce(item, 0) as item, data as issued_on, unidade as plant, fornecedor as supplier,
       produto as product, coalesce(forma, '') as form, insumo as input, municipio_origem,
       cast(null as varchar) as pickup, cast(null as varchar) as address,
       quantidade as micro, unidade_medida as unit, valor as centavos, contrato as contract, safra,
       propria as own, parceria as sharecropping, financiado as financed, destino_uso as destination,
       devolucao_de as return_of, case when devolucao_de <> '' then 'return' else 'purchase' end as kind,
       true as claimed, false as proven,
       case fault when '' then '' when 'repeated_row' then 'SBS-06' else 'SBS-08' end as block, fault as block_variant,
       '' as entry_note, '' as counterpart, cast(0 as bigint) as at_risk, '' as standing, _file, _sheet, _row, _hash
from judged
"""

# A note that no row names: a purchase when its codes say so. It is claimed when somebody registered sells it, when rows
# say who grew it, or when it changes a purchase that a row claims.
UNNAMED = """
select cast(null as bigint) as rid, key, item, issued_on, plant, supplier, product, coalesce(form, '') as form,
       input, cast(null as varchar) as municipio_origem, pickup, address, micro, unit, centavos, '' as contract,
       cast(null as varchar) as safra, false as own, false as sharecropping, false as financed, '' as destination,
       return_of, kind, supplier in (from registry) or key in (select chave from origens where chave is not null)
           or return_of in (select key from pairs) as claimed, true as proven,
       '' as block, '' as block_variant, entry_note, counterpart, at_risk, standing,
       _file, '' as _sheet, cast(0 as bigint) as _row, _hash
from note_items anti join pairs on pairs.key = note_items.key and pairs.item = note_items.item
where standing = 'counts' and bought and plant <> ''
"""

BASES = """
with found as (
    from annotated union all by name from alone union all by name from unnamed
), attributed as (
    select * replace (coalesce(plant, (from only_plant)) as plant) from found
)
select row_number() over (order by key, item, rid, _hash) as bid, *,
       case when plant is null then 'missing' when plant not in (from plants) then 'unknown' else '' end as plant_fault
from attributed
"""
