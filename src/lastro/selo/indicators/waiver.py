"""The tax that family feedstock saves (VARF): Lei 11.116/2005 art. 5 § 4 and Decreto 10.527/2020 arts. 5 and 6.

Per sale of biodiesel of the plant: volume × the family classes' shares of the cost of the feedstock used in its month ×
what their rates are below the general one on its day. The ministry proposes the measure; the revenue office has not
confirmed it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.core.dates import Interval
from lastro.core.errors import ParameterNotEstablished
from lastro.core.numbers import ML_PER_M3
from lastro.evidence.evidence import Evidence
from lastro.evidence.sales import sales_lines
from lastro.law import Evidence as Mark
from lastro.law import LawBook, Session, weakest
from lastro.statement.indicators import Reason

GENERAL = "general"
FAMILY = {"familiar": "family", "familiar_prioritaria": "family_priority"}
"""The classes of `consumo` that are family farming, by the class of the rates."""
TAXES = ("pis", "cofins")
_UNIT_REGIME = "especial"

Row = Mapping[str, object]
Shares = Mapping[str, Fraction]


@dataclass(frozen=True)
class Waiver:
    """Reais saved, and the weakest mark of the rates used ("" when nothing was sold)."""

    reais: Fraction
    evidence: str


def waiver(evidence: Evidence, book: LawBook, session: Session, plant: str, period: Interval) -> Waiver | Reason:
    """The waiver of a plant in the period, or what is missing to measure it."""
    option = next((o for o in evidence.config.taxation if o.year == period.start.year), None)
    if option is None:
        return Reason("taxation", {"year": str(period.start.year)})
    if option.regime != _UNIT_REGIME:
        return Reason("ad_valorem", {"year": str(period.start.year)})
    used = _used(evidence, plant)
    if any(not row["classe"] for row in used):
        return Reason("classes")
    sold = list(_sold(evidence, book, session, plant, period))
    if any(row["ml"] is None for row in sold):
        return Reason("volume")
    return _priced(sold, used, session)


def _priced(sold: Iterable[Row], used: Iterable[Row], session: Session) -> Waiver | Reason:
    shares = _shares(used)
    reais, marks = Fraction(0), []
    for row in sold:
        on = row["sold_on"]
        assert isinstance(on, date)
        month = f"{on:%Y-%m}"
        if month not in shares:
            return Reason("consumption", {"month": month})
        try:
            saved, known = _per_m3(shares[month], session, on)
        except ParameterNotEstablished as hole:
            return Reason("law", {"key": hole.arguments["key"], "date": hole.arguments["on"]})
        reais += _m3(row) * saved
        marks += known
    return Waiver(reais, str(weakest(marks)) if marks else "")


def _per_m3(shares: Shares, session: Session, on: date) -> tuple[Fraction, list[Mark]]:
    """Reais saved per m³ by the shares of the family classes, and how well the rates are known."""
    saved, marks = Fraction(0), []
    for name, share in shares.items():
        for tax in TAXES:
            general = session.value(f"tax.rate.{GENERAL}.{tax}", on)
            own = session.value(f"tax.rate.{name}.{tax}", on)
            saved += share * (general.number() - own.number())
            marks += [general.evidence, own.evidence]
    return saved, marks


def _shares(used: Iterable[Row]) -> dict[str, Shares]:
    """Per month, what part of the cost of the feedstock used is of each family class."""
    cost: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for row in used:
        cost[str(row["mes"])][str(row["classe"])] += _whole(row["custo"])
    shares: dict[str, Shares] = {}
    for month, classes in cost.items():
        total = sum(classes.values())
        if total > 0:
            shares[month] = {rate: Fraction(classes[word], total) for word, rate in FAMILY.items() if classes[word]}
    return shares


def _used(evidence: Evidence, plant: str) -> list[Row]:
    """The feedstock used by the plant; rows of inputs and rows without a cost are left out."""
    alone = len(evidence.config.units) == 1
    return [
        row
        for row in evidence.tables["consumo"].to_pylist()
        if not row["insumo"] and row["custo"] and (row["unidade"] == plant or (not row["unidade"] and alone))
    ]


def _sold(evidence: Evidence, book: LawBook, session: Session, plant: str, period: Interval) -> Iterable[Row]:
    """Biodiesel of the plant sold on the national market, and what came back of it."""
    for row in sales_lines(evidence, book, session, plant).table.to_pylist():
        national = row["destination"] != "exportacao"
        own = row["product"] in ("", "biodiesel") and row["manufacture"] in ("", "propria")
        if national and own and not row["block"] and row["sold_on"] in period:
            yield row


def _m3(row: Row) -> Fraction:
    volume = Fraction(_whole(row["ml"]), ML_PER_M3)
    return -volume if row["is_return"] else volume


def _whole(value: object) -> int:
    return value if isinstance(value, int) else 0
