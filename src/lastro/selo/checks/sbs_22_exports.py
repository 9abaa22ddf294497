"""SBS-22: biodiesel taken out of the base as exported without a note of export, or sales that do not add up.

Decreto 10.527/2020 art. 3 § 3 III.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lastro.selo.checks.model import FactCheck, Facts, Staked, TailCheck
from lastro.selo.trace import Trace
from lastro.statement.model import Finding, Severity

_CITES = ("decreto-10527-2020 art. 3 § 3 III",)
_CENTAVOS = 100


def _no_sales(facts: Facts) -> Iterator[Staked]:
    if facts.sold.domestic <= 0:
        cites = ("decreto-10527-2020 art. 3 § 3 II",)
        yield Finding("SBS-22", Severity.ALERT, "no_sales", {"table": "vendas"}, {}, cites), None
    by_volume = facts.session.reading("selo.export_exclusion") == "by_volume"
    if by_volume and facts.sold.without_volume:
        count = str(facts.sold.without_volume)
        yield Finding("SBS-22", Severity.ALERT, "no_volume", {"table": "vendas"}, {"count": count}, _CITES), None


def _doubtful(trace: Trace, facts: Facts) -> Iterator[Finding]:
    """Exports whose note shows no export: the second figure puts them back into the base."""
    doubtful = facts.sold.doubtful_exports
    before, after = trace.value("selo.denominator"), trace.value("selo.after_risk.denominator")
    if doubtful and before > 0 and after > before:
        numerator = trace.value("selo.numerator")
        points = 100 * (numerator / before - numerator / after)
        yield Finding(
            "SBS-22", Severity.AT_RISK, "export_not_shown", {"table": "vendas"}, {}, _CITES, amount_centavos=doubtful,
            points=Fraction(points),
        )  # fmt: skip


CHECKS = (
    FactCheck("SBS-22", ("no_sales", "no_volume"), _CITES, _no_sales),
    TailCheck("SBS-22", ("export_not_shown",), _CITES, _doubtful),
)
