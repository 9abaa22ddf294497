"""ENQ-01: the file of a project with social framing is whole, in order and in time (IN MDA 2/2005, arts. 7 to 12).

Six documents of annex I; the bank's framing before the filing; the ministry's answer, the evaluation, the seal and the
additional term each within their clock; four changes to be notified.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from lastro.core.dates import add_months
from lastro.selo.checks_apart.model import CompanyCheck, CompanyFacts, Row
from lastro.selo.checks_apart.used import finding
from lastro.statement.model import Finding, Severity

IN_2 = "in-mda-2-2005"
_PAPERS = (f"{IN_2} art. 8 caput",)
_BANK = (f"{IN_2} art. 1 I", f"{IN_2} art. 7 caput")
_ANSWER = (f"{IN_2} art. 9 caput",)
_EVALUATION = (f"{IN_2} art. 11 caput",)
_FURTHER = (f"{IN_2} art. 11 § 2",)
_REQUEST = (f"{IN_2} art. 11 I", f"{IN_2} art. 11 § 1")
_NOTICE = (f"{IN_2} art. 12",)

DOCUMENTS = (
    "carta_solicitacao", "carta_banco", "projeto_social", "contrato_proposto", "inscricao_cnpj",
    "declaracao_adimplencia",
)  # fmt: skip
CONDITIONS = ("pedido_prazo_adicional", "contratos_honrados", "agricultores_assistidos")
NOTICES = ("mudanca_endereco", "mudanca_razao_social", "incorporacao", "inicio_operacao")
_PENDING = "pendente"


class _Project:
    """The rows of one project, by kind, in order of date."""

    def __init__(self, facts: CompanyFacts, rows: list[Row]) -> None:
        self.facts, self.rows = facts, rows
        self.first = rows[0]

    def of(self, kind: str) -> Row | None:
        """The first row of that kind that is done."""
        done = [row for row in self.rows if row["tipo"] == kind and row["situacao"] != _PENDING]
        return min(done, key=lambda row: row["data"] or date.max, default=None)

    def day(self, kind: str) -> date | None:
        """Its date; None when it is not there or bears none."""
        row = self.of(kind)
        return row["data"] if row else None

    def number(self, key: str, on: date) -> int | None:
        """A term of the law on that day; None where no rule was in force."""
        found = self.facts.session.found(key, on)
        return None if found is None else int(found.number())

    def passed(self, due: date | None, done: date | None) -> bool:
        """Whether a term was missed: done after it, or not done and the day looked at is after it."""
        seen = done or self.facts.on
        return due is not None and seen is not None and seen > due

    def told(
        self, severity: Severity, variant: str, cites: tuple[str, ...], row: Row | None = None, **more: str
    ) -> Finding:
        arguments = {"project": self.first["projeto"] or "", **more}
        return finding("ENQ-01", severity, variant, row or self.first, "enquadramento", arguments, cites)


def _projects(facts: CompanyFacts) -> Iterator[_Project]:
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in facts.evidence.tables["enquadramento"].to_pylist():
        found[row["projeto"] or ""].append(row)
    for name in sorted(found):
        yield _Project(facts, found[name])


def _papers(facts: CompanyFacts) -> Iterator[Finding]:
    for project in _projects(facts):
        for document in DOCUMENTS:
            if project.of(document) is None:
                yield project.told(Severity.BLOCKS, "document_missing", _PAPERS, document=document)


def _bank_first(facts: CompanyFacts) -> Iterator[Finding]:
    for project in _projects(facts):
        filed, framed = project.day("protocolo"), project.day("enquadramento_bancario")
        if filed is not None and (framed is None or framed > filed):
            yield project.told(Severity.BLOCKS, "bank_first", _BANK, project.of("protocolo"), filed=filed.isoformat())


def _answered(facts: CompanyFacts) -> Iterator[Finding]:
    """The ministry's own clock; where the bank analyses, its term replaces it (art. 9 sole §)."""
    for project in _projects(facts):
        filed = project.day("protocolo")
        days = project.number("framing.analysis_days", filed) if filed else None
        if filed is None or days is None or project.of("analise_pelo_banco") is not None:
            continue
        due = filed + timedelta(days=days)
        if project.passed(due, project.day("resposta")):
            row = project.of("protocolo")
            yield project.told(Severity.ALERT, "answer_late", _ANSWER, row, due=due.isoformat(), days=str(days))


def _evaluated(facts: CompanyFacts) -> Iterator[Finding]:
    """Six months from the start of operation, or from the scheduled end where it has not started; six more, once, with
    all three conditions."""
    for project in _projects(facts):
        start = project.day("inicio_operacao") or project.day("fim_cronograma")
        if start is None:
            continue
        asked = project.of("pedido_prazo_adicional") is not None
        missing = [name for name in CONDITIONS if project.of(name) is None]
        if asked and missing:
            for condition in missing:
                yield project.told(Severity.BLOCKS, "condition_missing", _FURTHER, condition=condition)
        due = _due(project, start, further=not missing)
        if project.passed(due, project.day("avaliacao")) and due is not None:
            yield project.told(Severity.BLOCKS, "term_over", _EVALUATION, due=due.isoformat())


def _due(project: _Project, start: date, *, further: bool) -> date | None:
    months = project.number("framing.evaluation_months", start)
    more = project.number("framing.extension_months", start) if further else 0
    return None if months is None or more is None else add_months(start, months + more)


def _requested(facts: CompanyFacts) -> Iterator[Finding]:
    """The request of the seal; from when its days run is the reading `framing.seal_request_clock`."""
    for project in _projects(facts):
        from_finding = facts.session.reading("framing.seal_request_clock") == "from_finding"
        start = project.day("avaliacao" if from_finding else "inicio_operacao")
        days = project.number("framing.seal_request_days", start) if start else None
        if start is None or days is None:
            continue
        due = start + timedelta(days=days)
        if project.passed(due, project.day("pedido_selo")):
            yield project.told(Severity.BLOCKS, "request_late", _REQUEST, due=due.isoformat(), days=str(days))


def _notified(facts: CompanyFacts) -> Iterator[Finding]:
    for project in _projects(facts):
        for row in project.rows:
            if (
                row["tipo"] in NOTICES
                and row["situacao"] != _PENDING
                and not (row["comunicado_em"] and row["documento"])
            ):
                told: Mapping[str, str] = {"change": row["tipo"], "on": row["data"].isoformat() if row["data"] else ""}
                yield project.told(Severity.BLOCKS, "not_notified", _NOTICE, row, **told)


_TABLE = ("enquadramento",)
CHECKS = (
    CompanyCheck("ENQ-01", {"document_missing": Severity.BLOCKS}, _PAPERS, _papers, _TABLE),
    CompanyCheck("ENQ-01", {"bank_first": Severity.BLOCKS}, _BANK, _bank_first, _TABLE),
    CompanyCheck("ENQ-01", {"answer_late": Severity.ALERT}, _ANSWER, _answered, _TABLE),
    CompanyCheck(
        "ENQ-01", {"term_over": Severity.BLOCKS, "condition_missing": Severity.BLOCKS}, _EVALUATION, _evaluated, _TABLE
    ),
    CompanyCheck("ENQ-01", {"request_late": Severity.BLOCKS}, _REQUEST, _requested, _TABLE),
    CompanyCheck("ENQ-01", {"not_notified": Severity.BLOCKS}, _NOTICE, _notified, _TABLE),
)
