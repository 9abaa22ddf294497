"""Where item I came from: shares by region, crop and kind of supplier, what each multiplier added, and the months."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from lastro.selo.trace import Trace
from lastro.statement.model import Unit

P280 = "portaria-saf-mapa-280-2022"
BY = {"region": "region", "product": "product", "supplier": "supplier_kind"}
MULTIPLIERS = {"origin": "I", "diversified": "II", "own_region": "III", "cooperative": "IV"}
MONTHS = tuple(f"{month:02}" for month in range(1, 13))


def share_lines(trace: Trace, totals: pa.Table) -> None:
    """`selo.amount.<by>.<value>`, `selo.share.<by>.<value>`, `selo.multiplier.<name>`, `selo.month.<MM>.*`,
    `selo.limit.yield.cut`, `selo.limit.income.cut`."""
    for name, column in BY.items():
        for value in sorted(pc.unique(totals[column]).to_pylist()):
            _share(trace, name, column, value)
    for name, item in MULTIPLIERS.items():
        trace.formula(f"selo.multiplier.{name}", f"sum({name}_added)", cites=(f"{P280} art. 4 § 9 {item}",))
    trace.formula("selo.limit.yield.cut", "sum(yield_cut_centavos)", cites=(f"{P280} art. 6",))
    trace.formula("selo.limit.income.cut", "sum(income_cut_centavos)", cites=(f"{P280} art. 3 § 9",))
    for index, month in enumerate(MONTHS, start=1):
        _month(trace, month, "|".join(MONTHS[:index]))


def _share(trace: Trace, name: str, column: str, value: str) -> None:
    slug = value if value not in ("?", "") else "unknown"
    arguments = {"value": value or "?"}
    amount = trace.formula(
        f"selo.amount.{name}.{slug}", f"sum(accepted_centavos, {column}='{value}')", arguments=arguments
    )
    share = f"if(selo.item.I > 0, 100 * {amount} / selo.item.I, 0)"
    trace.formula(f"selo.share.{name}.{slug}", share, Unit.PERCENT, arguments=arguments)


def _month(trace: Trace, month: str, until: str) -> None:
    arguments = {"month": month}
    trace.formula(f"selo.month.{month}.accepted", f"sum(accepted_centavos, month={month})", arguments=arguments)
    text = f"if(selo.denominator > 0, 100 * sum(weighted, month={until}) / selo.denominator, 0)"
    trace.formula(f"selo.month.{month}.cumulative_percentage", text, Unit.PERCENT, arguments=arguments)
