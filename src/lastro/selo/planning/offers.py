"""The rows of `ofertas`: what could still be bought or spent in the year, checked before anything is computed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.core.errors import EvidenceUnreadable, WrongUse
from lastro.core.numbers import CENTAVOS_PER_REAL, half_up
from lastro.evidence.columns import PER_UNIT
from lastro.evidence.evidence import Evidence

TABLE = "ofertas"
PURCHASE = "compra"
FARMER = "agricultor"
MICRO = PER_UNIT["quantity"]
_WHOLE_UNITS = frozenset(("cabeca", "un"))

Row = Mapping[str, object]


@dataclass(frozen=True)
class Offer:
    """One offer. `price` and `extra` are reais per unit, `available` units; `quantity` is None for an amount in reais
    without a quantity (a what-if). `supplier` "" is somebody not known yet."""

    name: str
    kind: str
    letter: str
    supplier_kind: str
    supplier: str
    place: str
    product: str
    form: str
    input: str
    crop_year: str
    on: date
    price: Fraction
    available: Fraction
    unit: str
    extra: Fraction
    priced: bool = True

    @property
    def is_purchase(self) -> bool:
        return self.kind == PURCHASE

    @property
    def whole(self) -> bool:
        """Whether it is bought in whole units only."""
        return self.unit in _WHOLE_UNITS

    @property
    def most(self) -> int:
        """The centavos of all that is available, rounded down; of whole units the whole ones."""
        if self.whole:
            return self.centavos_of(int(self.available))
        return int(self.available * self.price * CENTAVOS_PER_REAL)

    def centavos_of(self, units: int) -> int:
        """The value of so many whole units."""
        return int(units * self.price * CENTAVOS_PER_REAL)

    @property
    def cost_per_real(self) -> Fraction:
        """What a real of it costs beyond the market: a purchase the extra alone, spending all of it and the extra."""
        extra = self.extra / self.price
        return extra if self.is_purchase else 1 + extra

    def quantity_micro(self, centavos: int) -> int | None:
        """Millionths of the unit that this value buys, rounded down: never cheaper than the offer, never beyond it."""
        if not self.priced:
            return None
        units = Fraction(centavos, CENTAVOS_PER_REAL) / self.price
        return half_up(units) * MICRO if self.whole else int(units * MICRO)


def offers_of(evidence: Evidence, plant: str, last_day: date, start: date) -> tuple[Offer, ...]:
    """The offers that this plant may take. Raises WrongUse without any, EvidenceUnreadable naming every faulty row."""
    rows = [row for row in evidence.tables[TABLE].to_pylist() if row["unidade"] in (None, "", plant)]
    if not rows:
        raise WrongUse("plan.no_offers", unread=unread(evidence))
    faults = list(_faults(rows, start, last_day))
    if faults:
        raise _OffersUnreadable(faults)
    return tuple(_offer(row, evidence, last_day) for row in rows)


def unread(evidence: Evidence) -> int:
    """How many rows of the table could not be read: the findings of the import tell each."""
    return sum(count.rejected for count in evidence.counts if count.kind == TABLE)


class _OffersUnreadable(EvidenceUnreadable):
    """All faulty offers at once."""

    def __init__(self, faults: list[EvidenceUnreadable]) -> None:
        super().__init__(faults[0].code, **faults[0].arguments)
        self.faults = tuple(faults)


def _faults(rows: Iterable[Row], start: date, last_day: date) -> Iterable[EvidenceUnreadable]:
    for row in rows:
        told = {"name": row["nome"], "file": row["_file"], "row": row["_row"]}
        if not row["preco"]:
            yield EvidenceUnreadable("plan.price", **told)
        if not row["quantidade"]:
            yield EvidenceUnreadable("plan.quantity", **told)
        if row["tipo"] == PURCHASE and not row["produto"] and not row["insumo"]:
            yield EvidenceUnreadable("plan.product", **told)
        if not row["municipio_origem"]:
            yield EvidenceUnreadable("plan.place", **told)
        on = row["data"]
        if isinstance(on, date) and not start <= on <= last_day:
            yield EvidenceUnreadable("plan.date", **told, date=on, year=start.year)


def _offer(row: Row, evidence: Evidence, last_day: date) -> Offer:
    supplier, on = str(row["fornecedor"] or ""), row["data"]
    is_purchase = row["tipo"] == PURCHASE
    return Offer(
        name=str(row["nome"]),
        kind=str(row["tipo"]),
        letter=str(row["alinea"] or ""),
        supplier_kind=str(row["tipo_fornecedor"] or _kind_of(supplier, evidence)),
        supplier=supplier,
        place=str(row["municipio_origem"]),
        product=str(row["produto"] or ""),
        form=str(row["forma"] or ""),
        input=str(row["insumo"] or ""),
        crop_year=str(row["safra"] or ""),
        on=on if isinstance(on, date) else last_day,
        price=_exact(row["preco"], PER_UNIT["price"]),
        available=_exact(row["quantidade"], MICRO),
        unit=str(row["unidade_medida"] or ("kg" if is_purchase else "un")),
        extra=_exact(row["custo_extra"], PER_UNIT["price"]),
    )


def _kind_of(supplier: str, evidence: Evidence) -> str:
    """The kind under which the supplier stands in the workspace; the farmer in person without any."""
    listed = (
        row["tipo"] for row in evidence.tables["organizacoes"].to_pylist() if supplier and row["cnpj"] == supplier
    )
    return str(next(listed, None) or FARMER)


def _exact(value: object, per_unit: int) -> Fraction:
    return Fraction(value, per_unit) if isinstance(value, int) else Fraction(0)
