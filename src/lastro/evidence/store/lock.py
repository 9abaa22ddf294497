"""One run at a time writes to a store: `with locked(folder): …`.

The lock is the operating system's own on an open file, so that it ends with the process that holds it, however that
process ends: a lock left by a dead one needs no clean-up and no guess about process numbers.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from lastro.core.errors import EvidenceUnreadable

_NAME = "lock"
_LOCKED_BYTE = 4096  # past the text, which Windows would otherwise forbid others to read


@contextmanager
def locked(folder: Path) -> Iterator[int]:
    """Hold the store at `folder` (which exists) for the time of the block; gives the file system's own clock, in ns.

    Raises EvidenceUnreadable `store.locked` when another run holds it, `store.not_writable` when it cannot be written.
    """
    path = folder / _NAME
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as fault:
        raise EvidenceUnreadable("store.not_writable", folder=folder, reason=fault.strerror or fault) from fault
    try:
        _claim(descriptor, path)
        yield os.fstat(descriptor).st_mtime_ns
    finally:
        os.close(descriptor)


def _claim(descriptor: int, path: Path) -> None:
    try:
        if not _take(descriptor):
            raise EvidenceUnreadable("store.locked", folder=path.parent, process=_holder(path))
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode("ascii"))
    except OSError as fault:  # a full disk, or a file system without locks
        raise EvidenceUnreadable("store.not_writable", folder=path.parent, reason=fault.strerror or fault) from fault


def _holder(path: Path) -> str:
    """The process number the holder wrote, or "?" when it has not yet."""
    return path.read_bytes()[:20].decode("ascii", "replace").strip() or "?"


if sys.platform == "win32":
    import msvcrt

    def _take(descriptor: int) -> bool:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _take(descriptor: int) -> bool:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
