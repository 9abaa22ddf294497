"""A session asks the law what it says on a date, and remembers every value and reading that it handed out.

The date of the fact picks the value; `known_on` hides what was published later; overrides are the user's law.yaml.
A regulation that answers days outside its own time (a year under another regime, or the months of its first year that
came before it) is `held`: its parameters are read as on the nearest day on which it was in force.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from lastro.core.dates import Interval
from lastro.core.errors import ParameterNotEstablished, WrongUse
from lastro.law.cites import Cite
from lastro.law.model import ConsultedReading, ConsultedValue, DatedValue, ReadingQuestion, value_text

if TYPE_CHECKING:
    import pyarrow as pa


class Session:
    """What one computation may ask of the law. Made by `LawBook.session`."""

    def __init__(
        self,
        parameters: Mapping[str, tuple[DatedValue, ...]],
        questions: Mapping[str, ReadingQuestion],
        readings: Mapping[str, str],
        known_on: date | None,
        overrides: Iterable[DatedValue],
        held: Mapping[str, Interval] | None = None,
    ) -> None:
        self._held = dict(held or {})
        self._parameters = parameters
        self._questions = questions
        self._readings = {key: _validated(questions, key, option) for key, option in readings.items()}
        self._known_on = known_on
        self._overrides = tuple(overrides)
        self._effective: dict[str, tuple[DatedValue, ...]] = {}
        self._used: dict[tuple[str, date], DatedValue] = {}
        self._asked: set[str] = set()

    def value(self, key: str, on: date) -> DatedValue:
        """The established value of `key` on that day.

        Raises ParameterNotEstablished when nobody has established it, or when it lies in a hole; KeyError for a key
        that the law data does not have.
        """
        day = self._day(key, on)
        for value in self._values(key):
            if day in value.interval:
                return self._consult(value, day)
        raise self._hole(key, day)

    def found(self, key: str, on: date) -> DatedValue | None:
        """The value of `key` on that day, or None where nobody has established it: for what a computation can do
        without and says so. Raises KeyError for an unknown key."""
        try:
            return self.value(key, on)
        except ParameterNotEstablished:
            return None

    def has(self, key: str, on: date) -> bool:
        """Whether the law data has the key and it is established on that day, without using it."""
        values = self._values(key) if key in self._parameters else ()
        return any(value.established and self._day(key, on) in value.interval for value in values)

    def provisions(self, key: str, on: date) -> tuple[str, ...]:
        """Where the law speaks of `key` on that day, established or not; empty in a hole."""
        day = self._day(key, on)
        return tuple(str(cite) for value in self._values(key) if day in value.interval for cite in value.cites)

    def number(self, key: str, on: date) -> Fraction:
        """The value as an exact number. Raises as `value`."""
        return self.value(key, on).number()

    def names(self, key: str, on: date) -> tuple[str, ...]:
        """The value as a list of vocabulary names. Raises as `value`."""
        return self.value(key, on).names()

    def day(self, key: str, on: date) -> date:
        """The value as a date. Raises as `value`."""
        return self.value(key, on).day()

    def intervals(self, key: str, within: Interval) -> tuple[DatedValue, ...]:
        """The values of `key` in order of time, clipped to `within`, which must be bounded.

        Raises ParameterNotEstablished for the first day of `within` that no established value covers.
        """
        if within.end is None:
            raise ValueError("intervals() needs an interval with an end")
        found: list[DatedValue] = []
        day = within.start
        while day < within.end:
            asked = self._day(key, day)
            value = next((v for v in self._values(key) if asked in v.interval), None)
            if value is None:
                raise self._hole(key, asked)
            self._consult(value, asked)
            end = min(within.end, self._end(key, day, value) or within.end)
            found.append(replace(value, interval=Interval(day, end)))
            day = end
        return _joined(found)

    def _day(self, key: str, on: date) -> date:
        """The day whose value is asked for: `on`, or the nearest one of the interval that `key` is held to."""
        for start, interval in self._held.items():
            if key.startswith(start):
                last = interval.last_day
                return max(interval.start, on) if last is None else min(max(interval.start, on), last)
        return on

    def _end(self, key: str, day: date, value: DatedValue) -> date | None:
        """The first day after `day` on which another value of `key` may hold; None when none can."""
        end = value.interval.end
        if end is not None and end <= day:
            return None  # held after its last value: nothing follows
        return None if end is not None and self._day(key, end) < end else end

    def table(
        self, keys: Mapping[str, str], scale: Mapping[str, int], within: Interval, soft: Mapping[str, str] | None = None
    ) -> pa.Table:
        """One row per maximal interval without change: `valid_from`, `valid_to` (exclusive) and value × scale.

        `keys` maps a column to its parameter, `scale` a column to its multiplier (1 when absent); the columns are
        int64 and exact. Columns of `soft` are null where their parameter is not established, or is "". Raises
        ParameterNotEstablished, and ValueError when a scaled value is not whole.
        """
        import pyarrow as pa

        columns = {column: self.intervals(key, within) for column, key in keys.items()}
        columns |= {column: self._established(key, within) for column, key in (soft or {}).items()}
        days = {day for values in columns.values() for v in values for day in (v.interval.start, v.interval.end)}
        starts = sorted({within.start, *(day for day in days if day is not None and day in within)})
        ends = [*starts[1:], within.end]
        arrays = {
            column: pa.array([_scaled(_at(values, start), scale.get(column, 1)) for start in starts], pa.int64())
            for column, values in columns.items()
        }
        return pa.table(
            {"valid_from": pa.array(starts, pa.date32()), "valid_to": pa.array(ends, pa.date32()), **arrays}
        )

    def _established(self, key: str, within: Interval) -> tuple[DatedValue, ...]:
        """The established values of `key` clipped to `within`; holes stay holes."""
        assert within.end is not None
        found: list[DatedValue] = []
        day: date | None = within.start
        while key and day is not None and day < within.end:
            asked = self._day(key, day)
            value = next((v for v in self._values(key) if asked in v.interval), None)
            after = self._next(key, day) if value is None else self._end(key, day, value)
            end = min(within.end, after or within.end)
            if value is not None and value.established:
                found.append(replace(self._consult(value, asked), interval=Interval(day, end)))
            day = end
        return tuple(found)

    def _next(self, key: str, day: date) -> date | None:
        """The first start of a value of `key` after `day`."""
        return min((v.interval.start for v in self._values(key) if v.interval.start > day), default=None)

    def reading(self, key: str) -> str:
        """The option chosen for that question, else its default. Raises WrongUse for an unknown question."""
        question = self._questions.get(key)
        if question is None:
            raise WrongUse("law.reading_unknown", key=key)
        self._asked.add(key)
        return self._readings.get(key, question.default)

    def asks(self, key: str) -> bool:
        """Whether the law data has a question of that key."""
        return key in self._questions

    def used(self) -> tuple[ConsultedValue, ...]:
        """Every dated value consulted so far, by key and time."""
        return tuple(_consulted(self._used[slot]) for slot in sorted(self._used))

    def readings_used(self) -> tuple[ConsultedReading, ...]:
        """Every reading asked so far, by key."""
        chosen = ((key, self._readings.get(key, self._questions[key].default)) for key in sorted(self._asked))
        return tuple(ConsultedReading(key, option, option == self._questions[key].default) for key, option in chosen)

    def _values(self, key: str) -> tuple[DatedValue, ...]:
        if key not in self._effective:
            known = _as_known(self._parameters[key], self._known_on)
            self._effective[key] = overlaid(known, (v for v in self._overrides if v.key == key))
        return self._effective[key]

    def _hole(self, key: str, on: date) -> ParameterNotEstablished:
        """No value covers the day: the provision named is that of the nearest value before it, else after it."""
        values = self._values(key) or self._parameters[key]
        nearest = [value for value in values if value.interval.start <= on][-1:] or list(values[:1])
        return _unknown("law.hole", key, on, nearest[0].cites if nearest else ())

    def _consult(self, value: DatedValue, on: date) -> DatedValue:
        if not value.established:
            raise _unknown("law.not_established", value.key, on, value.cites)
        self._used[value.key, value.interval.start] = value
        return value


def overlaid(base: Iterable[DatedValue], overrides: Iterable[DatedValue]) -> tuple[DatedValue, ...]:
    """`base` with each override in place of whatever stood in its interval; the rest of the base values remains."""
    values = list(base)
    for override in overrides:
        values = [part for value in values for part in _outside(value, override.interval)]
        values.append(override)
    return tuple(sorted(values, key=lambda v: v.interval.start))


def _outside(value: DatedValue, hidden: Interval) -> list[DatedValue]:
    if not value.interval.overlaps(hidden):
        return [value]
    start, end = value.interval.start, value.interval.end
    parts = []
    if start < hidden.start:
        parts.append(replace(value, interval=Interval(start, hidden.start)))
    if hidden.end is not None and (end is None or hidden.end < end):
        parts.append(replace(value, interval=Interval(hidden.end, end)))
    return parts


def _as_known(values: tuple[DatedValue, ...], known_on: date | None) -> tuple[DatedValue, ...]:
    """The values as one knew them on that day: what came later is gone, and what it replaced goes on."""
    if known_on is None:
        return values
    known: list[DatedValue] = []
    for value in values:
        if value.published is None or value.published <= known_on:
            known.append(value)
        elif known and known[-1].interval.end == value.interval.start:
            known[-1] = replace(known[-1], interval=Interval(known[-1].interval.start, value.interval.end))
    return tuple(known)


def _joined(values: list[DatedValue]) -> tuple[DatedValue, ...]:
    """Neighbours with one value, one citation and one mark are one interval."""
    joined: list[DatedValue] = []
    for value in values:
        if joined and replace(joined[-1], interval=value.interval) == value:
            joined[-1] = replace(value, interval=Interval(joined[-1].interval.start, value.interval.end))
        else:
            joined.append(value)
    return tuple(joined)


def _at(values: tuple[DatedValue, ...], day: date) -> DatedValue | None:
    return next((value for value in values if day in value.interval), None)


def _scaled(value: DatedValue | None, scale: int) -> int | None:
    if value is None:
        return None
    product = value.number() * scale
    if product.denominator != 1:
        raise ValueError(f"{value.key} = {value.value} is not whole when multiplied by {scale}")
    return product.numerator


def _validated(questions: Mapping[str, ReadingQuestion], key: str, option: str) -> str:
    if key not in questions:
        raise WrongUse("law.reading_unknown", key=key)
    if option not in questions[key].names:
        raise WrongUse("law.reading_option", key=key, option=option, options=", ".join(questions[key].names))
    return option


def _unknown(code: str, key: str, on: date, cites: tuple[Cite, ...]) -> ParameterNotEstablished:
    return ParameterNotEstablished(code, key=key, on=on.isoformat(), cites="; ".join(map(str, cites)))


def _consulted(value: DatedValue) -> ConsultedValue:
    return ConsultedValue(
        key=value.key,
        start=value.interval.start.isoformat(),
        end=value.interval.end.isoformat() if value.interval.end else "",
        value=value_text(value.value),
        unit=value.unit,
        cites=tuple(str(cite) for cite in value.cites),
        evidence=value.evidence.value,
        overridden=value.overridden,
    )
