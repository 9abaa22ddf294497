"""What one document is, told by its root element, and which reader takes it. Outcomes are counted for every document.

Names and extensions decide nothing but whether something that is not XML deserves a rejection or is simply junk that
came along in the folder.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

from lastro.evidence.nfe.elements import Element, local_name, namespace, rename_into_namespace, tag
from lastro.evidence.nfe.events import is_foreign, read_event_summary, read_events, read_note_summary, read_statuses
from lastro.evidence.nfe.findings import ARCHIVE, FIELD, IGNORED, PAYLOAD, XML_UNREADABLE, Refused
from lastro.evidence.nfe.limits import LIMITS
from lastro.evidence.nfe.note import Place, note_key, protocol_values, read_note
from lastro.evidence.nfe.numbers import FieldFault
from lastro.evidence.nfe.rows import Rows
from lastro.evidence.nfe.xml import inflate_gzip, parse_document

_GZIP_MARK = b"\x1f\x8b"
_OTHER_ARCHIVES = (b"Rar!", b"7z\xbc\xaf", b"BZh", b"\xfd7zX")
_UTF16_UNMARKED, _EBCDIC, _UTF7 = b"\x00<", b"L\x6f\xa7\x94", b"+ADw-"
_BEGINNINGS = (b"<", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff", _UTF16_UNMARKED, _EBCDIC, _UTF7)
_SYSTEM_NAMES = frozenset({"thumbs.db", "desktop.ini", ".ds_store"})

_NOTE, _PROTOCOL, _DOC_ZIP = tag("NFe"), tag("protNFe"), tag("docZip")
_EVENT_TAGS = frozenset(
    map(tag, ("retEvento", "procEventoNFe", "evento", "retEnvEvento", "retCancNFe", "procCancNFe", "cancNFe"))
)
_WITHOUT_NAMESPACE = frozenset({"NFe", "protNFe", "retEvento", "procEventoNFe"})
_ENVELOPES = frozenset({"envelope", "body", "nfedadosmsg", "nferesultmsg"})
_ENVELOPE_DEPTH = 6

_OTHER_FAMILIES = {
    "cte": "cte",
    "cteos": "cte",
    "mdfe": "mdfe",
    "nfse": "nfse",
    "nfcom": "nfcom",
    "bpe": "bpe",
    "nf3e": "nf3e",
}


def read_bytes(rows: Rows, data: bytes, name: str, member: str, archive: str) -> None:
    """Read what stands at `member` ("" the file itself), inside the zip `archive`, and count it once."""
    rows.read_bytes += len(data)
    try:
        kind, outcome = _read(rows, data, name, member, archive)
    except Refused as refused:
        rows.report(refused, member)
        kind, outcome = str(refused.arguments.pop("kind", "xml")), "rejected"
    rows.count(archive, kind, outcome)


def _read(rows: Rows, data: bytes, name: str, member: str, archive: str) -> tuple[str, str]:
    if data[:1] != b"<":
        if data[:2] == _GZIP_MARK:
            data = inflate_gzip(data)
        elif (junk := _not_a_document(rows, data, name, member)) is not None:
            return junk
    root = parse_document(data)
    return read_root(rows, root, data, member, archive)


def _not_a_document(rows: Rows, data: bytes, name: str, member: str) -> tuple[str, str] | None:
    """Kind and outcome of what is no XML at all; None when it may be XML. Raises Refused when it should have been."""
    base = name.rpartition("/")[2].lower()
    if "__macosx/" in name.lower() or base.startswith("._") or base in _SYSTEM_NAMES:
        return _ignored(rows, member, "junk", "junk")
    if data.lstrip()[:5].startswith(_BEGINNINGS):
        return None
    if data.startswith(_OTHER_ARCHIVES):
        raise Refused(ARCHIVE, "format", kind="archive")
    if not base.endswith((".xml", ".txt", ".zip")):
        return _ignored(rows, member, "junk", "junk")
    if base.endswith(".zip"):
        raise Refused(ARCHIVE, "unreadable", kind="zip")
    if base.endswith(".txt") and data:
        return _ignored(rows, member, "junk", "junk")
    raise Refused(XML_UNREADABLE, "not_xml" if data else "empty")


def _ignored(rows: Rows, member: str, kind: str, variant: str) -> tuple[str, str]:
    rows.report(Refused(IGNORED, variant, kind=kind), member)
    return kind, "ignored"


def read_root(rows: Rows, root: Element, data: bytes, member: str, archive: str) -> tuple[str, str]:
    """Kind and outcome of a parsed document. Raises Refused."""
    place = Place(member, hashlib.sha256(data).hexdigest(), local_name(root))
    name = place.root.lower()
    if name in _ENVELOPES:
        root = _opened_envelope(root)
        place = Place(member, place.sha256, local_name(root))
        name = place.root.lower()
    if is_foreign(root):
        return _ignored(rows, member, _family(root, name), "other_document")
    reader = _READERS.get(name)
    if reader is None:
        return _ignored(rows, member, *_unknown(root, name))
    try:
        return reader(rows, root, place, archive)
    except FieldFault as fault:
        raise _refusal(fault, place.root) from None


def _refusal(fault: FieldFault, kind: str) -> Refused:
    variant = f"{fault.reason}_of_item" if fault.item else fault.reason
    return Refused(FIELD, variant, kind=kind, field=fault.field, value=fault.value, item=fault.item)


def _notes(rows: Rows, root: Element, place: Place, archive: str) -> tuple[str, str]:
    """`nfeProc`, `enviNFe`, `NFe`: notes with the protocols beside them, and events glued to them."""
    before = len(rows.documents), len(rows.items), len(rows.references), len(rows.events)
    try:
        found = _read_notes(rows, root, place)
    except FieldFault:
        _take_back(rows, before)
        rename_into_namespace(root)
        try:
            found = _read_notes(rows, root, place)
        except FieldFault:
            _take_back(rows, before)
            raise
    return place.root, "accepted" if found else "rejected"


def _take_back(rows: Rows, before: tuple[int, int, int, int]) -> None:
    for kept, n in zip((rows.documents, rows.items, rows.references, rows.events), before, strict=True):
        del kept[n:]


def _read_notes(rows: Rows, root: Element, place: Place) -> int:
    if root.tag == _NOTE:
        read_note(rows, root, None, place, 0)
        return 1
    notes, protocols = [], []
    glued = False
    for child in root:
        if child.tag == _NOTE:
            notes.append(child)
        elif child.tag == _PROTOCOL:
            protocols.append(child)
        elif child.tag in _EVENT_TAGS:
            glued = True
        elif local_name(child) in _WITHOUT_NAMESPACE:
            raise FieldFault("missing", "xmlns")
    if not notes:
        raise FieldFault("missing", "NFe")
    if len(notes) == 1 and len(protocols) <= 1:
        read_note(rows, notes[0], protocols[0] if protocols else None, place, 0)
    else:
        by_key = {protocol_values(protocol)[0]: protocol for protocol in protocols}
        for position, note in enumerate(notes):
            read_note(rows, note, by_key.get(note_key(note)), place, position)
    if glued:
        read_events(rows, root, place)
    return len(notes)


def _renamed(
    read: Callable[[Rows, Element, Place], int], refuse_empty: bool
) -> Callable[[Rows, Element, Place, str], tuple[str, str]]:
    """A reader of statuses or events that reads again after renaming a tree without namespace."""

    def reader(rows: Rows, root: Element, place: Place, archive: str) -> tuple[str, str]:
        before = len(rows.documents), len(rows.items), len(rows.references), len(rows.events)
        if namespace(root) == "":
            rename_into_namespace(root)
        try:
            found = read(rows, root, place)
        except FieldFault:
            _take_back(rows, before)
            raise
        if not found and refuse_empty:
            raise Refused(FIELD, "missing", kind=place.root, field="chNFe", value="", item="")
        return (place.root, "accepted") if found else _ignored(rows, place.member, place.root, "status_only")

    return reader


def _distribution(rows: Rows, root: Element, place: Place, archive: str) -> tuple[str, str]:
    """`retDistDFeInt`: every `docZip` is a document of its own, with the caps of any other."""
    if namespace(root) == "":
        rename_into_namespace(root)
    for n, packed in enumerate(root.iter(_DOC_ZIP), 1):
        if n > LIMITS.distributed_documents:
            raise Refused(PAYLOAD, "too_many", kind=place.root, limit=LIMITS.distributed_documents)
        inside = f"{place.member}#docZip-{n}" if place.member else f"#docZip-{n}"
        _distributed(rows, packed, inside, archive)
    return place.root, "opened"


def _distributed(rows: Rows, packed: Element, member: str, archive: str) -> None:
    try:
        data = inflate_gzip(base64.b64decode("".join((packed.text or "").split()), validate=True))
        root = parse_document(data)
        if local_name(root).lower() == "retdistdfeint":
            raise Refused(PAYLOAD, "nested")
        kind, outcome = read_root(rows, root, data, member, archive)
    except ValueError:  # of base64
        rows.report(Refused(PAYLOAD, "base64"), member)
        kind, outcome = "docZip", "rejected"
    except Refused as refused:
        rows.report(refused, member)
        kind, outcome = str(refused.arguments.pop("kind", "docZip")), "rejected"
    rows.count(archive, kind, outcome)


def _opened_envelope(root: Element) -> Element:
    """The document inside captured traffic. Raises Refused when none is found a few wrappers down."""
    element = root
    for _ in range(_ENVELOPE_DEPTH):
        inner = [child for child in element if local_name(child).lower() != "header"]
        if len(inner) != 1:
            break
        element = inner[0]
        if local_name(element).lower() in _READERS:
            return element
    raise Refused(PAYLOAD, "envelope", kind="soap")


def _voided(rows: Rows, root: Element, place: Place, archive: str) -> tuple[str, str]:
    return _ignored(rows, place.member, place.root, "number_voided")


def _status_request(rows: Rows, root: Element, place: Place, archive: str) -> tuple[str, str]:
    return _ignored(rows, place.member, place.root, "status_request")


def _family(root: Element, name: str) -> str:
    """The family of another kind of fiscal document, by its namespace."""
    return _OTHER_FAMILIES.get(namespace(root).rstrip("/").rpartition("/")[2].lower(), "other_document")


def _unknown(root: Element, name: str) -> tuple[str, str]:
    """Kind and variant of a root that no reader takes."""
    for family in ("nfse", "nfcom", "mdfe", "cte", "bpe", "nf3e"):
        if family in name:
            return family, "other_document"
    if name in {"dps", "infdps"} or "nfse" in namespace(root).lower():
        return "nfse", "other_document"
    return "other_xml", "other_xml"


_events = _renamed(read_events, refuse_empty=True)
_statuses = _renamed(read_statuses, refuse_empty=False)

_READERS: dict[str, Callable[[Rows, Element, Place, str], tuple[str, str]]] = {
    "nfeproc": _notes,
    "procnfe": _notes,
    "nfe": _notes,
    "envinfe": _notes,
    "proceventonfe": _events,
    "proc": _events,
    "envevento": _events,
    "evento": _events,
    "retenvevento": _events,
    "retevento": _events,
    "proccancnfe": _events,
    "cancnfe": _events,
    "retcancnfe": _events,
    "resnfe": _renamed(read_note_summary, refuse_empty=True),
    "resevento": _renamed(read_event_summary, refuse_empty=True),
    "retdistdfeint": _distribution,
    "retconssitnfe": _statuses,
    "retconsrecinfe": _statuses,
    "retenvinfe": _statuses,
    "protnfe": _statuses,
    "consrecinfe": _status_request,
    "conssitnfe": _status_request,
    "consstatserv": _status_request,
    "retconsstatserv": _status_request,
    "distdfeint": _status_request,
    "inutnfe": _voided,
    "procinutnfe": _voided,
    "retinutnfe": _voided,
}
