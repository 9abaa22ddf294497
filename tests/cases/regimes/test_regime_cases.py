"""Each case of the regimes before 2022 holds on the product, exactly. Amounts are worked out by hand from the acts named."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from lastro.core.errors import ParameterNotEstablished
from lastro.law import parse_cite
from lastro.selo.assess import assess_tables
from lastro.selo.regimes import REGIMES
from lastro.statement.model import Statement
from tests.cases.reading import PLANT, Case, cases, exact, municipality, workspace

ALL = cases(Path(__file__).parent)
CASES = [pytest.param(case, id=case["title"]) for case in ALL]
LEAST = 3


@cache
def _titled(title: str) -> tuple[Statement, Mapping[str, list[str]]]:
    case = next(case for case in ALL if case["title"] == title)
    built, config = workspace({**case, "readings": {}})  # the readings are the product's, not the oracle's
    plant = municipality(case["given"].get("plant", "Rio Verde/GO"))
    described = {"cnpj": PLANT, "name": "Usina", "municipality": plant, "year": config.year}
    readings = case.get("readings", {})
    return assess_tables(built.tables, described, readings, case.get("regime", "")), built.line_ids


def _answered(case: Case) -> tuple[Statement, Mapping[str, list[str]]]:
    return _titled(case["title"])


@pytest.mark.parametrize("case", CASES)
def test_the_product_agrees_with_the_case(case: Case) -> None:
    statement, line_ids = _answered(case)
    values = {line.id: Fraction(line.exact) for line in statement.lines if line.exact}
    expected = {key: exact(value) for key, value in case["expect"].items() if key.startswith("selo.")}
    assert {key: values.get(key) for key in expected} == expected
    if "complete" in case["expect"]:
        assert statement.complete is (case["expect"]["complete"] == "S")
    if "missing" in case["expect"]:
        assert case["expect"]["missing"] in {parameter["key"] for parameter in statement.missing}
    for name, wanted in case["expect"].get("lines", {}).items():
        assert _seen(statement, line_ids[name], wanted) == {field: _wanted(field, wanted[field]) for field in wanted}


def _seen(statement: Statement, line_ids: list[str], wanted: Mapping[str, Any]) -> dict[str, Any]:
    assert statement.memory is not None
    rows = [row for row in statement.memory.to_pylist() if row["line_id"] in line_ids]
    found = {
        "accepted": Fraction(sum(row["accepted_centavos"] for row in rows), 100),
        "weight": Fraction(rows[0]["weight"], 1000),
        "block": rows[0]["block"],
    }
    return {field: found[field] for field in wanted}


def _wanted(field: str, value: str) -> str | Fraction:
    return value if field == "block" else exact(value)


@pytest.mark.parametrize("case", CASES)
def test_the_provision_of_a_case_is_a_citation(case: Case) -> None:
    for provision in case["because"].split("; "):
        parse_cite(provision)


@pytest.mark.parametrize("act", [act for act in REGIMES if act.startswith(("in-", "portaria-mda-60", "portaria-sead"))])
def test_every_regime_has_cases(act: str) -> None:
    assert sum(_answered(case)[0].regime == act for case in ALL) >= LEAST


@pytest.mark.parametrize("year", [2017, 2018])
def test_a_year_of_which_only_the_existence_of_the_act_is_known_is_not_decided(year: int) -> None:
    with pytest.raises(ParameterNotEstablished):
        assess_tables(
            {}, {"cnpj": PLANT, "name": "Usina", "municipality": municipality("Rio Verde/GO"), "year": year}, {}
        )
