"""The product on the same rows: `lastro.selo.assess.assess_tables`, seen from outside through its statement."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from lastro.core.dates import Interval
from lastro.law import DatedValue, load, parse_cite
from lastro.law import Evidence as LawEvidence
from lastro.selo.assess import Question, assess_tables
from lastro.selo.assess import assess as assess_evidence
from lastro.selo.given import evidence_of
from lastro.statement.model import Statement
from tests.oracle.model import Config

# Columns of the memory of calculation, by what the tests ask of them.
LINE, PERSON, KIND = "line_id", "farmer", "kind"
ACCEPTED, WEIGHT, BLOCK, RISK = "accepted_centavos", "weight", "block", "at_risk"


@dataclass(frozen=True)
class Seen:
    """One row of the memory: accepted centavos, weight, blocking code and codes at risk."""

    accepted: int
    weight: Fraction
    block: str
    risks: frozenset[str]


@dataclass(frozen=True)
class Answer:
    """Line ids to exact values in the unit shown; purchases by (line, grower); and what counts without a purchase."""

    lines: Mapping[str, Fraction]
    parts: Mapping[tuple[str, str], Seen]
    beside: Sequence[Seen]
    statement: Any


def assess(tables: Mapping[str, Sequence[Mapping[str, Any]]], config: Config) -> Answer:
    """The product's answer in the oracle's terms."""
    described: dict[str, Any] = {
        "cnpj": config.plant,
        "name": "Usina",
        "municipality": config.municipality,
        "year": config.year,
    }
    if config.units:
        described["units"] = [{"cnpj": cnpj, "name": cnpj, "municipality": m} for cnpj, m in config.units.items()]
    statement = _statement(tables, described, config)
    lines = {line.id: Fraction(line.exact) for line in statement.lines if line.exact}
    assert statement.memory is not None
    rows = statement.memory.to_pylist()
    purchases = {(row[LINE], row[PERSON] or ""): _seen(row) for row in rows if row[KIND] == "purchase"}
    beside = [_seen(row) for row in rows if row[KIND] != "purchase"]
    return Answer(lines, purchases, beside, statement)


def _statement(
    tables: Mapping[str, Sequence[Mapping[str, Any]]], described: Mapping[str, Any], config: Config
) -> Statement:
    """With one plant the short way; with several the question names the plant."""
    if not config.units:
        return assess_tables(tables, described, dict(config.readings), config.regime, _given(config))
    question = Question(
        config.year,
        plant=config.plant,
        readings=dict(config.readings),
        overrides=_given(config),
        regime=config.regime,
    )
    return assess_evidence(evidence_of(tables, described, load()), load(), question)


def _given(config: Config) -> tuple[DatedValue, ...]:
    return supplied_law(config.given, config.year)


def supplied_law(given: Mapping[str, Fraction], year: int) -> tuple[DatedValue, ...]:
    """Values of law as a user supplies them: by key, from the first day of the year on, with a citation."""
    book = load()
    interval = Interval(date(year, 1, 1))
    cites = (parse_cite("portaria-mda-28-2024 art. 31"),)
    return tuple(
        DatedValue(
            key, interval, value, book.parameters[key][0].unit, cites, LawEvidence.UNVERIFIED, "", "", overridden=True
        )
        for key, value in given.items()
    )


def _seen(row: Mapping[str, Any]) -> Seen:
    risks = frozenset(code for code in str(row[RISK] or "").replace(",", " ").split())
    return Seen(row[ACCEPTED], Fraction(row[WEIGHT], 1000), row[BLOCK] or "", risks)
