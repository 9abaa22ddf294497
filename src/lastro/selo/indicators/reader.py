"""From a workspace or a JSON statement to what it contributes.

People are told apart across sources by a digest under a key that lives as long as the run: no CPF leaves it.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from lastro.core.dates import civil_year
from lastro.core.regions import UF_OF_CODE
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import LawBook
from lastro.selo.assess import Question, assess
from lastro.selo.indicators.amounts import amounts_of
from lastro.selo.indicators.document import read_document
from lastro.selo.indicators.waiver import waiver
from lastro.statement.indicators import Contribution, Reason
from lastro.statement.model import Statement

_KEY_BYTES = 32


class Reader:
    """Reads the sources of one run."""

    def __init__(self, book: LawBook) -> None:
        self._book = book
        self._key = secrets.token_bytes(_KEY_BYTES)

    def of_workspace(self, evidence: Evidence, question: Question, source: str) -> Iterator[Contribution]:
        """Each plant of the workspace in the year of the question. Raises what `assess` raises."""
        readings = {**(question.readings or {}), "selo.subject": "unit"}  # one company, several states
        for plant in evidence.config.units:
            asked = replace(question, plant=plant.cnpj, readings=readings)
            statement = assess(evidence, self._book, asked)
            yield self._of_plant(evidence, asked, plant, statement, source)

    def of_document(self, data: Any, source: str) -> Contribution:
        """A parsed JSON statement. Raises DocumentUnreadable."""
        read = read_document(data, source)
        amounts, missing = amounts_of(read.exact)
        missing["waiver"] = Reason("workspace")
        people = None
        if isinstance(read.farmers, Reason):
            missing["farmers"] = read.farmers
        else:
            people = self._digests(read.farmers)
        return Contribution(
            source, read.plant, read.name, "", read.year, read.regime, amounts, missing, people, read.unnamed
        )

    def _of_plant(
        self, evidence: Evidence, question: Question, plant: Plant, statement: Statement, source: str
    ) -> Contribution:
        amounts, missing = amounts_of({line.id: line.exact for line in statement.lines})
        session = self._book.session(
            {**evidence.config.readings, **(question.readings or {})}, question.known_on, question.overrides
        )
        saved = waiver(evidence, self._book, session, plant.cnpj, civil_year(question.year))
        mark = ""
        if isinstance(saved, Reason):
            missing["waiver"] = saved
        else:
            amounts["waiver"], mark = saved.reais, saved.evidence
        assert statement.memory is not None
        counted = _counted(statement.memory)
        named = pc.not_equal(counted["farmer"], "")
        return Contribution(
            source=source,
            plant=plant.cnpj,
            name=plant.name,
            uf=UF_OF_CODE[plant.municipality[:2]],
            year=str(question.year),
            regime=statement.regime,
            amounts=amounts,
            missing=missing,
            people=self._digests(counted.filter(named)["farmer"].unique().to_pylist()),
            unnamed=pc.sum(counted.filter(pc.invert(named))["accepted_centavos"]).as_py() or 0,
            evidence=mark,
        )

    def _digests(self, people: Iterable[str]) -> frozenset[bytes]:
        return frozenset(hmac.digest(self._key, person.encode(), "sha256") for person in people)


def _counted(memory: pa.Table) -> pa.Table:
    """The purchases that count; a line without a farmer has ""."""
    of_purchase = pc.and_(pc.equal(memory["kind"], "purchase"), pc.greater(memory["accepted_centavos"], 0))
    rows = memory.filter(of_purchase).select(["farmer", "accepted_centavos"])
    return rows.set_column(0, "farmer", pc.fill_null(rows["farmer"], ""))
