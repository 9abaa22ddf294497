"""What a row says beside what the note it names says: a difference is told, never hidden."""

from __future__ import annotations

from lastro.evidence.purchases.notes import PROVEN, TOLD_AGAIN

# Per row the items it names: the one of its `item`, else those that no other row names.
NAMED_TOTALS = f"""
with meant as (
    select rows.rid, note_items.*
    from rows join note_items on note_items.key = rows.chave and (rows.item is null or rows.item = note_items.item)
    where note_items.ours and ({PROVEN} or standing in {TOLD_AGAIN})
      and (rows.item is not null or not exists (
          from rows as other where other.chave = note_items.key and other.item = note_items.item))
)
select rid, min(key) as key, min(item) as item, min(issued_on) as issued_on, min(supplier) as supplier,
       min(nullif(plant, '')) as plant, cast(sum(centavos) as bigint) as centavos, min(ncm) as ncm,
       case when count(distinct product) = 1 and count(product) = count(*) then min(product) end as product,
       case when count(distinct written_unit) = 1 then cast(sum(written_micro) as bigint) end as micro,
       min(written_unit) as unit
from meant semi join (select rid from pairs where not repeated) as first_told using (rid)
group by rid
"""

_OF_ROW = "row_measure.scope = 'row' and row_measure.id = rows.rid"
_OF_NOTE = "note_measure.scope = 'note' and note_measure.id = rows.rid"

COMPARED = f"""
with placed as (select rid, min(plant) as line_plant from bases where rid is not null group by rid)
select rows.*, note.key, note.item as note_item, note.issued_on as note_date, note.supplier as note_supplier,
       note.plant as note_plant, note.centavos as note_centavos, note.product as note_product, note.ncm,
       note.micro as note_micro, note.unit as note_unit,
       case when row_measure.grams is not null and note_measure.grams is not null
                then row_measure.grams <> note_measure.grams
            when row_measure.ml is not null and note_measure.ml is not null then row_measure.ml <> note_measure.ml
            when row_measure.unit_name = note_measure.unit_name then rows.quantidade <> note.micro
            else false end as quantity_differs
from rows join named_totals as note on note.rid = rows.rid
join placed on placed.rid = rows.rid
semi join wanted on wanted.plant = placed.line_plant
left join measured as row_measure on {_OF_ROW}
left join measured as note_measure on {_OF_NOTE}
"""


def _text_of(micro: str, unit: str) -> str:
    """SQL of a quantity as plain text with its unit."""
    digits = f"printf('%d.%06d', {micro} // 1000000, {micro} % 1000000)"
    return f"rtrim(rtrim({digits}, '0'), '.') || ' ' || coalesce({unit}, '')"


def _difference(variant: str, where: str, row: str, note: str) -> str:
    return f"""select '{variant}' as variant, key, coalesce(item, 0) as item, _hash as row_hash, _file, _sheet, _row,
       note_centavos as amount, {row}, {note} from compared where {where}"""


DIFFERENCES = (
    _difference("date", "data <> note_date", "data as in_row", "note_date as in_note"),
    _difference("supplier", "fornecedor <> note_supplier", "fornecedor as in_row", "note_supplier as in_note"),
    _difference("value", "valor <> note_centavos", "valor as row_centavos", "note_centavos"),
    _difference(
        "quantity",
        "quantity_differs",
        f"{_text_of('quantidade', 'unidade_medida')} as in_row",
        f"{_text_of('note_micro', 'note_unit')} as in_note",
    ),
    _difference("plant", "unidade <> note_plant", "unidade as in_row", "note_plant as in_note"),
    _difference("product", "produto <> note_product", "produto as product", "note_product, ncm"),
)
