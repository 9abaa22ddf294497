"""One `NFe` element, with its protocol when it has one, to rows.

The supplier is never read from the key: in an NFA-e positions 7 to 20 are the tax office. Only wanted elements are
touched, whatever their order; the signature is passed over but for its digest.
"""

from __future__ import annotations

from typing import NamedTuple

from lastro.evidence.nfe.elements import (
    SIGNATURE_NAMESPACE,
    Element,
    attribute,
    first,
    local_name,
    tag,
    tags,
    texts,
    values,
    wanted,
)
from lastro.evidence.nfe.item import read_item
from lastro.evidence.nfe.keys import key_faults
from lastro.evidence.nfe.numbers import FieldFault, amount, local_date, money, scaled_text
from lastro.evidence.nfe.references import read_reference
from lastro.evidence.nfe.rows import Row, Rows

REMARKS = 1_000  # characters of infCpl that are kept

_NAMESPACE, _INF, _DET = tag(""), tag("infNFe"), tag("det")
_IDE, _EMIT, _DEST, _AVULSA = tag("ide"), tag("emit"), tag("dest"), tag("avulsa")
_PICKUP, _DELIVERY, _TOTAL, _TRANSPORT = tag("retirada"), tag("entrega"), tag("total"), tag("transp")
_REMARKS, _AGRO, _CANE, _ICMS_TOTAL = tag("infAdic"), tag("agropecuario"), tag("cana"), tag("ICMSTot")
_VOLUME, _NET_WEIGHT, _REFERENCE = tag("vol"), tag("pesoL"), tag("NFref")
_FREE_TEXT, _GUIDE = tags("infCpl"), tag("guiaTransito")
_GUIDE_FIELDS, _CANE_FIELDS = tags("serieGuia nGuia"), tags("safra")
_ISSUE_FIELDS = tags("cUF natOp mod serie nNF dhEmi dEmi tpNF tpAmb finNFe")
_PERSON_FIELDS = tags("CPF CNPJ idEstrangeiro xNome IE")
_MUNICIPALITY, _UF = tag("cMun"), tag("UF")
_PLACE_FIELDS = tags("CPF CNPJ cMun")
_OFFICE_FIELDS = tags("CNPJ")
_TOTAL_FIELDS = tags("vProd vDesc vFrete vOutro vNF")
_PROTOCOL_FIELDS = tags("chNFe cStat dhRecbto nProt digVal")
_INF_PROTOCOL = tag("infProt")
_SIGNATURE = f"{{{SIGNATURE_NAMESPACE}}}Signature"
_DIGEST = f"{{{SIGNATURE_NAMESPACE}}}DigestValue"
_EMIT_ADDRESS, _DEST_ADDRESS = tag("enderEmit"), tag("enderDest")


class Place(NamedTuple):
    """Where a document stands: `member` inside the zips of the file ("" none), and the digest of its bytes."""

    member: str
    sha256: str
    root: str


def protocol_values(protocol: Element | None) -> list[str]:
    """chNFe, cStat, dhRecbto, nProt and digVal of a `protNFe`; all "" without one."""
    return values(None if protocol is None else first(protocol, _INF_PROTOCOL), _PROTOCOL_FIELDS)


def note_key(note: Element) -> str:
    """The access key of an `NFe` element, "" when it shows none."""
    inf = first(note, _INF)
    return "" if inf is None else _bare_key(attribute(inf, "Id"))


def _bare_key(identifier: str) -> str:
    return identifier[3:] if identifier[:3].upper() == "NFE" else identifier


def read_note(rows: Rows, note: Element, protocol: Element | None, place: Place, position: int) -> None:
    """Append the rows of one note. Raises FieldFault before anything is appended."""
    inf = first(note, _INF)
    if inf is None:
        raise FieldFault("missing", "infNFe")
    groups: dict[str, Element] = {}
    details: list[Element] = []
    for child in inf:
        if child.tag == _DET:
            details.append(child)
        else:
            groups[child.tag] = child
    for needed in (_IDE, _EMIT):
        if needed not in groups:
            raise FieldFault("missing", needed.rpartition("}")[2])
    if not details:
        raise FieldFault("missing", "det")
    if (_DEST not in groups or _TOTAL not in groups) and not all(name.startswith(_NAMESPACE) for name in groups):
        raise FieldFault("missing", "xmlns")
    provenance = (rows.file, place.member, position)
    issue = texts(groups[_IDE])
    head, key = _head(inf, groups, issue)
    items = [read_item(detail, key, ordinal, provenance) for ordinal, detail in enumerate(details, 1)]
    references = _references(groups[_IDE], key, provenance) if _REFERENCE in issue else []
    rows.documents.append(
        (
            key,
            place.root,
            *head,
            *protocol_values(protocol),
            _signature_digest(note),
            place.sha256,
            *provenance,
        )
    )
    rows.items += items
    rows.references += references


def _head(inf: Element, groups: dict[str, Element], issue: dict[str, str | None]) -> tuple[Row, str]:
    """Columns `layout` to `key_faults`, and the key."""
    get = groups.get
    uf_code, nature, model, series, number, issued_at, old_date, direction, environment, purpose = wanted(
        issue, _ISSUE_FIELDS
    )
    series, number, issued_at = series.lstrip("0") or "0", number.lstrip("0") or "0", issued_at or old_date
    issued_on = local_date(issued_at, "dhEmi")
    emitter, recipient = _party(groups[_EMIT], _EMIT_ADDRESS), _party(get(_DEST), _DEST_ADDRESS)
    if not emitter[0]:
        raise FieldFault("missing", "emit/CNPJ")
    pickup_cpf, pickup_cnpj, pickup_place = values(get(_PICKUP), _PLACE_FIELDS) if _PICKUP in groups else ("", "", "")
    delivery = values(get(_DELIVERY), _PLACE_FIELDS)[2] if _DELIVERY in groups else ""
    office = values(get(_AVULSA), _OFFICE_FIELDS)[0] if _AVULSA in groups else ""
    cane_crop = values(get(_CANE), _CANE_FIELDS)[0] if _CANE in groups else ""
    totals = _totals(get(_TOTAL))
    key = _bare_key(attribute(inf, "Id"))
    if not key:
        raise FieldFault("missing", "infNFe/@Id")
    faults = key_faults(key, uf_code, issued_at, emitter[0], model, series, number)
    columns = (
        attribute(inf, "versao"), environment, model, series, number, issued_on, issued_at, direction, purpose,
        nature[:120], *emitter, *recipient, office, pickup_cpf or pickup_cnpj, pickup_place, delivery, *totals,
        _net_grams(get(_TRANSPORT)), _transit_guide(get(_AGRO)), cane_crop,
        values(get(_REMARKS), _FREE_TEXT)[0][:REMARKS] if _REMARKS in groups else "", faults,
    )  # fmt: skip
    return columns, key


def _party(element: Element | None, address_tag: str) -> tuple[str, str, str, str, str, str]:
    """Identifier, its kind, name, state registration, municipality and state."""
    if element is None:
        return "", "", "", "", "", ""
    found: dict[str, str | None] = {}
    place = "", ""
    for child in element:
        if child.tag == address_tag:
            place = _place_of(child)
        else:
            found[child.tag] = child.text
    cpf, cnpj, foreign, name, registration = wanted(found, _PERSON_FIELDS)
    kind = "cpf" if cpf else "cnpj" if cnpj else "foreign" if foreign else ""
    return cpf or cnpj or foreign, kind, name[:120], registration, *place


def _place_of(address: Element) -> tuple[str, str]:
    """Municipality and state of an address; the walk ends when both are found."""
    municipality = uf = ""
    for child in address:
        name = child.tag
        if name == _MUNICIPALITY:
            municipality = child.text or ""
        elif name == _UF:
            uf = child.text or ""
            if municipality:
                break
    return municipality.strip(), uf.strip()


def _totals(total: Element | None) -> tuple[int | None, ...]:
    """Products, discount, freight, other and total in centavos."""
    icms = None if total is None else first(total, _ICMS_TOTAL)
    products, discount, freight, other, note = values(icms, _TOTAL_FIELDS)
    return (
        money(products, "ICMSTot/vProd"), amount(discount, "ICMSTot/vDesc"), amount(freight, "ICMSTot/vFrete"),
        amount(other, "ICMSTot/vOutro"), money(note, "ICMSTot/vNF"),
    )  # fmt: skip


def _net_grams(transport: Element | None) -> int | None:
    """The sum of the net weights of the volumes, None when none is told."""
    weights: list[int] = []
    for child in transport if transport is not None else ():
        if child.tag == _VOLUME and (text := child.findtext(_NET_WEIGHT)):
            weights.append(scaled_text(text.strip(), 3, "pesoL"))
    return sum(weights) if weights else None


def _transit_guide(agro: Element | None) -> str:
    """Series and number of the animal transit guide."""
    if agro is None:
        return ""
    return " ".join(filter(None, values(agro.find(_GUIDE), _GUIDE_FIELDS)))


def _signature_digest(note: Element) -> str:
    for child in note:
        if child.tag == _SIGNATURE:
            digest = next(child.iter(_DIGEST), None)
            return (digest.text or "").strip() if digest is not None else ""
    return ""


def _references(issue: Element, key: str, provenance: Row) -> list[Row]:
    found = (
        read_reference(local_name(child), child, key, provenance)
        for ref in issue.iterchildren(_REFERENCE)
        for child in ref
    )
    return [row for row in found if row is not None]
