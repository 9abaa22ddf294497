"""Where caps cut and a family sells up to its ceiling, rows do not add up: what was changed is named all the same."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import cache
from itertools import combinations

import pytest

from lastro.law import load
from lastro.selo.assess import Question
from lastro.selo.reconciling.bench import Bench
from lastro.selo.reconciling.changes import Change, joined
from lastro.selo.reconciling.lab import Lab
from lastro.selo.reconciling.official_rows import Official
from lastro.selo.reconciling.reconcile import reconciled
from lastro.statement.reconciled import OfficialFigure
from tests.selo.reconciling.years import FARMERS, amounts, named, of
from tests.selo.world import COOPERATIVE, HOME, NORTHEAST, Tables, contract, cost, farmer, purchase, sound

# Each question is asked of the whole rules many times: beside `make test`, in `.ci/run`.
pytestmark = pytest.mark.long

PEOPLE = FARMERS[:8]


def _capped() -> Tables:
    """Half the purchases are corn, and spending passes its cap."""
    amount = iter(amounts(11))
    tables = sound()
    crops = ["milho" if at >= 4 else "soja" for at in range(len(PEOPLE))]
    tables["agricultores"] = [farmer(person, area_ha=Decimal(9_000)) for person in PEOPLE]
    tables["contratos"] = [contract(f"C{at}", person, produto=crops[at]) for at, person in enumerate(PEOPLE)]
    tables["aquisicoes"] = [
        purchase(fornecedor=person, valor=next(amount), contrato=f"C{at}", produto=crops[at],
                 municipio_origem=NORTHEAST if at % 2 else HOME)
        for at, person in enumerate(PEOPLE)
    ]  # fmt: skip
    tables["dispendios"] = [
        cost("doacao", "a", str(next(amount) * 20), beneficiario=COOPERATIVE, municipio=HOME),
        cost("ater_propria", "a", str(next(amount) * 3), municipio=HOME),
    ]
    return tables


@cache
def _lab() -> Lab:
    return Lab(Bench(of(_capped()), load(), Question(2023)))


@pytest.mark.parametrize("count", [1, 2])
def test_rows_out_are_named_under_caps(count: int) -> None:
    lab = _lab()
    assert not lab.context(Change()).linear, "a cap must cut"
    sets = list(combinations([row for row in lab.rows if row.change.blocked or row.change.spent_out], count))
    for chosen in sets[:: 1 if count == 1 else 9]:
        outcome = lab.bench.outcome(joined(row.change for row in chosen))
        figure = OfficialFigure(None, 0, outcome.numerator, outcome.denominator)
        answer = reconciled(lab, Official("oficial.csv", figure, (), 0, ()))
        wanted = {row.told(lab.facts).row.row_hash for row in chosen}  # type: ignore[union-attr]
        found = [named(explanation) for explanation in answer.explanations]
        assert wanted in found or (found and len(found[0]) < count), wanted


def test_a_row_of_a_family_at_its_ceiling_frees_the_room_for_its_other_rows() -> None:
    tables = sound()
    tables["aquisicoes"] = [
        purchase(valor=Decimal(300_000) + Decimal(at) / 7 // Decimal("0.01") / 100, quantidade=Decimal(1), data=day)
        for at, day in ((1, date(2023, 2, 1)), (2, date(2023, 3, 1)), (3, date(2023, 4, 1)))
    ]
    lab = Lab(Bench(of(tables), load(), Question(2023)))
    first = next(iter(lab.facts.parts))
    out = Change(blocked=frozenset({first}))
    outcome = lab.bench.outcome(out)
    kept = lab.facts.memory[lab.facts.parts[first][0]]["accepted_centavos"]
    assert lab.bench.base.numerator - outcome.numerator < kept
    figure = OfficialFigure(None, 0, outcome.numerator, outcome.denominator)
    answer = reconciled(lab, Official("oficial.csv", figure, (), 0, ()))
    assert answer.explanations
