"""What the regimes before 2022 had to do without: minimums and multipliers that nobody has established, purchases
without a region, own production without a price.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from lastro.core.numbers import CENTAVOS_PER_REAL, half_up
from lastro.law import Session
from lastro.relation import Engine
from lastro.selo.regime import Tables
from lastro.selo.regimes.cost_based.columns import BASE, UNKNOWN
from lastro.selo.regimes.cost_based.minimum import GROUPS, established, lacking, minimum_key
from lastro.selo.trace import Trace
from lastro.statement.model import Finding, Severity

# Each multiplier with the column that is null where nobody has established it, and the lines that it would concern.
FACTORS = {
    "selo.cost.factor.northeast": ("northeast_tenths", "in_northeast"),
    "selo.cost.factor.other_crops": ("other_crops_tenths", "is_other_crop"),
    "selo.cost.factor.own_region": ("own_region_tenths", "in_own_region"),
}


def missing(session: Session, on: date, engine: Engine) -> tuple[str, ...]:
    """The parameters that the figure had to do without: of regions and lines that the year has."""
    bought = {
        row["cap_group"]
        for row in engine.fetch(f"select cap_group from weighted_lines group by 1 having sum({BASE}) <> 0").to_pylist()
    }
    minimums = [minimum_key(r) for r in GROUPS if r in bought and not established(session, r, on)]
    return (*minimums, *(key for key in FACTORS if _without_factor(engine, key)))


def gaps(trace: Trace, session: Session, on: date, engine: Engine, tables: Tables) -> Iterator[Finding]:
    """One finding for each, with what it concerns and where the user puts it."""
    for region in lacking(trace, session, on):
        amount = half_up(trace.value(f"selo.region.{region}.base") * CENTAVOS_PER_REAL)
        yield _gap("region_minimum", minimum_key(region), session, on, amount)
    for key in FACTORS:
        if amount := _without_factor(engine, key):
            yield _gap("multiplier", key, session, on, amount)
    yield from _facts(session, engine, on)
    for table in ("perenes", "frustracoes"):
        if tables[table].num_rows:
            yield Finding("SBS-26", Severity.ALERT, "expected_not_counted", {"table": table}, {"table": table})


def _facts(session: Session, engine: Engine, on: date) -> Iterator[Finding]:
    """What the workspace could tell and does not."""
    questions = {
        "origin_unknown": (BASE, f"cap_group = '{UNKNOWN}'"),
        "own_price": (BASE, "is_feedstock and own and not own_priced"),
        "inputs_not_counted": ("centavos", "is_input and of_family and inputs_counted is null and evidence_block = ''"),
    }
    for variant, (column, condition) in questions.items():
        if amount := _sum(engine, column, condition):
            cites = session.provisions("selo.cost.yield_sources", on)[:1] if variant == "inputs_not_counted" else ()
            yield Finding("SBS-26", Severity.ALERT, variant, {"table": "aquisicoes"}, {}, cites, amount_centavos=amount)


def _without_factor(engine: Engine, key: str) -> int:
    """Centavos accepted on days for which the multiplier is not established and that it may concern."""
    column, concerned = FACTORS[key]
    return _sum(engine, "accepted_centavos", f"{column} is null and weighable and {concerned}")


def _sum(engine: Engine, column: str, condition: str) -> int:
    (row,) = engine.fetch(
        f"select cast(coalesce(sum({column}), 0) as bigint) as amount from weighted_lines where {condition}"
    ).to_pylist()
    amount = row["amount"]
    assert isinstance(amount, int)
    return amount


def _gap(variant: str, key: str, session: Session, on: date, amount: int) -> Finding:
    told = {"key": key, "date": on.isoformat()}
    return Finding(
        "SBS-26", Severity.ALERT, variant, {"parameter": key}, told, session.provisions(key, on), amount_centavos=amount
    )
