"""What the state of a key tells the user: one query per code over the folded notes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import duckdb

from lastro.evidence.nfe.findings import (
    CANCELLED,
    CONFLICT,
    CORRECTION,
    DENIED,
    DIGEST,
    DUPLICATE,
    HOMOLOGATION,
    INVALID_KEY,
    MANIFESTATION,
    NO_NOTE,
    OTHER_MODEL,
    REQUEST_ONLY,
    SUPERSEDED,
    UNPROVEN,
    about_note,
    more_like_it,
)
from lastro.evidence.nfe.limits import LIMITS
from lastro.statement.model import Finding


@dataclass(frozen=True)
class _Question:
    """Rows of `folded` that deserve the finding, and the columns that fill its arguments."""

    code: str
    variant: str
    where: str
    arguments: tuple[str, ...] = ()
    tells_amount: bool = True


_NO_PROTOCOL = "protocol_key = '' and protocol_status = ''"
_QUESTIONS = (
    _Question(UNPROVEN, "no_protocol", f"state = 'unproven' and {_NO_PROTOCOL}"),
    _Question(UNPROVEN, "other_key", f"state = 'unproven' and not ({_NO_PROTOCOL}) and protocol_key <> key"),
    _Question(UNPROVEN, "status", "state = 'unproven' and protocol_key = key", ("protocol_status",)),
    _Question(CANCELLED, "on_date", "state = 'cancelled' and cancelled_on is not null", ("cancelled_on",)),
    _Question(CANCELLED, "status", "state = 'cancelled' and cancelled_on is null"),
    _Question(DENIED, "default", "state = 'denied'", ("denied_status",)),
    _Question(CONFLICT, "default", "state = 'conflict'", ("copies",)),
    _Question(INVALID_KEY, "check_digit", "state = 'invalid_key' and key_faults = 'check_digit'"),
    _Question(INVALID_KEY, "shape", "state = 'invalid_key' and key_faults = 'shape'"),
    _Question(
        INVALID_KEY, "fields", "state = 'invalid_key' and key_faults not in ('check_digit', 'shape')", ("key_part",)
    ),
    _Question(HOMOLOGATION, "default", "state = 'homologation'"),
    _Question(OTHER_MODEL, "default", "state = 'other_model'", ("model",)),
    _Question(DUPLICATE, "default", "copies > 1 and not conflict and not other_content", ("copies",)),
    _Question(SUPERSEDED, "default", "other_content and state <> 'conflict'", ("copies",)),
    _Question(MANIFESTATION, "unknown", "contains(manifestations, '210220')"),
    _Question(MANIFESTATION, "not_done", "contains(manifestations, '210240')"),
    _Question(CORRECTION, "default", "correction_sequence is not null", ("correction_sequence",)),
    _Question(REQUEST_ONLY, "default", "cancel_requested and state <> 'cancelled'"),
    _Question(
        DIGEST,
        "default",
        "proven and protocol_digest <> '' and signature_digest <> '' and protocol_digest <> signature_digest",
    ),
)


def fold_findings(connection: duckdb.DuckDBPyConnection) -> tuple[Finding, ...]:
    """Findings of the tables that the steps of the fold have made, in the order of code and key."""
    numbers = ", ".join(f"count(*) filter (where {question.where})" for question in _QUESTIONS)
    (counts,) = connection.execute(f"select {numbers} from folded").fetchall()
    asked = zip(_QUESTIONS, counts, strict=True)
    found = [finding for question, n in asked if n for finding in _answers(connection, question, n)]
    return (*found, *_without_note(connection))


def _answers(connection: duckdb.DuckDBPyConnection, question: _Question, n: int) -> Iterator[Finding]:
    told_of = ("number", "series", "issued_on", *question.arguments)
    columns = ", ".join(("key", "_file", "_member", "total_centavos", *told_of))
    query = f"select {columns} from folded where {question.where} order by key"
    rows = connection.execute(f"{query} limit {LIMITS.findings_of_a_kind}").fetchall()
    for key, file, member, total, *values in rows:
        told = dict(zip(told_of, values, strict=True))
        yield about_note(question.code, question.variant, key, file, member, total, **told)
    yield from more_of(question.code, question.variant, n)


def more_of(code: str, variant: str, n: int) -> Iterator[Finding]:
    """That `n` notes are in the case, when they are more than are told one by one."""
    if n > LIMITS.findings_of_a_kind:
        yield more_like_it(code, variant, "notes", "", n - LIMITS.findings_of_a_kind)


_ORPHANS = """
    select e.key, min(e._file) as file, min(e._member) as member, bool_and(e.kind = 'summary') as summary
    from production_events e anti join documents d using (key) group by e.key
"""


def _without_note(connection: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """Keys of which only summaries, statuses or events were seen."""
    query = f"select *, count(*) over () from ({_ORPHANS}) order by key limit {LIMITS.findings_of_a_kind}"
    rows = connection.execute(query).fetchall()
    for key, file, member, summary, _ in rows:
        yield about_note(NO_NOTE, "summary" if summary else "event", key, file, member)
    yield from more_of(NO_NOTE, "event", rows[0][-1] if rows else 0)
