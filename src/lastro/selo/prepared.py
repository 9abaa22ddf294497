"""Purchases, origins and sales of the plants of a statement, made once and used by several computations.

Which readings shaped them is recorded, so that another computation knows whether it may use them again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

import pyarrow as pa

from lastro.evidence.evidence import Evidence
from lastro.evidence.purchases import purchase_lines
from lastro.evidence.sales import sales_lines
from lastro.evidence.workspace import Plant
from lastro.law import LawBook, Session
from lastro.statement.model import Finding


@dataclass(frozen=True)
class Prepared:
    """Lines as `evidence` makes them, with the readings (key → option) that were asked while making them. `others` is
    feedstock that nobody claims for family farming; None where it was not kept."""

    purchases: pa.Table
    origins: pa.Table
    sales: pa.Table
    findings: tuple[Finding, ...]
    readings: Mapping[str, str]
    others: pa.Table | None = None

    def fits(self, session: Session) -> bool:
        """Whether the session would shape the lines the same way."""
        return all(session.reading(key) == option for key, option in self.readings.items())


def prepare(evidence: Evidence, book: LawBook, session: Session, plants: Sequence[Plant]) -> Prepared:
    """The lines of these plants. Raises what `evidence.purchases` and `evidence.sales` raise."""
    before = {used.key for used in session.readings_used()}
    bought = [purchase_lines(evidence, book, session, plant.cnpj) for plant in plants]
    sold = [sales_lines(evidence, book, session, plant.cnpj) for plant in plants]
    asked = {used.key: used.option for used in session.readings_used() if used.key not in before}
    return Prepared(
        purchases=pa.concat_tables([lines.table for lines in bought]),
        origins=pa.concat_tables([lines.origins for lines in bought]),
        sales=pa.concat_tables([lines.table for lines in sold]),
        findings=tuple(
            chain.from_iterable(chain((lines.findings for lines in bought), (lines.findings for lines in sold)))
        ),
        readings=asked,
        others=pa.concat_tables([lines.others for lines in bought]),
    )
