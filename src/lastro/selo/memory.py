"""The memory of calculation: which columns of the final lines a statement keeps, and how they are called."""

from __future__ import annotations

import pyarrow as pa

from lastro.relation import Column, Engine, Kind
from lastro.selo import pipeline
from lastro.selo.line_rules import LineRules
from lastro.statement.model import MemoryColumn

# Facts of a line, then its limits, factors, weight and risk: read from left to right it is the calculation.
_FACTS = (
    Column("line_id", Kind.TEXT, "", "linha", "line"),
    Column("part", Kind.TEXT, "", "agricultor de origem", "farmer of origin"),
    Column("kind", Kind.TEXT, "", "tipo de linha", "kind of line"),
    Column("key", Kind.TEXT, "", "chave", "key"),
    Column("item", Kind.INTEGER, "", "item", "item"),
    Column("issued_on", Kind.DATE, "", "data", "date"),
    Column("plant", Kind.TEXT, "", "unidade", "plant"),
    Column("supplier", Kind.TEXT, "", "fornecedor", "supplier"),
    Column("farmer", Kind.TEXT, "", "agricultor", "farmer"),
    Column("family", Kind.TEXT, "", "família", "family"),
    Column("product", Kind.TEXT, "", "produto", "product"),
    Column("form", Kind.TEXT, "", "forma", "form"),
    Column("input", Kind.TEXT, "", "insumo", "input"),
    Column("place", Kind.TEXT, "", "município de origem", "municipality of origin"),
    Column("contract", Kind.TEXT, "", "contrato", "contract"),
    Column("crop_year", Kind.TEXT, "", "safra", "crop year"),
    Column("grams", Kind.GRAMS, "", "quantidade", "quantity"),
    Column("centavos", Kind.CENTAVOS, "", "valor", "value"),
    Column("yield_room_grams", Kind.GRAMS, "", "área × produtividade da família", "family's area × yield",
           "portaria-saf-mapa-280-2022 art. 6"),
)  # fmt: skip

_LAST = (
    Column("at_risk", Kind.TEXT, "", "achados em risco", "findings at risk"),
    Column("source_table", Kind.TEXT, "", "tabela", "table"),
    Column("source_file", Kind.TEXT, "", "arquivo", "file"),
    Column("source_sheet", Kind.TEXT, "", "planilha", "sheet"),
    Column("source_row", Kind.INTEGER, "", "linha do arquivo", "row of the file"),
    Column("source_hash", Kind.TEXT, "", "resumo da linha", "hash of the row"),
)

_RULES = (
    "region", "region_undetermined", "spending_region", "supplier_kind", "organisation_qualified", "named",
    "document_in_force", "is_input", "block", "requested_centavos", "accepted_grams", "after_yield_centavos",
    "yield_cut_centavos", "income_room_centavos", "income_cut_centavos", "accepted_centavos", "origin_factor",
    "diversified_factor", "own_region_factor", "cooperative_factor", "weight", "weighted", "origin_added",
    "diversified_added", "own_region_added", "cooperative_added", "cap_group", "risk_centavos", "risk_weighted",
    "safe_centavos", "safe_weighted", "month",
)  # fmt: skip


# How a column follows from others of the row, so that the workbook can hold it live (units as people see them).
_FORMULAS = {
    "weight": "origin_factor * diversified_factor * own_region_factor * cooperative_factor",
    "weighted": "accepted_centavos * weight",
    "risk_weighted": "risk_centavos * weight",
    "safe_centavos": "accepted_centavos - risk_centavos",
    "safe_weighted": "weighted - risk_weighted",
    "origin_added": "accepted_centavos * (origin_factor - 1)",
    "diversified_added": "accepted_centavos * origin_factor * (diversified_factor - 1)",
    "own_region_added": "accepted_centavos * origin_factor * diversified_factor * (own_region_factor - 1)",
    "cooperative_added": "accepted_centavos * origin_factor * diversified_factor * own_region_factor"
    " * (cooperative_factor - 1)",
}


def kept_columns(rules: LineRules) -> list[Column]:
    """The columns of the memory in reading order."""
    declared = {column.name: column for column in pipeline.cited_columns(rules)}
    return [*_FACTS, *(declared[name] for name in (*_RULES, *rules.sums)), *_LAST]


def memory_columns(rules: LineRules) -> tuple[MemoryColumn, ...]:
    """The same for the statement."""
    return tuple(
        MemoryColumn(c.name, c.kind.value, c.pt, c.en, c.cites, _FORMULAS.get(c.name, "")) for c in kept_columns(rules)
    )


def memory_of(engine: Engine, rules: LineRules) -> pa.Table:
    """One row per line and part, in the order of the limits."""
    names = ", ".join(column.name for column in kept_columns(rules))
    return engine.fetch(f"select {names} from final_lines order by issued_on, key, item, line_id, part")
