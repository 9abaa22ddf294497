"""NF-e (model 55): files to tables, tables to one state per key, notes to the purchases and sales they document.

`read_note_file`, `read_note_path` and `iter_note_path` read; `scan_note_file` and `gather` read many small files
cheaply; `fold` settles what is known of each key, whatever the order in which documents arrived; `link`
counts each purchase and each sale once.
"""

from lastro.evidence.nfe.fold import FoldedNotes, fold
from lastro.evidence.nfe.link import LinkedNotes, link
from lastro.evidence.nfe.proof import unchanged_since_signed
from lastro.evidence.nfe.reader import iter_note_path, read_note_file, read_note_path, scan_note_file
from lastro.evidence.nfe.rows import FileNotes, NoteCount, NoteRows, gather, merge

__all__ = [
    "FileNotes",
    "FoldedNotes",
    "LinkedNotes",
    "NoteCount",
    "NoteRows",
    "fold",
    "gather",
    "iter_note_path",
    "link",
    "merge",
    "read_note_file",
    "read_note_path",
    "scan_note_file",
    "unchanged_since_signed",
]
