"""Runs a list of steps on an engine and holds each to what it must conserve."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from lastro.relation.engine import Engine
from lastro.relation.steps import Join, Step


class NotConserved(AssertionError):
    """A step lost or made rows or amounts: a fault of the rules, never of the user's data."""


def run(engine: Engine, steps: Sequence[Step], on_unmatched: Callable[[Join, list[dict[str, object]]], None]) -> None:
    """Run `steps` in order. `on_unmatched` is told of rows that a required join could not match; it should raise.

    Raises NotConserved when a step's conservation query has a column that is not zero.
    """
    for step in steps:
        if isinstance(step, Join) and step.required:
            missed = engine.fetch(step.unmatched() + " limit 1").to_pylist()
            if missed:
                on_unmatched(step, missed)
        engine.keep(step.name, step.select())
        _hold(engine, step)


def _hold(engine: Engine, step: Step) -> None:
    for check, value in engine.fetch(step.conserves()).to_pylist()[0].items():
        if value != 0:
            raise NotConserved(f"step {step.name}: {check} = {value}")
