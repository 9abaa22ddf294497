"""SBS-26: the regime needs a number that nobody has established, or a fact that only the user knows."""

from __future__ import annotations

from collections.abc import Iterable

from lastro.selo.checks.model import Facts, TailCheck
from lastro.selo.trace import Trace
from lastro.statement.model import Finding, Severity

_VARIANTS = (
    "minimum", "organisation_factor", "membership", "balance_due", "expected_not_counted", "region_minimum",
    "multiplier", "origin_unknown", "own_price", "inputs_not_counted",
)  # fmt: skip


def _gaps(trace: Trace, facts: Facts) -> Iterable[Finding]:
    return facts.regime.gaps(trace, facts.session, facts.on, facts.engine, facts.evidence.tables)


CHECKS = (TailCheck("SBS-26", dict.fromkeys(_VARIANTS, Severity.ALERT), (), _gaps),)
