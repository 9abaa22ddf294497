"""Municipalities, their region, and the Semiárido by date: IBGE's codes and the delimitations of the Semiárido.

Regions derive from the code. A code is undetermined where the two delimitations at hand disagree about a period that
neither of them rules.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from lastro.core.dates import Interval, closed
from lastro.core.errors import EvidenceUnreadable
from lastro.core.regions import Region, region_of_uf_code
from lastro.law.reader import read_csv, read_yaml

if TYPE_CHECKING:
    import pyarrow as pa

_CODE = re.compile(r"\d{7}")
_WITH_UF = re.compile(r"(?P<name>.+?)\s*[-/,(]\s*(?P<uf>[A-Za-z]{2})\s*\)?")


class MunicipalityUnknown(EvidenceUnreadable, ValueError):
    """No municipality has that code or that name."""


class MunicipalityAmbiguous(EvidenceUnreadable, ValueError):
    """Several states have a municipality of that name; the state must be written."""


@dataclass(frozen=True)
class Municipality:
    """One municipality by its seven-digit IBGE code."""

    code: str
    name: str
    uf: str
    region: Region


@dataclass(frozen=True)
class _Delimitation:
    """A period and the lists that must agree about a code for its answer to be known."""

    interval: Interval
    lists: tuple[str, ...]


@cache
def municipalities() -> Mapping[str, Municipality]:
    """Every municipality by code."""
    return {
        row["code"]: Municipality(row["code"], row["name"], row["uf"], region_of_uf_code(row["code"]))
        for row in read_csv("municipalities.csv")
    }


@cache
def _listed() -> Mapping[str, Mapping[str, bool]]:
    """For each code, whether each list of the Semiárido has it."""
    return {
        row["code"]: {name: row[name] == "1" for name in row if name.startswith("semiarid_")}
        for row in read_csv("municipalities.csv")
    }


@cache
def _delimitations() -> tuple[_Delimitation, ...]:
    return tuple(
        _Delimitation(closed(node["first_day"], node.get("last_day")), tuple(node["lists"]))
        for node in read_yaml("semiarid.yaml")["periods"]
    )


def undetermined() -> tuple[tuple[Interval, int], ...]:
    """Each period that a delimitation answers for, with the number of municipalities it leaves undetermined."""
    codes = municipalities()
    return tuple(
        (period.interval, sum(semiarid(code, period.interval.start) is None for code in codes))
        for period in _delimitations()
    )


def semiarid(code: str, on: date) -> bool | None:
    """Whether the municipality was in the Semiárido on that day; None when it is undetermined.

    Raises KeyError for a code that no municipality has.
    """
    listed = _listed()[code]
    for period in _delimitations():
        if on in period.interval:
            return _agreed({listed[name] for name in period.lists})
    return None


def _agreed(answers: set[bool]) -> bool | None:
    return answers.pop() if len(answers) == 1 else None


@cache
def _by_name() -> Mapping[str, tuple[Municipality, ...]]:
    found: dict[str, tuple[Municipality, ...]] = {}
    for municipality in municipalities().values():
        name = plain(municipality.name)
        found[name] = (*found.get(name, ()), municipality)
    return found


def _in_state(uf: str, name: str) -> Municipality | None:
    """The municipality of that plain name in one state: quicker than to make all names of the country plain."""
    return next((m for m in municipalities().values() if m.uf == uf and plain(m.name) == name), None)


def plain(text: str) -> str:
    """A name for comparison: no accents, no case, every other sign a blank."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[^a-z0-9]+", " ", bare).split())


def find_municipality(text: str) -> str:
    """The code of what a person wrote: a code, "Rio Verde/GO", "rio verde - go", or a name that only one state has.

    Raises MunicipalityUnknown or MunicipalityAmbiguous.
    """
    wanted = text.strip()
    if _CODE.fullmatch(wanted):
        if wanted in municipalities():
            return wanted
        raise MunicipalityUnknown("law.municipality_unknown", value=text)
    with_uf = _WITH_UF.fullmatch(wanted)
    in_state = _in_state(with_uf["uf"].upper(), plain(with_uf["name"])) if with_uf else None
    candidates = (in_state,) if in_state else _by_name().get(plain(wanted), ())
    if not candidates:
        raise MunicipalityUnknown("law.municipality_unknown", value=text)
    if len(candidates) > 1:
        ufs = ", ".join(sorted(m.uf for m in candidates))
        raise MunicipalityAmbiguous("law.municipality_ambiguous", value=text, ufs=ufs)
    return candidates[0].code


def municipality_table(within: Interval, codes: Collection[str] | None = None) -> pa.Table:
    """One row per municipality and interval without change inside `within` (bounded): `code`, `name`, `uf`, `region`,
    `valid_from`, `valid_to` (exclusive), `semiarido` (null where undetermined). Of `codes` alone when given; codes that
    nobody has are left out."""
    import pyarrow as pa

    if within.end is None:
        raise ValueError("municipality_table() needs an interval with an end")
    every = municipalities()
    wanted = every.values() if codes is None else [every[code] for code in sorted(codes) if code in every]
    rows = [
        (m.code, m.name, m.uf, m.region.value, start, end, answer)
        for m in wanted
        for start, end, answer in _answers(m.code, within.start, within.end)
    ]
    columns = list(zip(*rows, strict=True)) or [()] * 7
    types = (pa.string(), pa.string(), pa.string(), pa.string(), pa.date32(), pa.date32(), pa.bool_())
    names = ("code", "name", "uf", "region", "valid_from", "valid_to", "semiarido")
    return pa.table({n: pa.array(c, t) for n, c, t in zip(names, columns, types, strict=True)})


def _answers(code: str, start: date, end: date) -> list[tuple[date, date, bool | None]]:
    edges = {edge for period in _delimitations() for edge in (period.interval.start, period.interval.end) if edge}
    days = [start, *sorted(day for day in edges if start < day < end), end]
    answers: list[tuple[date, date, bool | None]] = []
    for first, until in pairwise(days):
        answer = semiarid(code, first)
        if answers and answers[-1][2] == answer:
            answers[-1] = (answers[-1][0], until, answer)
        else:
            answers.append((first, until, answer))
    return answers
