"""What the links tell the user: differences between two notes of one event, and notes whose other half is missing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import duckdb

from lastro.evidence.nfe.findings import (
    ABSENT,
    CFOP,
    COMPONENT,
    DIFFERENCE,
    POSSIBLE_DOUBLE,
    PURPOSE,
    QUANTITY,
    REFERENCE,
    UNDELIVERED,
    UNFIXED,
    about_file,
    about_note,
    severity,
)
from lastro.evidence.nfe.fold_findings import more_of
from lastro.evidence.nfe.limits import LIMITS
from lastro.statement.model import Finding


@dataclass(frozen=True)
class _Question:
    """Notes with an item of `linked` that deserves the finding; `amount` is summed over those items."""

    code: str
    variant: str
    where: str
    amount: str = "value_centavos"


_OURS = "state = 'authorised' and side in ('purchase', 'sale')"
_REFERS = "exists (select 1 from edges e where e.key = linked.key)"
_QUESTIONS = (
    _Question(COMPONENT, "default", "counts and counts_reason = 'component_too_large'"),
    _Question(DIFFERENCE, "lower", "counts_reason = 'lower_of_two'", "difference_centavos"),
    _Question(DIFFERENCE, "greater", "counts_reason = 'greater_of_two'", "difference_centavos"),
    _Question(REFERENCE, "entry", f"{_OURS} and role = 'entry_of_purchase' and not {_REFERS}"),
    _Question(REFERENCE, "return", f"{_OURS} and role = 'return' and counterpart_key = ''"),
    _Question(REFERENCE, "complement", f"{_OURS} and role = 'complement' and counterpart_key = ''"),
    _Question(PURPOSE, "default", f"{_OURS} and counts_reason = 'adjustment_note'"),
    _Question(UNFIXED, "default", f"{_OURS} and side = 'purchase' and counts_reason = 'price_not_fixed'"),
    _Question(UNDELIVERED, "default", f"{_OURS} and side = 'purchase' and counts_reason = 'not_delivered'"),
    _Question(QUANTITY, "default", "counts and role = 'fixing' and coalesce(counted_quantity, 0) = 0"),
    _Question(
        ABSENT,
        "default",
        f"{_OURS} and exists (select 1 from edges e where e.key = linked.key and not e.present and e.kind = 'refNFe')",
    ),
    _Question(POSSIBLE_DOUBLE, "similar", "key in (select key from look_alikes)"),
    _Question(POSSIBLE_DOUBLE, "same_paper", "counts and key in (select key from same_paper)"),
)

# An entry note that refers to nothing, beside a producer's note of the same good and value that nothing refers to.
_SIMILAR = """
    create table look_alikes as
    select distinct e.key
    from linked e join linked p
        on e.seller = p.seller and left(e.buyer, 8) = left(p.buyer, 8) and e.ncm = p.ncm
        and e.value_centavos = p.value_centavos and e.issued_on - p.issued_on between -31 and 31
    where e.counts and p.counts and e.counts_reason = 'entry_note_alone' and p.counts_reason = 'producer_note_alone'
        and e.link_group = '' and p.link_group = ''
"""

_SAME_PAPER = """
    create table same_paper as
    select distinct e.key from edges e join (
        select referred from edges semi join (select distinct key from linked where counts) using (key)
        where kind in ('refNFP', 'refNF') group by referred having count(distinct key) > 1
    ) using (referred)
"""

_UNKNOWN_CODES = """
    select cfop, count(*), sum(value_centavos), min(key), min(_file), min(_member)
    from linked where counts_reason = 'cfop_unknown' group by cfop order by cfop
"""


def link_findings(connection: duckdb.DuckDBPyConnection) -> tuple[Finding, ...]:
    """Findings of the table `linked`, in the order of the questions and of key."""
    connection.execute(_SIMILAR)
    connection.execute(_SAME_PAPER)
    numbers = ", ".join(f"count(distinct key) filter (where {question.where})" for question in _QUESTIONS)
    (counts,) = connection.execute(f"select {numbers} from linked").fetchall()
    asked = zip(_QUESTIONS, counts, strict=True)
    found = [finding for question, n in asked if n for finding in _answers(connection, question, n)]
    return (*found, *_unknown_codes(connection))


def _answers(connection: duckdb.DuckDBPyConnection, question: _Question, n: int) -> Iterator[Finding]:
    grouped = f"""
        select key, min(_file), min(_member), sum({question.amount}), min(issued_on) from linked
        where {question.where} group by key
    """
    rows = connection.execute(f"{grouped} order by key limit {LIMITS.findings_of_a_kind}").fetchall()
    for key, file, member, amount, issued_on in rows:
        told = {"number": key[25:34].lstrip("0"), "series": key[22:25].lstrip("0") or "0", "issued_on": issued_on}
        yield about_note(question.code, question.variant, key, file, member, int(amount), **told)
    yield from more_of(question.code, question.variant, n)


def _unknown_codes(connection: duckdb.DuckDBPyConnection) -> Iterator[Finding]:
    """One finding per operation code that the law data do not know."""
    for cfop, items, amount, key, file, member in connection.execute(_UNKNOWN_CODES).fetchall():
        yield Finding(
            CFOP,
            severity(CFOP),
            subject={"cfop": cfop},
            arguments={"cfop": cfop, "items": str(items), "example": key[25:34].lstrip("0")},
            amount_centavos=int(amount),
            source=about_file(CFOP, "default", file, member).source,
        )
