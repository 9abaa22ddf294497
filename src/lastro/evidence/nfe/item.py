"""One `det` element, with its fuel group, to a row of items."""

from __future__ import annotations

from lastro.evidence.nfe.elements import Element, attribute, local_name, tag, tags, texts, values, wanted
from lastro.evidence.nfe.numbers import FieldFault, amount, quantity, scaled_text
from lastro.evidence.nfe.rows import Row

_PROD, _REMARKS, _FUEL, _TAXES, _ICMS = tag("prod"), tag("infAdProd"), tag("comb"), tag("imposto"), tag("ICMS")
_PROD_FIELDS = tags(
    "cProd xProd NCM CFOP uCom qCom vUnCom vProd uTrib qTrib vDesc vFrete vSeg vOutro indTot"
)  # fmt: skip
_FUEL_FIELDS = tags("cProdANP descANP pBio qTemp UFCons")
_ORIGIN, _ORIGIN_FIELDS = tag("origComb"), tags("indImport cUFOrig pOrig")
_MONO_BASES = frozenset({"qBCMono", "qBCMonoRet"})
_NO_FUEL: Row = ("", "", None, None, "", "", None)


def read_item(detail: Element, key: str, ordinal: int, provenance: Row) -> Row:
    """The row of one item. Raises FieldFault naming the item when its number, value or quantity is unreadable."""
    product, remarks = None, ""
    for child in detail:
        name = child.tag
        if name == _PROD:
            product = child
        elif name == _REMARKS:
            remarks = (child.text or "").strip()
    number = attribute(detail, "nItem")
    if not number:
        raise FieldFault("missing", "det/@nItem")
    if product is None:
        raise FieldFault("missing", "prod", item=number)
    try:
        return _row(detail, product, remarks[:500], (key, scaled_text(number, 0, "nItem"), ordinal), provenance)
    except FieldFault as fault:
        fault.item = number
        raise


def _row(detail: Element, product: Element, remarks: str, head: Row, provenance: Row) -> Row:
    found = texts(product)
    (
        code, name, ncm, cfop, unit, sold, price, value, tax_unit, taxed, discount, freight, insurance, other, total,
    ) = wanted(found, _PROD_FIELDS)  # fmt: skip
    if not value:
        raise FieldFault("missing", "vProd")
    fuel = _fuel(product, detail) if _FUEL in found else _NO_FUEL
    return (
        *head, code[:60], name[:120], ncm, cfop, unit, quantity(sold, "qCom"), price, scaled_text(value, 2, "vProd"),
        tax_unit, quantity(taxed, "qTrib"), amount(discount, "vDesc") if discount else 0,
        amount(freight, "vFrete") if freight else 0, amount(insurance, "vSeg") if insurance else 0,
        amount(other, "vOutro") if other else 0, total != "0", *fuel, remarks, *provenance,
    )  # fmt: skip


def _fuel(product: Element, detail: Element) -> Row:
    fuel = product.find(_FUEL)
    if fuel is None:
        return _NO_FUEL
    code, name, bio, ambient, uf = values(fuel, _FUEL_FIELDS)
    origins = (":".join(values(origin, _ORIGIN_FIELDS)) for origin in fuel.iterchildren(_ORIGIN))
    bio_percent, ambient_quantity = quantity(bio, "pBio"), quantity(ambient, "qTemp")
    return code, name[:95], bio_percent, ambient_quantity, uf, ";".join(origins), _mono_quantity(detail)


def _mono_quantity(detail: Element) -> int | None:
    """The taxed quantity of monophasic ICMS, in litres as the group states it."""
    taxes = detail.find(_TAXES)
    icms = None if taxes is None else taxes.find(_ICMS)
    for group in icms if icms is not None else ():
        for child in group:
            if local_name(child) in _MONO_BASES and child.text:
                return quantity(child.text.strip(), "qBCMono")
    return None
