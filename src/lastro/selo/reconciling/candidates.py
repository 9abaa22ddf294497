"""What the ministry may have done otherwise, one thing at a time: each a change that the rules can be run with.

Rows and findings are told apart from what frames the whole year (readings, another regime, exports, rounding): their
effect depends on the frame, and is told anew in each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import cached_property
from typing import Any

from lastro.core.dates import civil_year
from lastro.selo.reconciling.bench import Bench
from lastro.selo.reconciling.changes import Change, LineKey, Place, joined, place_of
from lastro.selo.reconciling.facts import SALES, WEIGHING, Facts
from lastro.statement.model import Finding, Severity
from lastro.statement.reconciled import Difference, Kind

EDGE = timedelta(days=15)  # how near the turn of the year a row lies that another clock may put beyond it

Row = Mapping[str, Any]
Touched = frozenset[object]


@dataclass(frozen=True)
class Candidate:
    """One difference before it is told. `line` or `place` name its row; `touches` what it changes, so that two that
    overlap are never combined."""

    kind: Kind
    change: Change
    touches: Touched = frozenset()
    subject: Mapping[str, str] = field(default_factory=dict)
    line: str = ""
    part: LineKey | None = None
    place: Place | None = None

    @property
    def strength(self) -> int:
        """How far down the list of causes it stands: the strongest is 0."""
        return list(Kind).index(self.kind)

    def told(self, facts: Facts) -> Difference:
        """The difference with the facts of its row."""
        if self.part is not None:
            return Difference(self.kind, self.subject, facts.of_part(self.part), codes(facts.findings(self.part)))
        if self.line:
            found = codes(facts.findings_of_line(self.line))
            return Difference(self.kind, self.subject, facts.of_line(self.line), found)
        if self.place is not None and self.subject.get("table") == SALES:
            return Difference(self.kind, self.subject, facts.of_sale(self.place))
        if self.place is not None:
            found = codes(facts.findings_of_spending(self.place))
            return Difference(self.kind, self.subject, facts.of_spending(self.place), found)
        return Difference(self.kind, self.subject)


def codes(findings: tuple[Finding, ...]) -> tuple[str, ...]:
    """The codes of what weighs, each once."""
    return tuple(dict.fromkeys(finding.code for finding in findings if finding.severity in WEIGHING))


def line_out(line_id: str, facts: Facts, kind: Kind | None = None) -> Candidate:
    """One line of purchases that is not counted."""
    keys = facts.parts.get(line_id, ())
    touches: Touched = frozenset({("line", line_id), *keys})
    purchased = line_id in facts.purchases
    change = Change(blocked=frozenset({line_id})) if purchased else _parts_out(keys, facts)
    return Candidate(kind or _kind_of_line(line_id, facts), change, touches, line=line_id)


def part_out(key: LineKey, facts: Facts, centavos: int | None = None, kind: Kind | None = None) -> Candidate:
    """One farmer's part of a delivery that is not counted, or so many centavos of it."""
    whole = int(facts.memory[key]["accepted_centavos"])
    out = whole if centavos is None else min(centavos, whole)
    weak = bool(codes(facts.findings(key)))
    return Candidate(
        kind or (Kind.DOUBTFUL_OUT if weak else Kind.ROW_OUT), Change(reduced=frozenset({(key, out)})),
        frozenset({key}), {"centavos": str(out)} if out < whole else {}, part=key,
    )  # fmt: skip


def _parts_out(keys: tuple[LineKey, ...], facts: Facts) -> Change:
    return Change(reduced=frozenset((key, int(facts.memory[key]["accepted_centavos"])) for key in keys))


def _kind_of_line(line_id: str, facts: Facts) -> Kind:
    if codes(facts.findings_of_line(line_id)):
        return Kind.DOUBTFUL_OUT
    return Kind.DATE_OUT if _at_the_edge(facts.of_line(line_id).on, facts) else Kind.ROW_OUT


def _at_the_edge(day: str, facts: Facts) -> bool:
    on = date.fromisoformat(day)
    year = civil_year(on.year)
    assert year.end is not None
    return on - year.start < EDGE or year.end - on <= EDGE


def spending_out(place: Place, facts: Facts, kind: Kind | None = None) -> Candidate:
    """One row of `dispendios` that is not counted."""
    weak = bool(codes(facts.findings_of_spending(place)))
    told = kind or (Kind.DOUBTFUL_OUT if weak else Kind.ROW_OUT)
    return Candidate(told, Change(spent_out=frozenset({place})), frozenset({place}), place=place)


class Candidates:
    """All candidates of a year."""

    def __init__(self, bench: Bench, facts: Facts) -> None:
        self._bench, self._facts = bench, facts
        period = civil_year(bench.question.year)
        assert period.end is not None
        self._start, self._end = period.start, period.end

    def lines(self) -> Iterator[Candidate]:
        """Lines and parts of lines in or out."""
        facts = self._facts
        for line_id, keys in facts.parts.items():
            counted = [key for key in keys if facts.memory[key]["accepted_centavos"]]
            if counted:
                yield line_out(line_id, facts)
            if len(keys) > 1:
                yield from (part_out(key, facts) for key in counted)
            for key in keys:
                row = facts.memory[key]
                if row["kind"] == "purchase" and row["block"] != "OWN" and row["centavos"] > row["accepted_centavos"]:
                    yield Candidate(
                        Kind.ROW_IN, Change(admitted=frozenset({key})), frozenset({key, ("line", key[1])}), part=key
                    )

    def spending(self) -> Iterator[Candidate]:
        """Rows of `dispendios` in or out, and those at the other side of the turn of the year."""
        seen: set[Place] = set()
        for judged in self._bench.weighed(Change()).spending:
            place = place_of(judged.row)
            if place in seen:
                continue
            seen.add(place)
            if judged.accepted:
                edge = _at_the_edge(str(judged.row["data"]), self._facts)
                yield spending_out(place, self._facts, Kind.DATE_OUT if edge and not judged.risks else None)
            if judged.accepted < judged.stated:
                change = Change(spent_in=frozenset({place}))
                yield Candidate(Kind.ROW_IN, change, frozenset({place}), place=place)
        for place, row in self._facts.spending.items():
            if place not in seen and (day := self._moved(row["data"])):
                change = Change(spent_dated=frozenset({(place, day)}))
                yield Candidate(Kind.DATE_IN, change, frozenset({place}), place=place)

    def dated_lines(self) -> Iterator[Candidate]:
        """Purchases of the days just before and after the year, counted in it."""
        for line_id, row in self._facts.purchases.items():
            if (
                line_id not in self._facts.parts
                and row["kind"] == "purchase"
                and (day := self._moved(row["issued_on"]))
            ):
                change = Change(dated=frozenset({(line_id, day)}))
                yield Candidate(Kind.DATE_IN, change, frozenset({("line", line_id)}), line=line_id)

    def _moved(self, on: object) -> date | None:
        """The nearest day of the year for a day just outside it."""
        if not isinstance(on, date):
            return None
        if self._start - EDGE <= on < self._start:
            return self._start
        return self._end - timedelta(days=1) if self._end <= on < self._end + EDGE else None

    def causes(self) -> Iterator[Candidate]:
        """All rows of one finding, out or in; and all that is at risk together."""
        groups: defaultdict[tuple[Severity, str, str], list[Finding]] = defaultdict(list)
        for finding in self._bench.statement.findings:
            if finding.severity in WEIGHING and finding.amount_centavos:
                for variant in ("", finding.variant):
                    groups[finding.severity, finding.code, variant].append(finding)
                if finding.severity is Severity.AT_RISK:
                    groups[finding.severity, "", ""].append(finding)
        seen: set[Change] = set()
        for (severity, code, variant), findings in sorted(groups.items()):
            cause = self._cause(severity, code, variant, findings)
            if cause is not None and cause.change not in seen:
                seen.add(cause.change)
                yield cause

    def _cause(self, severity: Severity, code: str, variant: str, findings: list[Finding]) -> Candidate | None:
        out = severity is Severity.AT_RISK
        members = [found for finding in findings if (found := self._member(finding, out=out)) is not None]
        if not members:
            return None
        merged = joined(member.change for member in members)
        touches: Touched = frozenset().union(*(member.touches for member in members))
        subject = {"code": code, "variant": variant, "count": str(len({member.touches for member in members}))}
        return Candidate(Kind.CAUSE_OUT if out else Kind.CAUSE_IN, merged, touches, subject)

    def _member(self, finding: Finding, *, out: bool) -> Candidate | None:
        """The row of a finding: what is at risk taken out of it, or it counted whole."""
        facts = self._facts
        key = self._key(finding)
        if key is not None:
            if out:
                return self._at_risk(key, finding.amount_centavos or 0)
            alone = set(codes(facts.findings(key))) == {finding.code}
            return Candidate(Kind.ROW_IN, Change(admitted=frozenset({key})), frozenset({key})) if alone else None
        place = self._places.get(finding.subject.get("row_hash", ""))
        if place is None:
            return None
        if out:
            return spending_out(place, facts)
        return Candidate(Kind.ROW_IN, Change(spent_in=frozenset({place})), frozenset({place}))

    def _at_risk(self, key: LineKey, centavos: int) -> Candidate:
        facts = self._facts
        alone = len(facts.parts[key[1]]) == 1
        if alone and centavos >= facts.memory[key]["accepted_centavos"]:
            return line_out(key[1], facts)
        return part_out(key, facts, centavos)

    def _key(self, finding: Finding) -> LineKey | None:
        named = finding.subject.get("line", ""), finding.subject.get("cpf", "")
        return next((key for key in self._facts.parts.get(named[0], ()) if key[2] == named[1]), None)

    @cached_property
    def _places(self) -> Mapping[str, Place]:
        return {str(row["_hash"]): place for place, row in self._facts.spending.items()}

    def readings(self) -> Iterator[Candidate]:
        """Every option that was not taken of every reading asked."""
        for used in self._bench.statement.readings:
            for option in self._bench.book.readings[used.key].names:
                if option != used.option:
                    change = Change(readings=frozenset({(used.key, option)}))
                    yield Candidate(
                        Kind.READING, change, frozenset({("reading", used.key)}), {"key": used.key, "option": option}
                    )

    def regimes(self, names: Iterator[str]) -> Iterator[Candidate]:
        """Every other regulation."""
        for name in names:
            if name != self._bench.statement.regime:
                yield Candidate(Kind.REGIME, Change(regime=name), frozenset({("regime",)}), {"regime": name})

    def rounding(self) -> Iterator[Candidate]:
        """Every line rounded to the centavo before it is added; the percentage cut instead of rounded."""
        for step, change in (("lines", Change(rounded_lines=True)), ("cut", Change(truncated=True))):
            yield Candidate(Kind.ROUNDING, change, frozenset({("rounding", step)}), {"step": step})

    def sales(self) -> Iterator[Candidate]:
        """What may be in or out of the base: exports together and one by one, sales, and those at its edge."""
        facts = self._facts
        for name, chosen in self._exports().items():
            if chosen:
                out = name == "left_in"
                change = Change(sold_out=frozenset(chosen)) if out else Change(sold_in=frozenset(chosen))
                yield Candidate(
                    Kind.EXPORT, change, frozenset(chosen), {"which": name, "count": str(len(chosen)), "table": SALES}
                )
        for place, row in facts.sales.items():
            yield from self._sale(place, row)

    def _exports(self) -> Mapping[str, list[Place]]:
        """Places of exports: all, those whose note shows none, and those that stand among domestic sales."""
        named: dict[str, list[Place]] = {"all": [], "doubtful": [], "left_in": []}
        for place, row in self._facts.sales.items():
            if self._of_year(row):
                if row["destination"] == "exportacao" and not row["is_return"]:
                    named["all"].append(place)
                    if row["export_doubtful"]:
                        named["doubtful"].append(place)
                elif row["export_left_in"]:
                    named["left_in"].append(place)
        return named

    def _of_year(self, row: Row) -> bool:
        return self._start <= row["sold_on"] < self._end and not row["block"] and row["product"] in ("", "biodiesel")

    def _sale(self, place: Place, row: Row) -> Iterator[Candidate]:
        if row["product"] not in ("", "biodiesel") or row["is_return"]:
            return
        where: dict[str, Any] = {"touches": frozenset({place}), "subject": {"table": SALES}, "place": place}
        if row["block"] or (self._of_year(row) and row["destination"] == "exportacao"):
            yield Candidate(Kind.EXPORT, Change(sold_in=frozenset({place})), **where)
        elif self._of_year(row):
            edge = _at_the_edge(str(row["sold_on"]), self._facts)
            kind = Kind.DATE_OUT if edge else Kind.SALE_OUT
            yield Candidate(kind, Change(sold_out=frozenset({place})), **where)
        elif day := self._moved(row["sold_on"]):
            yield Candidate(Kind.DATE_IN, Change(sold_dated=frozenset({(place, day)})), **where)
