"""Every kind of document is told by its root and its content, counted once, and read for what it proves."""

from __future__ import annotations

import pytest

from lastro.evidence.nfe import FileNotes, NoteCount, read_note_file
from tests.evidence.nfe.builder import (
    XMLNS,
    Item,
    Note,
    authorised,
    bare,
    distribution,
    event,
    event_answer_xml,
    event_xml,
    note_xml,
    protocol_xml,
    wrapped,
    zipped,
)

NOTE = Note()


def outcome(notes: FileNotes) -> list[tuple[str, str, int]]:
    return [(count.kind, count.outcome, count.n) for count in notes.counts]


def rows(notes: FileNotes) -> tuple[int, int, int, int]:
    return notes.documents.num_rows, notes.items.num_rows, notes.events.num_rows, notes.references.num_rows


RESUME = (
    f"<chNFe>{NOTE.key}</chNFe><CNPJ>x</CNPJ><dhEmi>2023-03-15T10:00:00-03:00</dhEmi><digVal>{NOTE.digest}</digVal>"
)

KINDS = [
    ("nfeProc", authorised(NOTE), "accepted", (1, 1, 0, 0)),
    ("NFe", bare(NOTE), "accepted", (1, 1, 0, 0)),
    ("enviNFe", wrapped("enviNFe", "<idLote>1</idLote>" + note_xml(NOTE, "") + note_xml(Note(number=2), "")), "accepted", (2, 2, 0, 0)),
    ("procEventoNFe", event(NOTE.key), "accepted", (0, 0, 2, 0)),
    ("proc", event(NOTE.key, root="proc"), "accepted", (0, 0, 2, 0)),
    ("envEvento", wrapped("envEvento", event_xml(NOTE.key, "110111")), "accepted", (0, 0, 1, 0)),
    ("evento", event_xml(NOTE.key, "110111").replace("<evento", f"<evento{XMLNS}").encode(), "accepted", (0, 0, 1, 0)),
    ("retEnvEvento", wrapped("retEnvEvento", "<cStat>128</cStat>" + event_answer_xml(NOTE.key, "110111")), "accepted", (0, 0, 1, 0)),
    ("retEvento", event_answer_xml(NOTE.key, "110111").replace("<retEvento", f"<retEvento{XMLNS}").encode(), "accepted", (0, 0, 1, 0)),
    ("resNFe", wrapped("resNFe", RESUME + "<cSitNFe>1</cSitNFe>"), "accepted", (0, 0, 1, 0)),
    ("resEvento", wrapped("resEvento", f"<chNFe>{NOTE.key}</chNFe><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento>"), "accepted", (0, 0, 1, 0)),
    ("retConsSitNFe", wrapped("retConsSitNFe", f"<cStat>100</cStat><chNFe>{NOTE.key}</chNFe>" + protocol_xml(NOTE)), "accepted", (0, 0, 2, 0)),
    ("retConsReciNFe", wrapped("retConsReciNFe", "<cStat>104</cStat>" + protocol_xml(NOTE)), "accepted", (0, 0, 1, 0)),
    ("protNFe", protocol_xml(NOTE).replace("<protNFe", f"<protNFe{XMLNS}").encode(), "accepted", (0, 0, 1, 0)),
    ("consReciNFe", wrapped("consReciNFe", "<nRec>1</nRec>"), "ignored", (0, 0, 0, 0)),
    ("inutNFe", wrapped("inutNFe", "<infInut/>"), "ignored", (0, 0, 0, 0)),
    ("procInutNFe", wrapped("procInutNFe", "<inutNFe/>"), "ignored", (0, 0, 0, 0)),
    ("retInutNFe", wrapped("retInutNFe", "<infInut/>"), "ignored", (0, 0, 0, 0)),
    ("cte", wrapped("cteProc", "<CTe/>", ' xmlns="http://www.portalfiscal.inf.br/cte"'), "ignored", (0, 0, 0, 0)),
    ("cte", wrapped("procEventoCTe", "<x/>", ' xmlns="http://www.portalfiscal.inf.br/cte"'), "ignored", (0, 0, 0, 0)),
    ("mdfe", wrapped("mdfeProc", "<MDFe/>", ' xmlns="http://www.portalfiscal.inf.br/mdfe"'), "ignored", (0, 0, 0, 0)),
    ("nfse", wrapped("CompNfse", "<Nfse/>", ' xmlns="http://www.abrasf.org.br/nfse.xsd"'), "ignored", (0, 0, 0, 0)),
    ("nfse", wrapped("NFSe", "<infNFSe/>", ' xmlns="http://www.sped.fazenda.gov.br/nfse"'), "ignored", (0, 0, 0, 0)),
    ("other_xml", wrapped("html", "<body/>", ""), "ignored", (0, 0, 0, 0)),
]  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "data", "result", "size"), KINDS, ids=[f"{kind}-{n}" for n, (kind, *_) in enumerate(KINDS)]
)
@pytest.mark.parametrize("name", ["x.xml", "NFe3526.txt", "nota-nfe.XML", "3526-procEventoNFe"])
def test_the_root_tells_the_kind_whatever_the_name(
    kind: str, data: bytes, result: str, size: tuple[int, ...], name: str
) -> None:
    notes = read_note_file(name, data)
    assert outcome(notes) == [(kind, result, 1)]
    assert rows(notes) == size
    assert bool(notes.findings) == (result != "accepted")


def test_a_distribution_holds_documents_of_their_own() -> None:
    notes = read_note_file("d.xml", distribution(authorised(NOTE), event(NOTE.key), wrapped("inutNFe", "<infInut/>")))
    assert outcome(notes) == [
        ("inutNFe", "ignored", 1),
        ("nfeProc", "accepted", 1),
        ("procEventoNFe", "accepted", 1),
        ("retDistDFeInt", "opened", 1),
    ]
    assert notes.documents["_member"].to_pylist() == ["#docZip-1"]


@pytest.mark.parametrize(
    "payload", [note_xml(NOTE), event_xml(NOTE.key, "110111").replace("<evento", f"<evento{XMLNS}")]
)
def test_captured_traffic_is_opened(payload: str) -> None:
    soap = f'<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header/><s:Body><nfeDadosMsg xmlns="http://x">{payload}</nfeDadosMsg></s:Body></s:Envelope>'
    assert outcome(read_note_file("s.xml", soap.encode()))[0][1] == "accepted"


def test_captured_traffic_without_a_document_says_so() -> None:
    notes = read_note_file(
        "s.xml",
        b'<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Body>&lt;NFe/&gt;</s:Body></s:Envelope>',
    )
    assert [(f.code, f.variant) for f in notes.findings] == [("EVD-NFE-08", "envelope")]


def test_a_zip_in_a_zip_in_a_zip_is_read_and_a_deeper_one_is_told() -> None:
    third = zipped({"n.xml": authorised(NOTE)})
    second = zipped({"third.zip": third})
    outer = zipped({"folder/": b"", "folder/second.zip": second, "e.xml": event(NOTE.key)})
    notes = read_note_file("outer.zip", outer)
    assert notes.documents["_member"].to_pylist() == ["folder/second.zip/third.zip/n.xml"]
    assert notes.findings == ()
    assert NoteCount("outer.zip", "folder/second.zip/third.zip", "nfeProc", "accepted", 1) in notes.counts
    assert sum(count.n for count in notes.counts) == 1 + 3 + 1 + 1  # the file, then the members of each zip
    deeper = read_note_file("x.zip", zipped({"outer.zip": outer}))
    assert deeper.documents.num_rows == 0
    assert [(f.code, f.variant) for f in deeper.findings] == [("EVD-NFE-04", "nesting")]


def test_an_item_carries_exact_integers() -> None:
    note = Note(items=(Item(quantity="1234.5678", value="0.1", unit_price="1E-9"),))
    item = read_note_file("x.xml", authorised(note)).items.to_pylist()[0]
    assert (item["quantity"], item["value_centavos"], item["unit_price"]) == (12_345_678, 10, "1E-9")
