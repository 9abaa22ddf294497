"""SBS-21: a crop failure or death of animals that is not proved, not requested, or does not count (art. 8)."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.selo.checks.model import FactCheck, Facts, LineCheck, Staked, row_source, row_subject
from lastro.selo.valuation import ExtraLine, Row
from lastro.statement.model import Finding, Severity

_CITES = ("portaria-saf-mapa-280-2022 art. 8",)
_LEFT_OUT = {
    "under_threshold": Severity.ALERT,
    **dict.fromkeys(("no_request", "no_estimate", "rest_not_bought", "no_price", "no_contract"), Severity.BLOCKS),
}


def _missing(facts: Facts, line: ExtraLine) -> list[str]:
    """The proofs that the row lacks, as variants."""
    row = line.row
    if row["tipo"] == "mortalidade":
        papers = facts.session.names("selo.280.loss.mortality_proofs", line.on)
        return [] if all(row[paper] for paper in papers) else ["no_death_papers"]
    total = row["tipo"] == "total"
    needed = facts.session.number(f"selo.280.loss.reports_{'total' if total else 'partial'}", line.on)
    decisions = facts.evidence.tables["decisoes"].to_pylist()
    admitted = row["excecao_admitida"] or any(
        decision["tipo"] == "excecao_laudo" and decision["objeto"] == row["contrato"] for decision in decisions
    )
    return ["few_reports"] if _reports(facts, row) < needed and not (admitted and not total) else []


def _reports(facts: Facts, row: Row) -> int:
    """The number stated, else the dates listed, else the reports that the table of visits has of the contract."""
    stated, dates = row["laudos"], row["laudo_datas"]
    if isinstance(stated, int):
        return stated
    if dates:
        return len(set(str(dates).split(";")))
    visits = facts.evidence.tables["visitas"].to_pylist()
    return sum(visit["contrato"] == row["contrato"] and visit["tipo"] in (None, "", "laudo") for visit in visits)


def reasons(facts: Facts) -> dict[str, list[str]]:
    """The proofs lacking per row hash of `frustracoes`."""
    losses = [line for line in facts.year_lines.extra if line.kind == "loss" and not line.block]
    return {str(line.row["_hash"]): _missing(facts, line) for line in losses}


def _unproved(variant: str) -> LineCheck:
    def rows(facts: Facts) -> str:
        hashes = [digest for digest, lacking in reasons(facts).items() if variant in lacking]
        listed = ", ".join(f"'{digest}'" for digest in hashes) or "''"
        return f"""select kind, line_id, part, accepted_centavos as amount, contract from weighted_lines
where kind = 'loss' and block = '' and source_hash in ({listed})"""

    return LineCheck("SBS-21", variant, Severity.AT_RISK, _CITES, rows)


def _not_counted(facts: Facts) -> Iterator[Staked]:
    """Losses that art. 8 leaves out altogether: the value at stake is not known, or nil."""
    for line in facts.year_lines.extra:
        if line.kind == "loss" and line.block:
            row = line.row
            subject = row_subject(row, "frustracoes")
            arguments = {"contract": str(row["contrato"] or "")}
            yield (
                Finding("SBS-21", _LEFT_OUT[line.variant], line.variant, subject, arguments, _CITES, row_source(row)),
                None,
            )


CHECKS = (
    _unproved("few_reports"),
    _unproved("no_death_papers"),
    FactCheck(
        "SBS-21",
        _LEFT_OUT,
        _CITES,
        _not_counted,
    ),
)
