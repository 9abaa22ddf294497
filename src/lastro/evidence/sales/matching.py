"""Rows of `vendas` against notes, in SQL. What lowers the denominator must be shown; what raises it need not be.

So a sale whose key is faulty still counts, with an alert, while a return with a faulty key does not. A note that was
cancelled, denied or never valid is no sale, and two rows for one product of one note are one sale.
"""

from __future__ import annotations

from lastro.evidence.purchases.keys import key_fault
from lastro.evidence.sales.notes import ACCEPTABLE, PROVEN

ROWS = """
select row_number() over (order by _hash, _file, _sheet, _row) as rid,
       coalesce(chave, '') as chave, data, unidade, coalesce(produto, 'biodiesel') as produto,
       coalesce(fabricacao, 'propria') as fabricacao, destino, volume_m3, valor,
       coalesce(valor_tributos, 0) as valor_tributos, coalesce(devolucao_de, '') as devolucao_de,
       _file, _sheet, _row, _hash
from vendas
"""

TURNS = """
select *, row_number() over (partition by chave, produto order by rid) as turn from rows
"""

_BLOCKED = f"n.standing not in {ACCEPTABLE}"

ANNOTATED = f"""
select r.rid, n.key, coalesce(n.sold_on, r.data) as sold_on, coalesce(r.unidade, nullif(n.plant, '')) as plant,
       r.produto as product, r.fabricacao as manufacture, coalesce(r.destino, n.destination, 'interno') as destination,
       coalesce(n.ml, r.volume_m3) as ml, coalesce(n.centavos, r.valor) as centavos, r.valor_tributos as tax_centavos,
       r.devolucao_de <> '' or n.is_return as is_return, coalesce(nullif(r.devolucao_de, ''), n.return_of) as return_of,
       coalesce(r.destino, '') = 'exportacao' and n.destination <> 'exportacao' as export_doubtful,
       coalesce(r.destino, '') = 'interno' and n.destination = 'exportacao' as export_left_in,
       n.{PROVEN} as proven,
       case when r.turn > 1 then 'SBS-06' when {_BLOCKED} then 'SBS-07' else '' end as block,
       case when r.turn > 1 then 'repeated_row' when {_BLOCKED} then n.standing else '' end as block_variant,
       n.standing,
       '' as fault, r._file, r._sheet, r._row, r._hash
from turns as r join note_sales as n on n.key = r.chave and n.product = r.produto
"""

ALONE = f"""
with judged as (
    select *, case when chave = '' then ''
                   else {key_fault("chave", "data", "''", "(select list(root) from buyers)")} end as found
    from turns anti join note_sales on note_sales.key = turns.chave and note_sales.product = turns.produto
), faulty as (
    select *, case when devolucao_de <> '' and found = 'issuer' then '' else found end as fault from judged
)
select rid, chave as key, data as sold_on, unidade as plant, produto as product, fabricacao as manufacture,
       coalesce(destino, 'interno') as destination, volume_m3 as ml, valor as centavos, valor_tributos as tax_centavos,
       devolucao_de <> '' as is_return, devolucao_de as return_of, false as export_doubtful,
       false as export_left_in, false as proven,
       case when chave <> '' and turn > 1 then 'SBS-06' when fault <> '' and devolucao_de <> '' then 'SBS-08'
            else '' end as block,
       case when chave <> '' and turn > 1 then 'repeated_row' when fault <> '' and devolucao_de <> '' then fault
            else '' end as block_variant,
       '' as standing, fault, _file, _sheet, _row, _hash
from faulty
"""

UNNAMED = """
select cast(null as bigint) as rid, n.key, n.sold_on, n.plant, n.product, 'propria' as manufacture,
       n.destination, n.ml, n.centavos, cast(0 as bigint) as tax_centavos, n.is_return, n.return_of,
       false as export_doubtful, false as export_left_in, true as proven, '' as block, '' as block_variant,
       n.standing, '' as fault,
       n._file, '' as _sheet, cast(0 as bigint) as _row, n._hash
from note_sales as n anti join rows on rows.chave = n.key and rows.produto = n.product
where n.standing = 'counts' and n.sold and n.plant <> ''
"""

BASES = """
with found as (
    from annotated union all by name from alone union all by name from unnamed
), attributed as (
    select * replace (coalesce(plant, (from only_plant)) as plant) from found
)
select *, case when plant is null then 'missing' when plant not in (from plants) then 'unknown' else '' end
       as plant_fault
from attributed
"""

# `key` alone names the biodiesel of a note; another product of the same note adds its name.
LINES = """
with complete as (
    from bases semi join wanted using (plant) where sold_on is not null and centavos is not null
), stems as (
    select *, case when key = '' then _hash when product = 'biodiesel' then key else key || '-' || product end as stem
    from complete
), named as (
    select *, row_number() over (partition by stem order by block <> '', rid) as repeat from stems
)
select stem || case when repeat = 1 then '' else '-' || repeat end as sale_id, * exclude (stem, repeat) from named
"""

# Rows beside the notes they name, of the plant asked about.
COMPARED = f"""
select r.*, n.sold_on as note_date, n.plant as note_plant, n.centavos as note_centavos, n.ml as note_ml
from turns as r join note_sales as n on n.key = r.chave and n.product = r.produto
semi join (select rid from bases semi join wanted using (plant)) as placed on placed.rid = r.rid
where r.turn = 1 and n.{PROVEN}
"""
