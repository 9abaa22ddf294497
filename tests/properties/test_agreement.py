"""The product and the oracle give the same centavo for every line and the same exact value for every line id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.oracle.model import READINGS
from tests.properties.agreement import compare
from tests.properties.workspaces import Example, workspaces

LARGE = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example]
# Readings changed at random. Not these: the subject needs several plants; land shared by crops is divided by the product
# on a grid of its own, up to a gram away from the exact share (the case of limits.yaml holds on both).
CHANGEABLE = sorted(set(READINGS) - {"selo.subject", "selo.area_shared"})


def _compare(example: Example) -> None:
    line = "selo.regional_share"
    compare(example, frozenset({line} if _apportioned(example) else ()))


def _apportioned(example: Example) -> bool:
    """The regional share where a cap does not cut in proportion: the product apportions what is left, the oracle
    follows each cost."""
    in_proportion = (
        example.config.reading("selo.cap_allocation") == "proportional"
        and example.config.reading("selo.regional_cap") != "pool_per_region"
    )
    return not in_proportion


def _readings() -> st.SearchStrategy[Mapping[str, str]]:
    some = st.lists(st.sampled_from(CHANGEABLE), min_size=1, max_size=6, unique=True)
    return some.flatmap(lambda keys: st.fixed_dictionaries({key: st.sampled_from(READINGS[key]) for key in keys}))


@settings(max_examples=6, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces())
def test_every_line_agrees_under_the_default_readings(example: Example) -> None:
    _compare(example)


@settings(max_examples=8, deadline=None, suppress_health_check=LARGE, database=None)
@given(workspaces(), _readings())
def test_every_line_agrees_under_any_readings(example: Example, readings: Mapping[str, str]) -> None:
    _compare(replace(example, config=replace(example.config, readings=readings)))
