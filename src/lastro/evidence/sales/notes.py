"""Notes as sales see them: what a plant sold or took back, per note and product (table `note_sales`)."""

from __future__ import annotations

import pyarrow as pa

from lastro.evidence.desk import Desk
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook

_TEXT, _WHOLE, _FLAG = pa.string(), pa.int64(), pa.bool_()

NOTE_SALES = pa.schema(
    [
        ("key", _TEXT),
        ("product", _TEXT),  # biodiesel, glicerina, outro
        ("sold_on", pa.date32()),
        ("state", _TEXT),  # counts, unproven, cancelled, denied, homologation, model
        ("plant", _TEXT),  # the plant among the parties, "" when it is none of them
        ("sold", _FLAG),  # the codes say a sale or its return
        ("is_return", _FLAG),
        ("return_of", _TEXT),
        ("destination", _TEXT),  # interno, exportacao
        ("ml", _WHOLE),  # null when a unit is no volume
        ("centavos", _WHOLE),
        ("_file", _TEXT),
        ("_hash", _TEXT),
    ]
)


def put_note_sales(desk: Desk, evidence: Evidence, book: LawBook) -> None:
    """Table `note_sales` (columns: `NOTE_SALES`) from the folded and linked notes."""
    desk.put("note_sales", NOTE_SALES.empty_table())
