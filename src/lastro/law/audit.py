"""Proves the law data: no overlap, no missing or unknown citation, whole files; and lists the holes.

A fault is an error of ours. A hole is not: it is a time without an established value, told and never filled.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from itertools import pairwise
from urllib.parse import urlsplit

from lastro.core.dates import Interval
from lastro.core.regions import UF_OF_CODE, region_of_uf_code
from lastro.law import goods, holidays, places, reader
from lastro.law.cites import Cite
from lastro.law.model import Act, DatedValue, ReadingQuestion

OFFICIAL_HOSTS = ("planalto.gov.br", "in.gov.br", "bcb.gov.br")
_OPTION = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True)
class Fault:
    """One error in the law data: `code` has its text under `law.faults.`, `subject` is the key, act or file."""

    code: str
    subject: str
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Hole:
    """A time without an established value: `between` two values, `named` as not established, `after` the last."""

    key: str
    interval: Interval
    kind: str
    cites: tuple[Cite, ...] = ()


@dataclass(frozen=True)
class CheckReport:
    """What the check found, with how much it looked at."""

    faults: tuple[Fault, ...]
    holes: tuple[Hole, ...]
    undetermined: tuple[
        tuple[Interval, int], ...
    ]  # periods of the Semiárido and how many municipalities lack an answer
    counts: Mapping[str, int]

    @property
    def ok(self) -> bool:
        """Whether the data has no fault; holes do not count against it."""
        return not self.faults


def check(today: date) -> CheckReport:
    """Examines all law data; holes are listed up to `today`."""
    acts, parameters = reader.acts(), reader.parameters()
    faults = [
        *(fault for act in acts.values() for fault in act_faults(act, acts)),
        *(fault for key, values in parameters.items() for fault in value_faults(key, values, acts)),
        *(fault for question in reader.readings().values() for fault in reading_faults(question, acts)),
        *term_faults(acts),
        *file_faults(),
        *place_faults(),
        *goods_faults(),
    ]
    holes = [hole for key, values in parameters.items() for hole in holes_of(key, values, today)]
    unknown = tuple((period, codes) for period, codes in places.undetermined() if codes)
    return CheckReport(tuple(faults), tuple(holes), unknown, _counts())


def _counts() -> Mapping[str, int]:
    return {
        "acts": len(reader.acts()),
        "parameters": len(reader.parameters()),
        "values": sum(len(values) for values in reader.parameters().values()),
        "readings": len(reader.readings()),
        "terms": len(reader.glossary()),
    }


def act_faults(act: Act, acts: Mapping[str, Act]) -> Iterator[Fault]:
    """A URN that is not LexML, an act it names that is unknown, an address that is not official."""
    if not act.urn.startswith("urn:lex:br:"):
        yield Fault("urn", act.id, {"value": act.urn})
    for other in (*act.amended_by, *act.revoked_by):
        if other not in acts:
            yield Fault("act_unknown", act.id, {"value": other})
    host = urlsplit(act.url).hostname or ""
    if act.url and not any(host == known or host.endswith("." + known) for known in OFFICIAL_HOSTS):
        yield Fault("address", act.id, {"value": act.url})
    if act.stub and not (act.note_pt and act.note_en):
        yield Fault("stub_silent", act.id)


def cite_faults(subject: str, cites: Iterable[Cite], acts: Mapping[str, Act]) -> Iterator[Fault]:
    """No citation at all, or one of an act that the data does not have."""
    cites = tuple(cites)
    if not cites:
        yield Fault("cite_missing", subject)
    for cite in cites:
        if cite.act not in acts:
            yield Fault("act_unknown", subject, {"value": str(cite)})


def value_faults(key: str, values: tuple[DatedValue, ...], acts: Mapping[str, Act]) -> Iterator[Fault]:
    """Overlaps, missing citations, a value that is stated and not established at once, or the reverse."""
    for one, two in pairwise(values):
        if one.interval.overlaps(two.interval):
            yield Fault("overlap", key, {"value": two.interval.start.isoformat()})
    for value in values:
        yield from cite_faults(key, value.cites, acts)
        if value.established != (value.value is not None):
            yield Fault("value_missing", key, {"value": value.interval.start.isoformat()})
        if not value.established and not (value.note_pt and value.note_en):
            yield Fault("note_missing", key, {"value": value.interval.start.isoformat()})


def reading_faults(question: ReadingQuestion, acts: Mapping[str, Act]) -> Iterator[Fault]:
    """Missing citations and options whose names a command line could not take."""
    yield from cite_faults(question.key, question.cites, acts)
    for name in question.names:
        if not _OPTION.fullmatch(name):
            yield Fault("option_name", question.key, {"value": name})


def term_faults(acts: Mapping[str, Act]) -> Iterator[Fault]:
    """Terms that stand twice, and citations of unknown acts."""
    terms = reader.glossary()
    for one, two in pairwise(sorted(term.en for term in terms)):
        if one == two:
            yield Fault("term_twice", one)
    for term in terms:
        yield from (fault for fault in cite_faults(term.en, term.cites, acts) if fault.code != "cite_missing")


def file_faults() -> Iterator[Fault]:
    """Data files with more or fewer rows than they should have."""
    for name, expected in reader.read_yaml("integrity.yaml").items():
        rows = list(reader.read_csv(name))
        if len(rows) != expected["rows"]:
            yield Fault("rows", name, {"value": str(len(rows)), "expected": str(expected["rows"])})
        for column, count in expected.get("counts", {}).items():
            found = sum(row[column] == "1" for row in rows)
            if found != count:
                yield Fault("rows", f"{name} {column}", {"value": str(found), "expected": str(count)})


def place_faults() -> Iterator[Fault]:
    """Codes that repeat, or whose state or region is not the one their first digits say."""
    seen: set[str] = set()
    for row in reader.read_csv("municipalities.csv"):
        code = row["code"]
        if code in seen:
            yield Fault("code_twice", code)
        seen.add(code)
        if UF_OF_CODE.get(code[:2]) != row["uf"] or region_of_uf_code(code) != row["region"]:
            yield Fault("region", code, {"value": f"{row['uf']}/{row['region']}"})


def goods_faults() -> Iterator[Fault]:
    """Effects outside the vocabulary, periods of one code that overlap, holidays out of order."""
    for code, effects in goods.cfops().items():
        yield from _period_faults(code, [effect.interval for effect in effects])
        yield from (Fault("effect", code, {"value": e.effect}) for e in effects if e.effect not in goods.CFOP_EFFECTS)
    for code, meanings in goods.ncms().items():
        yield from _period_faults(code, [meaning.interval for meaning in meanings])
        yield from (Fault("effect", code, {"value": m.use}) for m in meanings if m.use not in goods.NCM_USES)
    days = [day for day, _, _, _ in holidays.holidays()]
    yield from (Fault("order", "holidays.csv", {"value": two.isoformat()}) for one, two in pairwise(days) if two <= one)


def _period_faults(code: str, intervals: list[Interval]) -> Iterator[Fault]:
    for one, two in pairwise(sorted(intervals)):
        if one.overlaps(two):
            yield Fault("overlap", code, {"value": two.start.isoformat()})


def holes_of(key: str, values: tuple[DatedValue, ...], today: date) -> Iterator[Hole]:
    """The times between the first value and `today` for which `key` has no established value, in order."""
    for position, value in enumerate(values):
        if not value.established:
            yield Hole(key, value.interval, "named", value.cites)
        end = value.interval.end
        following = values[position + 1].interval.start if position + 1 < len(values) else None
        if end is None or end == following:
            continue
        if following is not None:
            yield Hole(key, Interval(end, following), "between")
        elif end <= today:
            yield Hole(key, Interval(end), "after")
