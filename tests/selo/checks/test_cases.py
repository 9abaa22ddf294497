"""Each finding appears alone where its rule is broken, and nothing is found where the rule just holds."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from lastro.render import labels
from lastro.selo.checks import REGISTRY, severity, variants
from lastro.selo.checks.model import not_checked
from lastro.statement.catalogue import LANGS, entries, placeholders
from lastro.statement.model import Finding, Severity, Statement
from tests.selo.checks.before_2022 import BEFORE_2022
from tests.selo.checks.case import Case
from tests.selo.checks.cases import CASES
from tests.selo.checks.from_notes import FROM_NOTES
from tests.selo.world import Edit, assessed, exact, selo_findings

DECLARED, AFTER_RISK = "selo.weighted_percentage", "selo.weighted_percentage_after_risk"
BLOCKING = {f"SBS-{number:02}" for number in (1, 3, 5, 6, 7, 8, 11, 16, 18, 19)}
BADLY_PROVED = {f"SBS-{number:02}" for number in (9, 13, 14, 15, 17, 20, 21)}  # 22: from notes
Pairs = tuple[tuple[str, Any], ...]
NEEDING = {(check.code, table) for check in REGISTRY for table in getattr(check, "needs", ())}
REGISTERED = {(check.code, variant): severity(check, variant) for check in REGISTRY for variant in variants(check)}


def _wrong(case: Case) -> Statement:
    edits = case.given, case.wrong
    return assessed(*edits, readings=case.readings, regime=case.regime, year=case.year, law=case.law)


@cache
def _right(given: Edit, nearly: Edit, readings: Pairs, regime: str, year: int, law: Pairs) -> Statement:
    """Several cases are nearly wrong in the same way: the sound workspace."""
    return assessed(given, nearly, readings=dict(readings), regime=regime, year=year, law=dict(law))


def _nearly(case: Case) -> Statement:
    law = {**case.law, **case.nearly_law}
    readings = tuple(case.readings.items())
    return _right(case.given, case.nearly, readings, case.regime, case.year, tuple(law.items()))


@pytest.mark.parametrize("case", [pytest.param(case, id=case.id) for case in CASES])
def test_the_finding_stands_alone_with_its_value_and_points(case: Case) -> None:
    wrong, nearly = _wrong(case), _nearly(case)
    finding = _only(wrong, case)
    assert (finding.severity, finding.amount_centavos) == (case.severity, case.amount)
    assert REGISTERED[case.code, case.variant] is case.severity
    assert selo_findings(nearly) == []
    if case.remedied:
        assert finding.points == _change(wrong, nearly, case.severity)
    _weighs_on_the_second_figure_alone_when_at_risk(wrong, finding)
    _is_told_in_both_languages(finding)


def _only(statement: Statement, case: Case) -> Finding:
    told = selo_findings(statement)
    assert [(f.code, f.variant) for f in told] == [(case.code, case.variant)]
    return told[0]


def _change(wrong: Statement, nearly: Statement, severity: Severity) -> Fraction:
    figure = AFTER_RISK if severity is Severity.AT_RISK else DECLARED
    return exact(nearly, figure) - exact(wrong, figure)


def _weighs_on_the_second_figure_alone_when_at_risk(statement: Statement, finding: Finding) -> None:
    if not statement.line(DECLARED).exact:  # a year without sales has no percentage to lower
        assert finding.severity is Severity.ALERT
        return
    lowered = exact(statement, AFTER_RISK) < exact(statement, DECLARED)
    assert lowered == (finding.severity is Severity.AT_RISK)


def _is_told_in_both_languages(finding: Finding) -> None:
    for lang in LANGS:
        title, message = labels.finding_title(finding, lang), labels.finding_message(finding, lang)
        assert title
        assert labels.finding_remedy(finding, lang)
        assert message
        assert not re.search(r"[a-z]_[a-z]", message), "a stored word stands in the message"


def test_every_code_and_variant_has_its_fixtures() -> None:
    assert {(case.code, case.variant) for case in CASES} | FROM_NOTES | BEFORE_2022 == set(REGISTERED)
    assert len(CASES) + len(FROM_NOTES) + len(BEFORE_2022) == len(REGISTERED)


def test_what_the_text_itself_limits_is_never_only_at_risk() -> None:
    assert [case.id for case in CASES if case.code in BLOCKING and case.severity is Severity.AT_RISK] == []


def test_what_is_only_badly_proved_is_at_risk() -> None:
    assert {case.code for case in CASES if case.severity is Severity.AT_RISK} == BADLY_PROVED


def test_unnamed_origins_weigh_by_the_kind_of_supplier() -> None:
    found = {case.variant: case.severity for case in CASES if case.code == "SBS-09"}
    assert found == {"cooperative": Severity.AT_RISK, "intermediary": Severity.BLOCKS}


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize(("code", "table"), sorted(NEEDING))
def test_a_check_whose_table_is_absent_says_so(code: str, table: str, lang: str) -> None:
    finding = not_checked(code, (), table)
    assert table in labels.finding_message(finding, "en" if lang == "en" else "pt")


@pytest.mark.parametrize(("code", "variant"), sorted(REGISTERED))
def test_the_texts_of_a_finding_want_the_same_in_both_languages(code: str, variant: str) -> None:
    for part in ("title", "message", "remedy"):
        entry = entries()[f"findings.{code}.{variant}.{part}"]
        assert placeholders(entry["pt"]) == placeholders(entry["en"])
