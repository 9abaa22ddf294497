"""Reads the law data files into frozen values, each file once and only when asked for."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from datetime import date
from fractions import Fraction
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import Any

import yaml

from lastro.core.dates import Interval
from lastro.law.cites import Cite, parse_cite
from lastro.law.evidence import Evidence
from lastro.law.model import Act, DatedValue, Option, Parameter, ReadingQuestion, Term, Value

_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def data_file(name: str) -> Traversable:
    """A file of the law data, by its path below `data/`."""
    return files("lastro.law").joinpath("data", *name.split("/"))


def read_yaml(name: str) -> Any:
    """The content of a YAML data file."""
    return yaml.load(data_file(name).read_text(encoding="utf-8"), Loader=_LOADER)


def read_csv(name: str) -> Iterator[dict[str, str]]:
    """The rows of a CSV data file by column name; lines that begin with `#` are its header comment."""
    lines = data_file(name).read_text(encoding="utf-8").splitlines()
    return csv.DictReader(line for line in lines if not line.startswith("#"))


def optional_date(text: str) -> date | None:
    """A date cell of a CSV: ISO or empty."""
    return date.fromisoformat(text) if text else None


@cache
def acts() -> Mapping[str, Act]:
    """Every act by its id, in the order of the file (by date)."""
    return MappingProxyType({id_: _act(id_, node) for id_, node in read_yaml("acts.yaml").items()})


def _act(id_: str, node: Mapping[str, Any]) -> Act:
    return Act(
        id=id_,
        urn=node["urn"],
        name=node["name"],
        title_pt=node["title"]["pt"],
        title_en=node["title"]["en"],
        published=node.get("published"),
        in_force=Interval(node["from"], node.get("to")) if node.get("from") else None,
        amended_by=tuple(node.get("amended_by", ())),
        revoked_by=tuple(node.get("revoked_by", ())),
        url=node.get("url", ""),
        stub=bool(node.get("stub", False)),
        evidence=Evidence(node["evidence"]),
        note_pt=node.get("note", {}).get("pt", ""),
        note_en=node.get("note", {}).get("en", ""),
    )


@cache
def _parameter_nodes() -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = {}
    for source in sorted(data_file("parameters").iterdir(), key=lambda file: file.name):
        for key, node in read_yaml(f"parameters/{source.name}").items():
            if key in found:
                raise ValueError(f"{source.name}: parameter {key} stands twice")
            found[key] = node
    return found


@cache
def parameter_rules() -> Mapping[str, Parameter]:
    """What each parameter key means."""
    return MappingProxyType({key: _parameter(key, node) for key, node in sorted(_parameter_nodes().items())})


def _parameter(key: str, node: Mapping[str, Any]) -> Parameter:
    label, rule = node["label"], node["rule"]
    return Parameter(key, node["unit"], label["pt"], label["en"], rule["pt"], rule["en"])


@cache
def parameters() -> Mapping[str, tuple[DatedValue, ...]]:
    """The dated values of every key, in order of time."""
    return MappingProxyType(
        {
            key: tuple(
                sorted((dated_value(key, node["unit"], v) for v in node["values"]), key=lambda v: v.interval.start)
            )
            for key, node in sorted(_parameter_nodes().items())
        }
    )


def dated_value(key: str, unit: str, node: Mapping[str, Any]) -> DatedValue:
    """One dated value as the YAML writes it. Raises KeyError, TypeError or ValueError when it is not well formed."""
    cites = tuple(parse_cite(text) for text in node["cites"])
    note = node.get("note", {})
    return DatedValue(
        key=key,
        interval=Interval(node["from"], node.get("to")),
        value=exact_value(node.get("value")),
        unit=unit,
        cites=cites,
        evidence=Evidence(node["evidence"]),
        note_pt=note.get("pt", ""),
        note_en=note.get("en", ""),
        established=bool(node.get("established", True)),
        published=node.get("published") or _published(cites),
    )


def _published(cites: tuple[Cite, ...]) -> date | None:
    """The day the last of the cited acts became known, None when any of them has no date."""
    days = [acts()[cite.act].published for cite in cites if cite.act in acts()]
    known = [day for day in days if day is not None]
    return max(known) if known and len(known) == len(cites) else None


def exact_value(raw: object) -> Value:
    """A YAML value as an exact one: integers and "p/q" become numbers, lists become tuples, other text stays text.

    Raises TypeError for a float, which YAML would have rounded already: write "13/10".
    """
    if raw is None or isinstance(raw, float | bool):
        if raw is None:
            return None
        raise TypeError(f"{raw!r}: write exact values as integers or fractions in quotes")
    if isinstance(raw, int):
        return Fraction(raw)
    if isinstance(raw, list):
        return tuple(str(name) for name in raw)
    if isinstance(raw, date):
        return raw.isoformat()
    text = str(raw)
    numerator, slash, denominator = text.partition("/")
    return Fraction(text) if slash and numerator.isdigit() and denominator.isdigit() else text


@cache
def readings() -> Mapping[str, ReadingQuestion]:
    """Every question of reading by its key."""
    return MappingProxyType({key: _reading(key, node) for key, node in read_yaml("readings.yaml").items()})


def _reading(key: str, node: Mapping[str, Any]) -> ReadingQuestion:
    options = tuple(Option(name, text["pt"], text["en"]) for name, text in node["options"].items())
    return ReadingQuestion(
        key=key,
        options=options,
        default=options[0].name,
        question_pt=node["question"]["pt"],
        question_en=node["question"]["en"],
        reason_pt=node["reason"]["pt"],
        reason_en=node["reason"]["en"],
        cites=tuple(parse_cite(text) for text in node["cites"]),
        later=bool(node.get("later", False)),
    )


@cache
def glossary() -> tuple[Term, ...]:
    """The terms of the field, in alphabetical order of the English one."""
    terms = (
        Term(
            en=node["en"],
            pt=node["pt"],
            definition_pt=node["definition"]["pt"],
            definition_en=node["definition"]["en"],
            cites=tuple(parse_cite(text) for text in node.get("cites", ())),
        )
        for node in read_yaml("glossary.yaml")
    )
    return tuple(sorted(terms, key=lambda term: term.en.lower()))
