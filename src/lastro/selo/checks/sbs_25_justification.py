"""SBS-25: a decision that should justify a finding, and justifies none.

Its `objeto` names nothing found in the year, or the row tells neither the number nor the document of the decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from lastro.selo.checks.model import ClosingCheck, Facts, row_source, row_subject
from lastro.selo.justified import Justification
from lastro.statement.model import Finding, Severity


def _idle(findings: Sequence[Finding], facts: Facts) -> Iterator[Finding]:
    for justification in facts.justified.without_paper():
        yield _finding(justification, "no_paper")
    for justification in facts.justified.idle(findings):
        yield _finding(justification, "nothing_named")


def _finding(justification: Justification, variant: str) -> Finding:
    row = justification.row
    arguments = {"object": f"{justification.code} {justification.about}".strip()}
    return Finding("SBS-25", Severity.ALERT, variant, row_subject(row, "decisoes"), arguments, (), row_source(row))


CHECKS = (ClosingCheck("SBS-25", dict.fromkeys(("nothing_named", "no_paper"), Severity.ALERT), _idle),)
