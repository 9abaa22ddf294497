"""The cited columns of the regimes before 2022: who is family farming, what is bought of everybody, which factors.

The denominator is all feedstock bought: own production at the mean price paid to others for the product (IN MDA 2/2005,
art. 3 § 2), the producer's part of sharecropping at the mean paid to partners (§ 3). A purchase from a supplier that is
in no register of the workspace counts there and is no finding.
"""

from __future__ import annotations

from dataclasses import replace

from lastro.relation import Column, Kind
from lastro.selo import columns as common
from lastro.selo.weight_columns import WEIGHTS as OTHER_WEIGHTS

BASE = "base_centavos"
OUTSIDE = "OTHER"  # bought outside family farming: no reason to remedy, as own production has none
UNKNOWN = "unknown"
_PRICED = ("in-mda-2-2005 art. 3 § 2", "in-mda-2-2005 art. 3 § 3")

_REASONS = {
    "SBS-19": "not is_input and (not coalesce(admitted, false)"
    " or (not coalesce(multiplies, false) and animals_admitted is null))",
    "SBS-11": "kind <> 'return' and not supplier_is_person and not organisation_admitted",
    "SBS-09": "kind = 'purchase' and not supplier_is_person and not named and supplier_kind <> 'cooperativa_af'",
    "SBS-01": "kind <> 'return' and named and not document_in_force",
}
_EACH = ",\n           ".join(f"case when {condition} then '{code}' end" for code, condition in _REASONS.items())

_CHANGED = {
    "yield_limited": "area_limit is not null and ({})",
    "pressed_limited": "area_limit is not null and ({})",
}


def requested(act: str) -> tuple[Column, ...]:
    """The columns up to what each line asks for, citing the act."""
    told: list[Column] = []
    for column in common.REQUESTED:
        cited = replace(column, cites=act if column.cites else "")
        if column.name == "blocks":
            told += [_of_family(act), _admitted(act), _feedstock(act), replace(cited, sql=_BLOCKS)]
        elif column.name in _CHANGED:
            told.append(replace(cited, sql=_CHANGED[column.name].format(column.sql)))
        else:
            told.append(cited)
    return tuple(told)


_BLOCKS = f"""case
         when evidence_block <> '' then evidence_block
         when own then 'OWN'
         when not of_family or (is_input and inputs_counted is null) then '{OUTSIDE}'
         else concat_ws(' ', {_EACH})
       end"""


def _of_family(act: str) -> Column:
    return Column(
        "of_family",
        Kind.BOOLEAN,
        """case when supplier_is_person then farmer_known
             else supplier_kind <> 'desconhecido' or (line_named and kind = 'purchase') end""",
        "fornecedor da agricultura familiar",
        "supplier of family farming",
        act,
    )


def _admitted(act: str) -> Column:
    return Column(
        "organisation_admitted",
        Kind.BOOLEAN,
        """organisation_qualified and case supplier_kind
             when 'cooperativa_af' then coalesce(organisation_share >= members_floor, true)
             when 'cooperativa_sem_caf' then without_dap_admitted is not null
             when 'agente_intermediario' then dealer_admitted is not null else false end""",
        "organização admitida e habilitada na data",
        "organisation admitted and qualified on the date",
        act,
    )


def _feedstock(act: str) -> Column:
    return Column(
        "is_feedstock",
        Kind.BOOLEAN,
        """not is_input and coalesce(admitted, false) and kind in ('purchase', 'return')
           and evidence_block not in ('SBS-06', 'SBS-07')""",
        "matéria-prima comprada",
        "feedstock bought",
        act,
    )


def _mean(amount: str, counted: str) -> str:
    """SQL: the sum of an amount over what was bought of others of the product; null when nothing was."""
    return f"cast(sum(case when {counted} then {amount} end) over (partition by product) as bigint)"


def _priced(cites: str) -> tuple[Column, ...]:
    bought = "is_feedstock and not own and grams > 0 and centavos > 0"
    shared = f"{bought} and sharecropping"
    return (
        Column("bought_centavos", Kind.CENTAVOS, _mean("centavos", bought), "comprado", "bought", cites),
        Column("bought_grams", Kind.GRAMS, _mean("grams", bought), "quantidade comprada", "quantity bought", cites),
        Column(
            "shared_centavos", Kind.CENTAVOS, _mean("centavos", shared), "pago a parceiros", "paid to partners", cites
        ),
        Column("shared_grams", Kind.GRAMS, _mean("grams", shared), "de parceiros", "from partners", cites),
        Column(
            "own_priced",
            Kind.BOOLEAN,
            "is_feedstock and own and grams is not null and case when sharecropping then shared_grams is not null"
            " else bought_grams is not null end",
            "produção própria com preço médio",
            "own production with a mean price",
            cites,
        ),
        Column(
            BASE,
            Kind.CENTAVOS,
            """case when not is_feedstock then 0
                 when own_priced and sharecropping then muldiv_half_up(grams, shared_centavos, shared_grams)
                 when own_priced then muldiv_half_up(grams, bought_centavos, bought_grams)
                 else centavos end""",
            "valor da matéria-prima no denominador",
            "value of feedstock in the denominator",
            cites,
        ),
    )


_FACTS = (
    ("in_northeast", "coalesce(place_region = 'NE' or place_semiarido, false)", "Nordeste ou Semiárido",
     "Northeast or Semi-arid"),
    ("is_other_crop", "not is_input and coalesce(diversified, false)", "matéria-prima que não é soja",
     "feedstock other than soy"),
    ("in_own_region", "plant_region in ('SE', 'CO') and coalesce(place_region = plant_region, false)",
     "própria região da usina", "the plant's own region"),
)  # fmt: skip
_RAW = {"northeast": "in_northeast", "other_crops": "is_other_crop", "own_region": "in_own_region"}
_PLACES = {
    "origin_factor": ("northeast", "fator do Nordeste e Semiárido", "factor of the Northeast and Semi-arid"),
    "diversified_factor": ("other_crops", "fator das outras matérias-primas", "factor of other feedstock"),
    "own_region_factor": ("own_region", "fator da própria região", "own region factor"),
}


def _raw(name: str, fact: str, act: str) -> Column:
    factor = f"case when weighable and {fact} then coalesce({name}_tenths, 10) else 10 end"
    return Column(f"{name}_raw", Kind.TENTHS, factor, "fator que se aplica", "factor that applies", act)


def _factors(act: str) -> tuple[Column, ...]:
    """Each factor as it counts: all of them, or the largest alone, the first named of equals."""
    told: list[Column] = []
    before = "true"
    for name, (raw, pt, en) in _PLACES.items():
        alone = f"{raw}_raw = largest_raw and {before}"
        told.append(Column(name, Kind.TENTHS, f"case when factors_multiply or ({alone}) then {raw}_raw else 10 end",
                           pt, en, act))  # fmt: skip
        before = f"{before} and {raw}_raw < largest_raw"
    none = Column("cooperative_factor", Kind.TENTHS, "10", "fator de cooperativa", "cooperative factor", act)
    return (*told, none)


def weights(act: str) -> tuple[Column, ...]:
    """The columns from a limited line to what it weighs, citing the act."""
    weighable = Column(
        "weighable",
        Kind.BOOLEAN,
        "not is_input and coalesce(multiplies or diversified, false)",
        "multiplicadores se aplicam",
        "multipliers apply",
        act,
    )
    largest = "greatest(northeast_raw, other_crops_raw, own_region_raw)"
    sums = ("weight", "origin_added", "diversified_added", "own_region_added", "cooperative_added", "weighted")
    return (
        *_priced("; ".join(_PRICED)),
        *(Column(name, Kind.BOOLEAN, sql, pt, en, act) for name, sql, pt, en in _FACTS),
        weighable,
        *(_raw(name, fact, act) for name, fact in _RAW.items()),
        Column("largest_raw", Kind.TENTHS, largest, "maior fator", "largest factor", act),
        *_factors(act),
        *(replace(column, cites=act) for column in OTHER_WEIGHTS if column.name in sums),
        Column(
            "cap_group",
            Kind.TEXT,
            f"case when in_northeast then 'NE' else coalesce(place_region, '{UNKNOWN}') end",
            "região do percentual",
            "region of the percentage",
            act,
        ),
    )
