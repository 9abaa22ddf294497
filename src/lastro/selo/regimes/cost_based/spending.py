"""Spending that counts besides purchases before 2022: soil analysis, technical assistance, donations and services.

IN MDA 1/2005 counts purchases only. No text seen limits these costs or multiplies them: each counts as it was paid, in
the region of its municipality, without what was advanced, financed or paid with public money.
"""

from __future__ import annotations

from datetime import date
from fractions import Fraction

from lastro.core.regions import Region, region_of_uf_code
from lastro.selo.regimes.cost_based.columns import UNKNOWN
from lastro.selo.spending import Row, Spending, SpendingFacts

Fault = tuple[str, str]
_NEVER = (("antecipado", "advanced"), ("financiado", "financed"), ("recurso_publico", "public_money"))


def judge_spending(rows: list[Row], facts: SpendingFacts) -> list[Spending]:
    """Every row of `dispendios` dated in the year, judged; the item is the region that its municipality belongs to.

    Raises ParameterNotEstablished.
    """
    return [_judge(row, facts) for row in rows if _day(row) in facts.period]


def _day(row: Row) -> date:
    day = row["data"]
    assert isinstance(day, date)
    return day


def _judge(row: Row, facts: SpendingFacts) -> Spending:
    on = _day(row)
    place = str(row["municipio"] or "")
    priority = bool(place) and facts.is_priority(place, on)
    region, letter = _region(place, priority), str(row["alinea"] or "")
    value = row["valor"]
    assert isinstance(value, int)
    block = _blocked(row, on, facts)
    if block is not None:
        return Spending(row, region, letter, Fraction(value), Fraction(0), priority, block=block)
    return Spending(row, region, letter, Fraction(value), Fraction(value), priority, risks=_badly_proved(row))


def _region(place: str, priority: bool) -> str:
    """The Semi-arid goes with the Northeast, whatever the state."""
    if not place:
        return UNKNOWN
    region = region_of_uf_code(place)
    return Region.NORTHEAST.value if priority and region is not Region.NORTH else region.value


def _blocked(row: Row, on: date, facts: SpendingFacts) -> Fault | None:
    """The first rule that keeps the row out, as (code, variant)."""
    if row["tipo"] not in facts.session.names("selo.cost.counted_kinds", on):
        return ("SBS-17", "not_counted")
    return next((("SBS-17", variant) for column, variant in _NEVER if row[column]), None)


def _badly_proved(row: Row) -> tuple[Fault, ...]:
    """A cost without a document."""
    if row["tipo"] == "doacao":
        return () if row["comprovante"] else (("SBS-17", "no_invoice"),)
    shown = row["registro"] or row["comprovante"] or row["tipo"] == "ater_propria"
    return () if shown else (("SBS-15", "no_registration"),)
