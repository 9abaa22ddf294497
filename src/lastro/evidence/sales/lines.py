"""Sales of a plant from its rows and notes: what Decreto 10.527/2020, art. 3, § 3, II and III, measures against.

    sales_lines(evidence, book, session, plant_cnpj)  ->  SalesLines(table, findings)

Date, volume and value come from the note where it is there; maker, market and taxes from the row.
"""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from lastro.evidence.asking import asked
from lastro.evidence.desk import Desk, desk, exactly
from lastro.evidence.evidence import Evidence
from lastro.evidence.purchases.lines import put_plants
from lastro.evidence.sales import matching
from lastro.evidence.sales.notes import put_note_sales
from lastro.evidence.sales.questions import QUESTIONS
from lastro.law import LawBook, Session
from lastro.statement.model import Finding

_TEXT, _WHOLE, _FLAG = pa.string(), pa.int64(), pa.bool_()

LINES = pa.schema(
    [
        ("sale_id", _TEXT),  # the key (with the product when it is not biodiesel), else the hash of the row
        ("key", _TEXT),  # "" when the row has none
        ("sold_on", pa.date32()),
        ("plant", _TEXT),
        ("product", _TEXT),  # biodiesel, glicerina, outro
        ("manufacture", _TEXT),  # propria, terceiros, importado
        ("destination", _TEXT),  # interno, exportacao
        ("ml", _WHOLE),  # null when nothing states a volume
        ("centavos", _WHOLE),  # positive, also in a return
        ("tax_centavos", _WHOLE),
        ("is_return", _FLAG),
        ("return_of", _TEXT),  # key of the sale returned, "" when unknown
        ("export_doubtful", _FLAG),  # stated as an export, while the codes of its note are not of one
        ("export_left_in", _FLAG),  # stated as domestic, while the codes of its note are of an export
        ("proven", _FLAG),
        ("block", _TEXT),  # "" or the code of what keeps it from counting
        ("block_variant", _TEXT),
        ("_file", _TEXT),
        ("_sheet", _TEXT),
        ("_row", _WHOLE),
        ("_hash", _TEXT),
    ]
)


@dataclass(frozen=True)
class SalesLines:
    """One row per product of a note, or per row without one (columns: `LINES`), whatever its date."""

    table: pa.Table
    findings: tuple[Finding, ...]


def sales_lines(evidence: Evidence, book: LawBook, session: Session, plant_cnpj: str) -> SalesLines:
    """Every sale and return of the plant that rows state or notes of biodiesel show.

    Rows that cannot be placed (no plant, no date, no value) are out, each with a finding.
    """
    with desk(evidence.config.engine.memory) as place:
        place.put("vendas", evidence.tables["vendas"])
        put_plants(place, evidence)
        place.put("wanted", pa.table({"plant": [plant_cnpj]}))
        put_note_sales(place, evidence, book)
        _match(place)
        place.keep("lines", matching.LINES)
        ordered = place.table(f"select {', '.join(LINES.names)} from lines order by sold_on, sale_id")
        return SalesLines(exactly(ordered, LINES), asked(place, QUESTIONS))


def _match(place: Desk) -> None:
    place.keep("rows", matching.ROWS)
    place.keep("turns", matching.TURNS)
    place.keep("annotated", matching.ANNOTATED)
    place.keep("alone", matching.ALONE)
    place.keep("unnamed", matching.UNNAMED)
    place.keep("bases", matching.BASES)
    place.keep("compared", matching.COMPARED)
