"""What a check apart from the percentage is: one code, one question, one file, over tables and prepared lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from lastro.core.dates import Interval
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import LawBook, Session
from lastro.selo.prepared import Prepared
from lastro.statement.model import Finding, Severity

Row = Mapping[str, Any]


@dataclass(frozen=True)
class YearFacts:
    """All that a check of a plant (or of all plants in one statement) and a civil year may look at."""

    evidence: Evidence
    book: LawBook
    session: Session
    period: Interval
    plants: tuple[Plant, ...]
    prepared: Prepared

    def rows(self, table: str) -> list[Row]:
        """The rows of a monthly table that are of these plants and this year, by month."""
        year = f"{self.period.start.year}-"
        found = [row for row in self.evidence.tables[table].to_pylist() if str(row["mes"]).startswith(year)]
        return sorted((row for row in found if self._ours(row)), key=lambda row: str(row["mes"]))

    def _ours(self, row: Row) -> bool:
        cnpjs = {plant.cnpj for plant in self.plants}
        return row["unidade"] in cnpjs or (not row["unidade"] and len(self.evidence.config.units) == len(cnpjs))

    @cached_property
    def purchases(self) -> list[Row]:
        """The purchases and returns of the year that no fault of the note blocks."""
        return [row for row in self.prepared.purchases.to_pylist() if self._counted(row, "issued_on", "evidence_block")]

    @cached_property
    def sales(self) -> list[Row]:
        """The sales of the year that no fault of the note blocks."""
        return [row for row in self.prepared.sales.to_pylist() if self._counted(row, "sold_on", "block")]

    def _counted(self, row: Row, day: str, block: str) -> bool:
        return row[day] in self.period and not row[block]

    @cached_property
    def families(self) -> frozenset[str]:
        """The farmers and the family-farming cooperatives that the workspace lists."""
        kinds = set(self.session.names("tax.family_organisations", self.period.start))
        cooperatives = self.evidence.tables["organizacoes"].to_pylist()
        return frozenset(self.evidence.tables["agricultores"]["cpf"].to_pylist()) | frozenset(
            row["cnpj"] for row in cooperatives if row["tipo"] in kinds
        )


@dataclass(frozen=True)
class CompanyFacts:
    """All that a check of a whole workspace may look at. `on` is the day terms are looked at; none: they are not."""

    evidence: Evidence
    book: LawBook
    session: Session
    on: date | None


@dataclass(frozen=True)
class YearCheck:
    """`run` answers for one plant and year. `needs` are tables without which it answers "not checked"."""

    code: str
    variants: Mapping[str, Severity]
    cites: tuple[str, ...]
    run: Callable[[YearFacts], Iterable[Finding]]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class CompanyCheck:
    """`run` answers for the workspace. Without its tables it says nothing."""

    code: str
    variants: Mapping[str, Severity]
    cites: tuple[str, ...]
    run: Callable[[CompanyFacts], Iterable[Finding]]
    needs: tuple[str, ...] = ()


ApartCheck = YearCheck | CompanyCheck
