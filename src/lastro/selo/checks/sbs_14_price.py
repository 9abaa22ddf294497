"""SBS-14: the price paid is below the PGPAF guarantee, or the contract's own floor (Decreto art. 3 § 2 II).

Nobody publishes the prices in a form that ships: they come from the table `precos`; without it nothing is checked.
"""

from __future__ import annotations

import pyarrow as pa

from lastro.selo.checks.model import Facts, LineCheck
from lastro.statement.model import Severity

_CITES = ("decreto-10527-2020 art. 3 § 2 II",)
_FLOOR_SCHEMA = pa.schema(
    [
        ("contract", pa.string()),
        ("municipality", pa.string()),
        ("uf", pa.string()),
        ("product", pa.string()),
        ("valid_from", pa.date32()),
        ("valid_to", pa.date32()),
        ("price", pa.int64()),  # ten-thousandths of a real
        ("grams", pa.int64()),  # per this many grams
    ]
)
_PER_CENTAVO = 100


def _guaranteed(facts: Facts) -> pa.Table:
    """Guarantee prices that are stated per mass, by municipality, state ("uf") or everywhere."""
    floor = facts.session.found("selo.contract.price_floor", facts.on)
    rows = []
    for row in facts.evidence.tables["precos"].to_pylist() if floor is not None else ():
        factor = facts.book.unit_factor(row["produto"], row["unidade"], facts.on)
        if (
            floor is not None
            and row["fonte"] == floor.value
            and factor is not None
            and factor.kind == "mass"
            and factor.factor.denominator == 1
        ):
            rows.append(
                {
                    "contract": "", "municipality": row["municipio"] or "", "uf": (row["praca"] or "").upper()[:2],
                    "product": row["produto"], "valid_from": row["inicio"], "valid_to": row["fim"],
                    "price": row["preco"], "grams": factor.factor.numerator,
                }
            )  # fmt: skip
    return pa.Table.from_pylist(rows, schema=_FLOOR_SCHEMA)


def _contracted(facts: Facts) -> pa.Table:
    rows = []
    for row in facts.evidence.tables["contratos"].to_pylist():
        factor = facts.book.unit_factor(row["produto"] or "", row["unidade_preco"] or "kg", facts.on)
        if row["preco_minimo"] is not None and factor is not None and factor.kind == "mass":
            rows.append(
                {
                    "contract": row["numero"], "municipality": "", "uf": "", "product": row["produto"] or "",
                    "valid_from": None, "valid_to": None, "price": row["preco_minimo"], "grams": int(factor.factor),
                }
            )  # fmt: skip
    return pa.Table.from_pylist(rows, schema=_FLOOR_SCHEMA)


def _below_guarantee(facts: Facts) -> str:
    facts.engine.register("guaranteed", _guaranteed(facts))
    return _below(
        "guaranteed g on g.product = w.product and (g.valid_from is null or g.valid_from <= w.issued_on)"
        " and (g.valid_to is null or w.issued_on <= g.valid_to)"
        " and (g.municipality = w.place or (g.municipality = '' and (g.uf = '' or g.uf = p.uf)))"
    )


def _below_contract(facts: Facts) -> str:
    facts.engine.register("contract_floors", _contracted(facts))
    return _below("contract_floors g on g.contract = w.contract and (g.product = '' or g.product = w.product)")


def _below(joined: str) -> str:
    """Lines whose value is less than quantity × floor, with the highest floor that applies."""
    return f"""select kind, line_id, part, max(accepted_centavos) as amount, max(floor_centavos) as floor_centavos,
  max(centavos) as paid_centavos from (
  select w.kind, w.line_id, w.part, w.accepted_centavos, w.centavos,
    muldiv_half_up(w.grams, g.price, g.grams * {_PER_CENTAVO}) as floor_centavos
  from weighted_lines w left join places p
    on p.code = w.place and w.issued_on >= p.valid_from and w.issued_on < p.valid_to
  join {joined}
  where w.block = '' and w.kind = 'purchase' and not w.is_input and w.grams > 0 and w.accepted_centavos > 0) priced
where centavos < floor_centavos group by kind, line_id, part"""


CHECKS = (
    LineCheck("SBS-14", "below_guarantee", Severity.AT_RISK, _CITES, _below_guarantee, needs=("precos",)),
    LineCheck("SBS-14", "below_contract", Severity.AT_RISK, _CITES, _below_contract, needs=("contratos",)),
)
