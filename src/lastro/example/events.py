"""What may arrive about a note besides the note: cancellations, correction letters, manifestations, lone answers.

Each function returns bytes of one XML document, valid against the official event schemas unless its name says
`glued`, a form that no schema allows and that software writes all the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from lastro.example.parties import Note
from lastro.example.xml import DECLARATION, NAMESPACE, Parts, protocol_number, signature, unsigned_parts

CANCELLATION = "110111"
CORRECTION = "110110"
UNKNOWN_OPERATION = "210220"
REGISTERED = "135"

_NAMES = {
    CANCELLATION: "Cancelamento",
    CORRECTION: "Carta de Correcao",
    UNKNOWN_OPERATION: "Desconhecimento da Operacao",
}
_FEDERAL_OFFICE = "91"
_TERMS_OF_CORRECTION = (
    "A Carta de Correcao e disciplinada pelo paragrafo 1o-A do art. 7o do Convenio S/N, de 15 de dezembro de 1970 e "
    "pode ser utilizada para regularizacao de erro ocorrido na emissao de documento fiscal, desde que o erro nao "
    "esteja relacionado com: I - as variaveis que determinam o valor do imposto tais como: base de calculo, aliquota, "
    "diferenca de preco, quantidade, valor da operacao ou da prestacao; II - a correcao de dados cadastrais que "
    "implique mudanca do remetente ou do destinatario; III - a data de emissao ou de saida."
)


@dataclass(frozen=True, slots=True)
class Event:
    """One event about `note`: its type, the moment, and the text it carries (justification or correction)."""

    note: Note
    kind: str
    at: datetime
    wording: str = ""
    sequence: int = 1


def registered(event: Event) -> bytes:
    """`procEventoNFe`: the request and the answer that proves its registration (status 135)."""
    key = unsigned_parts(event.note, "100").key
    body = f"{_request(event, key)}{_answer(event, key)}"
    return f'{DECLARATION}<procEventoNFe xmlns="{NAMESPACE}" versao="1.00">{body}</procEventoNFe>'.encode()


def request_only(event: Event) -> bytes:
    """`envEvento`: a request without answer, which proves nothing."""
    key = unsigned_parts(event.note, "100").key
    body = f"<idLote>1</idLote>{_request(event, key)}"
    return f'{DECLARATION}<envEvento xmlns="{NAMESPACE}" versao="1.00">{body}</envEvento>'.encode()


def glued(event: Event) -> bytes:
    """The note and, after its protocol, the registered cancellation: one file, against every schema."""
    parts = unsigned_parts(event.note, "100")
    inner = f"{parts.nfe}{parts.protocol}{_answer(event, parts.key)}"
    return f'{DECLARATION}<nfeProc xmlns="{NAMESPACE}" versao="4.00">{inner}</nfeProc>'.encode()


def batch(parts: tuple[Parts, ...]) -> bytes:
    """`enviNFe`: notes as they were sent, without protocol."""
    notes = "".join(part.nfe for part in parts)
    head = "<idLote>1</idLote><indSinc>0</indSinc>"
    return f'{DECLARATION}<enviNFe xmlns="{NAMESPACE}" versao="4.00">{head}{notes}</enviNFe>'.encode()


def _request(event: Event, key: str) -> str:
    author = event.note.recipient if event.kind == UNKNOWN_OPERATION else event.note.issuer
    tag = "CPF" if len(author.document) == 11 else "CNPJ"
    identity = f"ID{event.kind}{key}{event.sequence:02d}"
    body = (
        f"<cOrgao>{_office(event)}</cOrgao><tpAmb>1</tpAmb><{tag}>{author.document}</{tag}><chNFe>{key}</chNFe>"
        f"<dhEvento>{event.at.isoformat()}</dhEvento><tpEvento>{event.kind}</tpEvento>"
        f"<nSeqEvento>{event.sequence}</nSeqEvento><verEvento>1.00</verEvento>"
        f'<detEvento versao="1.00"><descEvento>{_NAMES[event.kind]}</descEvento>{_detail(event)}</detEvento>'
    )
    return (
        f'<evento xmlns="{NAMESPACE}" versao="1.00"><infEvento Id="{identity}">{body}</infEvento>'
        f"{signature(identity, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=')}</evento>"
    )


def _detail(event: Event) -> str:
    if event.kind == CANCELLATION:
        return f"<nProt>{protocol_number(event.note)}</nProt><xJust>{event.wording}</xJust>"
    if event.kind == CORRECTION:
        return f"<xCorrecao>{event.wording}</xCorrecao><xCondUso>{_TERMS_OF_CORRECTION}</xCondUso>"
    return ""


def _answer(event: Event, key: str) -> str:
    number = f"2{protocol_number(event.note)[1:]}"
    return (
        f'<retEvento xmlns="{NAMESPACE}" versao="1.00"><infEvento><tpAmb>1</tpAmb><verAplic>LASTRO_EX</verAplic>'
        f"<cOrgao>{_office(event)}</cOrgao><cStat>{REGISTERED}</cStat>"
        f"<xMotivo>Evento registrado e vinculado a NF-e</xMotivo><chNFe>{key}</chNFe><tpEvento>{event.kind}</tpEvento>"
        f"<xEvento>{_NAMES[event.kind]} registrado</xEvento><nSeqEvento>{event.sequence}</nSeqEvento>"
        f"<dhRegEvento>{event.at.isoformat()}</dhRegEvento><nProt>{number}</nProt></infEvento></retEvento>"
    )


def _office(event: Event) -> str:
    return _FEDERAL_OFFICE if event.kind == UNKNOWN_OPERATION else event.note.issuer.place.code[:2]
