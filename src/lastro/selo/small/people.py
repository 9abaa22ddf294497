"""Names, relatives and documents of the people in an assessment, from the tables and notes of the workspace."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import date

import pyarrow.compute as pc

from lastro.evidence.evidence import Evidence
from lastro.selo.registry import STOPPED
from lastro.statement.small import Party

Row = Mapping[str, object]


class People:
    """`last` is the last day of the year: documents are told as they stand on it."""

    def __init__(self, evidence: Evidence, rows: Iterable[Row], last: date) -> None:
        self._names = _names(evidence)
        self._families: defaultdict[str, set[str]] = defaultdict(set)
        for row in rows:
            if row["farmer"] and row["family"]:
                self._families[str(row["family"])].add(str(row["farmer"]))
        self._until: dict[str, date] = {}
        for row in evidence.tables["agricultores"].to_pylist():
            self._keep_end(row, last)

    def party(self, identifier: str) -> Party:
        """The person or organisation with the name that the tables give it, else that of its notes."""
        return Party(identifier, self._names.get(identifier, ""))

    def relatives(self, cpf: str, family: str) -> tuple[str, ...]:
        """The other people of the family who sold in the year."""
        return tuple(sorted(self._families.get(family, set()) - {cpf}))

    def document_until(self, cpf: str) -> date | None:
        """The last day that a document in force at the end of the year states; None when none does."""
        return self._until.get(cpf)

    def _keep_end(self, row: Row, last: date) -> None:
        start, end, cpf = row["inicio"], row["fim"], str(row["cpf"])
        began = not isinstance(start, date) or start <= last
        if row["situacao"] not in STOPPED and isinstance(end, date) and end >= last and began:
            self._until[cpf] = max(end, self._until.get(cpf, end))


def _names(evidence: Evidence) -> dict[str, str]:
    """Names by CPF and CNPJ; what a table says stands above what a note says."""
    notes = evidence.items.filter(pc.not_equal(evidence.items["seller_name"], ""))
    found = dict(zip(notes["seller"].to_pylist(), notes["seller_name"].to_pylist(), strict=True))
    for table, column in (("organizacoes", "cnpj"), ("agricultores", "cpf")):
        for row in evidence.tables[table].select([column, "nome"]).to_pylist():
            if row["nome"]:
                found[row[column]] = row["nome"]
    return found
