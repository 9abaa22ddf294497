"""What stands on the weighbridge, and the purchase line that it would become."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc

from lastro.core.errors import WrongUse
from lastro.core.identifiers import parse_cnpj, parse_cpf
from lastro.core.numbers import CENTAVOS_PER_REAL, GRAMS_PER_KG, scaled
from lastro.evidence.columns import folded, schema
from lastro.law import LawBook, MunicipalityAmbiguous, MunicipalityUnknown, Session

LINE = "delivery"
_LAST = "~"  # sorts after every access key: the delivery comes last of its day


@dataclass(frozen=True)
class Delivery:
    """One load. `supplier` is a CNPJ when a cooperative or agent delivers for the farmer; `contract` "" is the single
    contract that fits, if there is one."""

    cpf: str
    product: str
    form: str
    grams: int
    place: str
    on: date
    centavos: int | None
    supplier: str = ""
    contract: str = ""

    @property
    def seller(self) -> str:
        return self.supplier or self.cpf

    @staticmethod
    def typed(
        cpf: str, product: str, kg: str, origin: str, on: date, value: str, form: str, supplier: str, book: LawBook,
        contract: str = "",
    ) -> Delivery:  # fmt: skip
        """From what a person types. Raises WrongUse or InvalidIdentifier naming the word that is not understood."""
        try:
            place = book.find_municipality(origin)
        except (MunicipalityUnknown, MunicipalityAmbiguous) as fault:
            raise WrongUse("weighbridge.place", value=origin) from fault
        return Delivery(
            cpf=parse_cpf(cpf),
            product=_word("produto", product, "product"),
            form=_word("forma", form, "form") if form else "",
            grams=_amount(kg, GRAMS_PER_KG, "kg"),
            place=place,
            on=on,
            centavos=_amount(value, CENTAVOS_PER_REAL, "value") if value else None,
            supplier=parse_cnpj(supplier) if supplier else "",
            contract=contract,
        )


def _amount(typed: str, per_unit: int, name: str) -> int:
    """ "1.234,56" and "1234.56" in the smallest unit. Raises WrongUse when it is not above zero."""
    bare = typed.strip().removeprefix("R$").strip()
    amount = scaled(bare.replace(".", "").replace(",", ".") if "," in bare else bare, per_unit)
    if amount <= 0:
        raise WrongUse(f"weighbridge.{name}", value=typed)
    return amount


def _word(vocabulary: str, typed: str, name: str) -> str:
    known = schema().vocabularies[vocabulary].canonical.get(folded(typed))
    if known is None:
        raise WrongUse(f"weighbridge.{name}", value=typed)
    return known


def delivered_line(
    delivery: Delivery, plant: str, contracts: pa.Table, book: LawBook, session: Session, fields: pa.Schema
) -> dict[str, object]:
    """The columns of a purchase line (`fields`); a delivery without a value is worth nothing and is limited by weight.

    The contract and the crop year are found as those of an invoice: the single contract of supplier, product and plant
    that holds on the day, and its crop year, else the crop calendar.
    """
    values: dict[str, object] = {field.name: _blank(field.type) for field in fields}
    contract = delivery.contract or _only_contract(delivery, plant, contracts)
    by_calendar = session.reading("selo.crop_calendar") == "default_calendar"
    calendar = book.crop_year(delivery.product, delivery.on) if by_calendar else None
    return values | {
        "line_id": LINE,
        "kind": "purchase",
        "key": _LAST,
        "issued_on": delivery.on,
        "plant": plant,
        "supplier": delivery.seller,
        "supplier_is_person": not delivery.supplier,
        "product": delivery.product,
        "form": delivery.form,
        "municipality": delivery.place,
        "municipality_source": "row",
        "grams": delivery.grams,
        "centavos": delivery.centavos or 0,
        "contract": contract,
        "crop_year": _crop_year_of(contract, delivery, plant, contracts) or calendar,
        "claimed": True,
        "proven": True,
    }


def _blank(kind: pa.DataType) -> object:
    if pa.types.is_string(kind):
        return ""
    if pa.types.is_boolean(kind):
        return False
    return 0 if pa.types.is_integer(kind) else None


def _only_contract(delivery: Delivery, plant: str, contracts: pa.Table) -> str:
    ours = contracts.filter(pc.equal(contracts["fornecedor"], delivery.seller)).to_pylist()
    fitting = {row["numero"] for row in ours if _fits(row, delivery, plant) and _holds(row, delivery.on)}
    return str(fitting.pop()) if len(fitting) == 1 else ""


def _crop_year_of(contract: str, delivery: Delivery, plant: str, contracts: pa.Table) -> str | None:
    """What the rows of the contract agree on."""
    rows = contracts.filter(pc.equal(contracts["numero"], contract)).to_pylist() if contract else []
    named = {row["safra"] for row in rows if _fits(row, delivery, plant) and row["safra"]}
    return str(named.pop()) if len(named) == 1 else None


def _fits(row: Mapping[str, object], delivery: Delivery, plant: str) -> bool:
    return row["produto"] in (None, delivery.product) and row["unidade"] in (None, plant)


def _holds(row: Mapping[str, object], on: date) -> bool:
    signed, ends = row["assinatura"], row["fim"]
    return isinstance(signed, date) and signed <= on and (not isinstance(ends, date) or ends >= on)
