"""The pace of a year in progress: how far it is, what is missing a month, and what can still be contracted.

Amounts are exact reais, percentages exact percent (51 is 51 %); None is "cannot be measured", never zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction


@dataclass(frozen=True)
class Need:
    """What reaching one percentage takes: the `target` of weighted reais, and what is `missing` of it (0: reached).

    `per_month` spreads it over the months left; `spent_per_month` is the same in reais that are really paid, at the
    mean weight of the year so far.
    """

    minimum: Fraction
    target: Fraction
    missing: Fraction
    per_month: Fraction | None
    spent_per_month: Fraction | None


@dataclass(frozen=True)
class Window:
    """When a crop can still be bought in the year.

    `state`: open (can be delivered now), later (from `first`), next_year, over, closed (the day to sign has passed),
    unknown (no calendar). `sign_by` is the last day to sign: the user's own (`own`), or the last day on which a
    delivery of the year can follow the signature (`delivery`). `source`: own (with `told`, the user's words), shipped
    or "". `evidence` is the mark of the shipped calendar.
    """

    product: str
    crop_year: str
    state: str
    place: str = ""
    first: date | None = None
    last: date | None = None
    sign_by: date | None = None
    sign_by_is: str = ""
    source: str = ""
    told: str = ""
    evidence: str = ""


@dataclass(frozen=True)
class Pace:
    """Where the year stands on a day and what it still takes.

    `expected_source`: typed, configured, extrapolated (the sales so far over `elapsed` months, twelve times) or "".
    `minimum_source`: law, typed, or "" when none is established; `needs` then has one entry per percentage tried.
    """

    subject: Mapping[str, str]
    year: int
    on: date
    regime: str
    percentage: Fraction | None
    percentage_after_risk: Fraction | None
    numerator: Fraction
    spent: Fraction
    sales: Fraction
    mean_weight: Fraction | None
    expected_sales: Fraction | None
    expected_source: str
    elapsed: Fraction
    left: Fraction
    minimum: Fraction | None
    minimum_source: str
    minimum_evidence: str
    margin: Fraction
    needs: tuple[Need, ...]
    windows: tuple[Window, ...]
