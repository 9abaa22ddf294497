"""The parts of the regimes before 2022 put together, one `Regime` for each act."""

from __future__ import annotations

from lastro.core.numbers import CENTAVOS_PER_REAL, TENTHS
from lastro.law import Session
from lastro.selo.line_rules import LineRules
from lastro.selo.regime import Regime
from lastro.selo.regimes.cost_based import tail
from lastro.selo.regimes.cost_based.columns import BASE, requested, weights
from lastro.selo.regimes.cost_based.gaps import FACTORS, gaps, missing
from lastro.selo.regimes.cost_based.species import species_table
from lastro.selo.regimes.cost_based.spending import judge_spending

ACTS = ("in-mda-1-2005", "in-mda-1-2009", "portaria-mda-60-2012", "portaria-sead-515-2018", "portaria-mapa-144-2019")
_PERCENT_COLUMN = 1_000_000  # a share of one in ten-thousandths of a percent
_CEILING = "income_ceiling"
_SOFT = {
    **{column: key for key, (column, _) in FACTORS.items()},
    "area_limit": "selo.cost.area_limit",
    "animals_admitted": "selo.cost.animals_admitted",
    "inputs_counted": "selo.cost.inputs_counted",
    "without_dap_admitted": "selo.cost.admits.cooperative_without_dap",
    "dealer_admitted": "selo.cost.admits.dealer",
    "members_floor": "selo.cost.cooperative_members",
}
_ASKED = (
    "SBS-01", "SBS-03", "SBS-05", "SBS-06", "SBS-07", "SBS-08", "SBS-09", "SBS-11", "SBS-13", "SBS-14", "SBS-15",
    "SBS-17", "SBS-19", "SBS-24",
)  # fmt: skip
_OF_OTHERS = {
    "SBS-03": ("portaria-saf-mapa-280-2022 art. 3 § 9",),
    "SBS-05": ("portaria-mda-337-2015",),
    "SBS-14": ("decreto-5996-2006",),
}


def _constants(session: Session) -> dict[str, bool]:
    return {"factors_multiply": session.reading("selo.cost.multipliers") == "product"}


def _soft(session: Session) -> dict[str, str]:
    kept = session.reading("selo.cost.income_limit") == "kept"
    return {**_SOFT, _CEILING: "selo.pronaf_income_ceiling" if kept else ""}


def _lines(act: str) -> LineRules:
    tenths = dict.fromkeys((column for column, _ in FACTORS.values()), TENTHS)
    return LineRules(
        law_keys={},
        law_scales={**tenths, "members_floor": _PERCENT_COLUMN, _CEILING: CENTAVOS_PER_REAL},
        constants=_constants,
        constant_names=("factors_multiply",),
        species=species_table,
        requested=requested(act),
        weights=weights(act),
        extras=False,
        others=True,
        sums=(BASE,),
        soft_keys=_soft,
        soft_names=(*_SOFT, _CEILING),
        yield_sources="selo.cost.yield_sources",
    )


def _regime(act: str) -> Regime:
    ends = tail.Tail(act)
    return Regime(
        act=act,
        keys=("selo.cost.",),
        lines=_lines(act),
        spending=judge_spending,
        denominators=tail.denominator_lines,
        figure=ends.figure,
        conclusions=ends.conclusions,
        added=ends.added,
        accepted="selo.item.family",
        checks={**{code: _OF_OTHERS.get(code, (act,)) for code in _ASKED}, "SBS-25": (), "SBS-26": ()},
        gaps=gaps,
        missing=missing,
        cooperative_kinds="selo.cost.organisation_kinds",
        priority_regions="selo.cost.priority_regions",
    )


COST_BASED = tuple(map(_regime, ACTS))
