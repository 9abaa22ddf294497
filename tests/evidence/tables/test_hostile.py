"""Files made to harm: one finding each, never a traceback, never a long wait. All are made here."""

from __future__ import annotations

import io
import random
import struct
import time
import warnings
import zipfile
import zlib
from collections.abc import Callable

import pytest

from lastro.evidence.tables.limits import MAX_SHEETS
from tests.evidence.tables.packages import ODS_MIME, edited, ods_bytes, packed, xlsx_parts
from tests.evidence.tables.support import codes, cpf, csv_bytes, one, purchase, read, xlsx_bytes

SHEET = "xl/worksheets/sheet1.xml"
GOOD = xlsx_bytes({"aquisicoes": [["data", "fornecedor", "valor"], ["10/04/2023", cpf(1), 1.5]]})
ROW = b'<row r="2"'
SECONDS = 20


def in_sheet(old: bytes, new: bytes) -> bytes:
    return edited(GOOD, SHEET, old, new)


def bomb() -> bytes:
    return packed(xlsx_parts(GOOD) | {SHEET: b"<worksheet>" + b" " * 50_000_000 + b"</worksheet>"})


def forged_size() -> bytes:
    """A member that says it holds ten bytes and holds more."""
    data = bytearray(packed({"xl/workbook.xml": b"<workbook/>" + b" " * 5_000}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        offset = data.index(mark) + at
        data[offset : offset + 4] = struct.pack("<I", 10)
    return bytes(data)


def overlapping() -> bytes:
    """A member whose body holds another one, both in the directory."""
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w", zipfile.ZIP_STORED) as package:
        package.writestr("b.xml", b"<b/>")
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as package:
        package.writestr("a.xml", inner.getvalue())
        hidden = zipfile.ZipInfo("b.xml")
        hidden.header_offset = 30 + len("a.xml")
        hidden.file_size = hidden.compress_size = len(b"<b/>")
        hidden.CRC = zlib.crc32(b"<b/>")
        package.filelist.append(hidden)
    return target.getvalue()


def one_name_twice() -> bytes:
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w") as package, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for content in (b"<a/>", b"<b/>"):
            package.writestr("xl/workbook.xml", content)
    return target.getvalue()


def encrypted_member() -> bytes:
    data = bytearray(GOOD)
    for mark, at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        start = 0
        while (found := data.find(mark, start)) >= 0:
            data[found + at] |= 1
            start = found + 4
    return bytes(data)


HOSTILE: dict[str, tuple[Callable[[], bytes], str]] = {
    "empty": (lambda: b"", "not_a_workbook"),
    "noise": (lambda: random.Random(1).randbytes(5_000), "not_a_workbook"),
    "cut in half": (lambda: GOOD[: len(GOOD) // 2], "malformed"),
    "a zip of something else": (lambda: packed({"a.txt": b"x"}), "not_a_workbook"),
    "a binary workbook": (lambda: packed({"xl/workbook.bin": b"x"}), "old_format"),
    "a bomb": (bomb, "expands"),
    "many members": (lambda: packed({f"{n}": b"" for n in range(2_001)}), "expands"),
    "a forged size": (forged_size, "malformed"),
    "a wrong checksum": (lambda: GOOD.replace(struct.pack("<I", zlib.crc32(xlsx_parts(GOOD)[SHEET])), b"\0\0\0\0"), "malformed"),
    "overlapping members": (overlapping, "overlapping"),
    "one name twice": (one_name_twice, "overlapping"),
    "an encrypted member": (encrypted_member, "encrypted"),
    "no sheet part": (lambda: packed({k: v for k, v in xlsx_parts(GOOD).items() if k != SHEET}), "malformed"),
    "a document type": (lambda: edited(GOOD, SHEET, None, b'<!DOCTYPE a [<!ENTITY b "c">]><worksheet/>'), "malformed"),
    "laughs": (lambda: edited(GOOD, "xl/sharedStrings.xml", None, b'<!DOCTYPE a [<!ENTITY b "' + b"c" * 100 + b'"><!ENTITY d "' + b"&b;" * 1_000 + b'">]><sst><si><t>&d;</t></si></sst>'), "malformed"),
    "an unknown encoding": (lambda: edited(GOOD, SHEET, None, b'<?xml version="1.0" encoding="klingon"?><worksheet/>'), "malformed"),
    "a deep part": (lambda: edited(GOOD, SHEET, None, b"<a>" * 100_000 + b"</a>" * 100_000), "malformed"),
    "an unclosed part": (lambda: in_sheet(b"</worksheet>", b""), "malformed"),
    "a row before the last": (lambda: in_sheet(ROW, b'<row r="1"'), "malformed"),
    "a row out of the sheet": (lambda: in_sheet(ROW, b'<row r="99999999999999999999"'), "malformed"),
    "a cell of another row": (lambda: in_sheet(b'r="A2"', b'r="A9"'), "malformed"),
    "a cell before the last": (lambda: in_sheet(b'r="B2"', b'r="A2"'), "malformed"),
    "a cell out of the sheet": (lambda: in_sheet(b'r="C2"', b'r="ZZZ2"'), "malformed"),
    "a cell without letters": (lambda: in_sheet(b'r="C2"', b'r="2"'), "malformed"),
    "a text that is not there": (lambda: in_sheet(b"<v>1.5</v>", b'<v>1.5</v></c><c r="D2" t="s"><v>999</v>'), "malformed"),
    "a number that is none": (lambda: in_sheet(b"<v>1.5</v>", b"<v>one</v>"), "malformed"),
    "a merge out of the sheet": (lambda: in_sheet(b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'), "too_many_cells"),
    "a merge of nothing": (lambda: in_sheet(b"</sheetData>", b'</sheetData><mergeCells><mergeCell ref="hello"/></mergeCells>'), "malformed"),
    "far cells in many rows": (lambda: edited(GOOD, SHEET, None, b"<worksheet><sheetData>" + b"<row><c r='XFD1'><v>1</v></c></row>".replace(b" r='XFD1'", b"") + b"".join(b'<row r="%d"><c r="XFD%d"><v>1</v></c></row>' % (n, n) for n in range(2, 2_000)) + b"</sheetData></worksheet>"), "too_many_cells"),
    "many sheets": (lambda: edited(GOOD, "xl/workbook.xml", b"<sheets>", b"<sheets>" + b'<sheet name="a" sheetId="1" r:id="rId1"/>' * (MAX_SHEETS + 1)), "too_many_cells"),
    "ods: a repeated bomb": (lambda: ods_bytes("vendas", [], body='<table:table-row table:number-rows-repeated="1048576"><table:table-cell table:number-columns-repeated="16384" office:value-type="float" office:value="1"/></table:table-row>'), "too_many_cells"),
    "ods: a far cell": (lambda: ods_bytes("vendas", [], body='<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16383"/><table:table-cell office:value-type="float" office:value="1"/></table:table-row>'), "too_many_cells"),
    "ods: a merge of everything": (lambda: ods_bytes("vendas", [], body='<table:table-row><table:table-cell table:number-rows-spanned="1048576" table:number-columns-spanned="16384"/></table:table-row>'), "too_many_cells"),
    "ods: a repetition that is none": (lambda: ods_bytes("vendas", [], body='<table:table-row table:number-rows-repeated="-1"/>'), "malformed"),
    "ods: encrypted": (lambda: packed({"mimetype": ODS_MIME, "content.xml": b"\1\2", "META-INF/manifest.xml": b"<a><manifest:encryption-data/></a>"}), "encrypted"),
    "ods: no content": (lambda: packed({"mimetype": ODS_MIME, "META-INF/manifest.xml": b"<a/>"}), "malformed"),
}  # fmt: skip


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_workbook_is_one_finding(name: str) -> None:
    make, variant = HOSTILE[name]
    data = make()
    started = time.process_time()
    found = read(data, "aquisicoes.xlsx")
    assert codes(found) == [f"EVD-TAB-01.{variant}"]
    assert found.tables == {}
    assert time.process_time() - started < SECONDS


def test_a_part_of_any_name_is_only_a_name() -> None:
    data = packed(xlsx_parts(GOOD) | {"../../etc/passwd": b"x", "C:\\x": b"x"})
    assert codes(read(data, "aquisicoes.xlsx")) == []


def test_relations_that_lead_out_of_the_package_lead_nowhere() -> None:
    for target in (b"../../../../etc/passwd", b"http://example.org/sheet.xml", b"/xl/nothing.xml"):
        data = edited(GOOD, "xl/_rels/workbook.xml.rels", b"worksheets/sheet1.xml", target)
        assert codes(read(data, "aquisicoes.xlsx")) == ["EVD-TAB-01.malformed"]


def test_damaged_packages_never_raise() -> None:
    chance = random.Random(20230410)
    ods = ods_bytes("aquisicoes", one(purchase()))
    for _ in range(250):
        base = chance.choice((GOOD, ods))
        parts = xlsx_parts(base)
        name = chance.choice(sorted(parts))
        content = bytearray(parts[name])
        for _ in range(chance.choice((1, 2, 8)) if content else 0):
            at = chance.randrange(len(content))
            content[at : at + chance.randrange(3)] = chance.choice(
                (b"", b"\0", b"<", b'"', b"9" * 9, b"-1", b"&", b"\xff")
            )
        read(packed(parts | {name: bytes(content)}), "aquisicoes.xlsx")


def test_damaged_zips_and_texts_never_raise() -> None:
    chance = random.Random(20230411)
    text = csv_bytes(one(purchase()))
    for _ in range(300):
        base, name = chance.choice(((GOOD, "aquisicoes.xlsx"), (text, "aquisicoes.csv")))
        data = bytearray(base)
        for _ in range(chance.choice((1, 4, 20))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        read(bytes(data), name)
