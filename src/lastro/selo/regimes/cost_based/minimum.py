"""The minimum percentage of each region of origin, and how regions combine (reading `selo.regions_combined`).

Portaria SEAD 515/2018 and the earlier acts measure each region where the feedstock comes from; none of the texts seen
says what a plant that buys in several regions must reach.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date

from lastro.core.regions import Region
from lastro.law import Session
from lastro.selo.regimes.cost_based.columns import UNKNOWN
from lastro.selo.trace import Trace, Unmeasured

GROUPS = tuple(region.value for region in Region)
ALL_GROUPS = (*GROUPS, UNKNOWN)
OF_2012 = "selo.cost.minimum_of_2012"


def minimum_key(region: str) -> str:
    """The parameter of a region's minimum."""
    return f"selo.cost.minimum.{region}"


def established(session: Session, region: str, on: date) -> str:
    """The key of the minimum that holds for a region on that day; "" where nobody has established one."""
    key = minimum_key(region)
    if session.found(key, on) is not None:
        return key
    unchanged = f"selo.cost.unchanged.{region}"
    asked = session.has(unchanged, on) and session.reading(OF_2012) == "unchanged"
    return unchanged if asked else ""


def has_purchases(trace: Trace, region: str) -> bool:
    """Whether feedstock was bought from the region."""
    return trace.value(f"selo.region.{region}.base") != 0


def lacking(trace: Trace, session: Session, on: date) -> tuple[str, ...]:
    """The regions with purchases whose minimum nobody has established."""
    return tuple(r for r in GROUPS if has_purchases(trace, r) and not established(session, r, on))


def share_of(trace: Trace, session: Session, region: str, on: date) -> str:
    """The formula of a region's minimum as a share; "" when it is not established. Purchases of unknown origin take the
    largest of the minimums that are established."""
    if region != UNKNOWN:
        key = established(session, region, on)
        return trace.law(key, on) if key else ""
    known = [trace.law(key, on) for r in GROUPS if (key := established(session, r, on))]
    return f"max({', '.join(known)})" if len(known) > 1 else "".join(known)


def worst(trace: Trace, prefix: str, shares: Iterable[tuple[str, str]]) -> str:
    """The region whose percentage is furthest below its minimum, or least above it; "" when one cannot be told."""
    margins = {}
    for region, share in shares:
        if not share:
            return ""
        try:
            margins[region] = trace.value(f"{prefix}.region.{region}.margin")
        except Unmeasured:
            continue
    return min(margins, key=lambda region: margins[region], default="")
