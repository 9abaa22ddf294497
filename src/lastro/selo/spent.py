"""How a judged row of `dispendios` becomes a finding; the checks SBS-15 to SBS-18 share it."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lastro.core.numbers import half_up
from lastro.selo.checks.model import Facts, Staked, row_subject
from lastro.selo.spending import Spending
from lastro.selo.whatif import Addition
from lastro.statement.model import Finding, Severity, Source

TABLE = "dispendios"
_CENTAVOS = 100


def findings_of(facts: Facts, code: str, cites: tuple[str, ...]) -> Iterator[Staked]:
    """Findings of that code: what keeps a row out, what a limit of the row cut, what is badly proved."""
    for spending in facts.spending:
        if spending.block is not None and spending.block[0] == code:
            yield _finding(spending, code, spending.block[1], Severity.BLOCKS, spending.stated, cites)
        if spending.cut is not None and spending.cut[0] == code:
            cut = spending.stated - spending.accepted
            yield _finding(spending, code, spending.cut[1], Severity.BLOCKS, cut, cites)
        for risk, variant in spending.risks:
            if risk == code and not _derived(spending):
                yield _finding(spending, code, variant, Severity.AT_RISK, spending.accepted, cites)


def _derived(spending: Spending) -> bool:
    """Flat travel repeats the row of the pay it derives from; its risk is told there."""
    return spending.item == "IV" and spending.letter == "b" and spending.row["alinea"] == "a"


def _finding(
    spending: Spending, code: str, variant: str, severity: Severity, amount: Fraction,
    cites: tuple[str, ...],
) -> Staked:  # fmt: skip
    row = spending.row
    number = row["_row"]
    source = Source(str(row["_file"]), str(row["_sheet"] or ""), number if isinstance(number, int) else 0)
    arguments = {"cost_item": spending.item, "letter": spending.letter or "–", "date": str(row["data"])}
    alone = severity is Severity.BLOCKS or len(spending.risks) == 1
    region = "priority" if spending.priority_region else "other"
    addition = Addition(spending={(spending.item, region): amount / _CENTAVOS if alone else Fraction(0)})
    finding = Finding(
        code, severity, variant, row_subject(row, TABLE), arguments, cites, source, amount_centavos=half_up(amount)
    )
    return finding, addition
