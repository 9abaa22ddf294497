"""Invented NF-e as XML: `nfeProc` of layout 4.00 (modelo 55), valid against the official schema, by text templates.

`authorised(note)` writes the note with its protocol; `unsigned_parts` serves the odd documents of `documents`.
The digest is the real SHA-1 of the canonical `infNFe`; signature and certificate are placeholders of the right shape.
"""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from functools import lru_cache
from xml.sax.saxutils import escape

from lastro.core.regions import CODE_OF_UF
from lastro.example.parties import ABROAD, Item, Note, PaperNote, Party, Place, access_key

NAMESPACE = "http://www.portalfiscal.inf.br/nfe"
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>'
_DSIG = "http://www.w3.org/2000/09/xmldsig#"
_C14N = "http://www.w3.org/TR/2001/REC-xml-c14n-20010315"
_BASIS = 10_000
_CERTIFICATE = base64.b64encode(b"Certificado inventado: nao identifica pessoa alguma. " * 24).decode()

AUTHORISED = "100"
REASONS = {
    "100": "Autorizado o uso da NF-e",
    "101": "Cancelamento de NF-e homologado",
    "110": "Uso Denegado",
    "150": "Autorizado o uso da NF-e, autorizacao fora de prazo",
    "302": "Uso Denegado: Irregularidade fiscal do destinatario",
}


@dataclass(frozen=True, slots=True)
class Parts:
    """The pieces of a written note: key, digest, the signed `NFe` element and its protocol."""

    key: str
    digest: str
    nfe: str
    protocol: str


def authorised(note: Note) -> bytes:
    """The `nfeProc` of `note` with status 100, UTF-8."""
    return processed(unsigned_parts(note, AUTHORISED)).encode()


def processed(parts: Parts) -> str:
    """`NFe` and `protNFe` under one `nfeProc`."""
    return f'{DECLARATION}<nfeProc xmlns="{NAMESPACE}" versao="4.00">{parts.nfe}{parts.protocol}</nfeProc>'


def unsigned_parts(note: Note, status: str) -> Parts:
    """The note written in full, with a protocol of `status` ("100", "101", "110", …)."""
    key = access_key(note)
    inner = _content(note, key)
    canonical = f'<infNFe xmlns="{NAMESPACE}" Id="NFe{key}" versao="4.00">{inner}</infNFe>'
    digest = base64.b64encode(hashlib.sha1(canonical.encode(), usedforsecurity=False).digest()).decode()
    signed = f'<infNFe Id="NFe{key}" versao="4.00">{inner}</infNFe>{signature("NFe" + key, digest)}'
    return Parts(key, digest, f'<NFe xmlns="{NAMESPACE}">{signed}</NFe>', _protocol(note, key, digest, status))


def signature(target: str, digest: str) -> str:
    """A `ds:Signature` of the right shape over `target`. The value is noise: nothing was signed."""
    noise = base64.b64encode(hashlib.sha256(target.encode()).digest() * 8).decode()
    return (
        f'<Signature xmlns="{_DSIG}"><SignedInfo><CanonicalizationMethod Algorithm="{_C14N}"/>'
        f'<SignatureMethod Algorithm="{_DSIG}rsa-sha1"/><Reference URI="#{target}"><Transforms>'
        f'<Transform Algorithm="{_DSIG}enveloped-signature"/><Transform Algorithm="{_C14N}"/></Transforms>'
        f'<DigestMethod Algorithm="{_DSIG}sha1"/><DigestValue>{digest}</DigestValue></Reference></SignedInfo>'
        f"<SignatureValue>{noise}</SignatureValue><KeyInfo><X509Data><X509Certificate>{_CERTIFICATE}"
        "</X509Certificate></X509Data></KeyInfo></Signature>"
    )


def protocol_number(note: Note) -> str:
    """Fifteen digits: 1, state, year and a sequence made from series and number."""
    sequence = (note.series * 1_000_003 + note.number * 7 + int(note.issuer.in_key[-6:])) % 10_000_000_000
    return f"1{note.issuer.place.code[:2]}{note.issued:%y}{sequence:010d}"


def _protocol(note: Note, key: str, digest: str, status: str) -> str:
    return (
        f'<protNFe versao="4.00"><infProt><tpAmb>{note.environment.value}</tpAmb><verAplic>LASTRO_EX</verAplic>'
        f"<chNFe>{key}</chNFe><dhRecbto>{note.issued.isoformat()}</dhRecbto><nProt>{protocol_number(note)}</nProt>"
        f"<digVal>{digest}</digVal><cStat>{status}</cStat><xMotivo>{REASONS[status]}</xMotivo></infProt></protNFe>"
    )


def _content(note: Note, key: str) -> str:
    fuel = any(item.anp_code for item in note.items)
    lines = "".join(_line(number, item, note) for number, item in enumerate(note.items, start=1))
    return (
        f"{_identification(note, key)}{_issuer(note.issuer)}{_tax_office(note)}"
        f"{_recipient(note.recipient)}{_pick_up(note)}{lines}{_totals(note, fuel)}"
        f"<transp><modFrete>9</modFrete></transp><pag><detPag><tPag>90</tPag><vPag>0.00</vPag></detPag></pag>"
        f"{_remark(note)}{_export(note)}{_permit(note)}"
    )


def _identification(note: Note, key: str) -> str:
    return (
        f"<ide><cUF>{key[:2]}</cUF><cNF>{key[35:43]}</cNF><natOp>{note.nature}</natOp><mod>55</mod>"
        f"<serie>{note.series}</serie><nNF>{note.number}</nNF><dhEmi>{note.issued.isoformat()}</dhEmi>"
        f"<tpNF>{note.direction.value}</tpNF><idDest>{_destination(note)}</idDest>"
        f"<cMunFG>{note.issuer.place.code}</cMunFG><tpImp>1</tpImp><tpEmis>1</tpEmis><cDV>{key[43]}</cDV>"
        f"<tpAmb>{note.environment.value}</tpAmb><finNFe>{note.purpose.value}</finNFe><indFinal>0</indFinal>"
        f"<indPres>9</indPres><procEmi>{1 if note.tax_office else 0}</procEmi><verProc>lastro-exemplo</verProc>"
        f"{''.join(f'<NFref><refNFe>{ref}</refNFe></NFref>' for ref in note.references)}"
        f"{_paper(note.paper) if note.paper else ''}</ide>"
    )


def _destination(note: Note) -> int:
    """`idDest`: 1 same state, 2 another state, 3 abroad."""
    if note.recipient.place.code == ABROAD:
        return 3
    return 1 if note.recipient.place.uf == note.issuer.place.uf else 2


def _paper(paper: PaperNote) -> str:
    place = paper.issuer.place
    return (
        f"<NFref><refNFP><cUF>{place.code[:2]}</cUF><AAMM>{paper.year_month}</AAMM><CPF>{paper.issuer.document}</CPF>"
        f"<IE>{paper.issuer.ie or 'ISENTO'}</IE><mod>04</mod><serie>0</serie><nNF>{paper.number}</nNF></refNFP></NFref>"
    )


@lru_cache(maxsize=4096)
def _issuer(party: Party) -> str:
    return (
        f"<emit>{_document(party)}<xNome>{escape(party.name)}</xNome><enderEmit>{_address(party.place)}</enderEmit>"
        f"<IE>{party.ie or 'ISENTO'}</IE><CRT>3</CRT></emit>"
    )


def _tax_office(note: Note) -> str:
    office = note.tax_office
    if office is None:
        return ""
    return (
        f"<avulsa><CNPJ>{office.document}</CNPJ><xOrgao>{escape(office.name)}</xOrgao><matr>000000</matr>"
        f"<xAgente>AGENTE INVENTADO</xAgente><UF>{office.place.uf}</UF><repEmi>{escape(office.name)}</repEmi></avulsa>"
    )


@lru_cache(maxsize=4096)
def _recipient(party: Party) -> str:
    registration = f"<indIEDest>1</indIEDest><IE>{party.ie}</IE>" if party.ie else "<indIEDest>9</indIEDest>"
    return (
        f"<dest>{_document(party)}<xNome>{escape(party.name)}</xNome><enderDest>{_address(party.place)}</enderDest>"
        f"{registration}</dest>"
    )


def _pick_up(note: Note) -> str:
    farm = note.pick_up
    if farm is None:
        return ""
    return f"<retirada>{_document(farm)}{_street(farm.place)}</retirada>"


def _document(party: Party) -> str:
    if party.place.code == ABROAD:
        return f"<idEstrangeiro>{party.document}</idEstrangeiro>"
    tag = "CPF" if len(party.document) == 11 else "CNPJ"
    return f"<{tag}>{party.document}</{tag}>"


@lru_cache(maxsize=1024)
def _address(place: Place) -> str:
    if place.code == ABROAD:
        return f"{_street(place)}<cPais>2453</cPais><xPais>HOLANDA</xPais>"
    return f"{_street(place)}<CEP>{place.code[:2]}000000</CEP><cPais>1058</cPais><xPais>BRASIL</xPais>"


def _street(place: Place) -> str:
    return (
        f"<xLgr>Estrada Municipal</xLgr><nro>s/n</nro><xBairro>Zona Rural</xBairro><cMun>{place.code}</cMun>"
        f"<xMun>{escape(place.name)}</xMun><UF>{place.uf}</UF>"
    )


def _line(number: int, item: Item, note: Note) -> str:
    unit, quantity, value = item.unit, item.quantity_e4, item.value_centavos
    taxable_unit, taxable = (item.taxable_unit, item.taxable_e4) if item.taxable_unit else (unit, quantity)
    return (
        f'<det nItem="{number}"><prod><cProd>{item.code}</cProd><cEAN>SEM GTIN</cEAN>'
        f"<xProd>{escape(item.description)}</xProd><NCM>{item.ncm}</NCM><CFOP>{item.cfop}</CFOP><uCom>{unit}</uCom>"
        f"<qCom>{_quantity(quantity)}</qCom><vUnCom>{_price(value, quantity)}</vUnCom><vProd>{_money(value)}</vProd>"
        f"<cEANTrib>SEM GTIN</cEANTrib><uTrib>{taxable_unit}</uTrib><qTrib>{_quantity(taxable)}</qTrib>"
        f"<vUnTrib>{_price(value, taxable)}</vUnTrib><indTot>1</indTot>{_fuel(item, note) if item.anp_code else ''}"
        f"</prod><imposto><ICMS>{_icms(item)}</ICMS><PIS><PISNT><CST>07</CST></PISNT></PIS>"
        "<COFINS><COFINSNT><CST>07</CST></COFINSNT></COFINS></imposto></det>"
    )


def _fuel(item: Item, note: Note) -> str:
    consumed = "EX" if note.recipient.place.code == ABROAD else note.recipient.place.uf
    return (
        f"<comb><cProdANP>{item.anp_code}</cProdANP><descANP>{escape(item.description)}</descANP>"
        f"<UFCons>{consumed}</UFCons><origComb><indImport>0</indImport><cUFOrig>{CODE_OF_UF[note.issuer.place.uf]}"
        "</cUFOrig><pOrig>100</pOrig></origComb></comb>"
    )


def _icms(item: Item) -> str:
    if item.anp_code:
        litres = _quantity(item.taxable_e4 if item.taxable_unit else item.quantity_e4)
        return f"<ICMS53><orig>0</orig><CST>53</CST><qBCMono>{litres}</qBCMono></ICMS53>"
    return "<ICMS51><orig>0</orig><CST>51</CST></ICMS51>"


def _totals(note: Note, fuel: bool) -> str:
    value = _money(note.value_centavos)
    single_phase = "<qBCMono>0.00</qBCMono><vICMSMono>0.00</vICMSMono>" if fuel else ""
    return (
        "<total><ICMSTot><vBC>0.00</vBC><vICMS>0.00</vICMS><vICMSDeson>0.00</vICMSDeson><vFCP>0.00</vFCP>"
        f"<vBCST>0.00</vBCST><vST>0.00</vST><vFCPST>0.00</vFCPST><vFCPSTRet>0.00</vFCPSTRet>{single_phase}"
        f"<vProd>{value}</vProd><vFrete>0.00</vFrete><vSeg>0.00</vSeg><vDesc>0.00</vDesc><vII>0.00</vII>"
        "<vIPI>0.00</vIPI><vIPIDevol>0.00</vIPIDevol><vPIS>0.00</vPIS><vCOFINS>0.00</vCOFINS><vOutro>0.00</vOutro>"
        f"<vNF>{value}</vNF></ICMSTot></total>"
    )


def _remark(note: Note) -> str:
    return f"<infAdic><infCpl>{escape(note.remark)}</infCpl></infAdic>" if note.remark else ""


def _export(note: Note) -> str:
    if note.recipient.place.code != ABROAD:
        return ""
    return "<exporta><UFSaidaPais>SP</UFSaidaPais><xLocExporta>Porto de Santos</xLocExporta></exporta>"


def _permit(note: Note) -> str:
    if not note.transport_permit:
        return ""
    return (
        f"<agropecuario><guiaTransito><tpGuia>1</tpGuia><UFGuia>{note.issuer.place.uf}</UFGuia>"
        f"<nGuia>{note.transport_permit}</nGuia></guiaTransito></agropecuario>"
    )


def _money(value_centavos: int) -> str:
    return f"{value_centavos // 100}.{value_centavos % 100:02d}"


def _quantity(quantity_e4: int) -> str:
    return f"{quantity_e4 // _BASIS}.{quantity_e4 % _BASIS:04d}"


def _price(value_centavos: int, quantity_e4: int) -> str:
    """Unit price with ten places, from value and quantity: informative only."""
    if quantity_e4 == 0:
        return _money(value_centavos)
    # reais per unit: (centavos / 100) / (quantity_e4 / 10 000), to ten places
    units = (value_centavos * 100 * 10**10 * 2 + quantity_e4) // (2 * quantity_e4)
    return f"{units // 10**10}.{units % 10**10:010d}"
