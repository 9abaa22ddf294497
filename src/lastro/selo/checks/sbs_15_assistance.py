"""SBS-15: technical assistance that is badly proved: registration, receipts, visits (art. 4 IV and V, art. 8)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from lastro.selo.checks.model import FactCheck, Facts, Staked, row_source, row_subject
from lastro.selo.spent import findings_of
from lastro.statement.model import Finding, Severity

_CITES = ("portaria-saf-mapa-280-2022 art. 4 IV", "portaria-saf-mapa-280-2022 art. 4 V")
_OF_SPENDING = {
    "letter": Severity.BLOCKS,
    "receipts_not_seen": Severity.BLOCKS,
    "training_out": Severity.BLOCKS,
    "no_registration": Severity.AT_RISK,
    "no_travel_receipt": Severity.AT_RISK,
}
_OF_VISITS = ("visit_without_registration", "report_reused", "two_states_one_day")


def _spending(facts: Facts) -> Iterator[Staked]:
    return findings_of(facts, "SBS-15", _CITES)


def _alerts(facts: Facts) -> Iterator[Staked]:
    """What the regime finds odd about spending: it counts all the same."""
    for spending, variant, told in facts.regime.alerts(facts.spending):
        row = spending.row
        arguments = {"cost_item": spending.item, "letter": spending.letter or "–", "date": str(row["data"]), **told}
        about = row_subject(row, "dispendios")
        yield Finding("SBS-15", Severity.ALERT, variant, about, arguments, _CITES, row_source(row)), None


def _visits(facts: Facts) -> Iterator[Staked]:
    """Reports reused, technicians without registration, and two states on one day."""
    rows = [row for row in facts.evidence.tables["visitas"].to_pylist() if row["data"] in facts.period]
    places = {row["numero"]: row["municipio"] for row in facts.evidence.tables["contratos"].to_pylist()}
    first_with_file: dict[str, str] = {}
    states: defaultdict[tuple[str, object], set[str]] = defaultdict(set)
    for row in sorted(rows, key=lambda row: (row["data"], row["_hash"])):
        if not row["registro"]:
            yield _visit(row, "visit_without_registration", row["tecnico"] or "")
        digest = row["arquivo_hash"]
        if digest and digest in first_with_file:
            yield _visit(row, "report_reused", first_with_file[digest])
        elif digest:
            first_with_file[digest] = str(row["data"])
        place = places.get(row["contrato"])
        if row["tecnico"] and place:
            seen = states[row["tecnico"], row["data"]]
            if seen and place[:2] not in seen:
                yield _visit(row, "two_states_one_day", row["tecnico"])
            seen.add(place[:2])


def _visit(row: dict[str, object], variant: str, detail: str) -> Staked:
    """An alert: a visit has no value of its own that could leave the second figure."""
    arguments = {"date": str(row["data"]), "detail": detail}
    about = row_subject(row, "visitas")
    return Finding("SBS-15", Severity.ALERT, variant, about, arguments, _CITES, row_source(row)), None


CHECKS = (
    FactCheck("SBS-15", _OF_SPENDING, _CITES, _spending),
    FactCheck("SBS-15", {"below_own_average": Severity.ALERT}, _CITES, _alerts),
    FactCheck(
        "SBS-15", dict.fromkeys(_OF_VISITS, Severity.ALERT), _CITES, _visits,
        needs=("visitas",),
    ),
)  # fmt: skip
