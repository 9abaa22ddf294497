"""Who may sell: documents in force, families, qualified organisations (arts. 3 § 9, 4 I, 9 of Portaria 280/2022)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction

from tests.oracle.exact import Row, covers, fraction, square_metres, text
from tests.oracle.legal import LAST_DAY_TO_ISSUE_A_DAP

FAMILY_COOPERATIVE = "cooperativa_af"


class Registry:
    """Farmers and organisations of the workspace, asked by date."""

    def __init__(self, farmers: Sequence[Row], organisations: Sequence[Row], family_unit: str) -> None:
        self.farmers = farmers
        self.organisations = organisations
        self._family = _families(farmers) if family_unit == "document" else {}

    def family(self, cpf: str) -> str:
        """The name of the family of a person: its least CPF."""
        return self._family.get(cpf, cpf)

    def row_in_force(self, row: Row, on: date) -> bool:
        """Whether the document of this row is active that day and no other row suspends or cancels it."""
        if text(row, "situacao") not in ("", "ativa") or not covers(row, on):
            return False
        if text(row, "documento") == "DAP" and row.get("inicio") and row["inicio"] > LAST_DAY_TO_ISSUE_A_DAP:
            return False
        return not any(_takes_away(other, row) and covers(other, on) for other in self.farmers)

    def has_document(self, cpf: str, on: date, kinds: Iterable[str] = ("", "DAP", "CAF")) -> bool:
        """A person's own row with a document in force on the day."""
        wanted = set(kinds)
        return any(
            row["cpf"] == cpf and text(row, "documento") in wanted and self.row_in_force(row, on)
            for row in self.farmers
        )

    def home(self, cpf: str, on: date) -> str | None:
        """The municipality of the person's registered properties, when they are all in one."""
        places = {
            text(row, "municipio")
            for row in self.farmers
            if row["cpf"] == cpf and text(row, "municipio") and self.row_in_force(row, on)
        }
        return places.pop() if len(places) == 1 else None

    def properties(self, family: str, days: Iterable[date], largest: bool) -> list[tuple[int | None, str]]:
        """The family's properties in force on any of the days: (largest or smallest area in m2, municipality).

        The area is None when no row of the property states one.
        """
        rows: dict[str, list[Row]] = defaultdict(list)
        for row in self.farmers:
            if self.family(row["cpf"]) == family and any(self.row_in_force(row, day) for day in days):
                rows[_property_name(row)].append(row)
        return [_area(rows[name], largest) for name in sorted(rows)]

    def kind_of_organisation(self, cnpj: str, on: date) -> str | None:
        """The kind under which the organisation is qualified that day; None when it is not."""
        kinds = {
            text(row, "tipo")
            for row in self.organisations
            if row["cnpj"] == cnpj and text(row, "habilitacao") and covers(row, on)
        }
        if FAMILY_COOPERATIVE in kinds:
            return FAMILY_COOPERATIVE
        return min(kinds) if kinds else None

    def membership(self, cnpj: str, on: date) -> Fraction | None:
        """Percent of family farmers among the members of a qualified family cooperative that day; None when not told."""
        told = [
            fraction(row["percentual_af"])
            for row in self.organisations
            if row["cnpj"] == cnpj
            and text(row, "tipo") == FAMILY_COOPERATIVE
            and text(row, "habilitacao")
            and covers(row, on)
            and row.get("percentual_af") is not None
        ]
        return told[0] if told else None


def _takes_away(other: Row, row: Row) -> bool:
    """A suspension or cancellation of the same document (of the same person when it has no number)."""
    if text(other, "situacao") not in ("suspensa", "cancelada"):
        return False
    if text(other, "documento") != text(row, "documento") or text(other, "numero") != text(row, "numero"):
        return False
    return bool(text(row, "numero")) or other["cpf"] == row["cpf"]


def _area(rows: Sequence[Row], largest: bool) -> tuple[int | None, str]:
    known = sorted(
        (square_metres(row["area_ha"]), text(row, "municipio")) for row in rows if row.get("area_ha") is not None
    )
    if not known:
        return None, text(rows[0], "municipio")
    return known[-1] if largest else known[0]


def _property_name(row: Row) -> str:
    """A property is its registration; without one, what a document declares in one municipality is one property."""
    if text(row, "imovel"):
        return "imovel " + text(row, "imovel")
    return " ".join((text(row, "documento"), text(row, "numero"), text(row, "municipio")))


def _families(farmers: Sequence[Row]) -> dict[str, str]:
    """People who share a document, and documents that share a person, are one family."""
    parent = {row["cpf"]: row["cpf"] for row in farmers}

    def root(person: str) -> str:
        while parent[person] != person:
            person = parent[person]
        return person

    first_holder: dict[tuple[str, str], str] = {}
    for row in farmers:
        for link in _links(row):
            one, other = sorted((root(first_holder.setdefault(link, row["cpf"])), root(row["cpf"])))
            parent[other] = one
    return {person: root(person) for person in parent}


def _links(row: Row) -> list[tuple[str, str]]:
    links = []
    if text(row, "numero"):
        links.append((text(row, "documento"), text(row, "numero")))
    if text(row, "familia"):
        links.append(("familia", text(row, "familia")))
    return links
