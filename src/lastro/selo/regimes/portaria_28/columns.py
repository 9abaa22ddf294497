"""The cited columns of Portaria MDA 28/2024: spending options a and b, and the factors of art. 31 § 1.

A purchase is option a when it is feedstock for biodiesel, wherever it comes from, and option b when it is any other
product of family farming from the North, the Northeast or the Semi-arid; else it does not count. Letters a or b, d, e
and f combine; letter f is of feedstock alone.
"""

from __future__ import annotations

from dataclasses import replace

from lastro.relation import Column, Kind
from lastro.selo import columns as common
from lastro.selo.weight_columns import WEIGHTS as OTHER_WEIGHTS

P28 = "portaria-mda-28-2024"
DECREE = "decreto-10527-2020"
OPTIONS = f"{DECREE} art. 3 § 2 I"

_CITES = {
    "origin_priority": f"{P28} art. 31 § 1 d",
    "spending_region": "portaria-interministerial-mme-mda-2-2023 art. 1",
    "supplier_kind": f"{P28} art. 57",
    "organisation_qualified": f"{P28} art. 57",
    "named": f"{P28} art. 57",
    "document_in_force": f"{P28} art. 57",
    "farmer_known": f"{P28} art. 57",
    "is_input": OPTIONS,
    "block": OPTIONS,
    "requested_centavos": OPTIONS,
}

_OPTION = Column(
    "spending_option",
    Kind.TEXT,
    """case when not is_input and coalesce(admitted, false) and destination in ('', 'biodiesel') then 'a'
         when origin_priority then 'b' else '' end""",
    "opção de dispêndio",
    "spending option",
    OPTIONS,
)

_REASONS = {
    "SBS-19": "spending_option = ''",
    "SBS-11": "kind <> 'return' and not supplier_is_person and not organisation_qualified",
    "SBS-09": "kind = 'purchase' and not supplier_is_person and not named"
    " and supplier_kind not in ('cooperativa_af', 'desconhecido')",
    "SBS-01": "kind <> 'return' and named and not document_in_force",
}
_EACH = ",\n           ".join(f"case when {condition} then '{code}' end" for code, condition in _REASONS.items())

_BLOCKS = replace(
    common.BLOCKS,
    sql=f"""case
         when evidence_block <> '' then evidence_block
         when own then 'OWN'
         else concat_ws(' ', {_EACH})
       end""",
    cites=OPTIONS,
)

_OWN_SQL = {  # whatever the crop is bought for, the land that it grew on is the same
    "yield_limited": "limits_kept and ({})",
    "pressed_limited": "limits_kept and ({})",
}


def _requested(column: Column) -> Column:
    told = replace(column, cites=_CITES.get(column.name, column.cites))
    return replace(told, sql=_OWN_SQL[column.name].format(column.sql)) if column.name in _OWN_SQL else told


def _with_option(columns: tuple[Column, ...]) -> tuple[Column, ...]:
    """The common columns under this portaria, the option just before the reasons that keep a line out."""
    told: list[Column] = []
    for column in columns:
        if column.name == "blocks":
            told += [_OPTION, _BLOCKS]
        else:
            told.append(_requested(column))
    return tuple(told)


REQUESTED = _with_option(common.REQUESTED)

_FACTORS = (
    Column(
        "weighable",
        Kind.BOOLEAN,
        "spending_option <> ''",
        "multiplicadores se aplicam",
        "multipliers apply",
        f"{P28} art. 31 § 2",
    ),
    Column(
        "origin_factor",
        Kind.TENTHS,
        "case when weighable and origin_priority then priority_origin_tenths else 10 end",
        "fator do Norte, Nordeste e Semiárido",
        "factor of the North, Northeast and Semi-arid",
        f"{P28} art. 31 § 1 d",
    ),
    Column(
        "diversified_factor",
        Kind.TENTHS,
        "case when spending_option = 'a' and coalesce(diversified, false) then diversified_tenths else 10 end",
        "fator de matéria-prima diversificada",
        "diversified raw material factor",
        f"{P28} art. 31 § 1 f",
    ),
    Column(
        "own_region_factor",
        Kind.TENTHS,
        """case when weighable and coalesce(place_region in ('CO', 'SE'), false)
               and (southeast_both or not origin_priority)
             then centre_southeast_tenths else 10 end""",
        "fator do Centro-Oeste e do Sudeste",
        "factor of the Centre-West and the Southeast",
        f"{P28} art. 31 § 1 e",
    ),
    Column(
        "organisation_letter",
        Kind.TEXT,
        """case when not (weighable and supplier_kind = 'cooperativa_af' and organisation_qualified) then ''
             when organisation_share is null then '?'
             when organisation_share <= membership_threshold then 'b' else 'a' end""",
        "alínea da organização",
        "letter of the organisation",
        f"{P28} art. 31 § 1 a-b",
    ),
    Column(
        "cooperative_factor",
        Kind.TENTHS,
        """case when organisation_letter = 'b' then minority_tenths
             when organisation_letter = 'a' then coalesce(majority_tenths, 10) else 10 end""",
        "fator da organização da agricultura familiar",
        "family-farming organisation factor",
        f"{P28} art. 31 § 1 a-b",
    ),
)
_ADDED = {
    "weight": f"{P28} art. 31 § 2",
    "origin_added": f"{P28} art. 31 § 1 d",
    "diversified_added": f"{P28} art. 31 § 1 f",
    "own_region_added": f"{P28} art. 31 § 1 e",
    "cooperative_added": f"{P28} art. 31 § 1 a-b",
    "weighted": f"{P28} art. 31 § 3",
}
_SUMS = tuple(replace(column, cites=_ADDED[column.name]) for column in OTHER_WEIGHTS if column.name in _ADDED)
_GROUP = Column("cap_group", Kind.TEXT, "spending_option", "opção de dispêndio", "spending option", OPTIONS)

WEIGHTS = (*_FACTORS, *_SUMS, _GROUP)
