"""SBS-18: used goods at full price, or amortisation without approval or over too many years (art. 4 §§ 3-4)."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.selo.checks.model import FactCheck, Facts, Staked
from lastro.selo.spent import findings_of
from lastro.statement.model import Severity

_CITES = ("portaria-saf-mapa-280-2022 art. 4 § 3", "portaria-saf-mapa-280-2022 art. 4 § 4")


def _spending(facts: Facts) -> Iterator[Staked]:
    return findings_of(facts, "SBS-18", _CITES)


CHECKS = (FactCheck("SBS-18", dict.fromkeys(("wear", "years", "not_granted"), Severity.BLOCKS), _CITES, _spending),)
