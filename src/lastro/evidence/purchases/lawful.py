"""What dated law data says of each distinct good, unit and day among the lines: asked once, joined in bulk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

import pyarrow as pa

from lastro.evidence.desk import Desk
from lastro.law import LawBook, Session

_MEASURES = pa.schema(
    [
        ("product", pa.string()),
        ("unit", pa.string()),
        ("issued_on", pa.date32()),
        ("unit_name", pa.string()),  # canonical; null when the text is no unit we know
        ("kind", pa.string()),
        ("numerator", pa.int64()),
        ("denominator", pa.int64()),
    ]
)
_CROPS = pa.schema([("product", pa.string()), ("issued_on", pa.date32()), ("crop_year", pa.string())])


def put_measures(desk: Desk, book: LawBook, session: Session, source: str) -> None:
    """Table `measures`: how much one unit of each (product, unit, day) of `source` is, in grams or millilitres."""
    asked = _distinct(
        desk, f"select distinct product, unit, issued_on from {source} where unit is not null and issued_on is not null"
    )
    answers = ((product, unit, day, *_measure(book, session, product or "", unit, day)) for product, unit, day in asked)
    desk.put("measures", _table(answers, _MEASURES))


def put_crops(desk: Desk, book: LawBook, session: Session, source: str) -> None:
    """Table `crops`: the default crop year of each (product, day) of `source`, null where there is none."""
    asked = _distinct(
        desk, f"select distinct product, issued_on from {source} where product is not null and issued_on is not null"
    )
    by_calendar = session.reading("selo.crop_calendar") == "default_calendar"
    answers = ((good, day, book.crop_year(good, day) if by_calendar else None) for good, day in asked)
    desk.put("crops", _table(answers, _CROPS))


def _measure(
    book: LawBook, session: Session, product: str, unit: str, day: date
) -> tuple[str | None, str | None, int | None, int | None]:
    name = book.normalise_unit(unit)
    found = book.unit_factor(product, unit, day)
    if found is None or (found.reading and session.reading(found.reading) == "contract_only"):
        return name, None, None, None
    return name, found.kind, found.factor.numerator, found.factor.denominator


def _distinct(desk: Desk, select: str) -> Iterator[tuple[Any, ...]]:
    table = desk.table(select)
    yield from zip(*(column.to_pylist() for column in table.columns), strict=True)


def _table(rows: Iterable[tuple[object, ...]], schema: pa.Schema) -> pa.Table:
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.table([pa.array(c, t) for c, t in zip(columns, schema.types, strict=True)], schema=schema)
