"""An independent second answer: the Selo under Portaria SAF/MAPA 280/2022 and under Portaria MDA 28/2024, row by row.

Written from the law, slow on purpose, in `Fraction`, `int` and `date`. It shares no code and no number with the
product: only municipality names, the Semiárido list and the shipped yields come from `lastro.law`, as facts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tests.oracle import year, year_28
from tests.oracle.lookups import Facts
from tests.oracle.model import Config
from tests.oracle.result import Result

__all__ = ["Config", "Result", "assess"]

PORTARIA_280, PORTARIA_28 = "portaria-saf-mapa-280-2022", "portaria-mda-28-2024"
_REGIME_OF_YEAR = {2023: PORTARIA_280, 2024: PORTARIA_28, 2025: PORTARIA_28, 2026: PORTARIA_28}
_ANSWERS = {PORTARIA_280: year.assess, PORTARIA_28: year_28.assess}


def assess(tables: Mapping[str, Sequence[Mapping[str, Any]]], config: Config, facts: Facts | None = None) -> Result:
    """The year of one plant under the regime that the configuration names, else under the one that rules the year."""
    return _ANSWERS[config.regime or _REGIME_OF_YEAR[config.year]](tables, config, facts)
