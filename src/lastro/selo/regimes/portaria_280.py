"""Portaria SAF/MAPA 280/2022 as a regime: `columns`, `weight_columns`, `spending`, `tail` and `allocation`."""

from __future__ import annotations

from lastro.core.numbers import CENTAVOS_PER_REAL, TENTHS
from lastro.law import Session
from lastro.selo import tail
from lastro.selo.allocation import cuts_of
from lastro.selo.columns import P280, REQUESTED
from lastro.selo.line_rules import LineRules
from lastro.selo.regime import Regime
from lastro.selo.species import species_table
from lastro.selo.spending import judge_spending
from lastro.selo.turnover import denominator_lines
from lastro.selo.weight_columns import WEIGHTS

_FACTORS = {
    "priority_origin_tenths": "selo.280.factor.priority_origin",
    "diversified_tenths": "selo.280.factor.diversified",
    "own_region_tenths": "selo.280.factor.own_region",
    "cooperative_tenths": "selo.280.factor.cooperative",
}
_CEILING = {"income_ceiling": "selo.pronaf_income_ceiling"}


def _readings(session: Session) -> dict[str, bool]:
    return {
        "loss_multiplies": session.reading("selo.loss_multipliers") == "as_purchase",
        "perennial_all_factors": session.reading("selo.perennial_factors") == "all_factors",
        "southeast_both": session.reading("selo.semiarid_southeast") == "both",
        "dap_only": session.reading("selo.art9_caf") == "dap_only",
        "financed_out": session.reading("selo.financed_purchase") == "excluded",
    }


# A qualified family-farming cooperative multiplies, and so would what its missing qualification keeps out.
_REGAINED = """case when l.block = 'SBS-11' and l.supplier_kind = 'cooperativa_af' and l.weighable
  and (l.kind <> 'expected' or l.perennial_all_factors)
  then whole(l.weight * l.cooperative_tenths, 10) else l.weight end"""

LINES = LineRules(
    law_keys={**_FACTORS, **_CEILING},
    law_scales={**dict.fromkeys(_FACTORS, TENTHS), **dict.fromkeys(_CEILING, CENTAVOS_PER_REAL)},
    constants=_readings,
    constant_names=("loss_multiplies", "perennial_all_factors", "southeast_both", "dap_only", "financed_out"),
    species=species_table,
    requested=REQUESTED,
    weights=WEIGHTS,
    yield_sources="selo.280.yield_sources",
    regained_weight=_REGAINED,
)

REGIME = Regime(
    act=P280,
    keys=("selo.280.", "selo.minimum_percentage"),
    lines=LINES,
    spending=judge_spending,
    denominators=denominator_lines,
    figure=tail.figure_lines,
    conclusions=tail.conclusions,
    added=tail.added_lines,
    accepted="selo.item.I",
    cuts=cuts_of,
    cooperative_kinds="selo.280.cooperative_kinds",
    priority_regions="selo.280.priority_regions",
)
