"""Public files, and another reader's view of them."""

from __future__ import annotations

import base64
import hashlib
import io
import zipfile
from concurrent.futures import ProcessPoolExecutor
from importlib.resources import files
from multiprocessing import get_context
from pathlib import Path

import pytest
from lxml import etree

from lastro.evidence.nfe import gather, read_note_file, unchanged_since_signed
from tests.evidence.nfe.builder import XMLNS, Note, authorised, bare

nfelib = pytest.importorskip("nfelib")
SAMPLES = sorted(Path(str(files("nfelib"))).rglob("samples/**/*.xml"))
NOTES = [path for path in SAMPLES if "leiauteNFe" in path.parts]
NS = {"n": "http://www.portalfiscal.inf.br/nfe"}


def test_there_are_samples() -> None:
    assert len(NOTES) > 10


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name[:40])
def test_every_public_file_is_accounted_for(path: Path) -> None:
    notes = read_note_file(path.name, path.read_bytes())
    assert sum(count.n for count in notes.counts) == 1
    assert not [count for count in notes.counts if count.outcome == "rejected"]


@pytest.mark.parametrize("path", NOTES, ids=lambda path: path.name[:40])
def test_fields_agree_with_a_plain_reading_by_path(path: Path) -> None:
    root = etree.parse(str(path)).getroot()

    def at(query: str) -> list[str]:
        return [(element.text or "").strip() for element in root.iterfind(query, NS)]

    notes = read_note_file(path.name, path.read_bytes())
    (document,) = notes.documents.to_pylist()
    assert document["key"] == root.find(".//n:infNFe", NS).get("Id").removeprefix("NFe")
    assert document["emitter"] in at(".//n:emit/n:CNPJ") + at(".//n:emit/n:CPF")
    assert document["total_centavos"] == int(at(".//n:ICMSTot/n:vNF")[0].replace(".", ""))
    items = notes.items.to_pylist()
    assert [item["value_centavos"] for item in items] == [int(v.replace(".", "")) for v in at(".//n:prod/n:vProd")]
    assert [item["cfop"] for item in items] == at(".//n:prod/n:CFOP")
    assert notes.references["referred_key"].to_pylist() == at(".//n:NFref/n:refNFe")


def test_fields_agree_with_nfelib() -> None:
    from nfelib.nfe.bindings.v4_0.proc_nfe_v4_00 import NfeProc

    path = next(path for path in NOTES if path.name.startswith("42220575277525000178550030000292481"))
    theirs = NfeProc.from_xml(path.read_text(encoding="utf-8"))
    notes = read_note_file(path.name, path.read_bytes())
    (document,) = notes.documents.to_pylist()
    inf = theirs.NFe.infNFe
    assert document["key"] == inf.Id[3:]
    assert document["recipient"] == inf.dest.idEstrangeiro
    assert (document["protocol_status"], document["protocol_key"]) == (
        theirs.protNFe.infProt.cStat,
        theirs.protNFe.infProt.chNFe,
    )
    ours = [(item["code"], item["ncm"], item["unit"], item["unit_price"]) for item in notes.items.to_pylist()]
    assert ours == [(det.prod.cProd, det.prod.NCM, det.prod.uCom, det.prod.vUnCom) for det in inf.det]


def test_a_zip_of_all_samples_is_accounted_for() -> None:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for n, path in enumerate(SAMPLES):
            archive.write(path, f"{n}/{path.name}")
    notes = gather([read_note_file("samples.zip", buffer.getvalue())])
    assert sum(count.n for count in notes.counts) == len(SAMPLES) + 1
    assert notes.documents.num_rows >= len(NOTES)


def signed(note: Note) -> bytes:
    """The note with the digest that a signer would write: of its canonical `infNFe` standing alone."""
    data = authorised(note)
    inner = data[data.index(b"<infNFe") : data.index(b"</infNFe>") + len(b"</infNFe>")]
    alone = etree.fromstring(inner.replace(b"<infNFe", f"<infNFe{XMLNS}".encode(), 1))
    digest = base64.b64encode(hashlib.sha1(etree.tostring(alone, method="c14n")).digest()).decode()
    return data.replace(note.digest.encode(), digest.encode())


def test_a_note_is_what_was_signed_until_someone_changes_it() -> None:
    data = signed(Note())
    assert unchanged_since_signed(data) is True
    assert unchanged_since_signed(data.replace(b"<vProd>2500.00", b"<vProd>2500.01", 1)) is False
    assert unchanged_since_signed(bare(Note(signed=False))) is None
    assert {unchanged_since_signed(path.read_bytes()) for path in NOTES} <= {False, None}, "all were indented or edited"


def test_reading_is_safe_in_a_process_of_its_own() -> None:
    data = authorised(Note())
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        assert pool.submit(read_note_file, "x.xml", data).result() == read_note_file("x.xml", data)
