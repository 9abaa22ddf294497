"""What changed in the folder since it was last read: told by size, time and identity, by content where those lie."""

from __future__ import annotations

from dataclasses import dataclass

import pyarrow as pa

from lastro.evidence.desk import desk
from lastro.evidence.store import index as stored
from lastro.evidence.store.listing import Kind

# A file system may keep times to two seconds only: a file that young when it was read may have changed unseen since.
_UNSURE_NS = 3_000_000_000

_COMPARED = f"""
select listed.path, listed.kind, listed.size, listed.mtime_ns, listed.stamp, listed.real,
       known.sha256, known.batch, known.batch_files,
       coalesce(known.size = listed.size and known.stamp = listed.stamp
                and listed.mtime_ns < known.seen_ns - {_UNSURE_NS}, false) as unchanged,
       coalesce(known.size = listed.size, false) as same_size
from listed left join known on known.path = listed.path and known.kind = listed.kind
where listed.kind in ('{Kind.TABLE.value}', '{Kind.NOTE.value}')
"""


@dataclass(frozen=True)
class Changes:
    """`kept`: index rows that stand. `suspects`: files to look into (`sha256` tells the content known, if any).
    `vanished`: how many files of the index are gone."""

    kept: pa.Table
    suspects: pa.Table
    vanished: int


def changes(listed: pa.Table, known: pa.Table) -> Changes:
    """Compare a listing (`listing.SCHEMA`) with an index (`index.SCHEMA`)."""
    with desk() as place:
        place.put("listed", listed)
        place.put("known", known)
        place.keep("compared", _COMPARED)
        kept = place.table("from known semi join (from compared where unchanged) same on same.path = known.path")
        suspects = place.table("from compared where not unchanged order by path")
        gone = place.table("from known anti join compared on compared.path = known.path")
    return Changes(kept.cast(stored.SCHEMA), suspects, gone.num_rows)
