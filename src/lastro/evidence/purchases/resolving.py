"""What a line still lacks after row and note: contract, place of origin, crop year, grams or millilitres."""

from __future__ import annotations

# The single contract of supplier, product and plant signed on or before the date and not ended before it.
CONTRACTS = """
with candidates as (
    select distinct bases.bid, contratos.numero
    from bases join contratos on contratos.fornecedor = bases.supplier
     and contratos.assinatura <= bases.issued_on and coalesce(contratos.fim >= bases.issued_on, true)
     and coalesce(contratos.produto = bases.product, true) and coalesce(contratos.unidade = bases.plant, true)
     and coalesce(contratos.safra = bases.safra, true)
    where bases.contract = ''
)
select bid, count(*) as candidates, string_agg(numero, ', ' order by numero) as numbers
from candidates group by bid
"""

CONTRACTED = """
select bases.* replace (
           case when bases.contract = '' and contracts.candidates = 1 then contracts.numbers
                else bases.contract end as contract),
       coalesce(contracts.candidates, 0) as contract_candidates, coalesce(contracts.numbers, '') as contract_numbers
from bases left join contracts using (bid)
"""

# What all rows of the contract that may apply agree on; nothing where they do not.
TERMS = """
select contracted.bid,
       case when count(distinct contratos.safra) = 1 then max(contratos.safra) end as safra,
       case when count(distinct contratos.kg_por_saca) = 1 then max(contratos.kg_por_saca) end as sack_grams
from contracted join contratos on contratos.numero = contracted.contract
 and coalesce(contratos.produto = contracted.product, true) and coalesce(contratos.unidade = contracted.plant, true)
where contracted.contract <> ''
group by contracted.bid
"""

# Origins of a line, under the key of its note or of one that tells it again: those of its item, or those without item
# when the note has one line only.
ORIGIN_ROWS = """
with counted as (
    select bid, key, item from bases where key <> '' and block <> 'SBS-06'
), addressed as (
    from counted
    union
    select counted.bid, aliases.alias_key, aliases.alias_item
    from counted join aliases on aliases.key = counted.key and aliases.item = counted.item
), lines as (
    select *, min(bid) over (partition by key) = max(bid) over (partition by key) as only_line from addressed
), found as (
    select distinct lines.bid, origens.*
    from origens left join lines on lines.key = origens.chave
     and (lines.item = origens.item or (origens.item is null and lines.only_line))
)
select row_number() over (order by _hash, _file, _sheet, _row, bid) as oid, * from found
"""

ORIGIN_PLACES = """
select bid, count(distinct municipio) as places, max(municipio) as municipio
from origin_rows where bid is not null group by bid
"""

REGISTERED_PLACES = """
with properties as (
    select bases.bid, agricultores.municipio,
           coalesce(agricultores.inicio <= bases.issued_on, true)
           and coalesce(agricultores.fim >= bases.issued_on, true) as in_force
    from bases join agricultores on agricultores.cpf = bases.supplier
    where agricultores.municipio is not null
)
select bid, count(distinct municipio) as places, max(municipio) as municipio
from (select *, bool_or(in_force) over (partition by bid) as some_in_force from properties)
where in_force or not some_in_force
group by bid
"""

PLACED = """
with ranked as (
    select contracted.bid,
           case when municipio_origem is not null then 'row'
                when origin.places = 1 then 'origins'
                when origin.places > 1 then 'several_origins'
                when pickup is not null then 'pickup'
                when address is not null and length(supplier) = 11 then 'address'
                when registered.places = 1 then 'registry'
                when registered.places > 1 then 'several_properties'
                else '' end as municipality_source,
           municipio_origem, origin.municipio as of_origins, pickup, address, registered.municipio as registered
    from contracted
    left join origin_places as origin using (bid) left join registered_places as registered using (bid)
)
select bid, municipality_source,
       case municipality_source when 'row' then municipio_origem when 'origins' then of_origins
            when 'pickup' then pickup when 'address' then address when 'registry' then registered end as municipality
from ranked
"""

# Every quantity that must become grams: of lines, of the origins of lines, and of rows beside their notes.
QUANTITIES = """
with compared_rows as (select rid, min(bid) as bid from contracted group by rid)
select 'line' as scope, bid as id, bid, product, issued_on, unit, micro from contracted
union all
select 'origin', oid, bid, contracted.product, contracted.issued_on, origin_rows.unidade_medida, quantidade
from origin_rows join contracted using (bid)
union all
select 'row', rows.rid, compared_rows.bid, coalesce(rows.produto, note.product), note.issued_on,
       rows.unidade_medida, rows.quantidade
from rows join named_totals as note using (rid) join compared_rows using (rid)
union all
select 'note', note.rid, compared_rows.bid, coalesce(rows.produto, note.product), note.issued_on, note.unit, note.micro
from rows join named_totals as note using (rid) join compared_rows using (rid)
"""

# Half-up in 128 bits: quantities are millionths of a unit, factors fractions of grams or millilitres. Never negative.
_SMALLEST = """cast((2 * cast(micro as hugeint) * {numerator} + 1000000 * cast({denominator} as hugeint))
    // (2000000 * cast({denominator} as hugeint)) as bigint)"""
_OF_LAW = _SMALLEST.format(numerator="numerator", denominator="denominator")
_OF_CONTRACT = _SMALLEST.format(numerator="sack_grams", denominator="1")

# A plain sack weighs what the contract says; without a contract that says it, what the law data says, if anything.
MEASURED = f"""
with known as (
    select quantities.scope, quantities.id, quantities.micro, measures.unit_name, measures.kind, measures.numerator,
           measures.denominator, case when measures.unit_name = 'sc' then terms.sack_grams end as sack_grams
    from quantities
    left join terms using (bid)
    left join measures on measures.product is not distinct from quantities.product
     and measures.unit = quantities.unit and measures.issued_on = quantities.issued_on
)
select scope, id, coalesce(unit_name, '') as unit_name,
       case when sack_grams is not null then 'mass' else coalesce(kind, '') end as measure,
       case when sack_grams is not null then {_OF_CONTRACT} when kind = 'mass' then {_OF_LAW} end as grams,
       case when sack_grams is null and kind = 'volume' then {_OF_LAW} end as ml
from known
"""
