"""Items of notes as purchases see them: who sold what to which plant, in which state (table `note_items`)."""

from __future__ import annotations

import pyarrow as pa

from lastro.evidence.desk import Desk
from lastro.evidence.evidence import Evidence
from lastro.law import LawBook

_TEXT, _WHOLE, _FLAG = pa.string(), pa.int64(), pa.bool_()

NOTE_ITEMS = pa.schema(
    [
        ("key", _TEXT),
        ("item", _WHOLE),
        ("issued_on", pa.date32()),
        ("state", _TEXT),  # counts, unproven, cancelled, denied, homologation, model
        ("plant", _TEXT),  # the plant among the parties, "" when it is none of them
        ("ours", _FLAG),  # a party is an establishment of the company
        ("bought", _FLAG),  # the codes say a purchase, its return or its complement
        ("kind", _TEXT),
        ("supplier", _TEXT),
        ("product", _TEXT),
        ("form", _TEXT),
        ("input", _TEXT),
        ("micro", _WHOLE),
        ("unit", _TEXT),
        ("centavos", _WHOLE),
        ("pickup", _TEXT),
        ("address", _TEXT),
        ("return_of", _TEXT),
        ("entry_note", _TEXT),
        ("at_risk", _WHOLE),
        ("_file", _TEXT),
        ("_hash", _TEXT),
    ]
)


def put_note_items(desk: Desk, evidence: Evidence, book: LawBook) -> None:
    """Table `note_items` (columns: `NOTE_ITEMS`) from the folded and linked notes."""
    desk.put("note_items", NOTE_ITEMS.empty_table())
