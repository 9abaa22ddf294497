"""Where item I came from: shares by region, crop and kind of supplier, what each multiplier added, and the months."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from lastro.selo.regime import Regime
from lastro.selo.trace import Trace
from lastro.statement.model import Unit

P280 = "portaria-saf-mapa-280-2022"
BY = ("region", "product", "supplier_kind")
UNKNOWN = "undetermined"
MONTHS = tuple(f"{month:02}" for month in range(1, 13))


def share_lines(trace: Trace, totals: pa.Table, regime: Regime) -> None:
    """`selo.purchases.<by>.<value>`, `selo.share.<by>.<value>`, what the multipliers of the regime added,
    `selo.month.<MM>.*`, `selo.cap.yield.cut`, `selo.cap.income.cut`."""
    for name in BY:
        accepted = totals.filter(pc.greater(totals["accepted_centavos"], 0))
        for value in sorted(pc.unique(accepted[name]).to_pylist()):
            _share(trace, name, value, regime.accepted)
    regime.added(trace)
    trace.formula("selo.cap.yield.cut", "sum(yield_cut_centavos)", cites=regime.cites("SBS-05", (f"{P280} art. 6",)))
    trace.formula(
        "selo.cap.income.cut", "sum(income_cut_centavos)", cites=regime.cites("SBS-03", (f"{P280} art. 3 § 9",))
    )
    for index, month in enumerate(MONTHS, start=1):
        _month(trace, month, "|".join(MONTHS[:index]))


def _share(trace: Trace, name: str, value: str, accepted: str) -> None:
    slug = value if value not in ("?", "") else UNKNOWN
    arguments = {name: slug}
    amount = trace.formula(
        f"selo.purchases.{name}.{slug}", f"sum(accepted_centavos, {name}='{value}')", arguments=arguments
    )
    share = f"if({accepted} > 0, 100 * {amount} / {accepted}, 0)"
    trace.formula(f"selo.share.{name}.{slug}", share, Unit.PERCENT, arguments=arguments)


def _month(trace: Trace, month: str, until: str) -> None:
    arguments = {"month": month}
    trace.formula(f"selo.month.{month}.accepted", f"sum(accepted_centavos, month={month})", arguments=arguments)
    text = f"100 * sum(weighted, month={until}) / selo.denominator"
    trace.formula(f"selo.month.{month}.cumulative_percentage", text, Unit.PERCENT, arguments=arguments)
