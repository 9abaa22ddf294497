"""What answers each refused row: the fact, the provisions in force on its date, what it counts, or a concession."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from lastro.core.numbers import half_up
from lastro.selo.reconciling.changes import Change, Place, place_of
from lastro.selo.reconciling.lab import Lab
from lastro.selo.reconciling.matching import Match
from lastro.selo.reconciling.target import MILLI
from lastro.selo.spending import Spending
from lastro.statement.model import Finding, LawUsed, Severity, Statement
from lastro.statement.reconciled import DefenceRow, LawPoint, RowFact, Standing

_OWN = "OWN"
_NEUTRAL = 10  # a factor of one, in tenths
_FACTOR = "_factor"
_ALWAYS = ("block", "document_in_force")  # the columns whose provision every purchase answers to
_REGIME = "selo.regime"
_PERCENT = 100

Row = Mapping[str, Any]


def defended(lab: Lab, match: Match) -> DefenceRow:
    """The answer to one refusal."""
    return _Defence(lab).of(match)


class _Defence:
    def __init__(self, lab: Lab) -> None:
        self._lab, self._facts = lab, lab.facts
        self._statement: Statement = lab.bench.statement

    def of(self, match: Match) -> DefenceRow:
        ours = match.ours
        if ours.place is not None:
            return self._spending(match, ours.place)
        keys = (ours.part,) if ours.part is not None else self._facts.parts.get(ours.line, ())
        fact = self._facts.of_part(ours.part) if ours.part is not None else self._facts.of_line(ours.line)
        if not keys:
            return self._elsewhere(match, fact)
        rows = [self._facts.memory[key] for key in keys]
        findings = tuple(finding for key in keys for finding in self._facts.findings(key))
        accepted = sum(row["accepted_centavos"] for row in rows)
        base = self._lab.context(Change())
        adds = sum(base.adds.get(key, 0) for key in keys)
        if match.centavos is not None and accepted:
            adds = half_up(Fraction(adds * min(match.centavos, accepted), accepted))
        told = self._row(
            match, fact, _standing(accepted, sum(row["centavos"] for row in rows), findings), accepted, adds,
            _weight(rows), tuple(self._law(rows, fact.on)), findings,
        )  # fmt: skip
        return replace(told, own_production=all(row["block"] == _OWN for row in rows))

    def _elsewhere(self, match: Match, fact: RowFact) -> DefenceRow:
        return DefenceRow(match.official.source, match.official.reason, fact, Standing.ELSEWHERE)

    def _spending(self, match: Match, place: Place) -> DefenceRow:
        fact = self._facts.of_spending(place)
        judged = [row for row in self._lab.bench.weighed(Change()).spending if place_of(row.row) == place]
        if not judged:
            return self._elsewhere(match, fact)
        findings = self._facts.findings_of_spending(place)
        accepted = half_up(sum((row.accepted for row in judged), Fraction(0)))
        stated = half_up(sum((row.stated for row in judged), Fraction(0)))
        without = self._lab.bench.outcome(Change(spent_out=frozenset({place})))
        adds = (self._lab.bench.base.numerator - without.numerator) * MILLI
        law = (*self._of_regime(), *self._of_item(judged[0]))
        return self._row(match, fact, _standing(accepted, stated, findings), accepted, adds, None, law, findings)

    def _row(
        self, match: Match, fact: RowFact, standing: Standing, accepted: int, adds: int, weight: int | None,
        law: tuple[LawPoint, ...], findings: tuple[Finding, ...],
    ) -> DefenceRow:  # fmt: skip
        points = Fraction(_PERCENT * adds, MILLI * self._lab.bench.base.denominator)
        told = tuple(finding for finding in findings if finding.severity is not Severity.INFO)
        return DefenceRow(
            match.official.source, match.official.reason, fact, standing, weight, accepted,
            half_up(Fraction(adds, MILLI)), points, law, told,
        )  # fmt: skip

    def _law(self, rows: list[Row], on: str) -> Iterator[LawPoint]:
        """The regulation of the year, what every purchase answers to, and the provision of each factor earned."""
        yield from self._of_regime()
        columns = {column.name: column for column in self._statement.memory_columns}
        told: dict[str, None] = {}
        for name, column in columns.items():
            earned = name.endswith(_FACTOR) and any(row[name] not in (None, _NEUTRAL) for row in rows)
            if column.cites and (earned or name in _ALWAYS):
                told.setdefault(column.cites)
        for cite in told:
            found = [used for used in self._statement.law if cite in used.cites and _holds(used, on)]
            used = next(iter(sorted(found, key=lambda used: used.unit != "factor")), None)
            yield _point(used) if used is not None else LawPoint((cite,))

    def _of_regime(self) -> Iterator[LawPoint]:
        """The value of the law that gives the year to its regulation."""
        yield from (_point(used) for used in self._statement.law if used.key.startswith(_REGIME))

    def _of_item(self, spending: Spending) -> Iterator[LawPoint]:
        """The provision of the cost item."""
        wanted = f"selo.item.{spending.item}."
        lines = [line for line in self._statement.lines if line.id.startswith(wanted) or f"{line.id}." == wanted]
        cites = dict.fromkeys(cite for line in lines for cite in line.cites)
        if cites:
            yield LawPoint(tuple(cites))


def _standing(accepted: int, stated: int, findings: tuple[Finding, ...]) -> Standing:
    if not accepted:
        return Standing.CONCEDED
    if accepted < stated:
        return Standing.IN_PART
    weak = any(finding.severity is Severity.AT_RISK and not finding.justified_by for finding in findings)
    return Standing.AT_RISK if weak else Standing.COUNTS


def _weight(rows: list[Row]) -> int | None:
    """The weight that all parts share."""
    weights = {row["weight"] for row in rows}
    return weights.pop() if len(weights) == 1 else None


def _holds(used: LawUsed, on: str) -> bool:
    """Whether a value of the law is in force on the day (ISO; the end is exclusive, "" open)."""
    return used.start <= on and (not used.end or on < used.end)


def _point(used: LawUsed) -> LawPoint:
    return LawPoint(used.cites, used.key, used.value, used.unit, used.start, used.evidence)
