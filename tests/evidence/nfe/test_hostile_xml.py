"""Attacks and defects in one XML document: each is refused by name, costs little, and stops nothing else."""

from __future__ import annotations

import gzip
import time
import tracemalloc
from pathlib import Path

import pytest

from lastro.evidence.nfe import FileNotes, gather, read_note_file
from lastro.evidence.nfe.findings import about_file, printable
from lastro.statement.catalogue import LANGS, text
from tests.evidence.nfe.builder import FARMER, Item, Note, authorised, distribution, wrapped

NOTE = authorised(Note())
BODY = NOTE.decode().removeprefix('<?xml version="1.0" encoding="UTF-8"?>')
SECRET = "SEGREDO-DO-DISCO"


def refused(data: bytes, name: str = "x.xml") -> tuple[str, str]:
    notes = read_note_file(name, data)
    assert (notes.documents.num_rows, notes.items.num_rows, notes.events.num_rows) == (0, 0, 0)
    assert [(count.outcome, count.n) for count in notes.counts] == [("rejected", 1)]
    (finding,) = notes.findings
    tell(notes)
    return finding.code, finding.variant


def tell(notes: FileNotes) -> str:
    """Every finding in words, in both languages."""
    return "\n".join(
        text(f"findings.{f.code}.{f.variant}.{part}", lang, f.arguments)
        for f in notes.findings
        for lang in LANGS
        for part in ("title", "message", "remedy")
    )


def doctype(declarations: str, use: str = "") -> str:
    return f'<?xml version="1.0"?><!DOCTYPE nfeProc [{declarations}]>' + BODY.replace(
        "VENDA DE PRODUCAO", use or "VENDA"
    )


LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10)).replace("&l0;", "ha")
QUADRATIC = f'<!ENTITY a "{"a" * 50_000}">'

DOCTYPES = {
    "external entity": doctype('<!ENTITY x SYSTEM "file:///etc/passwd">', "&x;"),
    "entity of a URL": doctype('<!ENTITY x SYSTEM "http://127.0.0.1:9/x">', "&x;"),
    "internal entity": doctype('<!ENTITY x "y">', "VENDA &x; X"),
    "parameter entity": doctype('<!ENTITY % p SYSTEM "file:///etc/hostname"> %p;'),
    "billion laughs": doctype(LAUGHS, "&l9;"),
    "quadratic": doctype(QUADRATIC, "&a;" * 1_000),
    "entity in an attribute": doctype('<!ENTITY x "1">').replace('nItem="1"', 'nItem="&x;"'),
    "empty subset": doctype(""),
    "external subset": '<?xml version="1.0"?><!DOCTYPE nfeProc SYSTEM "http://127.0.0.1:9/x.dtd">' + BODY,
    "html page": "<!DOCTYPE html><html><body>Sessão expirada</body></html>",
    "after a long comment": f"<!--{'x' * 9_000}-->"
    + doctype('<!ENTITY x "y">', "&x;").removeprefix('<?xml version="1.0"?>'),
    "after a comment that looks like a root": "<!-- <nfeProc> -->" + doctype("").removeprefix('<?xml version="1.0"?>'),
}


@pytest.mark.parametrize("attack", DOCTYPES)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-8-sig"])
def test_a_doctype_is_refused_in_every_encoding_at_once(attack: str, encoding: str) -> None:
    started = time.process_time()
    assert refused(DOCTYPES[attack].encode(encoding)) == ("EVD-NFE-02", "default")
    assert time.process_time() - started < 1


def test_no_entity_reaches_a_local_file(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    for uri in ((tmp_path / "secret").as_uri(), str(tmp_path / "secret")):
        notes = read_note_file("x", doctype(f'<!ENTITY x SYSTEM "{uri}">', "&x;").encode())
        assert notes.documents.num_rows == 0
        assert SECRET not in repr(notes.findings)


def test_an_inclusion_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text(SECRET)
    include = (
        f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{(tmp_path / "secret").as_uri()}" parse="text"/>'
    )
    notes = read_note_file("x", BODY.replace("VENDA DE PRODUCAO", include).encode())
    assert notes.documents["nature"].to_pylist() == [""]


def test_an_undeclared_entity_is_malformed() -> None:
    assert refused(BODY.replace("VENDA DE PRODUCAO", "&x;").encode()) == ("EVD-NFE-01", "malformed")


MALFORMED = {
    "cut": NOTE[:-30],
    "two roots": NOTE + BODY.encode(),
    "text after the root": NOTE + b"fim",
    "control character": NOTE.replace(b"VENDA", b"VEN\x01DA"),
    "null": NOTE.replace(b"VENDA", b"VEN\x00DA"),
    "invalid UTF-8": NOTE.replace(b"VENDA", b"VEN\xe7DA"),
    "repeated attribute": NOTE.replace(b'nItem="1"', b'nItem="1" nItem="2"'),
    "wrong end": NOTE.replace(b"</ide>", b"</idx>"),
    "unbound prefix": NOTE.replace(b"<ide>", b"<q:ide>").replace(b"</ide>", b"</q:ide>"),
    "deep": wrapped("nfeProc", "<a>" * 300 + "</a>" * 300),
    "declaration in the middle": BODY.encode() + NOTE,
}


@pytest.mark.parametrize("defect", MALFORMED)
def test_half_a_note_is_never_read(defect: str) -> None:
    assert refused(MALFORMED[defect]) == ("EVD-NFE-01", "malformed")


ENCODINGS = {
    "UTF-7": b'<?xml version="1.0" encoding="UTF-7"?>' + BODY.encode(),
    "UTF-7 throughout": ('<?xml version="1.0" encoding="UTF-7"?>' + BODY).encode("utf-7"),
    "UTF-16 without mark, little": NOTE.decode().encode("utf-16-le"),
    "UTF-16 without mark, big": NOTE.decode().encode("utf-16-be"),
    "UTF-32": NOTE.decode().encode("utf-32"),
    "UTF-32 big": b"\x00\x00\xfe\xff" + NOTE.decode().encode("utf-32-be"),
    "EBCDIC": NOTE.decode().encode("cp037"),
    "Shift_JIS": b'<?xml version="1.0" encoding="Shift_JIS"?>' + BODY.encode(),
    "IBM850": b'<?xml version="1.0" encoding="IBM850"?>' + BODY.encode(),
    "says UTF-16, is not": b'<?xml version="1.0" encoding="UTF-16"?>' + BODY.encode(),
    "broken UTF-16": NOTE.decode().encode("utf-16")[:-1],
    "lone surrogate": b"\xff\xfe" + NOTE.decode().encode("utf-16-le")[:400] + b"\x00\xd8" + b"<\x00",
    "unheard of": b'<?xml version="1.0" encoding="klingon"?>' + BODY.encode(),
    "empty": b'<?xml version="1.0" encoding=""?>' + BODY.encode(),
}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_only_known_encodings_are_read(encoding: str) -> None:
    assert refused(ENCODINGS[encoding])[0] == "EVD-NFE-03"


def test_a_document_has_a_size() -> None:
    text_of_11_mb = BODY.replace("VENDA DE PRODUCAO", "A" * (11 << 20)).encode()
    attribute_of_11_mb = BODY.replace('nItem="1"', f'nItem="{"1" * (11 << 20)}"').encode()
    for data in (text_of_11_mb, attribute_of_11_mb, NOTE + b" " * (6 << 20)):
        assert refused(data) == ("EVD-NFE-01", "too_large")


def test_a_document_below_the_size_is_read_whatever_its_shape() -> None:
    many = authorised(Note(items=(Item(),) * 4_000))
    assert len(many) < 5 << 20
    assert read_note_file("x", many).items.num_rows == 4_000


def test_compressed_xml_is_inflated_by_us_and_only_so_far() -> None:
    assert read_note_file("x.xml.gz", gzip.compress(NOTE)).documents.num_rows == 1
    bomb = gzip.compress(b"<a>" + b" " * (80 << 20) + b"</a>")
    tracemalloc.start()
    try:
        assert refused(bomb) == ("EVD-NFE-01", "too_large")
        assert tracemalloc.get_traced_memory()[1] < 40 << 20
    finally:
        tracemalloc.stop()
    assert refused(gzip.compress(NOTE)[:-20]) == ("EVD-NFE-01", "gzip")
    assert refused(b"\x1f\x8b" + b"x" * 50) == ("EVD-NFE-01", "gzip")


def test_distributed_documents_have_the_same_caps() -> None:
    good = authorised(Note(number=2))
    bomb, page = b"<a>" + b" " * (30 << 20) + b"</a>", DOCTYPES["billion laughs"].encode()
    inner = distribution(good)
    notes = read_note_file(
        "d",
        distribution(bomb, page, inner, good).replace(
            b'<docZip NSU="000000000000004"', b'<docZip NSU="x">%%%</docZip><docZip NSU="4"'
        ),
    )
    assert notes.documents["number"].to_pylist() == ["2"]
    assert [(f.code, f.variant) for f in notes.findings] == [
        ("EVD-NFE-01", "too_large"), ("EVD-NFE-02", "default"), ("EVD-NFE-08", "nested"), ("EVD-NFE-08", "base64"),
    ]  # fmt: skip
    assert sum(count.n for count in notes.counts) == 6
    tell(notes)


FIELDS = {
    "three places of a real": ("<vProd>2500.00</vProd><cEANTrib>", "<vProd>2500.001</vProd><cEANTrib>", "number_of_item"),
    "a comma": ("<vProd>2500.00</vProd><cEANTrib>", "<vProd>2.500,00</vProd><cEANTrib>", "number_of_item"),
    "an exponent": ("<qCom>1000.0000", "<qCom>1e3", "number_of_item"),
    "a sign": ("<qCom>1000.0000", "<qCom>-1000.0000", "number_of_item"),
    "not a number": ("<qCom>1000.0000", "<qCom>NaN", "number_of_item"),
    "digits of another script": ("<qCom>1000.0000", "<qCom>١٠٠٠", "number_of_item"),
    "beyond 64 bits": ("<qCom>1000.0000", "<qCom>" + "9" * 19, "number_of_item"),
    "no value": ("<vProd>2500.00</vProd><cEANTrib>", "<cEANTrib>", "missing_of_item"),
    "no number of item": ('<det nItem="1">', "<det>", "missing"),
    "a date of no calendar": ("<dhEmi>2023-03-15", "<dhEmi>2023-02-30", "date"),
    "a date in weeks": ("<dhEmi>2023-03-15", "<dhEmi>2023-W11-3", "date"),
    "no date": ("<dhEmi>2023-03-15T10:20:30-03:00</dhEmi>", "", "missing"),
    "no emitter": (f"<CPF>{FARMER}</CPF>", "", "missing"),
    "no key": (f' Id="NFe{Note().key}"', "", "missing"),
    "no items": ("det>", "dex>", "missing"),
}  # fmt: skip


@pytest.mark.parametrize("field", FIELDS)
def test_an_unreadable_field_refuses_the_note_and_never_becomes_zero(field: str) -> None:
    old, new, variant = FIELDS[field]
    broken = BODY.replace(old, new).replace("<det ", "<dex ") if field == "no items" else BODY.replace(old, new)
    assert broken != BODY
    assert refused(broken.encode()) == ("EVD-NFE-06", variant)


def test_zeros_beyond_the_places_are_no_fault() -> None:
    item = read_note_file(
        "x", authorised(Note(items=(Item(value="2500.0000", quantity="1.000000"),)))
    ).items.to_pylist()[0]
    assert (item["value_centavos"], item["quantity"]) == (250_000, 10_000)


def test_a_bad_note_of_a_batch_takes_its_batch_with_it_and_nothing_else() -> None:
    bad = NOTE.replace(b"<qCom>1000.0000", b"<qCom>x")
    notes = gather([read_note_file("bad", bad), read_note_file("good", NOTE)])
    assert notes.documents["_file"].to_pylist() == ["good"]


def test_personal_data_is_never_told_in_clear() -> None:
    notes = read_note_file("x", BODY.replace("<qCom>1000.0000", f"<qCom>{FARMER}").replace("<uCom>", "<uCom>").encode())
    told = tell(notes) + repr([f.arguments for f in notes.findings])
    assert FARMER not in told
    notes = read_note_file(f"{FARMER}.xml", b"")
    assert FARMER not in tell(notes)
    assert printable(f"cpf {FARMER[:3]}.{FARMER[3:6]}.{FARMER[6:9]}-{FARMER[9:]}") == "cpf ***.456.789-**"


def test_what_a_file_says_is_shown_on_one_line_and_short() -> None:
    assert printable("a\nb\x1b[31m\u202e") == "a\\x0ab\\x1b[31m\\x202e"
    assert len(printable("x" * 999)) == 60
    assert "\n" not in tell_of("a\n.xml")


def tell_of(name: str) -> str:
    finding = about_file("EVD-NFE-01", "empty", name)
    return text("findings.EVD-NFE-01.empty.message", "pt", finding.arguments)
