"""No limit and no cap is ever exceeded, whatever the workspace: checked on each answer by sums of its own lines."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

from hypothesis import HealthCheck, given, settings

from tests.oracle import assess, legal, product
from tests.oracle.model import Part
from tests.oracle.registry import Registry
from tests.properties.workspaces import Example, workspaces

LARGE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]


@settings(max_examples=25, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces())
def test_no_family_passes_the_income_ceiling(example: Example) -> None:
    registry = Registry(example.tables["agricultores"], (), "document")
    sold: dict[str, int] = defaultdict(int)
    for part in assess(example.tables, example.config).parts:
        if part.person and part.kind == "purchase":
            sold[registry.family(part.person)] += part.accepted
    assert all(value <= legal.INCOME_CEILING_CENTAVOS for value in sold.values())


@settings(max_examples=25, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces())
def test_a_part_counts_between_nothing_and_its_value(example: Example) -> None:
    for part in assess(example.tables, example.config).parts:
        low, high = sorted((0, part.value))
        assert low <= part.accepted <= high
        assert 0 <= part.risk <= max(0, part.accepted)
        assert not (part.block and part.accepted)


@settings(max_examples=25, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces())
def test_the_caps_of_the_year_hold_in_the_oracle(example: Example) -> None:
    result = assess(example.tables, example.config)
    _caps_hold(result.lines)
    _corn_holds(result.lines, [part for part in result.parts if not part.block])


@settings(max_examples=2, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces())
def test_the_caps_of_the_year_hold_in_the_product(example: Example) -> None:
    _caps_hold(product.assess(example.tables, example.config).lines)


def _caps_hold(lines: Mapping[str, Fraction]) -> None:
    counted = lines["selo.item.I.counted"]
    assert counted <= lines["selo.item.I"]
    assert lines["selo.item.III"] <= legal.RESEARCH_SHARE * counted
    spent = sum(lines[f"selo.item.{item}"] for item in ("II", "III", "IV", "V"))
    assert spent <= legal.SPENDING_SHARE_PRIORITY * counted
    assert all(0 <= value <= 1 for name, value in lines.items() if name.endswith(".kept"))


def _corn_holds(lines: Mapping[str, Fraction], parts: list[Part]) -> None:
    """Corn, and corn with inputs, are at most 30 % of all that counts."""
    capped = sum(part.accepted for part in parts if part.corn or part.input)
    rest = Fraction(sum(part.accepted for part in parts) - capped, 100)
    assert lines["selo.item.I.counted"] - rest <= legal.CORN_AND_INPUTS_SHARE * lines["selo.item.I.counted"]
