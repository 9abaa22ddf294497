"""SBS-21: a crop failure or death of animals that is not proved, not requested, or does not count (art. 8)."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.selo.checks.model import FactCheck, Facts, LineCheck, Staked
from lastro.selo.spending import find_decision
from lastro.selo.valuation import ExtraLine
from lastro.statement.model import Finding, Severity, Source

_CITES = ("portaria-saf-mapa-280-2022 art. 8",)


def _missing(facts: Facts, line: ExtraLine) -> list[str]:
    """The proofs that the row lacks, as variants."""
    row = line.row
    lacking = [] if row["requerimento"] is not None else ["no_request"]
    if row["tipo"] == "mortalidade":
        papers = facts.session.names("selo.280.loss.mortality_proofs", line.on)
        return lacking + (["no_death_papers"] if not all(row[paper] for paper in papers) else [])
    total = row["tipo"] == "total"
    needed = facts.session.number(f"selo.280.loss.reports_{'total' if total else 'partial'}", line.on)
    admitted = row["excecao_admitida"] or find_decision(
        facts.evidence.tables["decisoes"].to_pylist(), "excecao_laudo", row["contrato"], None
    )
    if _reports(row) < needed and not (admitted and not total):
        lacking.append("few_reports")
    return lacking


def _reports(row: object) -> int:
    assert isinstance(row, dict)
    dates = row["laudo_datas"]
    listed = len(set(dates.split(";"))) if dates else 0
    counted = row["laudos"]
    return counted if isinstance(counted, int) else listed


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
            number = row["_row"]
            source = Source(str(row["_file"]), str(row["_sheet"] or ""), number if isinstance(number, int) else 0)
            severity = Severity.ALERT if line.variant == "under_threshold" else Severity.BLOCKS
            subject = {"table": "frustracoes", "row_hash": str(row["_hash"])}
            arguments = {"contract": str(row["contrato"] or "")}
            yield Finding("SBS-21", severity, line.variant, subject, arguments, _CITES, source), None


CHECKS = (
    _unproved("no_request"),
    _unproved("few_reports"),
    _unproved("no_death_papers"),
    FactCheck(
        "SBS-21", ("no_estimate", "under_threshold", "rest_not_bought", "no_price", "no_contract"), _CITES, _not_counted
    ),
)
