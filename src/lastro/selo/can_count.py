"""The question at the weighbridge: would this delivery count, in part or not, why, and how much room is left?

The answer is the real computation: the delivery is added to what the family already sold in the year, and the same
pipeline weighs it. Nothing is written.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

import pyarrow as pa
import pyarrow.compute as pc

from lastro.core.dates import civil_year
from lastro.core.errors import WrongUse
from lastro.core.identifiers import parse_cnpj, parse_cpf
from lastro.core.numbers import CENTAVOS_PER_REAL, GRAMS_PER_KG, scaled
from lastro.evidence.columns import folded, schema
from lastro.evidence.evidence import Evidence
from lastro.evidence.workspace import Plant
from lastro.law import LawBook, MunicipalityAmbiguous, MunicipalityUnknown, Session
from lastro.relation import duckdb_engine
from lastro.selo.assess import year_inputs
from lastro.selo.lines import weigh_year
from lastro.selo.prepared import Prepared
from lastro.selo.registry import build_registry
from lastro.statement.weighing import Weighing

LINE = "delivery"
_LAST = "~"  # sorts after every access key: the delivery comes last of its day


@dataclass(frozen=True)
class Delivery:
    """What stands on the weighbridge. `supplier` is a CNPJ when a cooperative or agent delivers for the farmer."""

    cpf: str
    product: str
    form: str
    grams: int
    place: str
    on: date
    centavos: int | None
    supplier: str = ""

    @staticmethod
    def typed(
        cpf: str, product: str, kg: str, origin: str, on: date, value: str, form: str, supplier: str, book: LawBook
    ) -> Delivery:
        """From what a person types. Raises WrongUse or InvalidIdentifier naming the word that is not understood."""
        try:
            place = book.find_municipality(origin)
        except (MunicipalityUnknown, MunicipalityAmbiguous) as fault:
            raise WrongUse("weighbridge.place", value=origin) from fault
        return Delivery(
            parse_cpf(cpf), _word("produto", product, "product"), _word("forma", form, "form") if form else "",
            scaled(_plain(kg), GRAMS_PER_KG), place, on,
            scaled(_plain(value), CENTAVOS_PER_REAL) if value else None, parse_cnpj(supplier) if supplier else "",
        )  # fmt: skip


def _plain(typed: str) -> str:
    """ "1.234,56" and "1234.56" as plain digits with a point."""
    bare = typed.strip().removeprefix("R$").strip()
    return bare.replace(".", "").replace(",", ".") if "," in bare else bare


def _word(vocabulary: str, typed: str, name: str) -> str:
    known = schema().vocabularies[vocabulary].canonical.get(folded(typed))
    if known is None:
        raise WrongUse(f"weighbridge.{name}", value=typed)
    return known


def weigh(
    evidence: Evidence, prepared: Prepared, plant: Plant, book: LawBook, session: Session, delivery: Delivery
) -> Weighing:
    """The delivery weighed by the rules of its year, after what the family already sold.

    Raises ParameterNotEstablished for a year whose regime is missing.
    """
    period = civil_year(delivery.on.year)
    session.value("selo.regime", period.start)
    registry = build_registry(evidence.tables["agricultores"], session)
    people = dict(zip(registry.people["cpf"].to_pylist(), registry.people["family"].to_pylist(), strict=True))
    family = people.get(delivery.cpf, delivery.cpf)
    relatives = [cpf for cpf, of in people.items() if of == family]
    with duckdb_engine() as engine:
        small = _with_delivery(prepared, relatives, delivery, plant.cnpj, book)
        weigh_year(engine, year_inputs(evidence, small, [plant]), book, session, period)
        rows = engine.fetch(
            f"select * from weighted_lines where line_id = '{LINE}' and (part = '' or part = '{delivery.cpf}')"
        ).to_pylist()
        ends = engine.fetch(
            f"select max(valid_to) as until from documents where cpf = '{delivery.cpf}' "
            f"and valid_from <= date '{delivery.on}' and date '{delivery.on}' < valid_to"
        ).to_pylist()
    return _answer(rows[-1], ends[0]["until"], delivery)


def _with_delivery(prepared: Prepared, relatives: list[str], delivery: Delivery, plant: str, book: LawBook) -> Prepared:
    """The lines of the family alone, with the delivery last."""
    of_family = pc.is_in(prepared.origins["cpf"], value_set=pa.array(relatives, pa.string()))
    owners = prepared.origins.filter(of_family)["line_id"].combine_chunks()
    lines = prepared.purchases
    direct = pc.is_in(lines["supplier"], value_set=pa.array(relatives, pa.string()))
    through = pc.is_in(lines["line_id"], value_set=owners)
    kept = lines.filter(pc.or_(direct, through))
    added = pa.Table.from_pylist([_line(delivery, plant, book, lines.schema)], schema=lines.schema)
    origins = prepared.origins.filter(pc.is_in(prepared.origins["line_id"], value_set=owners))
    if delivery.supplier:
        row = dict.fromkeys(origins.schema.names) | {
            "line_id": LINE, "cpf": delivery.cpf, "municipality": delivery.place, "grams": delivery.grams,
        }  # fmt: skip
        origins = pa.concat_tables([origins, pa.Table.from_pylist([row], schema=origins.schema)])
    return Prepared(pa.concat_tables([kept, added]), origins, prepared.sales, (), prepared.readings)


def _line(delivery: Delivery, plant: str, book: LawBook, fields: pa.Schema) -> dict[str, object]:
    """A purchase line for the delivery; without a value, one centavo per gram stands in, so that the cut shows."""
    values: dict[str, object] = {field.name: _blank(field.type) for field in fields}
    return values | {
        "line_id": LINE,
        "kind": "purchase",
        "key": _LAST,
        "issued_on": delivery.on,
        "plant": plant,
        "supplier": delivery.supplier or delivery.cpf,
        "supplier_is_person": not delivery.supplier,
        "product": delivery.product,
        "form": delivery.form,
        "municipality": delivery.place,
        "municipality_source": "municipio_origem",
        "grams": delivery.grams,
        "centavos": delivery.grams if delivery.centavos is None else delivery.centavos,
        "crop_year": book.crop_year(delivery.product, delivery.on),
        "claimed": True,
        "proven": True,
    }


def _blank(kind: pa.DataType) -> object:
    if pa.types.is_string(kind):
        return ""
    if pa.types.is_boolean(kind):
        return False
    return 0 if pa.types.is_integer(kind) else None


def _answer(row: Mapping[str, object], until: object, delivery: Delivery) -> Weighing:
    accepted, asked = _whole(row["accepted_centavos"]), _whole(row["centavos"])
    room = row["yield_room_grams"]
    used = _whole(row.get("accepted_grams_used_before") or 0)
    ceiling = row["income_room_centavos"]
    earned = _whole(row.get("accepted_centavos_used_before") or 0)
    priced = delivery.centavos is not None
    return Weighing(
        block=str(row["block"] or ""),
        known_farmer=bool(row["farmer_known"]),
        asked_grams=delivery.grams,
        accepted_grams=delivery.grams if accepted == asked else delivery.grams * accepted // max(asked, 1),
        asked_centavos=asked if priced else None,
        accepted_centavos=accepted if priced else None,
        weight_thousandths=_whole(row["weight"]),
        weighted=_whole(row["weighted"]) if priced else None,
        crop_year=str(row["crop_year"] or ""),
        room_grams=None if room is None else _whole(room),
        room_left_grams=None if room is None else max(0, _whole(room) - used),
        ceiling_centavos=None if ceiling is None else _whole(ceiling),
        ceiling_left_centavos=None if ceiling is None else max(0, _whole(ceiling) - earned),
        document_until=until if isinstance(until, date) else None,
        arguments={
            "cpf": delivery.cpf, "issued_on": str(delivery.on), "supplier": delivery.supplier or delivery.cpf,
            "product": delivery.product, "form": delivery.form, "key": "",
        },
    )  # fmt: skip


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
