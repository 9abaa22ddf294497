"""The evidence of a workspace, with the store brought up to date first: `load_evidence(ws, book)`.

Tables of several files become one, documents of one access key become one state, notes that tell one event twice are
linked; every row and every document read is accounted for.
"""

from __future__ import annotations

from collections.abc import Callable

from lastro.evidence.assembly import assembled, evidence_from
from lastro.evidence.evidence import Evidence
from lastro.evidence.readers import readers
from lastro.evidence.store.state import kept_or_made
from lastro.evidence.store.update import Updated, as_it_stands, bring_up_to_date
from lastro.evidence.workspace import Workspace
from lastro.law import LawBook


def load_evidence(
    ws: Workspace,
    book: LawBook,
    *,
    on_progress: Callable[[int, int], None] | None = None,
    no_import: bool = False,
) -> Evidence:
    """Everything the workspace proves. `on_progress(done, total)` counts files; `no_import` reads and writes no file.

    Raises EvidenceUnreadable (`store.…`): another run holds the store, it cannot be written, the folder cannot be
    listed, or with `no_import` the folder changed since the last import.
    """
    reading = readers(ws.root, book)
    company = sorted({ws.config.company.cnpj, *(unit.cnpj for unit in ws.config.units)})

    def use(updated: Updated) -> Evidence:
        made_by = " ".join((reading.version, *company))
        stored = kept_or_made(updated, lambda: assembled(updated, book, company), made_by)
        return evidence_from(stored, ws.config, updated.notices)

    if no_import:
        return as_it_stands(ws.root, reading, use)
    return bring_up_to_date(ws.root, reading, use, on_progress)
