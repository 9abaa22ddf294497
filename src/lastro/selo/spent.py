"""How a judged row of `dispendios` becomes a finding; the checks SBS-15 to SBS-18 share it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from lastro.core.numbers import CENTAVOS_PER_REAL, half_up
from lastro.selo.additions import Addition
from lastro.selo.checks.model import Facts, Staked, row_source, row_subject
from lastro.selo.justified import Justifications
from lastro.selo.spending import Spending, well_proved
from lastro.statement.model import Finding, Severity

TABLE = "dispendios"
# What the rule leaves out for good: the remedy takes the amount out, and nothing is regained.
_NEVER_COUNTS = frozenset(
    ("advanced", "financed", "public_money", "wear", "travel", "not_counted", "receipts_not_seen")
)


def findings_of(facts: Facts, code: str, cites: tuple[str, ...]) -> Iterator[Staked]:
    """Findings of that code: what keeps a row out, what a limit of the row cut, what is badly proved."""
    for spending in facts.spending:
        if spending.block is not None and spending.block[0] == code:
            yield _left_out(spending, spending.block, spending.stated, cites)
        if spending.cut is not None and spending.cut[0] == code:
            yield _left_out(spending, spending.cut, spending.stated - spending.accepted, cites)
        for risk in spending.risks:
            if risk[0] == code and not _derived(spending):
                yield _at_risk(spending, risk, facts, cites)


def without_justified(spending: Iterable[Spending], justified: Justifications) -> list[Spending]:
    """The rows as the second figure sees them: what a decision justifies is no longer at risk."""
    return [replace(row, risks=_standing(row, justified)) for row in spending]


def _standing(spending: Spending, justified: Justifications) -> tuple[tuple[str, str], ...]:
    return tuple(risk for risk in spending.risks if not justified.paper(_bare(spending, risk, Severity.AT_RISK)))


def _derived(spending: Spending) -> bool:
    """Flat travel repeats the row of the pay it derives from; its risk is told there."""
    return spending.item == "IV" and spending.letter == "b" and spending.row["alinea"] == "a"


def _bare(spending: Spending, fault: tuple[str, str], severity: Severity) -> Finding:
    code, variant = fault
    row = spending.row
    arguments = {"cost_item": spending.item, "letter": spending.letter or "–", "date": str(row["data"])}
    return Finding(code, severity, variant, row_subject(row, TABLE), arguments, source=row_source(row))


def _left_out(spending: Spending, fault: tuple[str, str], amount: Fraction, cites: tuple[str, ...]) -> Staked:
    finding = replace(_bare(spending, fault, Severity.BLOCKS), cites=cites, amount_centavos=half_up(amount))
    return finding, None if fault[1] in _NEVER_COUNTS else _addition(spending, amount)


def _at_risk(spending: Spending, risk: tuple[str, str], facts: Facts, cites: tuple[str, ...]) -> Staked:
    """What one proof alone would bring back into the second figure: nothing while another of the row is missing."""
    amount = sum((row.accepted for row in facts.spending if row.row is spending.row), Fraction(0))
    finding = replace(_bare(spending, risk, Severity.AT_RISK), cites=cites, amount_centavos=half_up(amount))
    rows = without_justified(facts.spending, facts.justified)
    proved = [_proved(row, risk) if row.row is spending.row else row for row in rows]
    now, then = amounts(well_proved(rows)), amounts(well_proved(proved))
    return finding, Addition(spending={slot: reais - now.get(slot, Fraction(0)) for slot, reais in then.items()})


def _proved(spending: Spending, risk: tuple[str, str]) -> Spending:
    return replace(spending, risks=tuple(other for other in spending.risks if other != risk))


def amounts(spending: Iterable[Spending]) -> dict[tuple[str, str], Fraction]:
    """Accepted reais per item and region group."""
    sums: dict[tuple[str, str], Fraction] = {}
    for row in spending:
        slot = _slot(row)
        sums[slot] = sums.get(slot, Fraction(0)) + row.accepted / CENTAVOS_PER_REAL
    return sums


def _slot(spending: Spending) -> tuple[str, str]:
    return spending.item, "priority" if spending.priority_region else "other"


def _addition(spending: Spending, amount: Fraction) -> Addition:
    return Addition(spending={_slot(spending): amount / CENTAVOS_PER_REAL})
