"""What can be wrong with a sale before any rule of the seal is asked: one question in SQL per code."""

from __future__ import annotations

from lastro.evidence.asking import Question
from lastro.statement.model import Severity

_ROW = "key, 0 as item, _hash as row_hash, _file, _sheet, _row, centavos as amount"
_SOME_NOTES = "(select count(*) from note_sales) > 0"

_NAMED = "chave as key, 0 as item, _hash as row_hash, _file, _sheet, _row, note_centavos as amount"


def _cubic_metres(ml: str) -> str:
    """SQL of millilitres as plain text in m³."""
    return f"rtrim(rtrim(printf('%d.%06d', {ml} // 1000000, {ml} % 1000000), '0'), '.')"


def _difference(variant: str, where: str, row: str, note: str) -> Question:
    told = f"select '{variant}' as variant, {_NAMED}, {row}, {note} from compared where {where}"
    return Question("EVD-SAL-02", Severity.ALERT, told)


_VOLUMES = f"{_cubic_metres('volume_m3')} as in_row", f"{_cubic_metres('note_ml')} as in_note"

QUESTIONS = (
    _difference("date", "data <> note_date", "data as in_row", "note_date as in_note"),
    _difference("value", "valor <> note_centavos", "valor as row_centavos", "note_centavos"),
    _difference("volume", "volume_m3 <> note_ml", *_VOLUMES),
    _difference("plant", "unidade <> note_plant and note_plant <> ''", "unidade as in_row", "note_plant as in_note"),
    Question(
        "EVD-SAL-01",
        Severity.ALERT,
        f"""select case when key = '' then 'no_key' when standing = 'unproven' then 'no_protocol'
                        else 'no_note' end as variant, {_ROW}
            from lines where not proven and block = '' and {_SOME_NOTES}""",
    ),
    Question(
        "EVD-SAL-01",
        Severity.ALERT,
        f"""select 'no_notes' as variant, '' as key, 0 as item, '' as row_hash, '' as _file, '' as _sheet, 0 as _row,
                   cast(sum(centavos) as bigint) as amount, count(*) as rows,
                   cast(sum(centavos) as bigint) as total_centavos
            from lines where not proven and block = '' and not {_SOME_NOTES} having count(*) > 0""",
    ),
    Question(
        "EVD-SAL-03",
        Severity.BLOCKS,
        f"""select plant_fault as variant, {_ROW}, coalesce(plant, '') as plant
            from bases where plant_fault <> '' and rid is not null""",
    ),
    Question(
        "EVD-SAL-04",
        Severity.BLOCKS,
        f"""select case block when 'SBS-06' then 'repeated_row' else 'undone' end as variant, {_ROW},
                   block_variant as state
            from lines where block in ('SBS-06', 'SBS-07')""",
    ),
    Question(
        "EVD-SAL-05",
        Severity.ALERT,
        f"select fault as variant, {_ROW} from lines where fault <> '' and block = ''",
    ),
    Question(
        "EVD-SAL-05",
        Severity.BLOCKS,
        f"select fault as variant, {_ROW} from lines where fault <> '' and block = 'SBS-08'",
    ),
    Question(
        "EVD-SAL-06",
        Severity.ALERT,
        f"select 'default' as variant, {_ROW} from lines where ml is null and block = '' and product = 'biodiesel'",
    ),
    Question(
        "EVD-SAL-07",
        Severity.ALERT,
        f"select 'default' as variant, {_ROW} from lines where export_doubtful and block = ''",
    ),
    Question(
        "EVD-SAL-08",
        Severity.BLOCKS,
        f"""with faults as (
                select *, unnest(list_filter([case when sold_on is null then 'date' end,
                    case when centavos is null then 'value' end], lambda fault_of: fault_of is not null)) as missing
                from bases where plant_fault = ''
            )
            select missing as variant, {_ROW} from faults semi join wanted using (plant)""",
    ),
)
