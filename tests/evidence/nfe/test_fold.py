"""The state of a key is the same in whatever order, and however often, its documents arrive."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import pyarrow.compute as pc
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lastro.evidence.nfe import FoldedNotes, fold, gather, scan_note_file
from lastro.evidence.nfe.findings import CODES
from lastro.statement.catalogue import LANGS, entries, placeholders, text
from tests.evidence.nfe.builder import (
    DISTRIBUTOR,
    FARMER,
    PLANT,
    TAX_OFFICE,
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
KEY = NOTE.key
ALTERED = replace(NOTE, items=(Item(value="9999.00"),))


def folded(*documents: bytes) -> FoldedNotes:
    return folded_files([(f"f{n}", document) for n, document in enumerate(documents)])


def folded_files(files: Sequence[tuple[str, bytes]]) -> FoldedNotes:
    notes = gather(scan_note_file(name, data) for name, data in files)
    result = fold(notes.documents, notes.events, notes.references, notes.items)
    for finding in result.findings:
        for lang in LANGS:
            text(f"findings.{finding.code}.{finding.variant}.message", lang, finding.arguments)
    return result


def state(*documents: bytes) -> str:
    """The state of the only key."""
    (one,) = folded(*documents).documents["state"].to_pylist()
    return str(one)


def codes(notes: FoldedNotes) -> list[tuple[str, str]]:
    return [(finding.code, finding.variant) for finding in notes.findings]


UNDO = "<tpEventoAut>110111</tpEventoAut><nProtEvento>152230000000099</nProtEvento>"
SUMMARY = f"<chNFe>{KEY}</chNFe><digVal>{NOTE.digest}</digVal><cSitNFe>%s</cSitNFe>"

STATES = {
    "authorised": [
        [authorised(NOTE)],
        [authorised(NOTE, "150")],
        [authorised(NOTE), bare(NOTE)],
        [authorised(NOTE), bare(ALTERED)],  # a rejected attempt left behind
        [authorised(NOTE), authorised(NOTE).replace(b"><", b">\n<")],  # written otherwise, says the same
        [authorised(NOTE), event(KEY, status="573")],  # a duplicate event registers nothing
        [authorised(NOTE), event(KEY, status="128")],
        [authorised(NOTE), wrapped("envEvento", event_xml(KEY, "110111"))],  # a request alone
        [authorised(NOTE), event(KEY, environment="2")],  # of the test environment
        [authorised(NOTE), event(KEY), event(KEY, "110001", detail=UNDO, protocol="1")],  # the cancel was cancelled
        [authorised(NOTE), event(KEY, "110110", detail="<xCorrecao>a</xCorrecao>")],
        [authorised(NOTE), event(Note(number=2).key)],  # of another key
        [bare(NOTE), wrapped("retConsReciNFe", protocol_xml(NOTE))],  # the answer carries the note's own digest
        [bare(NOTE), wrapped("resNFe", SUMMARY % "1")],
        [distribution(authorised(NOTE))],
        [zipped({"a.zip": zipped({"b": authorised(NOTE)})})],
        [authorised(NOTE), authorised(replace(NOTE, environment="2"))],
    ],
    "cancelled": [
        [authorised(NOTE), event(KEY)],
        [authorised(NOTE), event(KEY, "110112")],
        [authorised(NOTE), event(KEY, sequence=2, status="155")],
        [authorised(NOTE), event(KEY, status="136")],
        [authorised(NOTE, glued=event_answer_xml(KEY, "110111"))],
        [authorised(NOTE, "101")],
        [authorised(NOTE), authorised(NOTE, "151")],
        [authorised(NOTE), wrapped("retConsSitNFe", f"<tpAmb>1</tpAmb><cStat>101</cStat><chNFe>{KEY}</chNFe>" + protocol_xml(NOTE))],
        [authorised(NOTE), wrapped("resNFe", SUMMARY % "3")],
        [authorised(NOTE), wrapped("resEvento", f"<chNFe>{KEY}</chNFe><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento>")],
        [authorised(NOTE), wrapped("retCancNFe", f"<infCanc><tpAmb>1</tpAmb><cStat>101</cStat><chNFe>{KEY}</chNFe></infCanc>")],
        [authorised(NOTE), event(KEY), event(KEY, "110001", detail=UNDO, status="459", protocol="1")],  # the undoing was refused
        [authorised(NOTE), event(KEY), event(KEY, "110001", detail=UNDO.replace("0099", "0098"), protocol="1")],  # of another event
        [authorised(NOTE), authorised(ALTERED), event(KEY)],
        [bare(NOTE), event(KEY)],
    ],
    "denied": [
        [authorised(NOTE, "110")],
        [authorised(NOTE, "302")],
        [bare(NOTE), wrapped("protNFe", protocol_xml(NOTE, "301").removeprefix('<protNFe versao="4.00">').removesuffix("</protNFe>"))],
    ],
    "unproven": [
        [bare(NOTE)],
        [authorised(NOTE, key=Note(number=2).key)],
        [authorised(NOTE, "217")],
        [wrapped("enviNFe", note_xml(NOTE, ""))],
        [bare(NOTE), wrapped("retConsReciNFe", protocol_xml(NOTE, digest="b3V0cm8="))],  # another digest
        [bare(replace(NOTE, signed=False)), wrapped("retConsReciNFe", protocol_xml(NOTE))],
        [bare(NOTE), bare(NOTE)],
    ],
    "conflict": [
        [authorised(NOTE), authorised(ALTERED)],
        [authorised(NOTE), authorised(replace(NOTE, recipient=DISTRIBUTOR))],
        [authorised(NOTE), authorised(replace(NOTE, items=(*NOTE.items, Item(value="0.01"))))],
        [bare(NOTE), bare(ALTERED)],
    ],
    "homologation": [
        [authorised(replace(NOTE, environment="2"))],
        [authorised(replace(NOTE, environment="2")), event(KEY)],
    ],
    "other_model": [[authorised(replace(NOTE, model="65"))]],
    "invalid_key": [
        [authorised(NOTE).replace(KEY.encode(), (KEY[:43] + str((int(KEY[43]) + 1) % 10)).encode())],
        [authorised(replace(NOTE, overrides={"serie": "7"}))],
        [authorised(replace(NOTE, overrides={"nNF": "7"}))],
        [authorised(replace(NOTE, overrides={"cUF": "51"}))],
        [authorised(replace(NOTE, overrides={"dhEmi": "2023-04-01T00:00:00-03:00"}))],
        [authorised(replace(NOTE, issuer=TAX_OFFICE))],
        [authorised(NOTE).replace(KEY.encode(), KEY[:-1].encode())],
    ],
}  # fmt: skip
CASES = [(expected, documents) for expected, cases in STATES.items() for documents in cases]


@pytest.mark.parametrize(("expected", "documents"), CASES, ids=[f"{e}-{n}" for n, (e, _) in enumerate(CASES)])
def test_the_state_of_a_key(expected: str, documents: list[bytes]) -> None:
    assert state(*documents) == expected
    assert state(*reversed(documents)) == expected


def test_an_avulsa_carries_the_tax_office_in_its_key() -> None:
    avulsa = Note(series=890, issuer=TAX_OFFICE, groups=f"<avulsa><CNPJ>{TAX_OFFICE}</CNPJ></avulsa>")
    (document,) = folded(authorised(avulsa)).documents.to_pylist()
    assert (document["state"], document["emitter"], document["office"]) == ("authorised", FARMER, TAX_OFFICE)


def test_a_cnpj_with_letters_is_a_key_like_any_other() -> None:
    assert (
        state(authorised(Note(emitter="12ABC34501DE35", series=1, issued_at="2026-08-01T10:00:00-03:00")))
        == "authorised"
    )


EVERYTHING = [
    ("a.xml", authorised(NOTE)), ("b.xml", bare(NOTE)), ("c.xml", event(KEY)), ("d.xml", event(KEY, "110001", detail=UNDO, protocol="1")),
    ("e.xml", event(KEY, "110110", 1, detail="<xCorrecao>um</xCorrecao>")), ("f.xml", event(KEY, "110110", 2, detail="<xCorrecao>dois</xCorrecao>")),
    ("g.xml", authorised(ALTERED)), ("h.xml", authorised(Note(number=2))), ("i.xml", wrapped("envEvento", event_xml(Note(number=2).key, "110111"))),
    ("j.xml", event(Note(number=2).key, "210220")), ("k.xml", bare(Note(number=3))), ("l.xml", wrapped("retConsReciNFe", protocol_xml(Note(number=3)))),
    ("m.xml", authorised(replace(NOTE, environment="2"))), ("n.xml", event(Note(number=9).key)), ("o.xml", authorised(Note(number=5, model="65"))),
    ("p.zip", zipped({"x": authorised(Note(number=2)), "y": wrapped("enviNFe", note_xml(Note(number=6), "") + note_xml(Note(number=6), ""))})),
]  # fmt: skip
WHOLE = folded_files(EVERYTHING)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.randoms(use_true_random=False), st.lists(st.integers(0, len(EVERYTHING) - 1), max_size=8))
def test_order_and_repetition_change_nothing(order: random.Random, again: list[int]) -> None:
    files = [*EVERYTHING, *(EVERYTHING[n] for n in again)]
    order.shuffle(files)
    result = folded_files(files)
    for name in ("documents", "items", "references", "events", "dispositions", "findings"):
        assert getattr(result, name) == getattr(WHOLE, name), name


def test_the_keys_of_a_fold_do_not_touch_each_other() -> None:
    """Folding each key alone and putting the results together is folding all at once."""
    notes = gather(scan_note_file(name, data) for name, data in EVERYTHING)
    rows = []
    for key in sorted(set(notes.documents["key"].to_pylist())):
        tables = notes.documents, notes.events, notes.references, notes.items
        of_key = [table.filter(pc.equal(table["key"], key)) for table in tables]
        rows += fold(*of_key).documents.to_pylist()
    assert rows == WHOLE.documents.to_pylist()


def test_every_document_read_has_a_disposition() -> None:
    notes = gather(scan_note_file(name, data) for name, data in EVERYTHING)
    assert WHOLE.dispositions.num_rows == notes.documents.num_rows
    assert set(WHOLE.dispositions["disposition"].to_pylist()) == {"kept", "duplicate", "superseded", "conflict"}
    assert WHOLE.dispositions["disposition"].to_pylist().count("kept") == WHOLE.documents.num_rows


def test_the_last_correction_wins_and_an_undone_event_is_gone() -> None:
    document = next(d for d in WHOLE.documents.to_pylist() if d["key"] == KEY)
    assert (document["correction"], document["correction_sequence"], document["cancelled_on"]) == ("dois", 2, None)
    undone = {(e["event_type"], e["undone"]) for e in WHOLE.events.to_pylist() if e["key"] == KEY and e["proven"]}
    assert ("110111", True) in undone
    assert ("110001", False) in undone


def test_items_are_those_of_the_copy_that_was_kept_once() -> None:
    assert WHOLE.items.num_rows == WHOLE.documents.num_rows
    assert sorted(set(WHOLE.items["key"].to_pylist())) == WHOLE.documents["key"].to_pylist()


def test_an_alert_tells_what_a_person_should_look_at() -> None:
    found = codes(WHOLE)
    for expected in (
        ("EVD-NFE-13", "default"), ("EVD-NFE-16", "default"), ("EVD-NFE-17", "default"), ("EVD-NFE-18", "unknown"),
        ("EVD-NFE-19", "default"), ("EVD-NFE-20", "default"), ("EVD-NFE-21", "event"),
    ):  # fmt: skip
        assert expected in found
    assert ("EVD-NFE-23", "default") in codes(folded(authorised(NOTE), bare(ALTERED)))
    assert ("EVD-NFE-21", "summary") in codes(folded(wrapped("resNFe", SUMMARY % "1")))
    other_digest = authorised(NOTE).replace(f"<digVal>{NOTE.digest}".encode(), b"<digVal>b3V0cm8=")
    assert codes(folded(other_digest)) == [("EVD-NFE-22", "default")]


def test_a_sound_note_has_no_finding() -> None:
    assert folded(authorised(NOTE)).findings == ()


def test_nothing_folds_to_nothing() -> None:
    empty = folded()
    assert (empty.documents.num_rows, empty.items.num_rows, empty.findings) == (0, 0, ())


def test_hostile_text_in_a_note_is_only_text() -> None:
    note = Note(nature="'; drop table documents; --", items=(Item(description="=HYPERLINK(1)", unit="'\\"),))
    assert folded(authorised(note)).items["unit"].to_pylist() == ["'\\"]


def test_every_code_has_texts_with_the_same_placeholders_in_both_languages() -> None:
    known = {key.split(".")[1] for key in entries() if key.startswith("findings.EVD-NFE-")}
    assert known == set(CODES)
    for key, entry in entries().items():
        if key.startswith("findings.EVD-NFE-"):
            assert placeholders(entry["pt"]) == placeholders(entry["en"]), key
            assert key.rsplit(".", 1)[0] + ".remedy" in entries()


def test_the_plant_is_not_read_from_the_key() -> None:
    entry = Note(emitter=PLANT, recipient=FARMER, series=1, direction="0")
    (document,) = folded(authorised(entry)).documents.to_pylist()
    assert (document["recipient"], document["recipient_kind"]) == (FARMER, "cpf")
