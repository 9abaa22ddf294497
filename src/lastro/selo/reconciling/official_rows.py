"""What the ministry sent, as far as it can be read: its figure and its refused rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from lastro.statement.model import Finding, Source
from lastro.statement.reconciled import OfficialFigure


@dataclass(frozen=True)
class Asked:
    """What was typed beside the file: numbers as text by name (percentage, numerator, denominator), and `role=Column`
    pairs."""

    numbers: Mapping[str, str] = field(default_factory=dict)
    columns: Sequence[str] = ()


@dataclass(frozen=True)
class OfficialRow:
    """One refused row as far as it can be read. `middles` are the six digits that masked CPFs show; `text` the row as
    it stands."""

    source: Source
    text: str
    key: str = ""
    item: int | None = None
    number: str = ""
    persons: frozenset[str] = frozenset()
    middles: frozenset[str] = frozenset()
    product: str = ""
    centavos: int | None = None
    on: date | None = None
    reason: str = ""

    @property
    def says(self) -> tuple[object, ...]:
        """What identifies it, to tell rows that say the same."""
        return self.key, self.item, self.number, self.persons, self.middles, self.product, self.centavos, self.on


@dataclass(frozen=True)
class Official:
    """`ignored` counts the rows that are no refused rows; each has a finding."""

    file: str
    figure: OfficialFigure
    rows: tuple[OfficialRow, ...]
    ignored: int
    findings: tuple[Finding, ...]
