"""Whether a project buys enough from family farming: IN MDA 2/2005, art. 3, over the purchases to be made in a year.

Each group of regions with its own percentage stands alone; together they require the sum of percentage × purchases, as
the reading `selo.regions_combined` tells.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from lastro.core.dates import Interval, civil_year
from lastro.core.errors import WrongUse
from lastro.core.regions import Region
from lastro.evidence.evidence import Evidence
from lastro.framing.purchases import Row, Valued, has_source, lacking, valued
from lastro.law import DatedValue, LawBook, Session
from lastro.selo.trace import Trace, Unmeasured
from lastro.statement.formula_nodes import SumCall
from lastro.statement.model import Finding, LawUsed, ReadingUsed, Severity, Source, Statement, Unit

ACT, TABLE, CODE = "in-mda-2-2005", "compras_projeto", "FRM-01"
NORTHEAST, SOUTH, NORTH = "northeast", "southeast_south", "north_centre_west"
GROUPS = (NORTHEAST, SOUTH, NORTH)
_GROUP_OF = {
    Region.NORTHEAST: NORTHEAST,
    Region.SOUTHEAST: SOUTH,
    Region.SOUTH: SOUTH,
    Region.NORTH: NORTH,
    Region.CENTRE_WEST: NORTH,
}
_ARTICLE = (f"{ACT} art. 3 caput", f"{ACT} art. 3 § 1")
_COMBINED = "selo.regions_combined"


@dataclass(frozen=True)
class Question:
    """What is asked: the year (0: the only one of the table), the project ("": the only one), readings, own law."""

    year: int = 0
    project: str = ""
    readings: Mapping[str, str] | None = None
    overrides: tuple[DatedValue, ...] = ()


def assess(evidence: Evidence, book: LawBook, question: Question) -> Statement:
    """The statement `framing.assess`. Raises WrongUse where year or project cannot be told."""
    rows = evidence.tables[TABLE].to_pylist()
    project = _only("project", question.project, {str(row["projeto"] or "") for row in rows})
    rows = [row for row in rows if str(row["projeto"] or "") == project]
    year = int(_only("year", str(question.year or ""), {str(row["ano"]) for row in rows if row["ano"]}))
    rows = [row for row in rows if row["ano"] in (None, year)]
    session = book.session(
        {**evidence.config.readings, **(question.readings or {})}, None, question.overrides, _held(book)
    )
    return _Projection(evidence, book, session, civil_year(year), project).statement(rows)


def _only(what: str, asked: str, found: set[str]) -> str:
    if asked or not found:
        if not asked and what == "year":
            raise WrongUse("framing.which_year", years="–")
        return asked
    if len(found) != 1:
        raise WrongUse(f"framing.which_{what}", **{f"{what}s": ", ".join(sorted(found))})
    return found.pop()


def _held(book: LawBook) -> Mapping[str, Interval]:
    interval = book.acts[ACT].in_force
    return {} if interval is None else {"framing.": interval}


class _Projection:
    """One project in one year."""

    def __init__(self, evidence: Evidence, book: LawBook, session: Session, period: Interval, project: str) -> None:
        self.evidence, self.book, self.session, self.period, self.project = evidence, book, session, period, project

    def statement(self, rows: Sequence[Row]) -> Statement:
        whole = [row for row in rows if not lacking(row)]
        parts = list(valued(whole))
        findings = tuple(self._findings(rows, parts))
        trace = self._trace(parts)
        company = self.evidence.config.company
        subject = {
            "company_cnpj": company.cnpj,
            "company_name": company.name,
            "unit_cnpj": "",
            "unit_name": self.project,
        }
        last = self.period.last_day
        return Statement(
            kind="framing.assess",
            subject=subject,
            period={"year": str(self.period.start.year), "start": str(self.period.start), "end": str(last)},
            regime=ACT,
            lines=tuple(trace.lines),
            findings=findings,
            readings=tuple(ReadingUsed(r.key, r.option, r.is_default) for r in self.session.readings_used()),
            law=tuple(_law_used(value) for value in self.session.used()),
            complete=bool(parts) and not any(finding.severity is Severity.BLOCKS for finding in findings),
            provenance=dict(self.evidence.digests),
        )

    def _group(self, row: Row) -> str:
        code = str(row["municipio"])
        if self.book.semiarido(code, self.period.start) is True:
            return NORTHEAST
        return _GROUP_OF[self.book.municipality(code).region]

    def _trace(self, parts: Sequence[Valued]) -> Trace:
        trace = Trace(self.session, _no_sums)
        groups = {self._group(part.row) for part in parts}
        bought = [group for group in GROUPS if group in groups]
        for group in bought:
            self._of_group(trace, group, [part for part in parts if self._group(part.row) == group])
        for name in ("total", "family", "required"):
            text = " + ".join(f"framing.region.{group}.{name}" for group in bought) or "0"
            trace.formula(f"framing.{name}", text, cites=_ARTICLE)
        self._together(trace, bought)
        return trace

    def _of_group(self, trace: Trace, group: str, parts: Sequence[Valued]) -> None:
        line = f"framing.region.{group}"

        def told(figure: str) -> dict[str, str]:
            return {"project_region": group, "region_figure": figure}

        total = sum((part.reais for part in parts), Fraction(0))
        family = sum((part.reais for part in parts if part.of_family), Fraction(0))
        trace.given(f"{line}.total", total, cites=(*_ARTICLE[1:], f"{ACT} art. 3 § 2", f"{ACT} art. 3 § 3"),
                    arguments=told("base"))  # fmt: skip
        trace.given(f"{line}.family", family, cites=(_ARTICLE[1], f"{ACT} art. 4 caput"), arguments=told("accepted"))
        share = trace.law(f"framing.minimum.{group}", self.period.start)
        trace.formula(f"{line}.minimum", f"100 * {share}", Unit.PERCENT, _ARTICLE[:1], arguments=told("minimum"))
        trace.formula(f"{line}.required", f"{share} * {line}.total", cites=_ARTICLE, arguments=told("required"))
        text = f"100 * {line}.family / {line}.total"
        trace.formula(f"{line}.percentage", text, Unit.PERCENT, _ARTICLE, arguments=told("percentage"))
        text = f"{line}.percentage - {line}.minimum"
        trace.formula(f"{line}.margin", text, Unit.POINTS, _ARTICLE, arguments=told("margin"))

    def _together(self, trace: Trace, bought: Sequence[str]) -> None:
        reading = (_COMBINED,)
        base = "framing"
        if self.session.reading(_COMBINED) == "each_region" and bought:
            base = f"framing.region.{self._worst(trace, bought)}"
        text = f"100 * {base}.family / {base}.total"
        trace.formula("framing.percentage", text, Unit.PERCENT, _ARTICLE, reading)
        text = f"100 * {base}.required / {base}.total"
        trace.formula("framing.minimum_percentage", text, Unit.PERCENT, _ARTICLE, reading)
        text = "framing.percentage - framing.minimum_percentage"
        trace.formula("framing.margin", text, Unit.POINTS, _ARTICLE, reading)
        trace.formula("framing.margin_value", f"{base}.family - {base}.required", cites=_ARTICLE, reading=reading)

    def _worst(self, trace: Trace, bought: Sequence[str]) -> str:
        def margin(group: str) -> Fraction:
            try:
                return trace.value(f"framing.region.{group}.margin")
            except Unmeasured:
                return Fraction(0)

        return min(bought, key=margin)

    def _findings(self, rows: Sequence[Row], parts: Sequence[Valued]) -> Iterator[Finding]:
        if not rows:
            yield Finding(CODE, Severity.ALERT, "empty", {"table": TABLE}, {"table": TABLE}, _ARTICLE)
        for row in rows:
            if columns := lacking(row):
                yield _about(row, Severity.BLOCKS, "incomplete", {"columns": ", ".join(columns)}, _ARTICLE)
            elif not has_source(row) and row["familiar"]:
                yield _about(
                    row, Severity.BLOCKS, "no_source", {"product": str(row["produto"])}, (f"{ACT} art. 4 sole §",)
                )
        for part in parts:
            if part.unpriced:
                told = {"product": str(part.row["produto"])}
                yield _about(
                    part.row, Severity.BLOCKS, "no_mean_price", told, (f"{ACT} art. 3 § 2", f"{ACT} art. 3 § 3")
                )


def _about(row: Row, severity: Severity, variant: str, told: Mapping[str, str], cites: tuple[str, ...]) -> Finding:
    number = row["_row"]
    source = Source(str(row["_file"]), str(row["_sheet"] or ""), number if isinstance(number, int) else 0)
    about = {"table": TABLE, "row_hash": str(row["_hash"])}
    return Finding(CODE, severity, variant, about, dict(told), cites, source)


def _no_sums(call: SumCall) -> Fraction:
    raise AssertionError(f"a projection adds no lines: {call}")


def _law_used(value: object) -> LawUsed:
    fields = ("key", "start", "end", "value", "unit", "cites", "evidence", "overridden")
    return LawUsed(**{name: getattr(value, name) for name in fields})
