"""SBS-22: biodiesel taken out of the base as exported without a note of export, or sales that do not add up.

Decreto 10.527/2020 art. 3 § 3 III.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from lastro.selo.checks.model import FactCheck, Facts, Staked, TailCheck
from lastro.selo.justified import Justifications
from lastro.selo.trace import Trace
from lastro.selo.turnover import Turnover
from lastro.statement.model import Finding, Severity

_CITES = ("decreto-10527-2020 art. 3 § 3 III",)
_DOUBTFUL = Finding("SBS-22", Severity.AT_RISK, "export_not_shown", {"table": "vendas"}, {}, _CITES)


def without_justified_exports(sold: Turnover, justified: Justifications) -> Turnover:
    """The sales as the second figure sees them: exports that a decision justifies stay out of the base."""
    if not justified.paper(_DOUBTFUL):
        return sold
    return replace(sold, doubtful_exports=0, doubtful_export_taxes=0)


def _no_sales(facts: Facts) -> Iterator[Staked]:
    if facts.sold.domestic <= 0:
        cites = ("decreto-10527-2020 art. 3 § 3 II",)
        yield Finding("SBS-22", Severity.ALERT, "no_sales", {"table": "vendas"}, {}, cites), None
    by_volume = facts.session.reading("selo.export_exclusion") == "by_volume"
    if by_volume and facts.sold.without_volume:
        count = str(facts.sold.without_volume)
        yield Finding("SBS-22", Severity.ALERT, "no_volume", {"table": "vendas"}, {"count": count}, _CITES), None


def _left_in(facts: Facts) -> Iterator[Staked]:
    """Exports that the table calls domestic: they stay in the base, to the plant's own loss."""
    if facts.sold.exports_left_in:
        told = Finding("SBS-22", Severity.ALERT, "export_left_in", {"table": "vendas"}, {}, _CITES)
        yield replace(told, amount_centavos=facts.sold.exports_left_in), None


def _doubtful(trace: Trace, facts: Facts) -> Iterator[Finding]:
    """Exports whose note shows no export: the second figure puts them back into the base."""
    if not facts.sold.doubtful_exports:
        return
    told = replace(_DOUBTFUL, amount_centavos=facts.sold.doubtful_exports)
    before, after = trace.value("selo.denominator"), trace.value("selo.after_risk.denominator")
    if before > 0 and after > before:
        numerator = trace.value("selo.after_risk.numerator")
        told = replace(told, points=100 * (numerator / before - numerator / after))
    yield told


CHECKS = (
    FactCheck("SBS-22", dict.fromkeys(("no_sales", "no_volume"), Severity.ALERT), _CITES, _no_sales),
    FactCheck("SBS-22", {"export_left_in": Severity.ALERT}, _CITES, _left_in),
    TailCheck("SBS-22", {"export_not_shown": Severity.AT_RISK}, _CITES, _doubtful),
)
