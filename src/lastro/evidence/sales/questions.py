"""What can be wrong with a sale before any rule of the seal is asked: one question in SQL per code."""

from __future__ import annotations

from lastro.evidence.asking import Question
from lastro.statement.model import Severity

_ROW = "key, 0 as item, _hash as row_hash, _file, _sheet, _row, centavos as amount"
_SOME_NOTES = "(select count(*) from note_sales) > 0"

QUESTIONS = (
    Question(
        "EVD-SAL-01",
        Severity.ALERT,
        f"""select case when key = '' then 'no_key' when key in (select key from note_sales) then 'no_protocol'
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
        f"select block_variant as variant, {_ROW} from lines where block <> '' and (fault = '' or block = 'SBS-06')",
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
