"""How much a file may ask of the machine before it is refused. Technical caps, far above any real note.

A note of 990 items stays below 0.6 MB; real notes deflate four to eight times, so a ratio of 200 is never honest.
"""

from __future__ import annotations

from dataclasses import dataclass

MIB = 1 << 20


@dataclass(frozen=True)
class Limits:
    """Sizes in bytes. `nesting` counts zips inside a zip: 2 admits a zip in a zip in a zip."""

    document_bytes: int = 5 * MIB
    nested_archive_bytes: int = 256 * MIB
    archive_members: int = 2_000_000
    archive_total_bytes: int = 64 * 1024 * MIB
    ratio: int = 200
    ratio_member_floor: int = MIB
    ratio_archive_floor: int = 64 * MIB
    nesting: int = 2
    distributed_documents: int = 10_000
    link_component: int = 1_000
    findings_of_a_kind: int = 1_000


LIMITS = Limits()
