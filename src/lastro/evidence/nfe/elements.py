"""Names and small readers of the layout's elements.

Children of a group are read in one pass over the group, whatever their order, and unknown ones are passed over: the
layout grows every year. A tree without the namespace, or with a wrong one, is renamed once and read again.
"""

from __future__ import annotations

from collections.abc import Iterable

from lxml import etree

NAMESPACE = "http://www.portalfiscal.inf.br/nfe"
SIGNATURE_NAMESPACE = "http://www.w3.org/2000/09/xmldsig#"
_PREFIX = f"{{{NAMESPACE}}}"
_SIGNATURE_PREFIX = f"{{{SIGNATURE_NAMESPACE}}}"

Element = etree._Element


def tag(name: str) -> str:
    """The full tag of a local name of the layout."""
    return _PREFIX + name


def tags(names: str) -> tuple[str, ...]:
    """Full tags of blank-separated local names."""
    return tuple(_PREFIX + name for name in names.split())


def texts(element: Element) -> dict[str, str | None]:
    """The text of each child by full tag; of repeated ones the last."""
    return {child.tag: child.text for child in element}


def wanted(found: dict[str, str | None], names: Iterable[str]) -> list[str]:
    """The text of each name, blanks around it removed, "" when absent."""
    return [text.strip() if text else "" for text in map(found.get, names)]


def values(element: Element | None, names: Iterable[str]) -> list[str]:
    """`wanted` of the children of `element`; all "" when there is no element."""
    return wanted({} if element is None else texts(element), names)


def first(element: Element, name: str) -> Element | None:
    """The first child of that tag."""
    for child in element:
        if child.tag == name:
            return child
    return None


def attribute(element: Element, name: str) -> str:
    """An attribute, or the child of that name: files that went through JSON lose the difference."""
    value = element.get(name)
    if value is None:
        value = element.findtext(_PREFIX + name)
    return value.strip() if value else ""


def local_name(element: Element) -> str:
    """The tag without its namespace."""
    return str(element.tag).rpartition("}")[2]


def namespace(element: Element) -> str:
    """The namespace of the tag, "" when there is none."""
    return str(element.tag).rpartition("}")[0].removeprefix("{")


def rename_into_namespace(root: Element) -> None:
    """Give every element below `root` the namespace of the layout, the signature its own."""
    for element in root.iter(etree.Element):
        name = local_name(element)
        if namespace(element) != SIGNATURE_NAMESPACE:
            element.tag = (_SIGNATURE_PREFIX if name == "Signature" else _PREFIX) + name
