"""Oddities seen in real files change nothing of what is read."""

from __future__ import annotations

import random
import re

import pytest
from lxml import etree

from lastro.evidence.nfe import FileNotes, fold, gather, read_note_file
from tests.evidence.nfe.builder import (
    NFE,
    XMLNS,
    Item,
    Note,
    authorised,
    event_answer_xml,
    note_xml,
    protocol_xml,
    ref_note,
)

NOTE = Note(
    items=(
        Item(description="SOJA EM GRÃOS"),
        Item(ncm="12011000", value="19.90", quantity="0.5000", unit_price="39.8"),
    ),
    references=(ref_note(Note(number=99).key),),
    remarks="Contrato 12/2023 &amp; DAP SDW0123",
    net_weight="1000.500",
)
PLAIN = authorised(NOTE)
BODY = PLAIN.decode().removeprefix('<?xml version="1.0" encoding="UTF-8"?>')


def facts(notes: FileNotes) -> list[dict[str, object]]:
    """All that was read but where it stood."""
    assert notes.findings == ()
    tables = (notes.documents, notes.items, notes.references)
    rows = [row for table in tables for row in table.drop_columns(["_file", "_member"]).to_pylist()]
    return sorted(({k: v for k, v in row.items() if k not in ("sha256", "ordinal")} for row in rows), key=repr)


EXPECTED = facts(read_note_file("x", PLAIN))


def prefixed(prefix: str) -> str:
    before, _, rest = BODY.partition("<Signature xmlns")
    signature, _, after = rest.partition("</Signature>")
    named = re.compile(r"<(/?)(?=[A-Za-z])")
    outside = named.sub(rf"<\1{prefix}:", before), named.sub(rf"<\1{prefix}:", after)
    return f"<Signature xmlns{signature}</Signature>".join(outside).replace(
        "nfeProc xmlns=", f"nfeProc xmlns:{prefix}="
    )


def pretty(text: str) -> str:
    """Blanks between elements and around every value."""
    return re.sub(r">([^<>\s][^<>]*)</", r">\n      \1\n    </", text).replace("><", ">\n  <")


def through_json(text: str, seed: int) -> str:
    """Attributes become elements and siblings of different names lose their order."""
    root = etree.fromstring(text.encode())
    for element in list(root.iter(etree.Element)):
        for name, value in list(element.attrib.items()):
            del element.attrib[name]
            child = etree.SubElement(element, f"{{{NFE}}}{name}")
            child.text = value
        children = list(element)
        random.Random(seed).shuffle(children)
        details = iter([c for c in element if c.tag.endswith("}det")])
        element[:] = [next(details) if c.tag.endswith("}det") else c for c in children]
    return etree.tostring(root, encoding="unicode")


ODD = {
    "no declaration": BODY.encode(),
    "mark of UTF-8": b"\xef\xbb\xbf" + PLAIN,
    "ISO-8859-1": ('<?xml version="1.0" encoding="ISO-8859-1"?>' + BODY).encode("latin-1"),
    "windows-1252": ("<?xml version='1.0' encoding='windows-1252' standalone='yes'?>" + BODY).encode("cp1252"),
    "UTF-16 little": ('<?xml version="1.0" encoding="UTF-16"?>' + BODY).encode("utf-16"),
    "UTF-16 big": b"\xfe\xff" + BODY.encode("utf-16-be"),
    "US-ASCII": ('<?xml version="1.0" encoding="us-ascii"?>' + BODY).encode("ascii", "xmlcharrefreplace"),
    "blank lines first": b"\r\n  " + BODY.encode(),
    "prefix nfe": prefixed("nfe").encode(),
    "prefix ns2": prefixed("ns2").encode(),
    "no namespace": BODY.replace(XMLNS, "").encode(),
    "note without the namespace of its envelope": BODY.replace("<NFe>", '<NFe xmlns="">').encode(),
    "protocol without namespace": BODY.replace("<protNFe", '<protNFe xmlns=""').encode(),
    "http of another spelling": BODY.replace(NFE, "http://www.portalfiscal.inf.br/NFe").encode(),
    "protocol before the note": re.sub(r"(<NFe>.*</NFe>)(<protNFe.*</protNFe>)", r"\2\1", BODY).encode(),
    "blanks": pretty(BODY).encode(),
    "comments": BODY.replace("<det ", "<!-- item --><det ").replace("<vProd>", "<vProd><!-- valor -->").encode(),
    "instructions": BODY.replace("<det ", '<?pi a="b"?><det ').encode(),
    "CDATA": re.sub(r"<(infCpl|xProd|CFOP|vProd)>([^<&]*)</", r"<\1><![CDATA[\2]]></", BODY).encode(),
    "unknown elements": BODY.replace("<ide>", "<novo><a/></novo><ide><gNovo>1</gNovo>").replace("<prod>", "<DFe/><prod><vNovo>1</vNovo>").encode(),
    "through JSON 1": through_json(BODY, 1).encode(),
    "through JSON 2": through_json(BODY, 2).encode(),
    "through JSON without namespace": through_json(BODY, 3).replace(XMLNS, "").encode(),
}  # fmt: skip


@pytest.mark.parametrize("oddity", ODD)
def test_an_oddity_changes_nothing(oddity: str) -> None:
    found = facts(read_note_file("x", ODD[oddity]))
    for one, other in zip(EXPECTED, found, strict=True):
        assert one == other


def test_old_layouts_have_a_date_without_time() -> None:
    for layout in ("1.10", "2.00", "3.10"):
        issued_at = "2011-03-15" if layout < "3" else "2014-03-15T23:59:59-04:00"
        document = read_note_file("x", authorised(Note(layout=layout, issued_at=issued_at))).documents.to_pylist()[0]
        assert (document["layout"], str(document["issued_on"]), document["key_faults"]) == (layout, issued_at[:10], "")


@pytest.mark.parametrize(
    "moment", ["2023-03-31T23:59:59-02:00", "2023-03-31T23:30:00-05:00", "2023-03-31T00:00:01-03:00"]
)
def test_the_fiscal_date_is_the_literal_local_date(moment: str) -> None:
    document = read_note_file("x", authorised(Note(issued_at=moment))).documents.to_pylist()[0]
    assert (str(document["issued_on"]), document["key_faults"], document["issued_at"]) == ("2023-03-31", "", moment)


def test_a_cancel_glued_after_the_protocol_is_read() -> None:
    glued = authorised(NOTE, glued=event_answer_xml(NOTE.key, "110111"))
    notes = gather([read_note_file("x", glued)])
    assert notes.events.select(["event_type", "status", "proven"]).to_pylist() == [
        {"event_type": "110111", "status": "135", "proven": True}
    ]
    folded = fold(notes.documents, notes.events, notes.references, notes.items)
    assert folded.documents["state"].to_pylist() == ["cancelled"]


def test_a_protocol_says_cancelled_in_the_old_style() -> None:
    notes = read_note_file("x", authorised(NOTE, "101"))
    folded = fold(notes.documents, notes.events, notes.references, notes.items)
    assert folded.documents["state"].to_pylist() == ["cancelled"]


def test_notes_of_one_batch_take_the_protocol_of_their_own_key() -> None:
    one, other = Note(number=1), Note(number=2)
    batch = f"<nfeProc{XMLNS}>{protocol_xml(other)}{note_xml(one, '')}{note_xml(other, '')}{protocol_xml(one, '110')}</nfeProc>"
    documents = read_note_file("x", batch.encode()).documents
    assert documents["protocol_key"].to_pylist() == documents["key"].to_pylist() == [one.key, other.key]
    assert documents["protocol_status"].to_pylist() == ["110", "100"]


def test_a_single_item_and_nine_hundred_and_ninety_are_lists_alike() -> None:
    for size in (1, 990):
        assert read_note_file("x", authorised(Note(items=(Item(),) * size))).items.num_rows == size
