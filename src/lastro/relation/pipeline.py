"""Runs a list of steps on an engine and holds each to what it must conserve.

Steps are read through: each is a name for its select, and only the tables named in `keep` are written. What no window
needs in order is thus computed once, in one pass over the narrow columns that are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from lastro.relation.engine import Engine
from lastro.relation.steps import Derive, Join, Limit, Step, Sum, settled


class NotConserved(AssertionError):
    """A step lost or made rows or amounts: a fault of the rules, never of the user's data."""


def run(
    engine: Engine,
    steps: Sequence[Step],
    on_unmatched: Callable[[Join, list[dict[str, object]]], None],
    keep: Collection[str] = (),
) -> None:
    """Run `steps` in order and write the sums and what `keep` names; the others are computed whenever they are asked.

    `on_unmatched` is told of rows that a required join could not match; it should raise. Raises NotConserved when a
    step's conservation query has a column that is not zero.
    """
    joined: list[Derive | Join | Limit] = []
    for step in steps:
        if isinstance(step, Join) and step.required:
            missed = engine.fetch(step.unmatched() + " limit 1").to_pylist()
            if missed:
                on_unmatched(step, missed)
        for name, select in settled(step).items():
            engine.keep(name, select)
        written = step.name in keep or isinstance(step, Sum)
        (engine.keep if written else engine.see)(step.name, step.select())
        if isinstance(step, Derive | Join | Limit):
            joined.append(step)
        if not isinstance(step, Derive | Join):
            _hold(engine, step)
        if written or not isinstance(step, Derive | Join | Limit):
            _hold_rows(engine, joined)
            joined = []
    _hold_rows(engine, joined)


def _hold_rows(engine: Engine, chain: Sequence[Derive | Join | Limit]) -> None:
    """None of these can lose a row, so a chain has kept all of them when its two ends count the same."""
    if not chain:
        return
    first, last = chain[0].source, chain[-1].name
    query = f"select (select count(*) from {last}) - (select count(*) from {first}) as made_rows"
    if engine.fetch(query)["made_rows"][0].as_py() != 0:
        for step in chain:
            _hold(engine, step)
        raise NotConserved(f"steps {first} to {last}: rows were made or lost")


def _hold(engine: Engine, step: Step) -> None:
    for check, value in engine.fetch(step.conserves()).to_pylist()[0].items():
        if value != 0:
            raise NotConserved(f"step {step.name}: {check} = {value}")
