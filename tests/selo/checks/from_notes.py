"""The findings that only notes can show, and which `test_with_notes` builds from real XML."""

from __future__ import annotations

FROM_NOTES = frozenset(
    {("SBS-07", "undone"), ("SBS-22", "export_not_shown"), ("SBS-22", "export_left_in"), ("SBS-24", "entry_note")}
)
