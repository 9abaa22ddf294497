"""Each finding appears alone where its rule is broken, and nothing is found where the rule just holds."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest

from lastro.selo.checks import REGISTRY, variants
from lastro.statement.model import Finding, Severity, Statement
from tests.selo.checks.cases import CASES, Case
from tests.selo.checks.from_notes import FROM_NOTES
from tests.selo.world import Edit, assessed, exact, selo_findings

EACH = [pytest.param(case, id=case.id) for case in CASES]


@pytest.fixture(scope="module")
def found() -> dict[tuple[str, str], Finding]:
    """The findings seen by the cases so far, for the tests of texts at the end of the module."""
    return {}


def _wrong(case: Case) -> Statement:
    return assessed(case.given, case.wrong, readings=case.readings)


@cache
def _right(given: Edit, nearly: Edit, readings: tuple[tuple[str, str], ...]) -> Statement:
    """Several cases are nearly wrong in the same way: the sound workspace."""
    return assessed(given, nearly, readings=dict(readings))


def _nearly(case: Case) -> Statement:
    return _right(case.given, case.nearly, tuple(case.readings.items()))


@pytest.mark.parametrize("case", EACH)
def test_the_finding_stands_alone_with_its_value_and_points(case: Case, found: dict[tuple[str, str], Finding]) -> None:
    wrong, nearly = _wrong(case), _nearly(case)
    finding = _only(wrong, case)
    found[case.code, case.variant] = finding
    assert (finding.severity, finding.amount_centavos) == (case.severity, case.amount)
    assert selo_findings(nearly) == []
    if case.remedied:
        assert finding.points == _change(wrong, nearly, case.severity)


def _only(statement: Statement, case: Case) -> Finding:
    told = selo_findings(statement)
    assert [(f.code, f.variant) for f in told] == [(case.code, case.variant)]
    return told[0]


def _change(wrong: Statement, nearly: Statement, severity: Severity) -> Fraction:
    figure = "selo.weighted_percentage_after_risk" if severity is Severity.AT_RISK else "selo.weighted_percentage"
    return exact(nearly, figure) - exact(wrong, figure)


def test_every_code_and_variant_has_its_fixtures() -> None:
    registered = {(check.code, variant) for check in REGISTRY for variant in variants(check)}
    assert registered == {(case.code, case.variant) for case in CASES} | FROM_NOTES


def test_no_code_and_variant_has_two_fixtures() -> None:
    named = [(case.code, case.variant) for case in CASES]
    assert len(named) == len(set(named))
