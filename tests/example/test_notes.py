"""The notes of the example against the official schemas, keys and digests."""

from __future__ import annotations

import base64
import copy
import hashlib
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import nfelib
from lxml import etree

from lastro.core.identifiers import parse_access_key, parse_person
from lastro.example import ExampleManifest

NS = "{http://www.portalfiscal.inf.br/nfe}"
SCHEMAS = {
    "nfeProc": "nfe/schemas/v4_0/procNFe_v4.00.xsd",
    "NFe": "nfe/schemas/v4_0/nfe_v4.00.xsd",
    "enviNFe": "nfe/schemas/v4_0/enviNFe_v4.00.xsd",
    "110111": "nfe_evento_cancel/schemas/v1_0/procEventoCancNFe_v1.00.xsd",
    "110110": "nfe_evento_cce/schemas/v1_0/procCCeNFe_v1.00.xsd",
    "210220": "nfe_evento_mde/schemas/v1_0/procConfRecebtoNFe_v1.00.xsd",
    "envEvento": "nfe_evento_cancel/schemas/v1_0/envEventoCancNFe_v1.00.xsd",
}


def documents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Every file and zip member below `folder`, nested zips opened, as (path, bytes)."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield from _opened(path.relative_to(folder).as_posix(), path.read_bytes())


def _opened(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    if name.endswith(".zip"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for member in archive.namelist():
                yield from _opened(f"{name}!{member}", archive.read(member))
    else:
        yield name, content


@cache
def schema(kind: str) -> etree.XMLSchema:
    return etree.XMLSchema(etree.parse(str(Path(nfelib.__file__).parent / SCHEMAS[kind])))


def kind_of(root: etree._Element) -> str:
    name = etree.QName(root).localname
    return root.findtext(f".//{NS}tpEvento") or "" if name == "procEventoNFe" else name


def test_every_document_is_valid_against_the_official_schema_except_those_that_say_so(
    example: ExampleManifest, folder: Path
) -> None:
    checked = 0
    for name, content in documents(folder / "nfe"):
        if name in example.nonstandard:
            continue
        root = etree.fromstring(content)
        judge = schema(kind_of(root))
        assert judge.validate(root), (name, judge.error_log.last_error)
        checked += 1
    assert checked > example.notes


def test_documents_listed_as_nonstandard_are_there_and_fail_the_schema(example: ExampleManifest, folder: Path) -> None:
    found = dict(documents(folder / "nfe"))
    glued = [name for name in example.nonstandard if "cancelada" in name]
    assert set(example.nonstandard) <= set(found)
    assert len(glued) == 1
    assert not schema("nfeProc").validate(etree.fromstring(found[glued[0]]))


def test_keys_agree_with_what_the_notes_say_and_digests_with_their_content(example: ExampleManifest) -> None:
    for name, content in list(documents(example.directory / "nfe"))[::17]:
        if name in example.nonstandard or b"<nfeProc" not in content[:400]:
            continue
        root = etree.fromstring(content)
        note = root.find(f".//{NS}infNFe")
        assert note is not None
        key = parse_access_key(note.get("Id", ""))
        assert key.text == root.findtext(f".//{NS}chNFe")
        assert key.uf_code == note.findtext(f"{NS}ide/{NS}cUF")
        assert int(key.series) == int(note.findtext(f"{NS}ide/{NS}serie") or "")
        assert int(key.number) == int(note.findtext(f"{NS}ide/{NS}nNF") or "")
        issued = note.findtext(f"{NS}ide/{NS}dhEmi") or ""
        assert key.year_month == issued[2:4] + issued[5:7]
        assert digest(note) == root.findtext(f".//{NS}digVal")


def digest(note: etree._Element) -> str:
    alone = copy.deepcopy(note)
    alone.tail = None
    return base64.b64encode(hashlib.sha1(etree.tostring(alone, method="c14n")).digest()).decode()


def test_a_tax_office_note_carries_the_office_in_its_key_and_the_farmer_as_issuer(
    example: ExampleManifest, folder: Path
) -> None:
    wanted = set(example.kinds["tax_office_note"])
    seen = 0
    for _, content in documents(folder / "nfe"):
        if b"<avulsa>" not in content:
            continue
        root = etree.fromstring(content)
        key = parse_access_key(root.findtext(f".//{NS}chNFe") or "")
        assert key.text in wanted | {k for keys in example.kinds.values() for k in keys}
        assert key.issuer == root.findtext(f".//{NS}avulsa/{NS}CNPJ")
        assert 890 <= int(key.series) <= 899
        assert root.findtext(f".//{NS}emit/{NS}CPF") not in (None, key.issuer[3:])
        seen += 1
    assert seen >= len(wanted)


def test_everybody_is_invented_with_valid_numbers_set_apart(example: ExampleManifest) -> None:
    people = set()
    for name, content in documents(example.directory / "nfe"):
        if name not in example.nonstandard:
            root = etree.fromstring(content)
            people |= {node.text or "" for node in root.iter(f"{NS}CPF", f"{NS}CNPJ")}
    assert len(people) > 500
    for person in people:
        assert parse_person(person) == person
        assert person.startswith(("999", "000"))
