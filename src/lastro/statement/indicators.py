"""What the ministry watches over many plants: what each source contributes, and the indicators of each group.

Amounts are exact reais, volumes exact m³. An amount that a source does not state is absent from it, with the reason:
an indicator that needs it is not measurable, never zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction


@dataclass(frozen=True)
class Reason:
    """Why something cannot be measured: a code of the catalogue under `indicators.needs`, and what fills it."""

    code: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Contribution:
    """One plant and year.

    `amounts` and, where they are not stated, `missing`: purchases (of family farming), assistance (ATER), support
    (donations, research and fomento), priority (the part of the three that is of the North, Northeast and Semi-arid),
    gross (value of domestic biodiesel), waiver (tax waived); `missing` also farmers. `people` are keyed digests
    of CPFs, good within one run, None when they cannot be told apart. `unnamed` is the value in centavos of counted
    purchases that name no farmer. `uf` is "" where the source does not say it."""

    source: str
    plant: str
    name: str
    uf: str
    year: str
    regime: str
    amounts: Mapping[str, Fraction]
    missing: Mapping[str, Reason]
    people: frozenset[bytes] | None
    unnamed: int = 0
    evidence: str = ""  # the weakest mark of the tax rates behind the waiver


@dataclass(frozen=True)
class Indicator:
    """One indicator of one group. `over` and `under` are what was divided, None for sums and counts; `needs` names,
    per source, what is missing."""

    name: str
    value: Fraction | None
    over: Fraction | None = None
    under: Fraction | None = None
    needs: tuple[tuple[str, Reason], ...] = ()
    evidence: str = ""


@dataclass(frozen=True)
class Group:
    """The indicators of all sources of a year (`kind` all), of a state or of a plant; `id` is "", a UF or a CNPJ."""

    year: str
    kind: str
    id: str
    name: str
    plants: int
    unnamed: int
    indicators: tuple[Indicator, ...]

    def value(self, name: str) -> Fraction | None:
        """The value of an indicator. Raises KeyError."""
        return {indicator.name: indicator.value for indicator in self.indicators}[name]


@dataclass(frozen=True)
class Indicators:
    """Every group, the whole of a year before its states and plants, with the sources behind them."""

    groups: tuple[Group, ...]
    sources: tuple[Contribution, ...]
