"""Bring the store up to date with the folder: read what is new or changed, forget what is gone, nothing else.

The result depends on what the folder holds now, never on how it came to hold it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import pyarrow as pa

from lastro.core.errors import EvidenceUnreadable
from lastro.evidence.store import index as stored
from lastro.evidence.store.batches import StoreDamaged, discard_all_but
from lastro.evidence.store.changes import Changes, changes
from lastro.evidence.store.compaction import compacted
from lastro.evidence.store.content import Suspect, same_content
from lastro.evidence.store.importing import Importing
from lastro.evidence.store.listing import list_evidence
from lastro.evidence.store.lock import locked
from lastro.evidence.store.notices import notices
from lastro.evidence.store.parsed import Readers
from lastro.statement.model import Finding

Progress = Callable[[int, int], None]
T = TypeVar("T")
_STORE = ".lastro"
_COMMIT_EVERY_SECONDS = 20


@dataclass(frozen=True)
class Updated:
    """A store that agrees with its folder. `notices` are about files it could not read or did not follow; `writable`
    tells that nobody else writes meanwhile, so that one may."""

    store: Path
    index: pa.Table
    notices: tuple[Finding, ...]
    writable: bool


def bring_up_to_date(
    root: Path, readers: Readers, use: Callable[[Updated], T], on_progress: Progress | None = None
) -> T:
    """Read what changed under `root` into `.lastro/`, then give what `use` makes of it while nobody else writes there.

    Calls `on_progress(done, total)` in files to look into. A damaged store is thrown away and made again. Raises
    EvidenceUnreadable: `store.locked`, `store.not_writable` (disk full, folder read-only), `store.unlistable`. What was
    read before a failure is kept; the store is never half-written.
    """
    store = _made(root)
    with locked(store) as now:
        try:
            return use(_updated(root, store, readers, now, on_progress))
        except StoreDamaged:
            stored.forget_index(store)
            return use(_updated(root, store, readers, now, on_progress))


def as_it_stands(root: Path, readers: Readers, use: Callable[[Updated], T]) -> T:
    """What `use` makes of the store, reading nothing into it and writing nothing.

    Raises EvidenceUnreadable `store.stale` when the folder changed since, or a run in between changed the store.
    """
    store = root / _STORE
    try:
        known = stored.read_index(store, readers.version)
        listed = list_evidence(root, readers.is_table)
        found = changes(listed, known)
        changed = found.vanished + sum(not same_content(root, s) for s in Suspect.each(found.suspects))
        if changed:
            raise EvidenceUnreadable("store.stale", folder=root, files=changed)
        return use(Updated(store, known, notices(listed, ()), writable=False))
    except StoreDamaged as fault:
        raise EvidenceUnreadable("store.stale", folder=root, files="?") from fault


def _made(root: Path) -> Path:
    store = root / _STORE
    try:
        store.mkdir(exist_ok=True)
    except OSError as fault:
        raise EvidenceUnreadable("store.not_writable", folder=store, reason=fault.strerror or fault) from fault
    return store


def _updated(root: Path, store: Path, readers: Readers, now: int, on_progress: Progress | None) -> Updated:
    known = stored.read_index(store, readers.version)
    discard_all_but(store, frozenset(stored.batches_of(known)))
    listed = list_evidence(root, readers.is_table)
    found = changes(listed, known)
    importing = Importing(root, store, readers, now)
    for _ in _paced(importing.read(found.suspects, on_progress)):
        stored.write_index(store, importing.index(found.kept), readers.version)
    current = compacted(store, importing.index(found.kept))
    if _differs(current, known, found):
        stored.write_index(store, current, readers.version)
        discard_all_but(store, frozenset(stored.batches_of(current)))
    return Updated(store, current, notices(listed, importing.unread), writable=True)


def _paced(steps: Iterator[None]) -> Iterator[None]:
    """Only those steps that come long enough after the last: committing costs time in proportion to the index."""
    last = time.monotonic()
    for step in steps:
        if time.monotonic() - last >= _COMMIT_EVERY_SECONDS:
            yield step
            last = time.monotonic()


def _differs(current: pa.Table, known: pa.Table, found: Changes) -> bool:
    return bool(found.suspects.num_rows or found.vanished or current.num_rows != known.num_rows)
