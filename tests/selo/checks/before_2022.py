"""The variants that only a regime before 2022 can answer with; `test_before_2022` makes each of them."""

from __future__ import annotations

BEFORE_2022 = frozenset(
    [("SBS-11", "not_admitted"), ("SBS-17", "not_counted")]
    + [
        ("SBS-26", variant)
        for variant in ("region_minimum", "multiplier", "origin_unknown", "own_price", "inputs_not_counted")
    ]
)
