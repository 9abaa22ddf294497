"""Gathers the lines of an assessment by farmer and by organisation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from lastro.evidence.evidence import Evidence
from lastro.selo.small.people import People
from lastro.selo.small.rooms import area_rooms, income_rooms
from lastro.statement.hashes import content_hash
from lastro.statement.model import Statement
from lastro.statement.small import (
    AreaRoom,
    CooperativeStatement,
    Delivery,
    FarmerStatement,
    Origin,
    Party,
    Sale,
    SmallStatements,
)

COLUMNS = (
    "line_id", "kind", "key", "item", "issued_on", "supplier", "farmer", "family", "product", "form", "crop_year",
    "grams", "centavos", "yield_room_grams", "block", "requested_centavos", "accepted_grams", "yield_cut_centavos",
    "income_room_centavos", "income_cut_centavos", "accepted_centavos", "at_risk", "supplier_kind",
)  # fmt: skip
_CUTS = {"yield": "yield_cut_centavos", "income": "income_cut_centavos"}
_NO_ORGANISATION = ("agricultor", "desconhecido")
_DELIVERED = ("purchase", "return")

Row = Mapping[str, object]


def small_statements(statement: Statement, evidence: Evidence) -> SmallStatements:
    """One statement for each farmer with a line in his name and each organisation that delivered, by CPF and CNPJ."""
    assert statement.memory is not None
    rows = statement.memory.select(list(COLUMNS)).to_pylist()
    chosen = {reading.key: reading.option for reading in statement.readings}
    last = date.fromisoformat(statement.period["end"])
    gathered = _Gathered(
        rows=rows,
        people=People(evidence, rows, last),
        buyer=Party(statement.subject["unit_cnpj"], statement.subject["unit_name"]),
        year=statement.period["year"],
        areas=area_rooms(rows, shared=chosen.get("selo.area_shared") == "crops_share"),
        income_first=chosen.get("selo.limit_order") == "income_then_yield",
    )
    return SmallStatements(
        gathered.farmers(), gathered.cooperatives(), content_hash(statement), statement.period["end"]
    )


class _Gathered:
    """The lines of one assessment with the names and rooms around them."""

    def __init__(
        self, rows: Sequence[Row], people: People, buyer: Party, year: str,
        areas: Mapping[str, tuple[AreaRoom, ...]], income_first: bool,
    ) -> None:  # fmt: skip
        self.rows, self.people, self.buyer, self.year, self.areas = rows, people, buyer, year, areas
        self.income = income_rooms(rows, income_first=income_first)

    def farmers(self) -> tuple[FarmerStatement, ...]:
        of_farmer = _by(self.rows, "farmer")
        return tuple(self._farmer(cpf, of_farmer[cpf]) for cpf in sorted(of_farmer) if cpf)

    def _farmer(self, cpf: str, rows: Sequence[Row]) -> FarmerStatement:
        family = next((str(row["family"]) for row in rows if row["family"]), "")
        return FarmerStatement(
            farmer=self.people.party(cpf),
            buyer=self.buyer,
            year=self.year,
            sales=tuple(_sale(row) for row in rows),
            areas=self.areas.get(family, ()),
            income=self.income.get(family),
            family=self.people.relatives(cpf, family),
            document_until=self.people.document_until(cpf),
        )

    def cooperatives(self) -> tuple[CooperativeStatement, ...]:
        delivered = [row for row in self.rows if row["kind"] in _DELIVERED and _by_organisation(row)]
        of_supplier = _by(delivered, "supplier")
        return tuple(self._cooperative(cnpj, of_supplier[cnpj]) for cnpj in sorted(of_supplier) if cnpj)

    def _cooperative(self, cnpj: str, rows: Sequence[Row]) -> CooperativeStatement:
        return CooperativeStatement(
            organisation=self.people.party(cnpj),
            kind=str(rows[0]["supplier_kind"]),
            buyer=self.buyer,
            year=self.year,
            deliveries=tuple(_delivery(lines) for lines in _by(rows, "line_id").values()),
            origins=tuple(self._origins(rows)),
        )

    def _origins(self, rows: Iterable[Row]) -> Iterable[Origin]:
        named = [row for row in rows if row["farmer"]]
        for slot, lines in sorted(_by(named, "farmer", "product", "crop_year").items()):
            cpf, product, crop_year = slot.split("\t")
            family = next((str(row["family"]) for row in lines if row["family"]), "")
            rooms = {(room.product, room.crop_year): room.left for room in self.areas.get(family, ())}
            yield Origin(
                farmer=self.people.party(cpf),
                product=product,
                crop_year=crop_year,
                grams=_grams(lines),
                centavos=_sum(lines, "centavos"),
                counted=_sum(lines, "accepted_centavos"),
                left=rooms.get((product, crop_year)),
            )


def _by_organisation(row: Row) -> bool:
    """Whether an organisation that the workspace lists delivered the line; what the company grew itself is nobody's."""
    return row["supplier_kind"] not in _NO_ORGANISATION and row["block"] != "OWN"


def _sale(row: Row) -> Sale:
    day = row["issued_on"]
    assert isinstance(day, date)
    return Sale(
        kind=str(row["kind"]),
        day=day,
        key=str(row["key"] or ""),
        item=_whole(row["item"]),
        product=str(row["product"]),
        form=str(row["form"] or ""),
        crop_year=str(row["crop_year"] or ""),
        through="" if row["supplier"] == row["farmer"] else str(row["supplier"] or ""),
        grams=_whole(row["grams"]) if row["grams"] is not None else None,
        centavos=_whole(row["centavos"]),
        counted=_whole(row["accepted_centavos"]),
        reason=str(row["block"] or ""),
        cuts=tuple(name for name, column in _CUTS.items() if _whole(row[column])),
        at_risk=bool(row["at_risk"]),
    )


def _delivery(lines: Sequence[Row]) -> Delivery:
    first = lines[0]
    day = first["issued_on"]
    assert isinstance(day, date)
    return Delivery(
        day=day,
        key=str(first["key"] or ""),
        item=_whole(first["item"]),
        product=str(first["product"]),
        grams=_grams(lines),
        centavos=_sum(lines, "centavos"),
        named=_sum([row for row in lines if row["farmer"]], "centavos"),
        counted=_sum(lines, "accepted_centavos"),
    )


def _by(rows: Iterable[Row], *columns: str) -> dict[str, list[Row]]:
    """The rows by what these columns say, in their order."""
    groups: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups["\t".join(str(row[column] or "") for column in columns)].append(row)
    return dict(groups)


def _sum(rows: Iterable[Row], column: str) -> int:
    return sum(_whole(row[column]) for row in rows)


def _grams(rows: Sequence[Row]) -> int | None:
    """The mass; None when one of the lines states none."""
    return None if any(row["grams"] is None for row in rows) else _sum(rows, "grams")


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
