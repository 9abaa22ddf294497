"""The law for reading: lists, one key in full, and what changed between two days, as rows without prose."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from lastro.core.errors import WrongUse
from lastro.law import reader
from lastro.law.model import Act, DatedValue, Parameter, ReadingQuestion


@dataclass(frozen=True)
class ParameterOn:
    """One parameter on one day; `value` is None when the day lies in a hole."""

    rule: Parameter
    value: DatedValue | None


@dataclass(frozen=True)
class Change:
    """A parameter whose value differs between two days; None stands for a hole."""

    rule: Parameter
    before: DatedValue | None
    after: DatedValue | None


@dataclass(frozen=True)
class ActChange:
    """An act that entered into force, or ceased, after the first day and up to the second."""

    act: Act
    on: date
    entered: bool


@dataclass(frozen=True)
class Difference:
    """What changed in law between two days."""

    parameters: tuple[Change, ...]
    acts: tuple[ActChange, ...]


@dataclass(frozen=True)
class ParameterShown:
    """One parameter in full, with the acts that its values cite."""

    rule: Parameter
    values: tuple[DatedValue, ...]
    acts: tuple[Act, ...]


def value_on(key: str, on: date) -> DatedValue | None:
    """The dated value of `key` on that day, established or not; None in a hole. Raises KeyError for an unknown key."""
    return next((value for value in reader.parameters()[key] if on in value.interval), None)


def list_parameters(on: date) -> tuple[ParameterOn, ...]:
    """Every parameter with its value on that day, by key."""
    return tuple(ParameterOn(rule, value_on(key, on)) for key, rule in reader.parameter_rules().items())


def list_acts() -> tuple[Act, ...]:
    """Every act, in order of date."""
    return tuple(reader.acts().values())


def list_readings() -> tuple[ReadingQuestion, ...]:
    """Every reading; those of this version first."""
    return tuple(sorted(reader.readings().values(), key=lambda question: question.later))


def show(key: str) -> ParameterShown | ReadingQuestion | Act:
    """The parameter, reading or act of that name. Raises WrongUse when there is none."""
    if key in reader.parameters():
        values = reader.parameters()[key]
        cited = dict.fromkeys(cite.act for value in values for cite in value.cites)
        return ParameterShown(reader.parameter_rules()[key], values, tuple(reader.acts()[act] for act in cited))
    for known in (reader.readings(), reader.acts()):
        if key in known:
            found: ReadingQuestion | Act = known[key]
            return found
    raise WrongUse("law.key_unknown", key=key)


def diff(first: date, second: date) -> Difference:
    """What the law says otherwise on the second day than on the first; `first` must come before."""
    if second <= first:
        raise WrongUse("law.diff_order", first=first, second=second)
    pairs = ((rule, value_on(key, first), value_on(key, second)) for key, rule in reader.parameter_rules().items())
    changes = (Change(rule, one, two) for rule, one, two in pairs if _content(one) != _content(two))
    return Difference(tuple(changes), tuple(_act_changes(reader.acts(), first, second)))


def _content(value: DatedValue | None) -> object:
    return None if value is None else (value.value, value.cites, value.established)


def _act_changes(acts: Mapping[str, Act], first: date, second: date) -> list[ActChange]:
    changes = []
    for act in acts.values():
        if act.in_force is None:
            continue
        if first < act.in_force.start <= second:
            changes.append(ActChange(act, act.in_force.start, entered=True))
        if act.in_force.end is not None and first < act.in_force.end <= second:
            changes.append(ActChange(act, act.in_force.end, entered=False))
    return sorted(changes, key=lambda change: (change.on, change.act.id))
