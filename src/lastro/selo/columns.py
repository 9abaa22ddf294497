"""The cited columns of Portaria SAF/MAPA 280/2022: one column, one rule (arts. 3, 4, 6 and 9).

A line here is a part of a purchase (one farmer's share of one invoice item), an expected production (art. 7) or a
loss (art. 8). Facts come from the joins of `pipeline`; law values from the row of `law` that holds on the line's date.
"""

from __future__ import annotations

from lastro.relation import Column, Kind

P280 = "portaria-saf-mapa-280-2022"

ORIGIN_FACTS = (
    Column(
        "region_undetermined",
        Kind.BOOLEAN,
        "place_region is null or (place_region not in ('N', 'NE') and place_semiarido is null)",
        "região não determinada na data",
        "region not determined on the date",
    ),
    Column(
        "origin_priority",
        Kind.BOOLEAN,
        "coalesce(place_region in ('N', 'NE') or place_semiarido, false)",
        "origem no Norte, Nordeste ou Semiárido",
        "origin in the North, Northeast or Semi-arid",
        f"{P280} art. 4 § 9 I",
    ),
    Column(
        "spending_region",
        Kind.TEXT,
        "case when origin_priority then 'priority' else 'other' end",
        "grupo regional do limite",
        "regional group of the limit",
        f"{P280} art. 4 § 8",
    ),
)

SUPPLIER_FACTS = (
    Column(
        "supplier_kind",
        Kind.TEXT,
        """case when supplier_is_person then 'agricultor'
             when organisation_kind is not null and organisation_kind <> '' then organisation_kind
             when listed_kind is not null and listed_kind <> '' then listed_kind
             else 'desconhecido' end""",
        "tipo de fornecedor",
        "kind of supplier",
        f"{P280} art. 9",
    ),
    Column(
        "organisation_qualified",
        Kind.BOOLEAN,
        "coalesce(organisation_is_qualified, false)",
        "organização habilitada na data",
        "organisation qualified on the date",
        f"{P280} art. 9",
    ),
    Column(
        "named",
        Kind.BOOLEAN,
        "farmer <> ''",
        "agricultor de origem identificado",
        "farmer of origin named",
        f"{P280} art. 9 sole §",
    ),
    Column(
        "document_in_force",
        Kind.BOOLEAN,
        "document_from is not null",
        "DAP ou CAF em vigor na data",
        "DAP or CAF in force on the date",
        f"{P280} art. 4 I",
    ),
    Column(
        "farmer_known",
        Kind.BOOLEAN,
        "family is not null",
        "agricultor cadastrado",
        "farmer registered",
        f"{P280} art. 4 I",
    ),
)

# What keeps a line out, in the order in which it is named. A note that proves nothing, and own production, need no
# further reason.
_DOCUMENT_MISSING = """kind <> 'return' and named and (not document_in_force or (dap_only and not supplier_is_person
      and supplier_kind <> 'cooperativa_af' and dap_from is null))"""
_REASONS = {
    "SBS-19": "not is_input and not coalesce(admitted, false)",
    "SBS-11": "kind <> 'return' and not supplier_is_person and not organisation_qualified",
    "SBS-09": "kind = 'purchase' and not supplier_is_person and not named"
    " and supplier_kind not in ('cooperativa_af', 'desconhecido')",
    "SBS-01": _DOCUMENT_MISSING,
    "SBS-17": "financed and financed_out",
}
_EACH = ",\n           ".join(f"case when {condition} then '{code}' end" for code, condition in _REASONS.items())

BLOCKS = Column(
    "blocks",
    Kind.TEXT,
    f"""case
         when evidence_block <> '' then evidence_block
         when own then 'OWN'
         else concat_ws(' ', {_EACH})
       end""",
    "motivos de não contar",
    "reasons not counted",
    f"{P280} art. 4 I",
)

BLOCK = Column(
    "block",
    Kind.TEXT,
    "case when blocks = '' then '' else split_part(blocks, ' ', 1) end",
    "motivo de não contar",
    "reason not counted",
    f"{P280} art. 4 I",
)


def blocked_by(code: str) -> str:
    """SQL: whether that reason, alone or among others, keeps the line out."""
    return f"(blocks = '{code}' or blocks like '{code} %' or blocks like '% {code}' or blocks like '% {code} %')"


REQUESTED = (
    Column("is_input", Kind.BOOLEAN, "input <> ''", "insumo", "input", f"{P280} art. 3 § 5"),
    *ORIGIN_FACTS,
    *SUPPLIER_FACTS,
    BLOCKS,
    BLOCK,
    Column(
        "requested_centavos",
        Kind.CENTAVOS,
        "case when block = '' then centavos else 0 end",
        "valor admissível antes dos limites",
        "admissible value before limits",
        f"{P280} art. 4 I",
    ),
    Column(
        "yield_limited",
        Kind.BOOLEAN,
        "block = '' and kind = 'purchase' and not is_input and coalesce(grown, false) and named and grams is not null"
        " and crop_year is not null and crop_year <> ''",
        "sujeito ao limite de produtividade",
        "subject to the yield limit",
        f"{P280} art. 6",
    ),
    Column(
        "pressed_limited",
        Kind.BOOLEAN,
        "block = '' and kind = 'purchase' and not is_input and coalesce(pressed, false) and named"
        " and grams is not null and oil_yield_ppm is not null and crop_year is not null and crop_year <> ''",
        "óleo convertido em grão para o limite",
        "oil converted back to grain for the limit",
        f"{P280} art. 6",
    ),
    Column(
        "requested_grams",
        Kind.GRAMS,
        """case when yield_limited then grams
             when pressed_limited then muldiv_half_up(grams, 1000000, oil_yield_ppm)
             else 0 end""",
        "quantidade sujeita ao limite",
        "quantity subject to the limit",
        f"{P280} art. 6",
    ),
    Column(
        "yield_family",
        Kind.TEXT,
        "case when yield_limited or pressed_limited then family else '' end",
        "família do limite de produtividade",
        "family of the yield limit",
        f"{P280} art. 6",
    ),
)

YIELD_ACCEPTED = Column(
    "accepted_grams",
    Kind.GRAMS,
    "",
    "quantidade dentro da área × produtividade",
    "quantity within area × yield",
    f"{P280} art. 6",
)

AFTER_YIELD = (
    Column(
        "after_yield_centavos",
        Kind.CENTAVOS,
        """case when requested_grams = 0 or accepted_grams = requested_grams then requested_centavos
             else muldiv_half_up(requested_centavos, accepted_grams, requested_grams) end""",
        "valor dentro da área × produtividade",
        "value within area × yield",
        f"{P280} art. 6",
    ),
    Column(
        "income_family",
        Kind.TEXT,
        "case when kind = 'purchase' and block = '' and named then family else '' end",
        "família do teto de renda",
        "family of the income ceiling",
        f"{P280} art. 3 § 9",
    ),
    Column(
        "income_room_centavos",
        Kind.CENTAVOS,
        "case when income_family <> '' then income_ceiling else cast(null as bigint) end",
        "teto anual da família",
        "yearly ceiling of the family",
        f"{P280} art. 3 § 9",
    ),
)

INCOME_ACCEPTED = Column(
    "accepted_centavos",
    Kind.CENTAVOS,
    "",
    "valor aceito no item I",
    "value accepted in item I",
    f"{P280} art. 4 I",
)


def cuts(yielded: str, earned: str) -> tuple[Column, Column]:
    """What each limit took away; `yielded` and `earned` are the SQL of the two differences, by order of the limits."""
    return (
        Column(
            "yield_cut_centavos",
            Kind.CENTAVOS,
            yielded,
            "cortado por área × produtividade",
            "cut by area × yield",
            f"{P280} art. 6",
        ),
        Column(
            "income_cut_centavos",
            Kind.CENTAVOS,
            earned,
            "cortado pelo teto de renda",
            "cut by the income ceiling",
            f"{P280} art. 3 § 9",
        ),
    )


INCOME_FIRST_ACCEPTED = Column(
    "after_income_centavos",
    Kind.CENTAVOS,
    "",
    "valor dentro do teto de renda",
    "value within the income ceiling",
    f"{P280} art. 3 § 9",
)
