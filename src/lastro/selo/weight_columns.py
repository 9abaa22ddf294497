"""What a counted line weighs, and what of it is at risk: art. 4 §§ 9, 11 and 12 of Portaria SAF/MAPA 280/2022.

The factors multiply together; each column before the weight says which of them a line earns, and what it added.
"""

from __future__ import annotations

from lastro.relation import Column, Kind
from lastro.selo.columns import P280

WEIGHTS = (
    Column(
        "weighable",
        Kind.BOOLEAN,
        """not is_input and coalesce(multiplies, false)
           and (kind <> 'expected' or origin_priority) and (kind <> 'loss' or loss_multiplies)""",
        "multiplicadores se aplicam",
        "multipliers apply",
        f"{P280} art. 4 § 11",
    ),
    Column(
        "origin_factor",
        Kind.TENTHS,
        "case when weighable and origin_priority then priority_origin_tenths else 10 end",
        "fator de origem (Norte, Nordeste, Semiárido)",
        "origin factor (North, Northeast, Semi-arid)",
        f"{P280} art. 4 § 9 I",
    ),
    Column(
        "diversified_factor",
        Kind.TENTHS,
        """case when weighable and coalesce(diversified, false) and (kind <> 'expected' or perennial_all_factors)
             then diversified_tenths else 10 end""",
        "fator de matéria-prima diversificada",
        "diversified raw material factor",
        f"{P280} art. 4 § 9 II",
    ),
    Column(
        "own_region_factor",
        Kind.TENTHS,
        """case when weighable and plant_region in ('SE', 'CO') and coalesce(place_region = plant_region, false)
               and (kind <> 'expected' or perennial_all_factors)
               and (southeast_both or not (origin_priority and plant_region = 'SE'))
             then own_region_tenths else 10 end""",
        "fator da própria região (Sudeste, Centro-Oeste)",
        "own region factor (Southeast, Centre-West)",
        f"{P280} art. 4 § 9 III",
    ),
    Column(
        "cooperative_factor",
        Kind.TENTHS,
        """case when weighable and supplier_kind = 'cooperativa_af' and organisation_qualified
               and (kind <> 'expected' or perennial_all_factors)
             then cooperative_tenths else 10 end""",
        "fator de cooperativa da agricultura familiar",
        "family-farming cooperative factor",
        f"{P280} art. 4 § 9 IV",
    ),
    Column(
        "weight",
        Kind.THOUSANDTHS,
        "whole(origin_factor * diversified_factor * own_region_factor * cooperative_factor, 10)",
        "peso da linha",
        "weight of the line",
        f"{P280} art. 4 § 9",
    ),
    Column(
        "origin_added",
        Kind.WEIGHTED,
        "accepted_centavos * (origin_factor * 100 - 1000)",
        "acrescentado pelo fator de origem",
        "added by the origin factor",
        f"{P280} art. 4 § 9 I",
    ),
    Column(
        "diversified_added",
        Kind.WEIGHTED,
        "accepted_centavos * (origin_factor * diversified_factor * 10 - origin_factor * 100)",
        "acrescentado pelo fator de diversificação",
        "added by the diversification factor",
        f"{P280} art. 4 § 9 II",
    ),
    Column(
        "own_region_added",
        Kind.WEIGHTED,
        """accepted_centavos * (origin_factor * diversified_factor * own_region_factor
             - origin_factor * diversified_factor * 10)""",
        "acrescentado pelo fator da própria região",
        "added by the own-region factor",
        f"{P280} art. 4 § 9 III",
    ),
    Column(
        "cooperative_added",
        Kind.WEIGHTED,
        "accepted_centavos * (weight - origin_factor * diversified_factor * own_region_factor)",
        "acrescentado pelo fator de cooperativa",
        "added by the cooperative factor",
        f"{P280} art. 4 § 9 IV",
    ),
    Column(
        "weighted",
        Kind.WEIGHTED,
        "accepted_centavos * weight",
        "valor ponderado",
        "weighted value",
        f"{P280} art. 4 § 9",
    ),
    Column(
        "cap_group",
        Kind.TEXT,
        "case when is_input then 'input' when coalesce(corn, false) then 'corn' else 'main' end",
        "grupo dos limites de milho e insumos",
        "group of the corn and input limits",
        f"{P280} art. 3 §§ 6-7",
    ),
)

RISK = (
    Column(
        "risk_centavos",
        Kind.CENTAVOS,
        "greatest(least(accepted_centavos, coalesce(risk_amount, 0)), 0)",
        "valor em risco",
        "value at risk",
    ),
    Column("risk_weighted", Kind.WEIGHTED, "risk_centavos * weight", "ponderado em risco", "weighted value at risk"),
    Column("safe_centavos", Kind.CENTAVOS, "accepted_centavos - risk_centavos", "valor seguro", "safe value"),
    Column("safe_weighted", Kind.WEIGHTED, "weighted - risk_weighted", "ponderado seguro", "safe weighted value"),
)
