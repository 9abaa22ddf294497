"""Which row speaks of which item of which note, and what then counts: design, "How a note becomes a purchase".

A row with `item` annotates that item; one without annotates every item of the note that no other row names. Two rows
for one item are one purchase: the first in the order of content counts, the others are blocked as SBS-06.
"""

from __future__ import annotations

from lastro.evidence.purchases.keys import key_fault

PAIRS = """
with named as (
    select rows.rid, rows.item is null as whole, note_items.key, note_items.item,
           row_number() over (
               partition by note_items.key, note_items.item order by rows.item is null, rows.rid
           ) as turn,
           bool_or(rows.item is not null) over (partition by note_items.key, note_items.item) as named_by_item
    from rows join note_items on note_items.key = rows.chave and (rows.item is null or rows.item = note_items.item)
)
select rid, key, item, turn > 1 as repeated
from (select *, bool_or(turn = 1) over (partition by rid) as names_some from named)
where not (whole and turn > 1 and named_by_item and names_some)
"""

# The note's own fields where it is there; what only the company knows from the row.
ANNOTATED = """
select rows.rid, note_items.key, note_items.item,
       coalesce(note_items.issued_on, rows.data) as issued_on,
       coalesce(rows.unidade, nullif(note_items.plant, '')) as plant,
       coalesce(note_items.supplier, rows.fornecedor) as supplier,
       coalesce(rows.produto, note_items.product) as product,
       coalesce(rows.forma, note_items.form, '') as form,
       rows.insumo as input, rows.municipio_origem, note_items.pickup, note_items.address,
       coalesce(note_items.micro, rows.quantidade) as micro,
       case when note_items.micro is null then rows.unidade_medida else note_items.unit end as unit,
       coalesce(note_items.centavos, rows.valor) as centavos,
       rows.contrato as contract, rows.safra, rows.propria as own, rows.parceria as sharecropping,
       rows.financiado as financed, rows.destino_uso as destination,
       coalesce(nullif(rows.devolucao_de, ''), note_items.return_of) as return_of,
       case when rows.devolucao_de <> '' then 'return' else note_items.kind end as kind,
       true as claimed, note_items.state = 'counts' as proven,
       case when pairs.repeated then 'SBS-06'
            when note_items.state in ('cancelled', 'denied', 'homologation') then 'SBS-07'
            when note_items.state = 'model' or not note_items.ours then 'SBS-08' else '' end as block,
       case when pairs.repeated then 'repeated_row'
            when note_items.state in ('cancelled', 'denied', 'homologation', 'model') then note_items.state
            when not note_items.ours then 'recipient' else '' end as block_variant,
       note_items.entry_note, note_items.at_risk, rows._file, rows._sheet, rows._row, rows._hash
from pairs join rows on rows.rid = pairs.rid
join note_items on note_items.key = pairs.key and note_items.item = pairs.item
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
       '' as entry_note, cast(0 as bigint) as at_risk, _file, _sheet, _row, _hash
from judged
"""

# A note that no row names: a purchase when its codes say so and somebody registered sells it.
UNNAMED = """
select cast(null as bigint) as rid, key, item, issued_on, nullif(plant, '') as plant, supplier, product, form,
       input, cast(null as varchar) as municipio_origem, pickup, address, micro, unit, centavos, '' as contract,
       cast(null as varchar) as safra, false as own, false as sharecropping, false as financed, '' as destination,
       return_of, kind,
       supplier in (from registry) or return_of in (select chave from rows) as claimed, true as proven,
       '' as block, '' as block_variant, entry_note, at_risk, _file, '' as _sheet, cast(0 as bigint) as _row, _hash
from note_items anti join pairs using (key, item)
where state = 'counts' and bought and plant <> ''
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
