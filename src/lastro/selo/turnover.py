"""What the percentage is measured on: the value of biodiesel sold in the year, exports taken out.

Decreto 10.527/2020 art. 3 § 3 II and III. Returned sales fall in the year that `selo.return_year` names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

import pyarrow as pa

from lastro.core.dates import Interval
from lastro.core.numbers import ML_PER_M3
from lastro.law import Session
from lastro.selo.trace import Trace
from lastro.statement.model import Unit

DECREE = "decreto-10527-2020"
CITES = (f"{DECREE} art. 3 § 3 II", f"{DECREE} art. 3 § 3 III")
_CENTAVOS = 100


@dataclass(frozen=True)
class Turnover:
    """Sales of the year in centavos and millilitres, returns taken off. `doubtful_exports` counts export sales whose
    note does not show an export; `exports_left_in` domestic sales whose note is of an export; `without_volume` the rows
    that state no volume."""

    domestic: int
    export: int
    domestic_ml: int
    export_ml: int
    domestic_taxes: int
    export_taxes: int
    doubtful_exports: int = 0
    doubtful_export_taxes: int = 0
    without_volume: int = 0
    exports_left_in: int = 0


def turnover(sales: pa.Table, session: Session, period: Interval) -> Turnover:
    """Adds up the biodiesel sold in the period. Other products are left out; imported or third-party biodiesel is in
    or out by `selo.denominator_scope`."""
    own_only = session.reading("selo.denominator_scope") == "own_production"
    sold = {row["key"]: row["sold_on"] for row in sales.to_pylist() if row["key"] and not row["is_return"]}
    by_purchase = session.reading("selo.return_year") == "purchase_year"
    rows = [
        row
        for row in sales.to_pylist()
        if row["product"] in ("", "biodiesel")
        and (not own_only or row["manufacture"] in ("", "propria"))
        and _year_date(row, sold, by_purchase) in period
        and not row["block"]
    ]
    return _added(rows)


def _year_date(row: Mapping[str, object], sold: Mapping[object, object], by_purchase: bool) -> date:
    day = sold.get(str(row["return_of"])[:44]) if row["is_return"] and by_purchase else row["sold_on"]
    return day if isinstance(day, date) else _date(row["sold_on"])


def _date(value: object) -> date:
    assert isinstance(value, date)
    return value


def _added(rows: Iterable[Mapping[str, object]]) -> Turnover:
    sums = dict.fromkeys(
        ("domestic", "export", "domestic_ml", "export_ml", "domestic_taxes", "export_taxes", "doubtful_exports",
         "doubtful_export_taxes", "without_volume", "exports_left_in"), 0,
    )  # fmt: skip
    for row in rows:
        sign = -1 if row["is_return"] else 1
        market = "export" if row["destination"] == "exportacao" else "domestic"
        value, tax = sign * _whole(row["centavos"]), sign * _whole(row["tax_centavos"])
        sums[market] += value
        sums[f"{market}_ml"] += sign * _whole(row["ml"])
        sums[f"{market}_taxes"] += tax
        sums["without_volume"] += row["ml"] is None
        if market == "domestic" and row["export_left_in"]:
            sums["exports_left_in"] += value
        if market == "export" and row["export_doubtful"]:
            sums["doubtful_exports"] += value
            sums["doubtful_export_taxes"] += tax
    return Turnover(**sums)


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0


def denominator_lines(trace: Trace, sold: Turnover, session: Session) -> None:
    """Lines `selo.sales.*`, `selo.denominator` and `selo.after_risk.denominator`."""
    trace.given("selo.sales.domestic", Fraction(sold.domestic, _CENTAVOS), cites=CITES[:1])
    trace.given("selo.sales.export", Fraction(sold.export, _CENTAVOS), cites=CITES[1:])
    trace.given("selo.sales.domestic_m3", Fraction(sold.domestic_ml, ML_PER_M3), Unit.M3)
    trace.given("selo.sales.export_m3", Fraction(sold.export_ml, ML_PER_M3), Unit.M3)
    trace.given("selo.sales.domestic_taxes", Fraction(sold.domestic_taxes, _CENTAVOS))
    trace.given("selo.sales.export_taxes", Fraction(sold.export_taxes, _CENTAVOS))
    trace.given("selo.sales.export_doubtful", Fraction(sold.doubtful_exports, _CENTAVOS))
    trace.given("selo.sales.export_doubtful_taxes", Fraction(sold.doubtful_export_taxes, _CENTAVOS))
    readings = ("selo.export_exclusion", "selo.gross_or_net", "selo.denominator_scope")
    trace.formula("selo.denominator", _denominator(session, ""), cites=CITES, reading=readings)
    trace.formula("selo.after_risk.denominator", _denominator(session, "at risk"), cites=CITES, reading=readings)


def _denominator(session: Session, risk: str) -> str:
    net = session.reading("selo.gross_or_net") == "net"
    domestic = "(selo.sales.domestic - selo.sales.domestic_taxes)" if net else "selo.sales.domestic"
    if session.reading("selo.export_exclusion") == "by_volume":
        export = "(selo.sales.export - selo.sales.export_taxes)" if net else "selo.sales.export"
        volume = "(selo.sales.domestic_m3 + selo.sales.export_m3)"
        whole = f"({domestic} + {export})"
        return f"if({volume} > 0, {whole} * (1 - selo.sales.export_m3 / {volume}), {whole})"
    if not risk:
        return domestic
    doubtful = "selo.sales.export_doubtful - selo.sales.export_doubtful_taxes" if net else "selo.sales.export_doubtful"
    return f"{domestic} + {doubtful}"
