"""A plan holds under any regime: its equations are the formulas of the statement, whatever they are."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from lastro.core.errors import ParameterNotEstablished
from lastro.statement.plan import Binding
from tests.selo.planning.given import offer, own_law, planned, soy, spending, taken
from tests.selo.world import NORTHEAST

# Each question is asked of the whole rules many times: beside `make test`, in `.ci/run`.
pytestmark = pytest.mark.long

P28 = "portaria-mda-28-2024"


def test_without_an_established_minimum_there_is_no_target() -> None:
    with pytest.raises(ParameterNotEstablished) as told:
        planned(offer("mamona"), regime=P28)
    assert told.value.arguments["key"] == "selo.minimum_percentage"


def test_the_regime_of_2024_weighs_the_same_offers_its_own_way(tmp_path: Path) -> None:
    law = own_law(tmp_path, selo__minimum_percentage="51/100")
    fomento = spending("fomento", "fomento", "1000", "50", municipio_origem=NORTHEAST)
    found = planned(offer("mamona", extra="5"), soy(extra="2"), fomento, regime=P28, overrides=law)
    assert found.reached
    assert found.regime == P28
    assert found.after.declared is not None
    assert found.after.declared >= 51
    under_280 = {row.offer: row.points for row in planned(offer("mamona"), soy(), fomento).next_reals}
    assert under_280["fomento"] == 0
    assert {row.offer: row.points for row in found.next_reals}["fomento"] > 0


def test_the_regional_condition_is_met_at_the_least_cost(tmp_path: Path) -> None:
    """Soy of the plant's region is cheap and castor dear: just enough castor for a fifth of what is spent."""
    law = own_law(tmp_path, selo__regional__minimum="20/100")
    found = planned(offer("mamona", price="1", extra="9"), soy(), overrides=law)
    assert found.reached
    assert set(taken(found)) == {"mamona", "soja"}
    assert found.after.regional is not None
    assert 20 <= found.after.regional < Fraction(20_001, 1_000)
    assert Binding("regional", "") in found.binding


def test_a_regional_condition_that_no_offer_meets_is_told(tmp_path: Path) -> None:
    law = own_law(tmp_path, selo__regional__minimum="20/100")
    found = planned(soy(), overrides=law)
    assert not found.reached
    assert found.short_regional == 20
