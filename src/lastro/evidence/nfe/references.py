"""One child of `NFref`: the documents that a note says it follows from."""

from __future__ import annotations

from lastro.evidence.nfe.elements import Element, tags, values
from lastro.evidence.nfe.rows import Row

_BY_KEY = frozenset({"refNFe", "refNFeSig", "refCTe"})
_BY_NUMBER = frozenset({"refNF", "refNFP", "refECF"})
_FIELDS = tags("cUF AAMM CPF CNPJ IE mod serie nNF")


def read_reference(kind: str, element: Element, key: str, provenance: Row) -> Row | None:
    """The row of one reference made by the note `key`; None for a kind that is not known."""
    if kind in _BY_KEY:
        referred = (element.text or "").strip()
        return (key, kind, referred, "", "", "", "", "", "", "", *provenance)
    if kind not in _BY_NUMBER:
        return None
    uf, month, cpf, cnpj, registration, model, series, number = values(element, _FIELDS)
    series, number = series.lstrip("0") or "0", number.lstrip("0") or "0"
    return (key, kind, "", uf, month, cpf or cnpj, registration, model, series, number, *provenance)
