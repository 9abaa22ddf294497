"""Attacks and accidents in archives and folders: refused by name, counted, and never the end of the batch."""

from __future__ import annotations

import io
import os
import struct
import tracemalloc
import zipfile
import zlib
from dataclasses import replace
from pathlib import Path

import pytest

from lastro.evidence.nfe import FileNotes, iter_note_path, read_note_file, read_note_path, reader
from lastro.evidence.nfe import archive as archive_module
from lastro.evidence.nfe import rows as rows_module
from lastro.evidence.nfe.archive import Archive, Memory
from lastro.evidence.nfe.findings import Refused
from lastro.evidence.nfe.limits import LIMITS, Limits
from lastro.statement.catalogue import LANGS, text
from tests.evidence.nfe.builder import Note, authorised, zipped

NOTE = authorised(Note())
OTHER = authorised(Note(number=2))


def codes(notes: FileNotes) -> list[tuple[str, str]]:
    for finding in notes.findings:
        for lang in LANGS:
            text(f"findings.{finding.code}.{finding.variant}.message", lang, finding.arguments)
    return [(finding.code, finding.variant) for finding in notes.findings]


def read(data: bytes) -> FileNotes:
    return read_note_file("z.zip", data)


def total(notes: FileNotes) -> int:
    return sum(count.n for count in notes.counts)


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> Limits:
    """The same rules with caps that a test can reach."""
    limits = Limits(
        document_bytes=1 << 20, nested_archive_bytes=4 << 20, archive_members=50, archive_total_bytes=2 << 20,
        ratio_member_floor=1 << 16, ratio_archive_floor=1 << 18, findings_of_a_kind=3,
    )  # fmt: skip
    for module in (archive_module, reader, rows_module):
        monkeypatch.setattr(module, "LIMITS", limits)
    return limits


def test_a_bomb_of_one_member_is_refused_before_it_is_inflated() -> None:
    bomb = zipped({"zeros.xml": b"\0" * (200 << 20), "good.xml": NOTE})
    tracemalloc.start()
    try:
        notes = read(bomb)
        assert tracemalloc.get_traced_memory()[1] < 20 << 20
    finally:
        tracemalloc.stop()
    assert notes.documents.num_rows == 1
    assert codes(notes) == [("EVD-NFE-04", "ratio")]


def test_a_member_of_absurd_ratio_is_refused_alone() -> None:
    notes = read(zipped({"zeros.xml": b"<a>" + b" " * (3 << 20) + b"</a>", "good.xml": NOTE}))
    assert codes(notes) == [("EVD-NFE-04", "ratio")]
    assert notes.documents.num_rows == 1
    assert total(notes) == 3


def test_a_bomb_of_many_members_is_refused(small_limits: Limits) -> None:
    many = zipped({f"{n}.xml": b"<a>" + b" " * 60_000 + b"</a>" for n in range(45)})
    notes = read(many)
    assert ("EVD-NFE-04", "total") in codes(notes)
    assert total(notes) == 46
    members = zipped({f"{n}.xml": b"" for n in range(51)})
    assert codes(read(members)) == [("EVD-NFE-04", "members")]


def test_a_file_may_not_hold_more_than_its_total(small_limits: Limits) -> None:
    noise = os.urandom(900_000).hex().encode()[:900_000]
    notes = read(zipped([("a.xml", NOTE), *((f"{n}.bin", noise) for n in range(4)), ("b.xml", OTHER)]))
    assert codes(notes)[-1] == ("EVD-NFE-04", "total")
    assert notes.documents.num_rows == 1
    assert total(notes) == 1 + 6  # what was not read is counted too


def test_the_total_is_shared_by_nested_zips(small_limits: Limits) -> None:
    inner = {f"{n}.zip": zipped({"a.bin": os.urandom(900_000)}) for n in range(4)}
    assert ("EVD-NFE-04", "total") in codes(read(zipped(inner)))


def test_many_equal_findings_become_one_that_counts(small_limits: Limits) -> None:
    notes = read(zipped({f"{n}.xml": b"<a" for n in range(10)}))
    assert codes(notes) == [("EVD-NFE-01", "malformed")] * 3 + [("EVD-NFE-09", "default")]
    assert notes.findings[-1].arguments["more"] == "7"


def test_a_member_larger_than_a_document_is_refused() -> None:
    noise = b"<a>" + os.urandom(3 << 20).hex().encode() + b"</a>"
    assert codes(read(zipped({"a.xml": noise, "b.xml": NOTE}))) == [("EVD-NFE-01", "too_large")]


def patched(data: bytes, **fields: int) -> bytes:
    """The last line of the directory with other fields."""
    at = data.rindex(b"PK\x01\x02")
    places = {
        "flags": (8, "<H"),
        "method": (10, "<H"),
        "crc": (16, "<L"),
        "packed": (20, "<L"),
        "size": (24, "<L"),
        "offset": (42, "<L"),
    }
    changed = bytearray(data)
    for name, value in fields.items():
        place, shape = places[name]
        struct.pack_into(shape, changed, at + place, value)
    return bytes(changed)


def test_forged_fields_of_the_directory_refuse_the_member_only() -> None:
    data = zipped({"a.xml": OTHER, "b.xml": NOTE})
    forged = {
        "a smaller size": ({"size": len(NOTE) - 1}, "forged_size"),
        "a larger size": ({"size": len(NOTE) + 1}, "forged_size"),
        "a huge size": ({"size": 1 << 30}, "member_too_large"),
        "a wrong check sum": ({"crc": 1}, "check_sum"),
        "a password": ({"flags": 1}, "encrypted"),
        "strong encryption": ({"flags": 0x41}, "encrypted"),
        "Deflate64": ({"method": 9}, "method"),
        "bzip2": ({"method": 12}, "method"),
        "said to be stored": ({"method": 0}, "forged_size"),
        "cut short": ({"packed": 10}, "forged_size"),
    }
    for fields, variant in forged.values():
        notes = read(patched(data, **fields))
        assert codes(notes) == [("EVD-NFE-04", variant)]
        assert notes.documents["number"].to_pylist() == ["2"]
        assert total(notes) == 3


def test_members_that_overlap_refuse_the_zip() -> None:
    data = zipped({"a.xml": OTHER, "b.xml": NOTE})
    assert codes(read(patched(data, offset=0))) == [("EVD-NFE-04", "overlap")]  # two lines, one member
    assert codes(read(patched(data, packed=1 << 20))) == [("EVD-NFE-04", "overlap")]  # into the directory
    first = data.index(b"PK\x01\x02")
    longer = bytearray(data)
    struct.pack_into("<L", longer, first + 20, len(OTHER))  # the first runs into the second
    assert codes(read(bytes(longer))) == [("EVD-NFE-04", "overlap")]


def test_a_member_whose_own_header_pushes_it_into_the_next_is_refused() -> None:
    data = bytearray(zipped({"a.xml": OTHER, "b.xml": NOTE}))
    struct.pack_into("<H", data, 28, 40)  # the extra field of the first local header
    notes = read(bytes(data))
    assert codes(notes) == [("EVD-NFE-04", "overlap")]
    assert notes.documents["number"].to_pylist() == ["1"]


def test_a_quoted_member_is_not_read_twice() -> None:
    """The directory in another order is no overlap; one line repeated is."""
    data = zipped({"a.xml": OTHER, "b.xml": NOTE})
    start = data.index(b"PK\x01\x02")
    second, end = data.rindex(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    swapped = data[:start] + data[second:end] + data[start:second] + data[end:]
    assert read(swapped).documents["number"].to_pylist() == ["1", "2"]
    assert read(swapped).findings == ()


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04", b"PK\x03\x04" + b"x" * 500, zipped({"a.xml": NOTE})[:-30], zipped({"a.xml": NOTE})[:200]]
)
def test_a_broken_zip_is_told(data: bytes) -> None:
    notes = read(data)
    assert codes(notes)[0][0] == "EVD-NFE-04"
    assert total(notes) == 1


def test_a_directory_that_lies_about_itself_is_told() -> None:
    data = zipped({"a.xml": NOTE, "b.xml": OTHER})
    end = data.rindex(b"PK\x05\x06")
    for place, shape, value in ((10, "<H", 9), (8, "<H", 1), (12, "<L", 7), (16, "<L", 1 << 31), (4, "<H", 3)):
        changed = bytearray(data)
        struct.pack_into(shape, changed, end + place, value)
        assert codes(read(bytes(changed)))[0][0] == "EVD-NFE-04"


def test_names_are_only_shown() -> None:
    names = [
        "../../etc/passwd.xml",
        "/absolute.xml",
        "C:\\windows\\x.xml",
        "a\n\x1b[2J.xml",
        "x" * 5_000 + ".xml",
        "aquisiçÎes.xml",
    ]
    notes = read(zipped(dict.fromkeys(names, b"<a")))
    assert codes(notes) == [("EVD-NFE-01", "malformed")] * len(names)
    for finding in notes.findings:
        assert finding.arguments["place"].isprintable()
        assert len(finding.arguments["place"]) <= 240
    assert read(zipped({names[0]: NOTE})).documents["_member"].to_pylist() == [names[0]]


def test_a_name_in_an_old_code_page_is_read() -> None:
    data = zipped({"aXY.xml": NOTE}).replace(b"aXY.xml", b"a\x87\xe4.xml")
    assert read(data).documents.num_rows == 1


def test_a_name_that_is_not_the_utf8_it_claims_is_read() -> None:
    data = zipped({"çõ.xml": NOTE}).replace("çõ.xml".encode(), b"\xff\xfe\xfd\xfc.xml")
    assert read(data).documents.num_rows == 1


def test_both_members_of_one_name_are_read() -> None:
    with pytest.warns(UserWarning, match="Duplicate name"):
        data = zipped([("a.xml", NOTE), ("a.xml", OTHER)])
    assert sorted(read(data).documents["number"].to_pylist()) == ["1", "2"]


def test_junk_is_counted_and_told_and_stops_nothing() -> None:
    with io.BytesIO() as sheet:
        with zipfile.ZipFile(sheet, "w") as book:
            book.writestr("[Content_Types].xml", "<Types/>")
        workbook = sheet.getvalue()
    junk = {
        "__MACOSX/._a.xml": b"\0\x05\x16\x07 x", "._b.xml": b"\0\x05\x16\x07", "Thumbs.db": b"\xd0\xcf\x11\xe0", "DANFE.pdf": b"%PDF-1.4",
        "leia-me.txt": b"ola", "planilha.xlsx": workbook, "desktop.ini": b"[x]", "vazio": b"",
    }  # fmt: skip
    notes = read(zipped({**junk, "pasta/": b"", "a.xml": NOTE}))
    assert codes(notes) == [("EVD-NFE-05", "junk")] * len(junk)
    assert notes.documents.num_rows == 1
    assert total(notes) == 1 + len(junk) + 2


def test_what_should_have_been_a_document_is_rejected_not_ignored() -> None:
    bad = {"a.xml": b"%PDF", "b.xml": b"", "c.zip": b"nao", "d.rar": b"Rar!\x1a\x07\x00", "e.7z": b"7z\xbc\xaf\x27\x1c"}
    notes = read(zipped(bad))
    assert codes(notes) == [
        ("EVD-NFE-01", "not_xml"), ("EVD-NFE-01", "empty"), ("EVD-NFE-04", "unreadable"), ("EVD-NFE-04", "format"),
        ("EVD-NFE-04", "format"),
    ]  # fmt: skip
    assert {count.outcome for count in notes.counts} == {"opened", "rejected"}


def test_an_empty_zip_is_no_fault() -> None:
    assert read(zipped({})).findings == ()


def test_a_zip_with_something_before_it_and_a_comment_after_it_is_read() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a.xml", NOTE)
        archive.comment = b"PK\x05\x06 comment that looks like an end"
    assert read(buffer.getvalue()).documents.num_rows == 1
    with_prefix = b"stub" + zipped({"a.xml": NOTE})
    (entry,) = Archive(Memory(with_prefix)).entries()
    assert Archive(Memory(with_prefix)).read(entry, 1 << 20) == NOTE


def test_a_zip_of_64_bit_fields_is_read() -> None:
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive,
        archive.open("a.xml", "w", force_zip64=True) as member,
    ):
        member.write(NOTE)
    assert read(buffer.getvalue()).documents.num_rows == 1
    assert read(wide(zipped({"a.xml": NOTE}))).documents.num_rows == 1


def wide(data: bytes) -> bytes:
    """The same zip with its sizes, offset and end in 64-bit records."""
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entry = bytearray(data[start:end])
    packed, size, name, _, offset = *struct.unpack_from("<2L2H", entry, 20), struct.unpack_from("<L", entry, 42)[0]
    extra = struct.pack("<2H3Q", 1, 24, size, packed, offset)
    struct.pack_into("<2L", entry, 20, 0xFFFFFFFF, 0xFFFFFFFF)
    struct.pack_into("<L", entry, 42, 0xFFFFFFFF)
    struct.pack_into("<H", entry, 30, len(extra))
    directory = bytes(entry[: 46 + name]) + extra
    record = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 1, 1, len(directory), start)
    locator = struct.pack("<4sLQL", b"PK\x06\x07", 0, start + len(directory), 1)
    tail = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 0xFFFF, 0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0)
    return data[:start] + directory + record + locator + tail


def test_every_member_agrees_with_another_reader_of_zips() -> None:
    data = zipped({f"{n}/x.bin": os.urandom(n * 37) + b"a" * n * 101 for n in range(60)})
    ours = Archive(Memory(data))
    with zipfile.ZipFile(io.BytesIO(data)) as theirs:
        assert [(e.name, ours.read(e, 1 << 20)) for e in ours.entries()] == [
            (i.filename, theirs.read(i)) for i in theirs.infolist()
        ]


def test_damage_anywhere_in_a_zip_never_raises() -> None:
    data = zipped({"a.xml": NOTE, "b.zip": zipped({"c.xml": OTHER})})
    for at in range(0, len(data), 7):
        changed = bytearray(data)
        changed[at] ^= 0xFF
        notes = read(bytes(changed)) if changed[:4] == data[:4] else read_note_file("z.bin", bytes(changed))
        assert total(notes) >= 1


def test_a_stored_member_that_is_not_its_size_is_refused() -> None:
    data = patched(zipped({"a.xml": NOTE}), method=0)
    (entry,) = Archive(Memory(data)).entries()
    with pytest.raises(Refused):
        Archive(Memory(data)).read(entry, 1 << 20)
    packed = replace(entry, size=entry.packed, crc=zlib.crc32(b"x"))
    with pytest.raises(Refused, match="check_sum"):
        Archive(Memory(data)).read(packed, 1 << 20)


# --- folders


def test_a_path_reads_as_its_bytes_do(tmp_path: Path) -> None:
    for name, data in (("a.xml", NOTE), ("b/c.zip", zipped({"x.xml": NOTE, "y.pdf": b"%PDF"})), ("d.pdf", b"%PDF")):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(data)
        assert read_note_path(tmp_path, name) == read_note_file(name, data)


def test_batches_of_a_path_are_the_whole(tmp_path: Path) -> None:
    data = zipped({f"{n}.xml": authorised(Note(number=n)) for n in range(1, 24)} | {"x.pdf": b"%PDF"})
    (tmp_path / "z.zip").write_bytes(data)
    batches = list(iter_note_path(tmp_path, "z.zip", batch_notes=5))
    assert [batch.documents.num_rows for batch in batches] == [5, 5, 5, 5, 3]
    assert sum(total(batch) for batch in batches) == 1 + 24


def test_links_are_not_followed(tmp_path: Path) -> None:
    root, outside = tmp_path / "root", tmp_path / "outside"
    root.mkdir()
    outside.mkdir()
    (outside / "a.xml").write_bytes(NOTE)
    (root / "link.xml").symlink_to(outside / "a.xml")
    (root / "folder").symlink_to(outside)
    for path in ("link.xml", "folder/a.xml"):
        assert codes(read_note_path(root, path)) == [("EVD-NFE-07", "link")]
    for path in ("../outside/a.xml", str(outside / "a.xml"), "x/../../outside/a.xml"):
        assert codes(read_note_path(root, path)) == [("EVD-NFE-07", "outside")]


def test_what_is_no_file_is_told(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.xml")
    (tmp_path / "folder.xml").mkdir()
    for path in ("pipe.xml", "folder.xml"):
        assert codes(read_note_path(tmp_path, path)) == [("EVD-NFE-07", "device")]
    for path in ("gone.xml", "nul\0.xml"):
        notes = read_note_path(tmp_path, path)
        assert codes(notes) == [("EVD-NFE-07", "unopened")]
        assert total(notes) == 1


def test_a_huge_loose_file_is_not_read_whole(tmp_path: Path) -> None:
    with (tmp_path / "huge.xml").open("wb") as file:
        file.write(b"<a>")
        file.truncate(1 << 30)
    tracemalloc.start()
    try:
        assert codes(read_note_path(tmp_path, "huge.xml")) == [("EVD-NFE-01", "too_large")]
        assert tracemalloc.get_traced_memory()[1] < 12 << 20
    finally:
        tracemalloc.stop()


def test_a_name_of_no_encoding_is_read(tmp_path: Path) -> None:
    name = os.fsdecode(b"a\xff.xml")
    (tmp_path / name).write_bytes(NOTE)
    notes = read_note_path(tmp_path, name)
    assert (notes.documents.num_rows, notes.documents["_file"].to_pylist()) == (1, ["a\\udcff.xml"])


def test_limits_are_far_above_real_notes() -> None:
    assert LIMITS.document_bytes > 8 * 600_000
    assert LIMITS.nesting == 2
