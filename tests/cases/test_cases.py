"""Each case of `tests/cases/*.yaml` holds on the oracle and on the product, exactly: no tolerance anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from lastro.law import parse_cite
from tests.cases.reading import Case, Workspace, cases, exact, workspace
from tests.oracle import Result, assess, product

PART_FIELDS = ("accepted", "weight", "weighted", "block", "risk")
PROVISIONS = {
    "280": "portaria-saf-mapa-280-2022",
    "10.527": "decreto-10527-2020",
    "MCR": "mcr",
    "28": "portaria-mda-28-2024",
    "36/2025": "portaria-mda-36-2025",
    "2/2023": "portaria-interministerial-mme-mda-2-2023",
}
ALL = cases(Path(__file__).parent)
CASES = [pytest.param(case, id=case["title"]) for case in ALL]


def _expected_lines(case: Case) -> Mapping[str, Any]:
    """What the case says of its lines; the fields of an only line may stand without its name."""
    alone = {k: v for k, v in case["expect"].items() if k in PART_FIELDS}
    return dict(case["expect"].get("lines", {})) | ({"A": alone} if alone else {})


def _expected_totals(case: Case) -> Mapping[str, Fraction]:
    return {key: exact(value) for key, value in case["expect"].items() if key.startswith("selo.")}


def _check_totals(case: Case, lines: Mapping[str, Fraction]) -> None:
    expected = _expected_totals(case)
    assert {key: lines.get(key) for key in expected} == expected
    assert [line for line in case["expect"].get("unknown", ()) if line in lines] == []


def _parts_of(case: Case, built: Workspace, name: str) -> tuple[list[str], str | None]:
    """`A` is a line, `A/Ana` what Ana grew of it."""
    label, _, grower = name.partition("/")
    return built.line_ids[label], built.people[grower] if grower else None


@pytest.mark.parametrize("case", CASES)
def test_the_oracle_agrees_with_the_case(case: Case) -> None:
    built, config = workspace(case)
    result = assess(built.tables, config)
    _check_totals(case, result.lines)
    for name, wanted in _expected_lines(case).items():
        _check_oracle_part(result, *_parts_of(case, built, name), wanted)


def _check_oracle_part(result: Result, line_ids: list[str], person: str | None, wanted: Mapping[str, Any]) -> None:
    parts = [p for p in result.parts if p.line_id in line_ids and person in (None, p.person)]
    assert parts
    found: dict[str, Any] = {
        "accepted": Fraction(sum(p.accepted for p in parts), 100),
        "weighted": sum((p.weighted for p in parts), Fraction(0)) / 100,
        "weight": parts[0].weight,
        "block": parts[0].block,
        "risk": ", ".join(sorted(set().union(*(p.risks for p in parts)))),
    }
    _compare(found, wanted)


def _compare(found: Mapping[str, Any], wanted: Mapping[str, Any]) -> None:
    for field, value in wanted.items():
        expected = (value or "") if field in ("block", "risk") else exact(value)
        assert found[field] == expected, field


@pytest.mark.parametrize("case", CASES)
def test_the_product_agrees_with_the_case(case: Case) -> None:
    built, config = workspace(case)
    answer = product.assess(built.tables, config)
    if "complete" in case["expect"]:
        assert answer.statement.complete is (case["expect"]["complete"] == "S")
    _check_totals(case, answer.lines)
    for name, wanted in _expected_lines(case).items():
        _check_product_part(answer, *_parts_of(case, built, name), wanted)


def _check_product_part(
    answer: product.Answer, line_ids: list[str], person: str | None, wanted: Mapping[str, Any]
) -> None:
    parts = [part for (line, grower), part in answer.parts.items() if line in line_ids and person in (None, grower)]
    assert parts
    found: dict[str, Any] = {
        "accepted": Fraction(sum(p.accepted for p in parts), 100),
        "weighted": sum((p.accepted * p.weight for p in parts), Fraction(0)) / 100,
        "weight": parts[0].weight,
        "block": parts[0].block,
        "risk": ", ".join(sorted(set().union(*(p.risks for p in parts)))),
    }
    _compare(found, wanted)


@pytest.mark.parametrize("case", CASES)
def test_the_provision_of_a_case_is_a_citation(case: Case) -> None:
    for provision in _provisions(case["because"]):
        parse_cite(provision)


def _provisions(because: str) -> list[str]:
    """ "280 art. 4 § 9 I, II; 280 art. 6" names three provisions: after a comma only the last words change."""
    found = []
    for group in because.split("; "):
        act, _, place = group.partition(" ")
        first, *others = place.split(", ")
        places = [first, *(" ".join([*first.split()[: -len(other.split())], other]) for other in others)]
        found += [f"{PROVISIONS[act]} {text}".strip() for text in places]
    return found


def test_titles_are_told_apart() -> None:
    titles = [case["title"] for case in ALL]
    assert len(set(titles)) == len(titles)


def test_a_case_expects_only_what_the_runner_compares() -> None:
    known = {"lines", "unknown", "complete", *PART_FIELDS}
    strange = [key for case in ALL for key in case["expect"] if not key.startswith("selo.") and key not in known]
    assert strange == []


def test_every_case_expects_something() -> None:
    assert all(case["expect"] for case in ALL)
