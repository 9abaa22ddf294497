"""An XLSX or ODS file is a zip from outside: its members are judged before anything opens them.

Refused: members that overlap, share a name or are encrypted, too many of them, too much behind too little, sizes or
sums that do not hold.
"""

from __future__ import annotations

import zlib
from io import BytesIO
from zipfile import BadZipFile, ZipFile, ZipInfo

from lastro.evidence.tables.limits import MAX_EXPANDED, MAX_MEMBERS, MAX_RATIO, RATIO_FREE, Unreadable

_LOCAL_HEADER = 30  # bytes before the name
_ENCRYPTED = 0x1
_CHUNK = 2**20
_DAMAGE = (BadZipFile, zlib.error, NotImplementedError, EOFError, OSError, ValueError, RuntimeError)


class Members:
    """The members of a zip that passed the guard, each at most once by name."""

    def __init__(self, data: bytes) -> None:
        """Raises Unreadable: malformed, encrypted, expands, overlapping."""
        try:
            self._zip = ZipFile(BytesIO(data))
            infos = self._zip.infolist()
            _check_directory(infos, self._zip.start_dir)
            for info in infos:
                self._check_content(info)
        except _DAMAGE as fault:
            raise Unreadable("malformed") from fault
        self.names = frozenset(info.filename for info in infos)

    def read(self, name: str) -> bytes:
        """The content of a member. Raises Unreadable when there is none of that name."""
        if name not in self.names:
            raise Unreadable("malformed")
        return self._zip.read(name)

    def _check_content(self, info: ZipInfo) -> None:
        """Reads the member through once: its real size and its checksum must be the declared ones."""
        with self._zip.open(info) as member:
            while member.read(_CHUNK):
                pass


def _check_directory(infos: list[ZipInfo], end: int) -> None:
    if len(infos) > MAX_MEMBERS or sum(info.file_size for info in infos) > MAX_EXPANDED:
        raise Unreadable("expands")
    if any(info.file_size > RATIO_FREE and info.file_size > MAX_RATIO * info.compress_size for info in infos):
        raise Unreadable("expands")
    if any(info.flag_bits & _ENCRYPTED for info in infos):
        raise Unreadable("encrypted")
    if len({info.filename.lower() for info in infos}) < len(infos):
        raise Unreadable("overlapping")
    ordered = sorted(infos, key=lambda info: info.header_offset)
    starts = [info.header_offset for info in ordered[1:]] + [end]
    for info, following in zip(ordered, starts, strict=False):
        if info.header_offset + _LOCAL_HEADER + len(info.orig_filename) + info.compress_size > following:
            raise Unreadable("overlapping")
