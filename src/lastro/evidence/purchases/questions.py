"""What can be wrong with a purchase before any rule of the seal is asked: one question in SQL per code.

`lines` are those of the plant asked about, `bases` what could not be placed too.
"""

from __future__ import annotations

from lastro.evidence.asking import Question
from lastro.evidence.purchases.comparing import DIFFERENCES
from lastro.statement.model import Severity

_AT = "_file, _sheet, _row"

NOT_PROVEN = Question(
    "EVD-PUR-01",
    Severity.ALERT,
    f"""select case when key = '' then 'no_key'
                    when standing = 'unproven' then 'no_protocol' else 'no_note' end as variant,
               key, item, _hash as row_hash, {_AT}, centavos as amount
        from lines where not proven and evidence_block = '' and (select count(*) from note_items) > 0""",
)
NOTHING_PROVEN = Question(
    "EVD-PUR-01",
    Severity.ALERT,
    """select 'no_notes' as variant, '' as key, 0 as item, '' as row_hash, '' as _file, '' as _sheet, 0 as _row,
              cast(sum(centavos) as bigint) as amount, count(*) as rows, cast(sum(centavos) as bigint) as total_centavos
       from lines where not proven and evidence_block = '' and (select count(*) from note_items) = 0
       having count(*) > 0""",
)
PLANT = Question(
    "EVD-PUR-03",
    Severity.BLOCKS,
    f"""select plant_fault as variant, key, item, _hash as row_hash, {_AT}, centavos as amount,
               coalesce(plant, '') as plant
        from bases where plant_fault <> '' and rid is not null""",
)
NO_PLACE = Question(
    "EVD-PUR-04",
    Severity.ALERT,
    f"""select case municipality_source when 'several_properties' then 'several_properties' else 'default' end
                   as variant, key, item, _hash as row_hash, {_AT}, centavos as amount, supplier
        from lines where kind = 'purchase' and input = '' and evidence_block = '' and municipality is null
          and municipality_source <> 'several_origins'""",
)
SEVERAL_CONTRACTS = Question(
    "EVD-PUR-05",
    Severity.ALERT,
    f"""select 'default' as variant, key, item, _hash as row_hash, {_AT}, centavos as amount, supplier,
               contract_numbers as contracts
        from lines where kind = 'purchase' and evidence_block = '' and contract_candidates > 1""",
)
NO_CROP_YEAR = Question(
    "EVD-PUR-06",
    Severity.ALERT,
    f"""select 'default' as variant, key, item, _hash as row_hash, {_AT}, centavos as amount, product
        from lines where kind = 'purchase' and input = '' and evidence_block = '' and crop_year is null
          and form not in ('vivo', 'sebo', 'gordura') and product <> 'residuo'""",
)
NO_MEASURE = Question(
    "EVD-PUR-07",
    Severity.ALERT,
    f"""select case when quantity_micro is null then 'no_quantity' when unit_written is null then 'no_unit'
                    when unit_name = '' then 'unknown_unit' else 'no_factor' end as variant,
               key, item, _hash as row_hash, {_AT}, centavos as amount, product, unit
        from lines where kind <> 'complement' and input = '' and evidence_block = ''
          and grams is null and ml is null and (quantity_micro is null or measure not in ('head', 'count'))""",
)
INCOMPLETE = Question(
    "EVD-PUR-08",
    Severity.BLOCKS,
    f"""with faults as (
            select *, unnest(list_filter([case when issued_on is null then 'date' end,
                case when supplier is null then 'supplier' end, case when centavos is null then 'value' end,
                case when product is null and input = '' then 'product' end], lambda fault: fault is not null)) as fault
            from bases where claimed and plant_fault = ''
        )
        select fault as variant, key, item, _hash as row_hash, {_AT}, centavos as amount
        from faults semi join wanted using (plant)""",
)
UNCLAIMED = Question(
    "EVD-PUR-09",
    Severity.INFO,
    """select 'default' as variant, '' as key, 0 as item, '' as row_hash, '' as _file, '' as _sheet, 0 as _row,
              cast(sum(centavos) as bigint) as amount, count(distinct key) as notes, count(*) as items,
              cast(sum(centavos) as bigint) as total_centavos
       from bases semi join wanted using (plant) where not claimed having count(*) > 0""",
)
LOST_ORIGIN = Question(
    "EVD-PUR-10",
    Severity.ALERT,
    f"""select case when origem.item is null and origem.chave in (select key from bases) then 'which_item'
                    else 'no_purchase' end as variant,
               origem.chave as key, coalesce(origem.item, 0) as item, origem._hash as row_hash, {_AT},
               origem.valor as amount, origem.cpf as farmer
        from origin_rows as origem where bid is null""",
)
ORIGIN_MEASURE = Question(
    "EVD-PUR-11",
    Severity.ALERT,
    """select case when origem.unidade_medida is null then 'no_unit' when measured.unit_name = '' then 'unknown_unit'
                    else 'no_factor' end as variant,
               lines.key, lines.item, origem._hash as row_hash, origem._file, origem._sheet, origem._row,
               origem.valor as amount, origem.cpf as farmer, lines.product, coalesce(origem.unidade_medida, '') as unit
        from origin_rows as origem join lines using (bid)
        join measured on measured.scope = 'origin' and measured.id = origem.oid
        where origem.quantidade is not null and measured.measure = ''""",
)
OTHER_OPERATION = Question(
    "EVD-PUR-12",
    Severity.ALERT,
    """select 'default' as variant, l.key, l.item, l._hash as row_hash, l._file, l._sheet, l._row,
              l.centavos as amount, note_items.cfop
       from lines as l join note_items on note_items.key = l.key and note_items.item = l.item
       where l.standing in ('cfop_unknown', 'no_purchase_or_sale') and evidence_block = ''""",
)
QUESTIONS = (
    *(Question("EVD-PUR-02", Severity.ALERT, select) for select in DIFFERENCES),
    OTHER_OPERATION,
    NOT_PROVEN,
    NOTHING_PROVEN,
    PLANT,
    NO_PLACE,
    SEVERAL_CONTRACTS,
    NO_CROP_YEAR,
    NO_MEASURE,
    INCOMPLETE,
    UNCLAIMED,
    LOST_ORIGIN,
    ORIGIN_MEASURE,
)
