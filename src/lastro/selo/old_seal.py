"""Periods of the Selo Combustível Social in the years of the Selo Biocombustível Social: Decreto 10.527/2020, art. 7.

The one stands for the other for all purposes, so a period that began under the old decree keeps counting.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from lastro.core.dates import Interval
from lastro.evidence.workspace import SealPeriod
from lastro.law import Session
from lastro.selo.trace import Trace
from lastro.statement.model import Unit

KEY = "selo.old_seal_until"


def old_seal_line(trace: Trace, session: Session, seals: Iterable[SealPeriod], period: Interval) -> None:
    """`selo.old_seal`: how many periods of the seal reach the year and began under the old decree; no line without one,
    nor in a year that ended before the new decree."""
    reaching = [seal.interval for seal in seals if seal.interval.overlaps(period)]
    if not reaching or not session.has(KEY, period.last_day or period.start):
        return
    law = session.value(KEY, period.last_day or period.start)
    old = sum(interval.start < law.day() for interval in reaching)
    if old:
        cites = tuple(str(cite) for cite in law.cites)
        trace.given("selo.old_seal", Fraction(old), Unit.COUNT, cites)
