"""One `det` element, with its fuel group, to a row of items."""

from __future__ import annotations

from lastro.evidence.nfe.elements import Element, attribute, children, local_name, tag, tags, texts, values
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
    number = attribute(detail, "nItem")
    product = detail.find(_PROD)
    if product is None:
        raise FieldFault("missing", "prod", item=number)
    try:
        return _row(detail, product, key, number, ordinal, provenance)
    except FieldFault as fault:
        fault.item = number
        raise


def _row(detail: Element, product: Element, key: str, number: str, ordinal: int, provenance: Row) -> Row:
    found = children(product)
    code, name, ncm, cfop, unit, sold, price, value, tax_unit, taxed, discount, freight, insurance, other, total = (
        texts(found, _PROD_FIELDS)
    )
    if not value:
        raise FieldFault("missing", "vProd")
    fuel = found.get(_FUEL)
    remarks = detail.findtext(_REMARKS)
    return (
        key, scaled_text(number, 0, "nItem"), ordinal, code[:60], name[:120], ncm, cfop, unit, quantity(sold, "qCom"),
        price, scaled_text(value, 2, "vProd"), tax_unit, quantity(taxed, "qTrib"), amount(discount, "vDesc"),
        amount(freight, "vFrete"), amount(insurance, "vSeg"), amount(other, "vOutro"), total != "0",
        *(_NO_FUEL if fuel is None else _fuel(fuel, detail)), remarks.strip()[:500] if remarks else "", *provenance,
    )  # fmt: skip


def _fuel(fuel: Element, detail: Element) -> Row:
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
