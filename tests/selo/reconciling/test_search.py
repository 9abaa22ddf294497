"""What was changed is what is named: a year is perturbed in a known way, and reconcile is given the figure it gives."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastro.selo.reconciling.candidates import Candidate
from lastro.selo.reconciling.changes import Change, joined
from lastro.selo.reconciling.search import LISTED
from lastro.statement.reconciled import Kind, OfficialFigure, Outcome, Reconciliation
from tests.selo.reconciling.years import answered, asked, figure, lab, named, without, year

# Each question is asked of the whole rules many times: beside `make test`, in `.ci/run`.
pytestmark = pytest.mark.long

WEAK = (Kind.ROUNDING, Kind.REGIME)


def _stated(outcome: Outcome, places: int | None = None) -> OfficialFigure:
    if places is None:
        return OfficialFigure(None, 0, outcome.numerator, outcome.denominator)
    scale = 10**places
    return OfficialFigure(Fraction(int(outcome.percentage * scale + Fraction(1, 2)), scale), places)


def _name(candidate: Candidate) -> str:
    difference = candidate.told(lab().facts)
    if difference.row is not None:
        return difference.row.row_hash + difference.row.part
    if "option" in difference.subject:
        return f"{difference.subject['key']}={difference.subject['option']}"
    return " ".join(value for name, value in difference.subject.items() if name not in ("count", "table"))


@cache
def _perturbations() -> tuple[Candidate, ...]:
    """Everything that can be changed alone and changes the answer, but for what frames the whole year anew."""
    framing = [candidate for candidate in lab().framing if candidate.kind not in WEAK]
    bases = [candidate for candidate, _ in lab().bases]
    as_it_is = next(lab().frames(Change(), 0, lambda _: True))
    rows = (*lab().moves(as_it_is).candidates, *lab().of_causes(as_it_is).candidates)
    return (*framing, *bases, *rows)


def _names(answer: Reconciliation) -> list[set[str]]:
    return [named(explanation) for explanation in answer.explanations]


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.data())
def test_the_differences_that_were_made_are_named(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 3))
    chosen: list[Candidate] = []
    for _ in range(count):
        free = [
            at
            for at, c in enumerate(_perturbations())
            if not any(c.touches & other.touches for other in chosen)
            and (sum(map(_frames, chosen)) < 2 or not _frames(c))
        ]
        chosen.append(_perturbations()[data.draw(st.sampled_from(free))])
    outcome = lab().bench.outcome(joined(candidate.change for candidate in chosen))
    answer = asked(_stated(outcome))
    assert answer.explanations, "nothing was found"
    size = len(answer.explanations[0].differences)
    assert size <= count
    if size == count:
        assert {_name(candidate) for candidate in chosen} in _names(answer) or answer.searched.left
    for explanation in answer.explanations:
        assert explanation.outcome == outcome


def _frames(candidate: Candidate) -> bool:
    """What is combined in pairs at most: readings, and what is in or out of the base."""
    return candidate.kind is Kind.READING


def test_a_row_that_is_out_is_named_from_a_fresh_statement() -> None:
    answer = asked(figure(answered(without(year(), "aquisicoes", 8))))
    wanted = next(row["_hash"] for row in lab().facts.purchases.values() if row["_row"] == 10)
    assert _names(answer) == [{wanted}]
    assert answer.unexplained is None


def test_a_reading_and_two_rows_are_named_from_a_fresh_statement() -> None:
    statement = answered(without(year(), "aquisicoes", 5, 13), {"selo.used_goods": "compound"})
    answer = asked(figure(statement))
    hashes = {row["_hash"] for row in lab().facts.purchases.values() if row["_row"] in (7, 15)}
    assert {*hashes, "selo.used_goods=compound"} in _names(answer)


def test_a_finding_that_the_ministry_took_out_whole_is_one_difference() -> None:
    at_risk = next(cause for cause in lab().causes if cause.subject["code"] == "SBS-13")
    answer = asked(_stated(lab().bench.outcome(at_risk.change)))
    assert [d.kind for d in answer.explanations[0].differences] == [Kind.CAUSE_OUT]
    assert answer.explanations[0].differences[0].subject == {"code": "SBS-13", "variant": "", "count": "2"}


def test_the_same_figure_needs_no_difference() -> None:
    answer = asked(_stated(lab().bench.base))
    assert [explanation.differences for explanation in answer.explanations] == [()]
    assert (answer.gap.numerator, answer.gap.denominator) == (0, 0)


def test_a_percentage_alone_leaves_many_explanations_and_says_so() -> None:
    row = next(c for c in lab().rows if c.kind is Kind.ROW_OUT)
    answer = asked(_stated(lab().bench.outcome(row.change), places=4))
    assert {_name(row)} in _names(answer)
    coarse = asked(_stated(lab().bench.outcome(row.change), places=1))
    assert len(coarse.explanations) + coarse.searched.left >= len(answer.explanations)
    assert len(coarse.explanations) <= LISTED


def test_what_nothing_explains_is_told_in_reais_and_points() -> None:
    base = lab().bench.base
    odd = OfficialFigure(Fraction(1234, 100), 2, 3, base.denominator)
    answer = asked(odd)
    assert answer.explanations == ()
    assert answer.unexplained is not None
    assert answer.unexplained.numerator == base.numerator - 3
    assert answer.unexplained.points == base.percentage - Fraction(1234, 100)
    assert answer.searched.complete_size == 3


def test_a_percentage_cut_instead_of_rounded_is_told_as_rounding() -> None:
    base = lab().bench.base
    scaled = base.percentage * 10**4
    cut, rounded = Fraction(int(scaled), 10**4), Fraction(int(scaled + Fraction(1, 2)), 10**4)
    assert cut != rounded, "the year must tell the two apart"
    answer = asked(OfficialFigure(cut, 4, base.numerator, base.denominator))
    assert [d.kind for d in answer.explanations[0].differences] == [Kind.ROUNDING]


def test_five_rows_out_are_found_by_halves_when_they_have_findings() -> None:
    weak = [c for c in lab().rows if c.kind is Kind.DOUBTFUL_OUT and c.change.blocked][:4]
    outcome = lab().bench.outcome(joined(c.change for c in weak))
    answer = asked(OfficialFigure(None, 0, outcome.numerator, outcome.denominator))
    assert len(weak) == 4
    assert {_name(c) for c in weak} in _names(answer) or len(answer.explanations[0].differences) < 4


def test_changes_join_without_losing_any() -> None:
    one = Change(blocked=frozenset({"a"}), readings=frozenset({("k", "o")}))
    two = Change(blocked=frozenset({"b"}), regime="r", truncated=True)
    both = Change(blocked=frozenset({"a", "b"}), readings=frozenset({("k", "o")}), regime="r", truncated=True)
    assert joined((one, two)) == both
