"""Real assessments of the cases that lawyers read, for tests of what shows them."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from lastro.selo.assess import assess_tables
from lastro.statement.model import Statement
from tests.cases.reading import cases, workspace
from tests.oracle.product import supplied_law

_CASES = Path(__file__).parents[1] / "cases"


@cache
def assessed(title: str) -> Statement:
    """The statement of the case whose title begins so."""
    case = next(case for case in cases(_CASES) if case["title"].startswith(title))
    built, config = workspace(case)
    company = {"cnpj": config.plant, "name": "Usina Exemplo", "municipality": config.municipality, "year": config.year}
    return assess_tables(
        built.tables, company, dict(config.readings), config.regime, supplied_law(config.given, config.year)
    )
