"""A user's own law.yaml: parameters that the product could not establish, each with the user's citation.

```yaml
selo.minimum_percentage:
  - from: 2024-06-28
    to:                     # exclusive; empty is open
    value: "51/100"
    cites: ["Portaria MDA 28/2024, art. 31, caput (DOU 28/06/2024, p. 39)"]
```
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from lastro.core.dates import Interval
from lastro.core.errors import EvidenceUnreadable, WrongUse
from lastro.law.cites import Cite, parse_cite
from lastro.law.evidence import Evidence
from lastro.law.model import DatedValue, Parameter
from lastro.law.reader import acts, exact_value

_FIELDS = {"from", "to", "value", "cites", "note"}
_TEXT_UNITS = ("date", "act", "list", "text")
_DAY = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


class _Loader(yaml.SafeLoader):
    """Refuses a key that stands twice, where YAML would drop the first without a word."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        if len(set(keys)) < len(keys):
            twice = next(key for key in keys if keys.count(key) > 1)
            raise yaml.constructor.ConstructorError(problem=f"{twice}: 2×", problem_mark=node.start_mark)
        return super().construct_mapping(node, deep)


def from_yaml(path: Path, rules: Mapping[str, Parameter]) -> tuple[DatedValue, ...]:
    """The overrides in that file, marked as such.

    Raises EvidenceUnreadable when the file is not YAML of this shape, WrongUse for an unknown key, a missing citation,
    a value of the wrong kind, or two values of one key that overlap.
    """
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as fault:
        raise EvidenceUnreadable("law.override_file", file=path.name, fault=str(fault).splitlines()[0]) from fault
    if content is None:
        return ()
    if not isinstance(content, dict) or not all(isinstance(entries, list) for entries in content.values()):
        raise EvidenceUnreadable("law.override_shape", file=path.name)
    found = [_override(str(key), entry, rules, path) for key, entries in content.items() for entry in entries]
    _refuse_overlaps(found)
    return tuple(found)


def _override(key: str, entry: object, rules: Mapping[str, Parameter], path: Path) -> DatedValue:
    if key not in rules:
        raise WrongUse("law.override_key", file=path.name, key=key)
    if not isinstance(entry, dict) or not set(entry) <= _FIELDS or not _is_day(entry.get("from")):
        raise EvidenceUnreadable("law.override_shape", file=path.name)
    if entry.get("to") is not None and not _is_day(entry["to"]):
        raise EvidenceUnreadable("law.override_shape", file=path.name)
    try:
        interval = Interval(entry["from"], entry.get("to"))
    except ValueError as fault:
        raise WrongUse("law.override_interval", key=key, start=entry["from"], end=entry.get("to")) from fault
    note = str(entry.get("note") or "")
    return DatedValue(
        key=key,
        interval=interval,
        value=_value(key, entry, rules[key].unit),
        unit=rules[key].unit,
        cites=_cites(key, entry),
        evidence=Evidence.UNVERIFIED,
        note_pt=note,
        note_en=note,
        overridden=True,
    )


def _value(key: str, entry: Mapping[str, Any], unit: str) -> Fraction | str | tuple[str, ...]:
    raw = entry.get("value")
    try:
        value = exact_value(str(raw) if isinstance(raw, float) else raw)
        if unit not in _TEXT_UNITS and isinstance(value, str):
            value = Fraction(value)
    except (TypeError, ValueError, ZeroDivisionError) as fault:
        raise WrongUse("law.override_value", key=key, value=raw, unit=unit) from fault
    if value is None or not _fits(value, unit):
        raise WrongUse("law.override_value", key=key, value=raw, unit=unit)
    return value


def _fits(value: Fraction | str | tuple[str, ...], unit: str) -> bool:
    """Whether a value is of the unit's kind: a share lies between nought and one, an act is a known one."""
    if unit == "list":
        return isinstance(value, tuple)
    if unit == "date":
        return isinstance(value, str) and _DAY.fullmatch(value) is not None
    if unit in ("act", "text"):
        return isinstance(value, str) and (unit == "text" or value in acts())
    return isinstance(value, Fraction) and value >= 0 and (unit != "share" or value <= 1)


def _is_day(value: object) -> bool:
    return isinstance(value, date) and not isinstance(value, datetime)


def _cites(key: str, entry: Mapping[str, Any]) -> tuple[Cite, ...]:
    raw = entry.get("cites")
    texts = [raw] if isinstance(raw, str) else raw if isinstance(raw, list) else []
    cites = tuple(_cite(str(text).strip()) for text in texts if str(text).strip())
    if not cites:
        raise WrongUse("law.override_cite", key=key)
    return cites


def _cite(text: str) -> Cite:
    """A citation in the canonical form of a known act, else the user's own words."""
    try:
        cite = parse_cite(text)
    except ValueError:
        return Cite(free=text)
    return cite if cite.act in acts() else Cite(free=text)


def _refuse_overlaps(values: list[DatedValue]) -> None:
    ordered = sorted(values, key=lambda v: (v.key, v.interval.start))
    for one, two in pairwise(ordered):
        if one.key == two.key and one.interval.overlaps(two.interval):
            raise WrongUse("law.override_overlap", key=one.key, day=two.interval.start)
