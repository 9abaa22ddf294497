"""How much a table file may hold. Far above any plant's year; a file beyond it is refused with one finding."""

from __future__ import annotations

MAX_BYTES = 256 * 2**20
MAX_ROWS = 1_048_576
MAX_COLUMNS = 16_384
MAX_CELLS = 12_000_000  # of one sheet, blank ones inside its rectangle included
MAX_SHEETS = 200
MAX_MERGED_CELLS = 1_000_000
MAX_MEMBERS = 2_000
MAX_EXPANDED = 1024 * 2**20  # all members of a workbook together
MAX_RATIO = 200  # of a member above RATIO_FREE bytes
RATIO_FREE = 2**20


class Unreadable(Exception):
    """A file that cannot be read at all. `variant` and `arguments` pick and fill its text under EVD-TAB-01."""

    def __init__(self, variant: str, **arguments: object) -> None:
        super().__init__(variant)
        self.variant = variant
        self.arguments = {name: str(value) for name, value in arguments.items()}
