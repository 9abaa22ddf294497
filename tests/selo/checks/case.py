"""How a fixture of a finding is written: what makes it, and what just does not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from lastro.statement.model import Severity
from tests.selo.world import DAY, Edit, nothing

BLOCKS, AT_RISK, ALERT = Severity.BLOCKS, Severity.AT_RISK, Severity.ALERT


@dataclass(frozen=True)
class Case:
    """`amount` in centavos (None: the finding states none).

    `law` is what the user supplies of the law, `nearly_law` what they supply besides where the rule just holds.
    """

    code: str
    variant: str
    severity: Severity
    wrong: Edit
    nearly: Edit
    amount: int | None
    given: Edit = nothing
    remedied: bool = False
    readings: Mapping[str, str] = field(default_factory=dict)
    regime: str = ""
    year: int = DAY.year
    law: Mapping[str, Fraction] = field(default_factory=dict)
    nearly_law: Mapping[str, Fraction] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.code} {self.variant}"
