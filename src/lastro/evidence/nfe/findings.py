"""The codes EVD-NFE-…: what can be wrong with a file, a note or a link, and how it weighs.

Texts live in `statement/texts/nfe.yaml` under `findings.<code>.<variant>`. Personal data never enters an argument in
clear: identifiers are masked and free text from a file is shortened and stripped of runs that look like a CPF.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from lastro.core.identifiers import mask
from lastro.statement.model import Finding, Severity, Source

XML_UNREADABLE = "EVD-NFE-01"
DOCTYPE = "EVD-NFE-02"
ENCODING = "EVD-NFE-03"
ARCHIVE = "EVD-NFE-04"
IGNORED = "EVD-NFE-05"
FIELD = "EVD-NFE-06"
LINK_OR_DEVICE = "EVD-NFE-07"
PAYLOAD = "EVD-NFE-08"
MORE = "EVD-NFE-09"

UNPROVEN = "EVD-NFE-10"
CANCELLED = "EVD-NFE-11"
DENIED = "EVD-NFE-12"
CONFLICT = "EVD-NFE-13"
INVALID_KEY = "EVD-NFE-14"
HOMOLOGATION = "EVD-NFE-15"
OTHER_MODEL = "EVD-NFE-16"
DUPLICATE = "EVD-NFE-17"
MANIFESTATION = "EVD-NFE-18"
CORRECTION = "EVD-NFE-19"
REQUEST_ONLY = "EVD-NFE-20"
NO_NOTE = "EVD-NFE-21"
DIGEST = "EVD-NFE-22"
SUPERSEDED = "EVD-NFE-23"

COMPONENT = "EVD-NFE-30"
DIFFERENCE = "EVD-NFE-31"
REFERENCE = "EVD-NFE-32"
CFOP = "EVD-NFE-33"
PURPOSE = "EVD-NFE-34"
UNFIXED = "EVD-NFE-35"
UNDELIVERED = "EVD-NFE-36"
QUANTITY = "EVD-NFE-37"
POSSIBLE_DOUBLE = "EVD-NFE-38"
ABSENT = "EVD-NFE-39"

UNIT_PRICE = "EVD-NFE-40"
UNIT_TAX = "EVD-NFE-41"
UNIT_WEIGHT = "EVD-NFE-42"
UNIT_UNKNOWN = "EVD-NFE-43"
UNIT_BAND = "EVD-NFE-44"

_SEVERITIES: Mapping[str, Severity] = {
    XML_UNREADABLE: Severity.BLOCKS,
    DOCTYPE: Severity.BLOCKS,
    ENCODING: Severity.BLOCKS,
    ARCHIVE: Severity.BLOCKS,
    IGNORED: Severity.INFO,
    FIELD: Severity.BLOCKS,
    LINK_OR_DEVICE: Severity.BLOCKS,
    PAYLOAD: Severity.BLOCKS,
    MORE: Severity.BLOCKS,
    UNPROVEN: Severity.BLOCKS,
    CANCELLED: Severity.INFO,
    DENIED: Severity.INFO,
    CONFLICT: Severity.BLOCKS,
    INVALID_KEY: Severity.BLOCKS,
    HOMOLOGATION: Severity.ALERT,
    OTHER_MODEL: Severity.INFO,
    DUPLICATE: Severity.INFO,
    MANIFESTATION: Severity.ALERT,
    CORRECTION: Severity.INFO,
    REQUEST_ONLY: Severity.ALERT,
    NO_NOTE: Severity.INFO,
    DIGEST: Severity.ALERT,
    SUPERSEDED: Severity.ALERT,
    COMPONENT: Severity.AT_RISK,
    DIFFERENCE: Severity.AT_RISK,
    REFERENCE: Severity.ALERT,
    CFOP: Severity.ALERT,
    PURPOSE: Severity.ALERT,
    UNFIXED: Severity.ALERT,
    UNDELIVERED: Severity.ALERT,
    QUANTITY: Severity.ALERT,
    POSSIBLE_DOUBLE: Severity.AT_RISK,
    ABSENT: Severity.INFO,
    UNIT_PRICE: Severity.ALERT,
    UNIT_TAX: Severity.ALERT,
    UNIT_WEIGHT: Severity.ALERT,
    UNIT_UNKNOWN: Severity.ALERT,
    UNIT_BAND: Severity.ALERT,
}

CODES: tuple[str, ...] = tuple(_SEVERITIES)


def severity(code: str) -> Severity:
    """How a finding of `code` weighs. Raises KeyError for a code that is not ours."""
    return _SEVERITIES[code]


def about_file(code: str, variant: str, file: str, member: str = "", **arguments: object) -> Finding:
    """A finding about one file, or one member of a zip."""
    return Finding(
        code,
        _SEVERITIES[code],
        variant,
        subject={"file": file, "member": printable(member, _LONG)} if member else {"file": file},
        arguments={"place": _place(file, member), **{name: printable(value) for name, value in arguments.items()}},
        source=Source(file, sheet=printable(member, _LONG)),
    )


def more_like_it(code: str, variant: str, among: str, file: str, more: int) -> Finding:
    """That `more` further findings of one kind were counted and not listed; it weighs as they do.

    `among` is "default" (documents of `file`) or "notes".
    """
    finding = about_file(MORE, among, file, more=more, of_code=code, of_variant=variant)
    return replace(finding, severity=_SEVERITIES[code])


def about_note(
    code: str, variant: str, key: str, file: str, member: str = "", amount: int | None = None, **arguments: object
) -> Finding:
    """A finding about one note, `amount` in centavos. An argument `item` also names the item."""
    subject = {"key": key}
    if "item" in arguments:
        subject["item"] = str(arguments["item"])
    told = {"place": _place(file, member), **{name: printable(value) for name, value in arguments.items()}}
    return Finding(
        code, _SEVERITIES[code], variant, subject, told, (), Source(file, sheet=printable(member, _LONG)), amount
    )


_CPF_LIKE = re.compile(r"(?<![0-9A-Za-z])([0-9]{11}|[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2})(?![0-9A-Za-z])")
_SHOWN, _LONG = 60, 240


def _place(file: str, member: str) -> str:
    """Where it stands, for people: the file, and the path inside the zip after an arrow."""
    return printable(f"{file} → {member}" if member else file, _LONG)


def printable(value: object, length: int = _SHOWN) -> str:
    """Text that is safe to show: one line, at most `length` characters, control characters visible, a CPF masked."""
    text = str(value)
    shown = text if text.isprintable() else "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text[:length])
    masked = _CPF_LIKE.sub(lambda m: mask(re.sub(r"[.-]", "", m.group())), shown)
    return masked if len(masked) <= length else masked[: length - 1] + "…"


class Refused(Exception):
    """A document that is not taken, as the finding to be written: `code`, `variant` and arguments."""

    def __init__(self, code: str, variant: str, **arguments: object) -> None:
        super().__init__(f"{code}.{variant}")
        self.code = code
        self.variant = variant
        self.arguments = arguments
