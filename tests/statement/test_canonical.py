"""Canonical JSON and the two hashes: equal for equal answers, different for any other."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from fractions import Fraction

import pytest

from lastro.statement.canonical import canonical, content
from lastro.statement.causes import causes, justified, ordered
from lastro.statement.hashes import content_hash, provenance_hash
from lastro.statement.model import Finding, ReadingUsed, Severity, Source, Statement
from tests.statement.sample import sample


@pytest.fixture
def statement() -> Statement:
    return sample()


def test_canonical_json_is_sorted_composed_and_without_spaces() -> None:
    assert canonical({"b": "Sa\u0303o", "a": [None, True]}) == '{"a":[null,true],"b":"São"}'.encode()


@pytest.mark.parametrize("number", [1.5, 1, Fraction(1, 2)])
def test_a_number_that_is_not_text_is_refused(number: object) -> None:
    with pytest.raises(TypeError):
        canonical({"a": number})  # type: ignore[dict-item]


def test_content_holds_no_number_exponent_path_or_prose(statement: Statement) -> None:
    text = canonical(content(statement)).decode()
    assert json.loads(text, parse_int=pytest.fail, parse_float=pytest.fail)
    assert not re.search(r'"-?\d+(\.\d+)?[eE]', text)
    assert "aquisicoes.csv" not in text
    assert "Junte o documento" not in text


def test_the_order_of_findings_readings_and_law_changes_nothing(statement: Statement) -> None:
    turned = replace(
        statement,
        findings=statement.findings[::-1],
        readings=statement.readings[::-1],
        law=statement.law[::-1],
    )
    assert content_hash(turned) == content_hash(statement)


def test_where_a_row_was_read_changes_nothing(statement: Statement) -> None:
    moved = tuple(replace(f, source=Source("other.xlsx", "Plan1", 99)) for f in statement.findings)
    assert content_hash(replace(statement, findings=moved)) == content_hash(statement)


def test_accounting_of_rows_changes_nothing(statement: Statement) -> None:
    counted = Finding("EVD-02", Severity.INFO, arguments={"count": "9"})
    assert content_hash(replace(statement, findings=(*statement.findings, counted))) == content_hash(statement)


def _other_line(statement: Statement) -> Statement:
    first, *rest = statement.lines
    return replace(statement, lines=(replace(first, value="0.01"), *rest))


def _other_finding(statement: Statement) -> Statement:
    first, *rest = statement.findings
    return replace(statement, findings=(replace(first, arguments={**first.arguments, "farmer": "x"}), *rest))


@pytest.mark.parametrize(
    "change",
    [
        _other_line,
        _other_finding,
        lambda s: replace(s, findings=s.findings[1:]),
        lambda s: replace(s, subject={**s.subject, "unit_name": "Outra"}),
        lambda s: replace(s, period={**s.period, "year": "2022"}),
        lambda s: replace(s, readings=(*s.readings, ReadingUsed("selo.x", "y", True))),
        lambda s: replace(s, law=s.law[1:]),
        lambda s: replace(s, law=(replace(s.law[0], overridden=True), *s.law[1:])),
        lambda s: replace(s, complete=False),
    ],
)
def test_anything_that_the_statement_says_changes_the_content_hash(statement: Statement, change: object) -> None:
    assert content_hash(change(statement)) != content_hash(statement)  # type: ignore[operator]


def test_the_version_and_the_evidence_change_only_the_provenance(statement: Statement) -> None:
    other_rows = replace(statement, provenance={**statement.provenance, "nfe": "00" * 32})
    assert content_hash(other_rows) == content_hash(statement)
    assert provenance_hash(other_rows) != provenance_hash(statement)
    assert provenance_hash(statement, "9.9.9") != provenance_hash(statement)


def test_findings_go_by_code_key_item_and_row_hash() -> None:
    rows = [
        Finding("B", Severity.ALERT, subject={"key": "1", "item": "2"}),
        Finding("A", Severity.ALERT, subject={"key": "2", "item": "1"}),
        Finding("A", Severity.ALERT, subject={"key": "1", "item": "10"}),
        Finding("A", Severity.ALERT, subject={"key": "1", "item": "9"}),
        Finding("A", Severity.ALERT, subject={"row_hash": "b"}),
        Finding("A", Severity.ALERT, source=Source("f", sha256="a")),
    ]
    assert ordered(rows) == [rows[5], rows[4], rows[3], rows[2], rows[1], rows[0]]


def test_causes_go_by_points_regained_and_leave_justified_rows_out() -> None:
    rows = (
        Finding("A", Severity.ALERT, points=Fraction(1, 3), amount_centavos=10),
        Finding("B", Severity.BLOCKS, points=Fraction(1), amount_centavos=7),
        Finding("B", Severity.BLOCKS, "other"),
        Finding("A", Severity.ALERT, points=Fraction(1), amount_centavos=5),
        Finding("A", Severity.ALERT, points=Fraction(9), justified_by="decisão 1"),
    )
    found = causes(rows)
    assert [(cause.code, cause.variant, cause.count) for cause in found] == [
        ("A", "default", 2),
        ("B", "default", 1),
        ("B", "other", 1),
    ]
    assert (found[0].points, found[0].amount_centavos) == (Fraction(4, 3), 15)
    assert (found[2].points, found[2].amount_centavos) == (None, None)
    assert justified(rows) == (rows[4],)
