"""Members of a zip, one at a time and in memory, with every size, offset and check sum held to its word.

Nothing is extracted to disk and no member name is used as a path. The directory is read entry by entry, so a zip of a
million notes costs no more memory than one of ten. Overlapping members are found by their header offsets, which
Python 3.11.7 does not do.
"""

from __future__ import annotations

import struct
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Protocol

from lastro.evidence.nfe.findings import ARCHIVE, Refused
from lastro.evidence.nfe.limits import LIMITS

_END = struct.Struct("<4s4H2LH")
_END64_LOCATOR = struct.Struct("<4sLQL")
_END64 = struct.Struct("<4sQ2H2L4Q")
_ENTRY = struct.Struct("<4s6H3L5H2L")
_LOCAL = struct.Struct("<4s5H3L2H")
_MAX_COMMENT = 65_535
_FULL16, _FULL32 = 0xFFFF, 0xFFFFFFFF
ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")  # a member first, or an empty zip
_ENCRYPTED, _UTF8 = 0x2041, 0x800
_STORED, _DEFLATED = 0, 8
_OFFICE_NAME = "[Content_Types].xml"


class Source(Protocol):
    """Bytes that can be read at any place: a file or a block of memory."""

    @property
    def size(self) -> int: ...

    def read_at(self, offset: int, length: int) -> bytes: ...


@dataclass(frozen=True)
class Memory:
    """A block of memory as a source."""

    data: bytes

    @property
    def size(self) -> int:
        return len(self.data)

    def read_at(self, offset: int, length: int) -> bytes:
        return self.data[offset : offset + length]


@dataclass(frozen=True)
class Entry:
    """One line of the directory. `offset` counts from the beginning of the source."""

    name: str
    flags: int
    method: int
    crc: int
    packed: int
    size: int
    offset: int
    name_length: int

    @property
    def least_end(self) -> int:
        """Where the member ends when its own header has no extra field."""
        return self.offset + _LOCAL.size + self.name_length + self.packed

    @property
    def is_folder(self) -> bool:
        return self.name.endswith("/") and self.size == 0


@dataclass(frozen=True)
class _Directory:
    start: int
    end: int
    entries: int
    shift: int  # bytes that someone put before the zip


class Archive:
    """A zip whose directory has been checked as a whole.

    Raises Refused: no readable directory, too many members, or members that overlap.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self._directory = _find_directory(source)
        if self._directory.entries > LIMITS.archive_members:
            raise Refused(ARCHIVE, "members", members=self._directory.entries, limit=LIMITS.archive_members)
        self._offsets = array("Q")
        self.is_office_file = False
        self._check()

    def __len__(self) -> int:
        return self._directory.entries

    def entries(self) -> Iterator[Entry]:
        """The lines of the directory, in its order. Raises Refused when one is malformed."""
        directory, position, buffer, base = self._directory, 0, b"", 0
        length = directory.end - directory.start
        for _ in range(directory.entries):
            if position - base + _ENTRY.size + 3 * _MAX_COMMENT > len(buffer) and base + len(buffer) < length:
                base, buffer = (
                    position,
                    self._source.read_at(directory.start + position, min(1 << 20, length - position)),
                )
            entry, used = _entry(buffer, position - base, directory.shift)
            position += used
            yield entry
        if position != length:
            raise Refused(ARCHIVE, "directory")

    def _check(self) -> None:
        """One pass over the directory: offsets in order, nothing overlaps."""
        last_end, ordered = 0, True
        for entry in self.entries():
            ordered = ordered and entry.offset >= last_end
            last_end = entry.least_end
            self._offsets.append(entry.offset)
            self.is_office_file = self.is_office_file or entry.name == _OFFICE_NAME
            if last_end > self._directory.start:
                raise Refused(ARCHIVE, "overlap")
        if not ordered:
            self._check_unordered()

    def _check_unordered(self) -> None:
        spans = sorted((entry.offset, entry.least_end) for entry in self.entries())
        if any(end > start for (_, end), (start, _) in pairwise(spans)):
            raise Refused(ARCHIVE, "overlap")
        self._offsets = array("Q", (start for start, _ in spans))

    def read(self, entry: Entry, cap: int) -> bytes:
        """The content of one member, at most `cap` bytes.

        Raises Refused: encrypted, packed by another method than stored or deflate, larger than `cap` or than the
        directory says, an absurd ratio, a wrong check sum, or data that run into the next member.
        """
        if entry.flags & _ENCRYPTED:
            raise Refused(ARCHIVE, "encrypted")
        if entry.method not in (_STORED, _DEFLATED):
            raise Refused(ARCHIVE, "method", method=entry.method)
        if entry.size > cap:
            raise Refused(ARCHIVE, "member_too_large", size=entry.size, limit=cap)
        if entry.size > LIMITS.ratio_member_floor and entry.size > LIMITS.ratio * max(entry.packed, 1):
            raise Refused(ARCHIVE, "ratio", ratio=entry.size // max(entry.packed, 1), limit=LIMITS.ratio)
        packed = self._packed(entry)
        content = packed if entry.method == _STORED else _inflated(packed, entry.size)
        if len(content) != entry.size:
            raise Refused(ARCHIVE, "forged_size", size=entry.size)
        if zlib.crc32(content) != entry.crc:
            raise Refused(ARCHIVE, "check_sum")
        return content

    def _packed(self, entry: Entry) -> bytes:
        """The bytes between the member's own header and the next member's."""
        head = _LOCAL.size + entry.name_length
        block = self._source.read_at(entry.offset, head + entry.packed + 64)
        if len(block) < head or block[:4] != b"PK\x03\x04":
            raise Refused(ARCHIVE, "directory")
        name_length, extra_length = _LOCAL.unpack_from(block)[9:11]
        start = _LOCAL.size + name_length + extra_length
        after = bisect_right(self._offsets, entry.offset)
        limit = self._offsets[after] if after < len(self._offsets) else self._directory.start
        if entry.offset + start + entry.packed > limit:
            raise Refused(ARCHIVE, "overlap")
        if start + entry.packed > len(block):
            block = self._source.read_at(entry.offset, start + entry.packed)
        return block[start : start + entry.packed]


def _inflated(packed: bytes, size: int) -> bytes:
    inflater = zlib.decompressobj(wbits=-15)
    try:
        content = inflater.decompress(packed, size + 1)
    except zlib.error:
        raise Refused(ARCHIVE, "check_sum") from None
    if not inflater.eof:
        raise Refused(ARCHIVE, "forged_size", size=size)
    return content


def _entry(buffer: bytes, at: int, shift: int) -> tuple[Entry, int]:
    if at + _ENTRY.size > len(buffer):
        raise Refused(ARCHIVE, "directory")
    mark, _, _, flags, method, _, _, crc, packed, size, name_length, extra, comment, _, _, _, offset = (
        _ENTRY.unpack_from(buffer, at)
    )
    used = _ENTRY.size + name_length + extra + comment
    if mark != b"PK\x01\x02" or at + used > len(buffer):
        raise Refused(ARCHIVE, "directory")
    name_at = at + _ENTRY.size
    raw_name = buffer[name_at : name_at + name_length]
    if _FULL32 in (packed, size, offset):
        extras = buffer[name_at + name_length : name_at + name_length + extra]
        size, packed, offset = _wide(extras, size, packed, offset)
    name = raw_name.decode("utf-8" if flags & _UTF8 else "cp437", "replace")
    return Entry(name, flags, method, crc, packed, size, offset + shift, name_length), used


def _wide(extras: bytes, size: int, packed: int, offset: int) -> tuple[int, int, int]:
    """The 64-bit fields of an entry whose 32-bit ones are full."""
    at = 0
    while at + 4 <= len(extras):
        kind, length = struct.unpack_from("<2H", extras, at)
        if kind == 1:
            wide = iter(struct.unpack_from(f"<{min(length, len(extras) - at - 4) // 8}Q", extras, at + 4))
            filled = [next(wide, -1) if value == _FULL32 else value for value in (size, packed, offset)]
            if -1 not in filled:
                return filled[0], filled[1], filled[2]
        at += 4 + length
    raise Refused(ARCHIVE, "directory")


def _find_directory(source: Source) -> _Directory:
    """Where the directory stands, from the record at the end of the file."""
    tail_at = max(0, source.size - _END.size - _MAX_COMMENT)
    tail = source.read_at(tail_at, source.size - tail_at)
    at = _end_record(tail)
    _, disk, directory_disk, here, entries, length, offset, _ = _END.unpack_from(tail, at)
    end = tail_at + at
    if _FULL16 in (here, entries) or _FULL32 in (length, offset):
        wide = _wide_end(source, end)
        if wide is not None:
            end, here, entries, length, offset = wide
    if disk or directory_disk or here != entries:
        raise Refused(ARCHIVE, "unreadable")
    start = end - length
    if start < offset or length < entries * _ENTRY.size:
        raise Refused(ARCHIVE, "directory")
    return _Directory(start, end, entries, start - offset)


def _end_record(tail: bytes) -> int:
    """Where the record at the end begins: the last whose comment fills the file, else the last that fits."""
    fitting = -1
    at = tail.rfind(b"PK\x05\x06")
    while at >= 0:
        if at + _END.size <= len(tail):
            if at + _END.size + _END.unpack_from(tail, at)[-1] == len(tail):
                return at
            fitting = max(fitting, at)
        at = tail.rfind(b"PK\x05\x06", 0, at)
    if fitting < 0:
        raise Refused(ARCHIVE, "unreadable")
    return fitting


def _wide_end(source: Source, end: int) -> tuple[int, int, int, int, int] | None:
    """End of the directory, entries here and in all, length and offset, from the 64-bit record; None without one."""
    locator = source.read_at(max(0, end - _END64_LOCATOR.size), _END64_LOCATOR.size)
    at = end - _END64_LOCATOR.size - _END64.size
    if len(locator) < _END64_LOCATOR.size or locator[:4] != b"PK\x06\x07" or at < 0:
        return None
    record = source.read_at(at, _END64.size)
    if len(record) < _END64.size or record[:4] != b"PK\x06\x06":
        raise Refused(ARCHIVE, "directory")
    _, _, _, _, disk, directory_disk, here, entries, length, offset = _END64.unpack(record)
    if disk or directory_disk:
        raise Refused(ARCHIVE, "unreadable")
    return at, here, entries, length, offset
