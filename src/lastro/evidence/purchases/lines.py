"""Purchases of a plant from its rows and notes: Portaria SAF/MAPA 280/2022, art. 3, § 8, and design "How a note …".

    purchase_lines(evidence, book, session, plant_cnpj)  ->  PurchaseLines(table, origins, findings)

Fiscal fields come from the note, the rest from the row that annotates it; a row without a note stands alone, unproven.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from lastro.evidence.asking import asked
from lastro.evidence.desk import Desk, desk, exactly
from lastro.evidence.evidence import Evidence
from lastro.evidence.purchases import comparing, lawful, matching, resolving, shape
from lastro.evidence.purchases.notes import put_note_items
from lastro.evidence.purchases.questions import QUESTIONS
from lastro.evidence.purchases.rows import ROWS
from lastro.law import LawBook, Session
from lastro.statement.model import Finding


@dataclass(frozen=True)
class PurchaseLines:
    """`table`: one row per claimed item bought by the plant (columns: `shape.LINES`), whatever its date. `origins`: who
    grew it, one row per (line, cpf, row of `origens`) (columns: `shape.ORIGINS`). `others`: feedstock that notes show
    and nobody claims, in the columns of `table`. Money in centavos, mass in grams."""

    table: pa.Table
    origins: pa.Table
    findings: tuple[Finding, ...]
    others: pa.Table


def purchase_lines(evidence: Evidence, book: LawBook, session: Session, plant_cnpj: str) -> PurchaseLines:
    """Every purchase, return and complement of the plant that rows claim or that notes of registered suppliers show.

    Lines blocked by a fault of key, state or repetition stay, with `evidence_block`; rows that cannot be placed
    (no plant, no date, no supplier, no value) are out, each with a finding.
    """
    with desk(evidence.config.engine.memory) as place:
        _put_evidence(place, evidence, book)
        _match(place)
        place.put("wanted", pa.table({"plant": [plant_cnpj]}))
        _resolve(place, book, session)
        place.keep("returned", shape.RETURNED)
        place.keep("placed_lines", shape.OF_PLANT)
        place.see("lines", shape.CLAIMED)
        table = exactly(place.table(shape.ORDERED), shape.LINES)
        if any(table["counterpart"].to_pylist()):
            session.reading("selo.contra_nota")  # it has one option, which `nfe.link` has taken
        origins = exactly(place.table(shape.ORIGINS_OF_PLANT), shape.ORIGINS)
        others = exactly(place.table(shape.OTHERS), shape.LINES)
        return PurchaseLines(table, origins, asked(place, QUESTIONS), others)


def _put_evidence(place: Desk, evidence: Evidence, book: LawBook) -> None:
    for name in ("aquisicoes", "contratos", "origens", "agricultores", "organizacoes"):
        place.put(name, evidence.tables[name])
    place.keep("registry", "select cpf from agricultores union select cnpj from organizacoes where cnpj is not null")
    put_plants(place, evidence)
    put_note_items(place, evidence, book)


def put_plants(place: Desk, evidence: Evidence) -> None:
    """Tables `plants`, `only_plant` (empty when there are several) and `buyers`: roots of the company's CNPJs."""
    plants = [unit.cnpj for unit in evidence.config.units]
    place.put("plants", pa.table({"cnpj": pa.array(plants, pa.string())}))
    place.put("only_plant", pa.table({"cnpj": pa.array(plants if len(plants) == 1 else [], pa.string())}))
    buyers = sorted({cnpj[:8] for cnpj in (*plants, evidence.config.company.cnpj)})
    place.put("buyers", pa.table({"root": pa.array(buyers, pa.string())}))


def _match(place: Desk) -> None:
    place.keep("rows", ROWS)
    place.keep("named", matching.NAMED)
    place.keep("pairs", matching.PAIRS)
    place.keep("annotated", matching.ANNOTATED)
    place.keep("alone", matching.ALONE)
    place.keep("unnamed", matching.UNNAMED)
    place.keep("bases", matching.BASES)
    place.drop("named", "annotated", "alone", "unnamed")


def _resolve(place: Desk, book: LawBook, session: Session) -> None:
    place.keep("contracts", resolving.CONTRACTS)
    place.keep("contracted", resolving.CONTRACTED)
    place.drop("bases")
    place.see("bases", "from contracted")
    place.keep("terms", resolving.TERMS)
    place.keep("origin_rows", resolving.ORIGIN_ROWS)
    place.keep("origin_places", resolving.ORIGIN_PLACES)
    place.keep("registered_places", resolving.REGISTERED_PLACES)
    place.keep("placed", resolving.PLACED)
    place.keep("named_totals", comparing.NAMED_TOTALS)
    place.keep("quantities", resolving.QUANTITIES)
    lawful.put_measures(place, book, session, "quantities")
    lawful.put_crops(place, book, session, "contracted")
    place.keep("measured", resolving.MEASURED)
    place.keep("compared", comparing.COMPARED)
    place.drop("quantities", "origin_places", "registered_places")
