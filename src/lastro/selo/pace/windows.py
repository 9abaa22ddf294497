"""What can still be bought in the year, crop by crop, and by when its contract must be signed.

The contract comes before the purchase (Decreto 10.527/2020 art. 3 § 2 II), so the last day to sign is the last day on
which the crop can be delivered in the year, or the earlier day that the user's table `calendarios` gives. A crop
without a calendar is told as unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta

import pyarrow.compute as pc

from lastro.core.dates import Interval, add_months
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook
from lastro.law.crops import season
from lastro.statement.pace import Window

MONTHS = 12

Row = Mapping[str, object]


def windows(evidence: Evidence, book: LawBook, year: Interval, on: date) -> tuple[Window, ...]:
    """The crops that the user buys, contracts or keeps a calendar of, by product, crop year and place."""
    own = evidence.tables["calendarios"].to_pylist()
    described = {str(row["produto"]) for row in own}
    last = year.last_day
    assert last is not None
    found = [_own(row, on, last) for row in own]
    for product in sorted(_named(evidence) - described):
        found.extend(_shipped(product, book, on, last))
    return tuple(sorted(found, key=lambda window: (window.product, window.crop_year, window.place)))


def _named(evidence: Evidence) -> set[str]:
    """The raw materials that appear in purchases, contracts and notes."""
    notes = evidence.items.filter(pc.equal(evidence.items["use"], "feedstock"))
    columns = (evidence.tables["aquisicoes"]["produto"], evidence.tables["contratos"]["produto"], notes["product"])
    return {value for column in columns for value in column.to_pylist() if value}


def _own(row: Row, on: date, year_end: date) -> Window:
    first, last, sign_by = (_day(row[name]) for name in ("colheita_inicio", "colheita_fim", "contrato_ate"))
    window = Window(
        product=str(row["produto"]),
        crop_year=str(row["safra"]),
        state="",
        place=str(row["uf"] or ""),
        first=first,
        last=last,
        source="own",
        told=str(row["fonte"] or ""),
    )
    return _judged(window, sign_by, on, year_end)


def _shipped(product: str, book: LawBook, on: date, year_end: date) -> Iterator[Window]:
    """The crop sold on the day and, where another begins to be sold in the year, that one."""
    known = season(product)
    if known is None:
        yield Window(product, "", "unknown")
        return
    for first in sorted({known.begins(on), known.begins(year_end)}):
        window = Window(
            product=product,
            crop_year=book.crop_year(product, first) or "",
            state="",
            first=first,
            last=add_months(first, MONTHS) - timedelta(days=1),
            source="shipped",
            evidence=str(known.evidence),
        )
        yield _judged(window, None, on, year_end)


def _judged(window: Window, own_day: date | None, on: date, year_end: date) -> Window:
    """The state of the crop on the day, and the last day to sign."""
    last = min(window.last or year_end, year_end)
    if window.first is not None and window.first > year_end:
        return replace(window, state="next_year")
    if last < on:
        return replace(window, state="over")
    by = own_day if own_day is not None and own_day < last else last
    kind = "own" if by != last or own_day == last else "delivery"
    told = replace(window, sign_by=by, sign_by_is=kind)
    if by < on:
        return replace(told, state="closed")
    return replace(told, state="later" if window.first is not None and window.first > on else "open")


def _day(value: object) -> date | None:
    return value if isinstance(value, date) else None
