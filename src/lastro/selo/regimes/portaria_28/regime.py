"""The parts of Portaria MDA 28/2024 put together, and what it had to do without."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from lastro.core.dates import civil_year
from lastro.core.numbers import CENTAVOS_PER_REAL, TENTHS, half_up
from lastro.law import Session
from lastro.relation import Engine
from lastro.selo.conclusions import MINIMUM
from lastro.selo.line_rules import LineRules
from lastro.selo.regime import Regime, Tables
from lastro.selo.regimes.portaria_28 import tail
from lastro.selo.regimes.portaria_28.carry_over import Balance, carried, debts
from lastro.selo.regimes.portaria_28.columns import P28, REQUESTED, WEIGHTS
from lastro.selo.regimes.portaria_28.species import species_table
from lastro.selo.regimes.portaria_28.spending import below_own_average, judge_spending
from lastro.selo.trace import Trace
from lastro.statement.model import Finding, Severity

_MAJORITY = "selo.28.factor.organisation_majority"
_FACTORS = {
    "priority_origin_tenths": "selo.28.factor.priority_origin",
    "centre_southeast_tenths": "selo.28.factor.centre_southeast",
    "diversified_tenths": "selo.28.factor.diversified",
    "minority_tenths": "selo.28.factor.organisation_minority",
}
_PERCENT_COLUMN = 1_000_000  # a share of one in ten-thousandths of a percent
_CONTRACTS = "decreto-10527-2020 art. 3 § 2 II"
_PURCHASES = "decreto-10527-2020 art. 3 § 2 I"

CHECKS: dict[str, tuple[str, ...]] = {
    "SBS-01": (f"{P28} art. 57",),
    "SBS-03": (),
    "SBS-05": (),
    "SBS-06": (_PURCHASES,),
    "SBS-07": (_PURCHASES,),
    "SBS-08": (_PURCHASES,),
    "SBS-09": (f"{P28} art. 57",),
    "SBS-11": (f"{P28} art. 57",),
    "SBS-13": (_CONTRACTS,),
    "SBS-14": (_CONTRACTS,),
    "SBS-15": (f"{P28} art. 15", f"{P28} art. 16"),
    "SBS-17": (f"{P28} art. 31 § 1 c", _PURCHASES),
    "SBS-19": (_PURCHASES,),
    "SBS-22": (f"{P28} art. 31 § 3",),
    "SBS-24": (_PURCHASES,),
    "SBS-25": (),
    "SBS-26": (),
}


def _constants(session: Session) -> dict[str, bool]:
    return {
        "limits_kept": session.reading("selo.28.family_limits") == "kept",
        "southeast_both": session.reading("selo.28.semiarid_southeast") == "both",
    }


def _soft(session: Session) -> dict[str, str]:
    kept = session.reading("selo.28.family_limits") == "kept"
    return {"income_ceiling": "selo.pronaf_income_ceiling" if kept else "", "majority_tenths": _MAJORITY}


LINES = LineRules(
    law_keys={**_FACTORS, "membership_threshold": "selo.28.membership_threshold"},
    law_scales={
        **dict.fromkeys((*_FACTORS, "majority_tenths"), TENTHS),
        "membership_threshold": _PERCENT_COLUMN,
        "income_ceiling": CENTAVOS_PER_REAL,
    },
    constants=_constants,
    constant_names=("limits_kept", "southeast_both"),
    species=species_table,
    requested=REQUESTED,
    weights=WEIGHTS,
    extras=False,
    soft_keys=_soft,
    soft_names=("income_ceiling", "majority_tenths"),
    yield_sources="selo.28.yield_sources",
)


def _missing(session: Session, on: date, engine: Engine) -> tuple[str, ...]:
    """The minimum, and the factor of § 1 a when something was bought from an organisation that earns it."""
    lacking = [MINIMUM] if session.found(MINIMUM, on) is None else []
    return (*lacking, _MAJORITY) if _without_factor(engine) else tuple(lacking)


def _without_factor(engine: Engine) -> int:
    """Centavos bought under letter a on days for which its factor is not established."""
    return _sum(engine, "organisation_letter = 'a' and majority_tenths is null")


def _sum(engine: Engine, condition: str) -> int:
    (row,) = engine.fetch(
        f"""select cast(coalesce(sum(accepted_centavos), 0) as bigint) as amount from weighted_lines
where accepted_centavos > 0 and {condition}"""
    ).to_pylist()
    amount = row["amount"]
    assert isinstance(amount, int)
    return amount


def _gaps(trace: Trace, session: Session, on: date, engine: Engine, tables: Tables) -> Iterator[Finding]:
    """What the portaria leaves without a number in this year, and where the user puts it."""
    if session.found(MINIMUM, on) is None:
        yield _gap("minimum", MINIMUM, session, on)
    if amount := _without_factor(engine):
        yield _gap("organisation_factor", _MAJORITY, session, on, amount)
    if amount := _sum(engine, "organisation_letter = '?'"):
        yield _gap("membership", "selo.28.membership_threshold", session, on, amount)
    for debt in debts(tables, civil_year(on.year)):
        yield _debt(debt)
    for table in ("perenes", "frustracoes"):
        if tables[table].num_rows:
            yield Finding("SBS-26", Severity.ALERT, "expected_not_counted", {"table": table}, {"table": table}, (P28,))


def _debt(debt: Balance) -> Finding:
    told = {"date": debt.noticed_on.isoformat(), "until": str(debt.following.last_day)}
    owed = half_up(-debt.reais * CENTAVOS_PER_REAL)
    about = {"decision": "saldo_2024"}
    return Finding("SBS-26", Severity.ALERT, "balance_due", about, told, (f"{P28} art. 58",), amount_centavos=owed)


def _gap(variant: str, key: str, session: Session, on: date, amount: int | None = None) -> Finding:
    told = {"key": key, "date": on.isoformat()}
    return Finding(
        "SBS-26", Severity.ALERT, variant, {"parameter": key}, told, session.provisions(key, on), amount_centavos=amount
    )


REGIME = Regime(
    act=P28,
    keys=("selo.28.", MINIMUM),
    lines=LINES,
    spending=judge_spending,
    denominators=tail.denominator_lines,
    figure=tail.figure_lines,
    conclusions=tail.conclusions,
    added=tail.added_lines,
    accepted="selo.item.purchases",
    checks=CHECKS,
    gaps=_gaps,
    alerts=below_own_average,
    carried=carried,
    missing=_missing,
    cooperative_kinds="selo.28.organisation_kinds",
    priority_regions="selo.28.priority_regions",
)
