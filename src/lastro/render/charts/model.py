"""What the charts show: labels and figures already in words, exact values for the geometry only, and the picture."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction


class Role(StrEnum):
    """How a step of the waterfall is drawn."""

    TOTAL = "total"  # from zero
    DELTA = "delta"  # from the level reached before
    NOTE = "note"  # in words, without a bar: what divides, what results


@dataclass(frozen=True)
class Step:
    """One row of the waterfall. `value` is in reais (signed for a delta), `text` how it is printed."""

    line: str
    label: str
    text: str
    value: Fraction
    role: Role


@dataclass(frozen=True)
class Limit:
    """A mark across a chart and what it says: the minimum, in the unit of the chart."""

    label: str
    value: Fraction


@dataclass(frozen=True)
class Waterfall:
    """From purchases to the percentage, in the order of the statement."""

    title: str
    steps: tuple[Step, ...]
    minimum: Limit | None = None


@dataclass(frozen=True)
class Share:
    """One part of a whole: its percentage and its amount in reais ("" when the statement has none)."""

    line: str
    label: str
    value: Fraction
    text: str
    amount: str


@dataclass(frozen=True)
class Shares:
    """A whole by one criterion (`region`, `product`, `supplier`), largest part first."""

    key: str
    title: str
    heading: str
    parts: tuple[Share, ...]


@dataclass(frozen=True)
class Month:
    """One month of the year: accepted purchases in reais and the percentage reached at its end."""

    name: str
    accepted: Fraction
    accepted_text: str
    cumulative: Fraction
    cumulative_text: str


@dataclass(frozen=True)
class Pace:
    """The year month by month against the minimum."""

    title: str
    months: tuple[Month, ...]
    minimum: Limit | None = None


@dataclass(frozen=True)
class ChartData:
    """All that the statement has lines for; what it has none for is left out."""

    waterfall: Waterfall | None
    shares: tuple[Shares, ...]
    pace: Pace | None


@dataclass(frozen=True)
class Chart:
    """A picture and the words that stand for it."""

    id: str
    title: str
    svg: str
    alternative: str
