"""Small notes and events for the tests of the reader: invented people, valid check digits, the shape of real files.

`Note` describes one note by its facts; `note_xml`, `authorised` and the event helpers write it as the documents that
plants receive. Nothing here validates: a test that wants a broken file breaks one of these.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import io
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from lastro.core.identifiers import cnpj_check_digits, cpf_check_digits, key_check_digit

NFE = "http://www.portalfiscal.inf.br/nfe"
XMLNS = f' xmlns="{NFE}"'


def cpf(number: int) -> str:
    nine = f"{number:09d}"
    return nine + cpf_check_digits(nine)


def cnpj(number: int, branch: int = 1) -> str:
    twelve = f"{number:08d}{branch:04d}"
    return twelve + cnpj_check_digits(twelve)


PLANT = cnpj(12345678)
OTHER_PLANT = cnpj(87654321)
COOPERATIVE = cnpj(33445566)
TAX_OFFICE = cnpj(16907746)
FARMER = cpf(123456789)
OTHER_FARMER = cpf(987654321)
DISTRIBUTOR = cnpj(55667788)


@dataclass(frozen=True)
class Item:
    """One `det`. Money and quantities are the text that the file shows."""

    cfop: str = "5101"
    ncm: str = "12019000"
    description: str = "SOJA EM GRAOS"
    unit: str = "KG"
    quantity: str = "1000.0000"
    unit_price: str = "2.5000000000"
    value: str = "2500.00"
    tax_unit: str | None = None
    tax_quantity: str | None = None
    extra: str = ""  # further children of prod
    remarks: str = ""
    number: int | None = None


@dataclass(frozen=True)
class Note:
    """One note. `issuer` overrides positions 7 to 20 of the key (an NFA-e carries the tax office there)."""

    emitter: str = FARMER
    recipient: str = PLANT
    number: int = 1
    series: int = 920
    issued_at: str = "2023-03-15T10:20:30-03:00"
    direction: str = "1"
    purpose: str = "1"
    model: str = "55"
    environment: str = "1"
    uf: str = "52"
    nature: str = "VENDA DE PRODUCAO"
    layout: str = "4.00"
    items: tuple[Item, ...] = (Item(),)
    references: tuple[str, ...] = ()  # inner XML of each NFref
    issuer: str = ""
    emitter_municipality: str = "5218805"
    recipient_municipality: str = "5218805"
    groups: str = ""  # further children of infNFe, after the items
    remarks: str = ""
    total: str | None = None
    net_weight: str = ""
    signed: bool = True
    code: int | None = None
    overrides: Mapping[str, str] = field(default_factory=dict)  # ide fields that disagree with the key

    @property
    def key(self) -> str:
        issuer = self.issuer or self.emitter.rjust(14, "0")
        code = self.number + 7 if self.code is None else self.code
        body = f"{self.uf}{self.issued_at[2:4]}{self.issued_at[5:7]}{issuer}{self.model}{self.series:03d}{self.number:09d}1{code:08d}"
        return body + key_check_digit(body)

    @property
    def digest(self) -> str:
        return base64.b64encode(hashlib.sha1(repr(self).encode()).digest()).decode()


def ref_note(key: str) -> str:
    return f"<refNFe>{key}</refNFe>"


def ref_paper(person: str, number: int, uf: str = "43", year_month: str = "2303") -> str:
    tag = "CPF" if len(person) == 11 else "CNPJ"
    return (
        f"<refNFP><cUF>{uf}</cUF><AAMM>{year_month}</AAMM><{tag}>{person}</{tag}><IE>123456</IE><mod>04</mod>"
        f"<serie>0</serie><nNF>{number}</nNF></refNFP>"
    )


def _person(identifier: str) -> str:
    tag = {11: "CPF", 14: "CNPJ"}.get(len(identifier), "idEstrangeiro")
    return f"<{tag}>{identifier}</{tag}>"


def _address(tag: str, municipality: str) -> str:
    return (
        f"<{tag}><xLgr>ESTRADA DA FAZENDA</xLgr><nro>S/N</nro><xBairro>ZONA RURAL</xBairro><cMun>{municipality}</cMun>"
        f"<xMun>MUNICIPIO</xMun><UF>GO</UF><CEP>75900000</CEP><cPais>1058</cPais><xPais>BRASIL</xPais>"
        f"<fone>6400000000</fone></{tag}>"
    )


_TAXES = (
    "<imposto><ICMS><ICMS40><orig>0</orig><CST>41</CST></ICMS40></ICMS><PIS><PISNT><CST>08</CST></PISNT></PIS>"
    "<COFINS><COFINSNT><CST>08</CST></COFINSNT></COFINS></imposto>"
)


def item_xml(item: Item, number: int) -> str:
    n = item.number or number
    return (
        f'<det nItem="{n}"><prod><cProd>{n:04d}</cProd><cEAN>SEM GTIN</cEAN><xProd>{item.description}</xProd>'
        f"<NCM>{item.ncm}</NCM><CFOP>{item.cfop}</CFOP><uCom>{item.unit}</uCom><qCom>{item.quantity}</qCom>"
        f"<vUnCom>{item.unit_price}</vUnCom><vProd>{item.value}</vProd><cEANTrib>SEM GTIN</cEANTrib>"
        f"<uTrib>{item.tax_unit or item.unit}</uTrib><qTrib>{item.tax_quantity or item.quantity}</qTrib>"
        f"<vUnTrib>{item.unit_price}</vUnTrib><indTot>1</indTot>{item.extra}</prod>{_TAXES}"
        + (f"<infAdProd>{item.remarks}</infAdProd>" if item.remarks else "")
        + "</det>"
    )


def cents(text: str) -> int:
    return int(text.replace(".", ""))


def signature_xml(digest: str, reference: str) -> str:
    filler = base64.b64encode(bytes(range(256)) * 5).decode()
    return (
        '<Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>'
        '<CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>'
        '<SignatureMethod Algorithm="http://www.w3.org/2000/09/xmldsig#rsa-sha1"/>'
        f'<Reference URI="#{reference}"><Transforms>'
        '<Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/>'
        '<Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/></Transforms>'
        '<DigestMethod Algorithm="http://www.w3.org/2000/09/xmldsig#sha1"/>'
        f"<DigestValue>{digest}</DigestValue></Reference></SignedInfo><SignatureValue>{filler[:344]}</SignatureValue>"
        f"<KeyInfo><X509Data><X509Certificate>{filler}{filler[:900]}</X509Certificate></X509Data></KeyInfo></Signature>"
    )


def note_xml(note: Note, xmlns: str = XMLNS) -> str:
    """The `NFe` element."""
    o = {
        "mod": note.model, "serie": str(note.series), "nNF": str(note.number), "cUF": note.uf, "dhEmi": note.issued_at,
        **note.overrides,
    }  # fmt: skip
    code = note.number + 7 if note.code is None else note.code
    issued = f"<dhEmi>{o['dhEmi']}</dhEmi>" if "T" in o["dhEmi"] else f"<dEmi>{o['dhEmi']}</dEmi>"
    total = note.total or f"{sum(cents(i.value) for i in note.items) / 100:.2f}"
    references = "".join(f"<NFref>{inner}</NFref>" for inner in note.references)
    items = "".join(item_xml(item, n) for n, item in enumerate(note.items, 1))
    volumes = f"<vol><qVol>1</qVol><pesoL>{note.net_weight}</pesoL></vol>" if note.net_weight else ""
    remarks = f"<infAdic><infCpl>{note.remarks}</infCpl></infAdic>" if note.remarks else ""
    return (
        f'<NFe{xmlns}><infNFe versao="{note.layout}" Id="NFe{note.key}"><ide><cUF>{o["cUF"]}</cUF><cNF>{code:08d}</cNF>'
        f"<natOp>{note.nature}</natOp><mod>{o['mod']}</mod><serie>{o['serie']}</serie><nNF>{o['nNF']}</nNF>{issued}"
        f"<tpNF>{note.direction}</tpNF><idDest>1</idDest><cMunFG>{note.emitter_municipality}</cMunFG><tpImp>1</tpImp>"
        f"<tpEmis>1</tpEmis><cDV>{note.key[43]}</cDV><tpAmb>{note.environment}</tpAmb><finNFe>{note.purpose}</finNFe>"
        f"<indFinal>0</indFinal><indPres>9</indPres><procEmi>0</procEmi><verProc>1</verProc>{references}</ide>"
        f"<emit>{_person(note.emitter)}<xNome>EMITENTE DE TESTE</xNome>{_address('enderEmit', note.emitter_municipality)}"
        "<IE>101234567</IE><CRT>3</CRT></emit>"
        f"<dest>{_person(note.recipient)}<xNome>DESTINATARIO DE TESTE</xNome>"
        f"{_address('enderDest', note.recipient_municipality)}<indIEDest>1</indIEDest><IE>109876543</IE></dest>"
        f"{items}{note.groups}<total><ICMSTot><vBC>0.00</vBC><vICMS>0.00</vICMS><vProd>{total}</vProd>"
        f"<vFrete>0.00</vFrete><vSeg>0.00</vSeg><vDesc>0.00</vDesc><vOutro>0.00</vOutro><vNF>{total}</vNF></ICMSTot></total>"
        f"<transp><modFrete>1</modFrete>{volumes}</transp><pag><detPag><tPag>90</tPag><vPag>0.00</vPag></detPag></pag>"
        f"{remarks}</infNFe>{signature_xml(note.digest, 'NFe' + note.key) if note.signed else ''}</NFe>"
    )


def protocol_xml(note: Note, status: str = "100", key: str | None = None, digest: str | None = None) -> str:
    """The `protNFe` element."""
    return (
        f'<protNFe versao="4.00"><infProt><tpAmb>{note.environment}</tpAmb><verAplic>1</verAplic><chNFe>{key or note.key}</chNFe>'
        f"<dhRecbto>{note.issued_at}</dhRecbto><nProt>152230000000001</nProt><digVal>{digest or note.digest}</digVal>"
        f"<cStat>{status}</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe>"
    )


DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'


def authorised(note: Note, status: str = "100", *, key: str | None = None, glued: str = "") -> bytes:
    """An `nfeProc` file; `glued` stands after the protocol, as some systems write a cancel."""
    return (
        f'{DECLARATION}<nfeProc{XMLNS} versao="4.00">{note_xml(note, "")}{protocol_xml(note, status, key)}{glued}</nfeProc>'
    ).encode()


def bare(note: Note) -> bytes:
    """An `NFe` file without protocol."""
    return (DECLARATION + note_xml(note)).encode()


def event_xml(key: str, kind: str, sequence: int = 1, detail: str = "", environment: str = "1") -> str:
    """The `evento` element: a request."""
    return (
        f'<evento versao="1.00"><infEvento Id="ID{kind}{key}{sequence:02d}"><cOrgao>52</cOrgao><tpAmb>{environment}</tpAmb>'
        f"<CNPJ>{PLANT}</CNPJ><chNFe>{key}</chNFe><dhEvento>2023-04-01T09:00:00-03:00</dhEvento><tpEvento>{kind}</tpEvento>"
        f'<nSeqEvento>{sequence}</nSeqEvento><verEvento>1.00</verEvento><detEvento versao="1.00">'
        f"<descEvento>Evento</descEvento>{detail}</detEvento></infEvento></evento>"
    )


def event_answer_xml(
    key: str,
    kind: str,
    sequence: int = 1,
    status: str = "135",
    protocol: str = "152230000000099",
    environment: str = "1",
) -> str:
    """The `retEvento` element: the answer."""
    return (
        f'<retEvento versao="1.00"><infEvento><tpAmb>{environment}</tpAmb><verAplic>1</verAplic><cOrgao>52</cOrgao>'
        f"<cStat>{status}</cStat><xMotivo>Evento registrado</xMotivo><chNFe>{key}</chNFe><tpEvento>{kind}</tpEvento>"
        f"<nSeqEvento>{sequence}</nSeqEvento><dhRegEvento>2023-04-01T09:00:05-03:00</dhRegEvento>"
        f"<nProt>{protocol}</nProt></infEvento></retEvento>"
    )


def event(
    key: str, kind: str = "110111", sequence: int = 1, status: str = "135", detail: str = "",
    root: str = "procEventoNFe", protocol: str = "152230000000099", environment: str = "1",
) -> bytes:  # fmt: skip
    """An event with its answer."""
    return (
        f'{DECLARATION}<{root}{XMLNS} versao="1.00">{event_xml(key, kind, sequence, detail, environment)}'
        f"{event_answer_xml(key, kind, sequence, status, protocol, environment)}</{root}>"
    ).encode()


def wrapped(root: str, inner: str, xmlns: str = XMLNS) -> bytes:
    """`inner` under another root."""
    return f"{DECLARATION}<{root}{xmlns}>{inner}</{root}>".encode()


def distribution(*documents: bytes) -> bytes:
    """A `retDistDFeInt` that carries `documents`."""
    packed = "".join(
        f'<docZip NSU="{n:015d}" schema="procNFe_v4.00.xsd">{base64.b64encode(gzip.compress(d)).decode()}</docZip>'
        for n, d in enumerate(documents, 1)
    )
    return wrapped("retDistDFeInt", f"<tpAmb>1</tpAmb><cStat>138</cStat><loteDistDFeInt>{packed}</loteDistDFeInt>")


def zipped(members: Mapping[str, bytes] | list[tuple[str, bytes]]) -> bytes:
    """A zip of `members`, in order."""
    buffer = io.BytesIO()
    pairs = members.items() if isinstance(members, Mapping) else members
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in pairs:
            archive.writestr(name, data)
    return buffer.getvalue()


def counter_note(producer: Note, **changes: object) -> Note:
    """The buyer's entry note of `producer`: the plant issues it, direction 0, and it refers to the producer's key."""
    entry = replace(
        producer,
        emitter=producer.recipient,
        recipient=producer.emitter,
        series=1,
        number=producer.number + 5000,
        direction="0",
        items=tuple(replace(item, cfop="1101") for item in producer.items),
        references=(ref_note(producer.key),),
        nature="COMPRA PARA INDUSTRIALIZACAO",
    )
    return replace(entry, **changes)  # type: ignore[arg-type]
