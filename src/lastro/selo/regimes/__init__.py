"""The regulations of the Selo, and which of them answers a civil year.

`REGIMES` maps the act to its `Regime`; `regime_of` asks the law data, or the reading of a year that two share.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lastro.core.dates import civil_year
from lastro.core.errors import WrongUse
from lastro.law import Session, load
from lastro.selo.regime import Costs, Regime
from lastro.selo.regimes import portaria_28, portaria_280
from lastro.selo.regimes.cost_based import COST_BASED

_ALL = (*COST_BASED, portaria_280.REGIME, portaria_28.REGIME)
REGIMES: Mapping[str, Regime] = {regime.act: regime for regime in _ALL}


def regime_of(session: Session, year: int, chosen: str = "") -> Regime:
    """The regime chosen, or the one that the law and the readings give the year.

    Raises WrongUse for a regime that is not there, ParameterNotEstablished for a year that nobody's rule decides.
    """
    act = chosen or _by_reading(session, year) or str(session.value("selo.regime", civil_year(year).start).value)
    if act not in REGIMES:
        raise WrongUse("selo.unknown_regime", regime=act, regimes=", ".join(REGIMES))
    return REGIMES[act]


def regime_named(words: str) -> str:
    """The act that a person means: its id, or a part of its id or name that no other regime has ("28/2024").

    Raises WrongUse when none or several fit.
    """
    asked = words.strip().lower()
    acts = load().acts
    exact = [act for act in REGIMES if asked in (act, acts[act].name.lower())]
    parts = [act for act in REGIMES if asked in re.split(r"[ ,]+", acts[act].name.lower())]
    within = [act for act in REGIMES if asked in act or asked in acts[act].name.lower()]
    found = exact or parts or within
    if len(found) != 1:
        raise WrongUse("selo.unknown_regime", regime=words, regimes=", ".join(acts[act].name for act in REGIMES))
    return found[0]


def _by_reading(session: Session, year: int) -> str:
    """The act that the reading of a year of transition names; "" for a year without such a reading."""
    key = f"selo.regime_{year}"
    if not session.asks(key):
        return ""
    return str(session.value(f"{key}.{session.reading(key)}", civil_year(year).start).value)


__all__ = ["REGIMES", "Costs", "Regime", "regime_named", "regime_of"]
