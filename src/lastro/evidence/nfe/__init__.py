"""NF-e (model 55): files to tables, tables to one state per key, notes to the purchases and sales they document.

`read_note_file`, `read_note_path` and `iter_note_path` read; `fold` settles what is known of each key, whatever the
order in which documents arrived.
"""

from lastro.evidence.nfe.fold import FoldedNotes, fold
from lastro.evidence.nfe.reader import iter_note_path, read_note_file, read_note_path
from lastro.evidence.nfe.rows import FileNotes, NoteCount, merge

__all__ = [
    "FileNotes",
    "FoldedNotes",
    "NoteCount",
    "fold",
    "iter_note_path",
    "merge",
    "read_note_file",
    "read_note_path",
]
