"""The plan against the rules, the real solver at work: what it buys, what holds it, and when it is refused."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from lastro.core.errors import EvidenceUnreadable, WrongUse
from lastro.law import load
from lastro.selo.assess import Question, assess
from lastro.selo.planning.figures import FormulaFigures
from lastro.selo.planning.offers import offers_of
from lastro.selo.planning.probing import probe
from lastro.selo.planning.rounding import PlanRefused
from lastro.selo.planning.supposing import Entry, supposed
from lastro.selo.planning.verifying import verify
from lastro.selo.trace import Unmeasured
from lastro.statement.plan import Binding
from tests.selo.planning.given import corn, evidence, offer, planned, soy, spending, taken
from tests.selo.world import AGENT, ANA, COOPERATIVE, PLANT, add, cost, edit, purchase, put

DAYS = (date(2023, 1, 1), date(2023, 12, 31))


def test_the_cheapest_offer_that_reaches_the_minimum_is_taken_to_the_centavo() -> None:
    """8 % of R$ 1,000,000; 43 points are R$ 430,000 weighted: R$ 21,500 of castor at weight 20, for R$ 2,150."""
    found = planned(offer("mamona"), soy(extra="0.5"))
    assert found.reached
    assert taken(found) == {"mamona": 21_500_00}
    assert found.cost == Fraction(2_150)
    assert found.after.declared == 51
    assert found.bought[0].weight_thousandths == 20_000
    assert found.proven


def test_a_margin_is_added_to_the_minimum() -> None:
    found = planned(offer("mamona"), margin="2")
    assert (found.target, taken(found)) == (53, {"mamona": 22_500_00})


def test_a_target_already_reached_costs_nothing() -> None:
    found = planned(offer("mamona"), edits=(edit("vendas", valor=Decimal(100_000)),))
    assert found.reached
    assert (found.bought, found.cost) == ((), 0)


def test_free_corn_is_taken_up_to_its_cap_and_no_further() -> None:
    """Soy 69,250 with corn 38,250 = 3/7 of the 89,250 that are not corn; soy alone would be 107,500 and dearer."""
    found = planned(soy(), corn())
    assert taken(found) == {"soja": 69_250_00, "milho": 38_250_00}
    assert Binding("cap", "selo.cap.corn.limit", 0) in found.binding
    assert {row.offer: row.points for row in found.next_reals}["milho"] == 0


def test_spending_is_taken_whole_and_within_its_cap() -> None:
    """At most half of item I: R$ 10,000 of R$ 20,000; a tractor of R$ 4,000 doubles to R$ 8,000."""
    tractors = spending("trator", "doacao", "4000", "5", alinea="a")
    found = planned(tractors, edits=(edit("vendas", valor=Decimal(180_000)),))
    assert found.reached
    assert taken(found) == {"trator": 8_000_00}
    assert found.bought[0].quantity_micro == 2_000_000
    assert found.cost == 8_000


def test_assistance_and_research_reach_what_purchases_do_not() -> None:
    """Research counts up to a tenth of item I and doubles; the rest comes from assistance, up to half of item I."""
    offers = (spending("pesquisa", "pesquisa", "1", "9000"), spending("ater", "ater_terceiros", "1", "9000"))
    found = planned(*offers, edits=(edit("vendas", valor=Decimal(164_705)),))
    assert found.reached
    assert taken(found)["pesquisa"] == 2_000_00
    assert found.after.declared is not None
    assert found.after.declared >= found.target
    assert any(row.subject == "selo.cap.research.limit" for row in found.binding)


def test_a_named_farmer_sells_no_more_than_the_income_ceiling_leaves() -> None:
    """R$ 500,000 a year; Ana sold R$ 20,000 already."""
    found = planned(offer("mamona", fornecedor=ANA, quantidade=Decimal(1_000_000)), margin="1000")
    assert not found.reached
    assert taken(found)["mamona"] in range(479_999_90, 480_000_01)
    assert Binding("income", ANA) in found.binding


def test_a_named_farmer_sells_no_more_than_area_times_yield_leaves() -> None:
    crop = soy(fornecedor=ANA, quantidade=Decimal(900_000), safra="2022/23", data=date(2023, 12, 31))
    found = planned(crop, margin="1000", edits=(edit("agricultores", area_ha=Decimal(30)),))
    assert not found.reached
    assert Binding("yield", ANA) in found.binding
    (row,) = found.bought
    assert 106_900_000_000 < row.quantity_micro <= 107_000_000_000  # 30 ha × 3,900 kg, less the 10,000 kg sold


def test_offers_of_nobody_in_particular_stand_for_as_many_families_as_the_ceiling_asks() -> None:
    found = planned(offer("mamona", quantidade=Decimal(1_000_000)), margin="949")
    assert [row.families for row in found.bought] == [1]
    found = planned(offer("mamona", quantidade=Decimal(1_000_000)), edits=(edit("vendas", valor=Decimal(50_000_000)),))
    assert [row.families for row in found.bought] == [3]


@pytest.mark.parametrize(
    "kind, supplier, weight",
    [
        ("cooperativa_af", None, 26_000),
        ("cooperativa_af", COOPERATIVE, 26_000),
        ("agente_intermediario", AGENT, 20_000),
    ],
)
def test_each_kind_of_supplier_weighs_as_the_rules_say(kind: str, supplier: str | None, weight: int) -> None:
    found = planned(offer("mamona", tipo_fornecedor=kind, fornecedor=supplier))
    assert found.reached
    assert found.bought[0].weight_thousandths == weight


def test_what_the_rules_refuse_is_never_bought_and_says_why() -> None:
    found = planned(offer("pedra", produto="outro", forma=None), offer("mamona"))
    assert set(taken(found)) == {"mamona"}
    assert {row.offer: row.refused for row in found.next_reals} == {"pedra": "SBS-19", "mamona": ""}


def test_a_stranger_who_is_in_no_table_is_refused() -> None:
    found = planned(offer("mamona", fornecedor="99990000000191", tipo_fornecedor="cooperativa_af"))
    assert not found.reached
    assert found.next_reals[0].refused == "SBS-11"


def test_offers_that_fall_short_say_by_how_much_and_what_stops_them() -> None:
    """8 % and R$ 1,000 of castor: 10 %; 41 points of R$ 1,000,000 are missing."""
    found = planned(offer("mamona", quantidade=Decimal(200)))
    assert not found.reached
    assert (found.short_points, found.short_value) == (41, 410_000)
    assert found.binding == (Binding("availability", "mamona"),)
    assert found.after.declared == 10


def test_more_main_purchases_bring_back_corn_that_the_cap_cuts() -> None:
    """Corn worth R$ 200,000 is over its cap: each real of soy brings 4 of its own and 3/7 × 4 of corn."""
    more = add(
        "aquisicoes", purchase(produto="milho", valor=Decimal(200_000), quantidade=Decimal(100_000), contrato=None)
    )
    found = planned(soy(), edits=(more,))
    assert found.reached
    assert taken(found) == {"soja": 69_250_00}  # (510,000 − 80,000 × 10/7) ÷ (4 × 10/7)
    assert Binding("cap", "selo.cap.corn.limit", 0) not in found.binding


def test_a_year_without_sales_has_no_plan() -> None:
    with pytest.raises(Unmeasured):
        planned(offer("mamona"), edits=(put("vendas"),))


def test_heavier_corn_beyond_the_cap_displaces_lighter_corn_and_the_plan_says_so() -> None:
    """Corn of Paraná at weight 1 fills the cap; corn of the plant's region weighs 4 and is the only offer."""
    light = purchase(produto="milho", municipio_origem="Cascavel/PR", valor=Decimal(9_000), contrato=None)
    edits = (add("aquisicoes", light), edit("vendas", valor=Decimal(200_000)))
    found = planned(corn(extra="0.01"), edits=edits)
    assert found.reached
    assert found.beyond_caps
    cut = next(row.cut for row in found.binding if row.subject == "selo.cap.corn.limit")
    assert cut > 9_000_00 - 8_571_43


def test_the_caps_of_a_reading_that_cuts_in_an_order_are_not_planned_with() -> None:
    with pytest.raises(WrongUse) as told:
        planned(offer("mamona"), readings={"selo.cap_allocation": "latest_first"})
    assert told.value.code == "plan.allocation"


def test_without_offers_the_table_is_asked_for() -> None:
    with pytest.raises(WrongUse) as told:
        planned()
    assert told.value.code == "plan.no_offers"


def test_every_faulty_offer_is_named_at_once() -> None:
    faulty = [
        offer("de graça", price="0"),
        offer("nenhuma", quantity="0"),
        offer("sem produto", produto=None),
        offer("sem lugar", municipio_origem=None),
        offer("de outro ano", data=date(2024, 1, 1)),
    ]
    with pytest.raises(EvidenceUnreadable) as told:
        planned(*faulty)
    codes = [fault.code for fault in getattr(told.value, "faults", ())]
    assert codes == ["plan.price", "plan.quantity", "plan.product", "plan.place", "plan.date"]


def test_an_offer_of_another_plant_is_not_this_ones() -> None:
    with pytest.raises(WrongUse):
        planned(offer("mamona", unidade=AGENT))
    assert planned(offer("mamona", unidade=PLANT)).reached


def test_offers_do_not_enter_the_assessment() -> None:
    with_offers = assess(evidence(offer("mamona")), load(), Question(2023))
    without = assess(evidence(), load(), Question(2023))
    assert with_offers.lines == without.lines


def test_a_centavo_of_difference_between_the_plan_and_the_rules_refuses_it() -> None:
    known = evidence(offer("mamona"))
    (castor,) = offers_of(known, PLANT, DAYS[1], DAYS[0])
    probed = probe(known, (castor,), PLANT, DAYS, lambda given: assess(given, load(), Question(2023)))
    figures = FormulaFigures(probed.base, probed.effects)
    trial = supposed(known, [Entry(castor, 1_000_00)], PLANT, DAYS)
    statement = assess(trial.evidence, load(), Question(2023))
    verify(statement, trial, [Entry(castor, 1_000_00)], figures, (1_000_00,))
    with pytest.raises(PlanRefused) as told:
        verify(statement, trial, [Entry(castor, 1_000_01)], figures, (1_000_01,))
    assert told.value.code == "plan.differs"
    (effect,) = probed.effects
    heavier = replace(effect, sums=lambda call: effect.sums(call) * Fraction(1_000_01, 1_000_00))
    with pytest.raises(PlanRefused):
        verify(statement, trial, [Entry(castor, 1_000_00)], FormulaFigures(probed.base, (heavier,)), (1_000_00,))


def test_the_solver_is_loaded_only_when_a_plan_is_searched() -> None:
    code = "import sys, lastro.selo.planning, lastro.cli.app; sys.exit('highspy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_the_extra_the_user_learns_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    with pytest.raises(WrongUse) as told:
        planned(offer("mamona"))
    assert told.value.code == "plan.no_solver"


def test_spending_already_over_its_cap_gives_nothing_more() -> None:
    over = put("dispendios", cost("ater_terceiros", None, "60000", municipio="Rio Verde/GO"))
    found = planned(spending("ater", "ater_terceiros", "1", "9000"), offer("mamona"), edits=(over,))
    assert set(taken(found)) == {"mamona"}


def test_a_farmer_of_the_workspace_named_twice_shares_one_ceiling() -> None:
    two = (
        offer("a", fornecedor=ANA, quantidade=Decimal(90_000)),
        offer("b", fornecedor=ANA, quantidade=Decimal(90_000)),
    )
    found = planned(*two, margin="949")
    assert not found.reached
    assert sum(taken(found).values()) <= 480_000_00
