"""The findings of table files, one code per kind of fault. Texts: `statement/texts/tables.yaml`.

File, sheet and row stand in the finding's `source`, never in its arguments: saving a table in another format, or its
rows in another order, leaves code and arguments as they were.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from lastro.core.identifiers import mask
from lastro.evidence.columns import Column
from lastro.statement.model import Finding, Severity, Source

UNREADABLE = "EVD-TAB-01"
NO_SUCH_TABLE = "EVD-TAB-02"
HIDDEN_SHEET = "EVD-TAB-03"
TEMPLATE_VERSION = "EVD-TAB-04"
NO_HEADER = "EVD-TAB-05"
COLUMN_MISSING = "EVD-TAB-06"
COLUMN_IGNORED = "EVD-TAB-07"
COLUMN_TWICE = "EVD-TAB-08"
ROW_IGNORED = "EVD-TAB-09"
DUPLICATE = "EVD-TAB-10"
CONFLICT = "EVD-TAB-11"
ROW_TOO_WIDE = "EVD-TAB-12"
EMPTY = "EVD-TAB-20"
NOT_A_NUMBER = "EVD-TAB-21"
AMBIGUOUS_NUMBER = "EVD-TAB-22"
INEXACT_NUMBER = "EVD-TAB-23"
OUT_OF_BOUNDS = "EVD-TAB-24"
NOT_A_DATE = "EVD-TAB-25"
NOT_A_PERSON = "EVD-TAB-26"
NOT_A_KEY = "EVD-TAB-27"
KEY_AS_NUMBER = "EVD-TAB-28"
UNKNOWN_WORD = "EVD-TAB-29"
MUNICIPALITY_UNKNOWN = "EVD-TAB-30"
MUNICIPALITY_AMBIGUOUS = "EVD-TAB-31"
NOT_YES_NO = "EVD-TAB-32"
NOT_A_MONTH = "EVD-TAB-33"
NOT_A_CROP_YEAR = "EVD-TAB-34"
ERROR_CELL = "EVD-TAB-35"
FORMULA_WITHOUT_VALUE = "EVD-TAB-36"
MERGED_CELL = "EVD-TAB-37"
OTHER_KIND = "EVD-TAB-38"
BAD_TEXT = "EVD-TAB-39"
PERIOD_INVERTED = "EVD-TAB-40"

_SHOWN = 80
_CPF_LIKE = re.compile(r"(?<!\d)\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\d)")
_PERSONAL = frozenset({"cpf", "person"})


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a cell was not taken: code, variant of its text, and arguments beside `table`, `column` and `value`."""

    code: str
    variant: str = "default"
    arguments: dict[str, str] = field(default_factory=dict)


def shown(value: object, column: Column | None = None) -> str:
    """A value as a message may print it: one line, cut at 80 characters, a CPF masked."""
    text = " ".join("".join(c if c.isprintable() else " " for c in str(value)).split())
    if column is not None and column.type in _PERSONAL:
        text = _masked_person(text)
    text = _CPF_LIKE.sub(lambda found: mask(re.sub(r"\D", "", found[0])), text)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def _masked_person(text: str) -> str:
    """A faulty CPF is still someone's: what has at most eleven digits keeps only those in the middle."""
    digits = re.sub(r"\D", "", text)
    return mask(digits.rjust(11, "0")) if 4 <= len(digits) <= 11 else text


def cell_finding(
    fault: Fault, table: str, column: Column | None, value: object, source: Source, key: str | None = None
) -> Finding:
    """A row rejected because of one cell. `source` names file, sheet, row, column and row hash."""
    subject = {"table": table, "row_hash": source.sha256, "column": source.column}
    if key:
        subject["key"] = key
    arguments = {"table": table, "column": source.column, "value": shown(value, column), **fault.arguments}
    return Finding(fault.code, Severity.BLOCKS, fault.variant, subject, arguments, source=source)


def sheet_finding(
    code: str, severity: Severity, source: Source, variant: str = "default", **arguments: object
) -> Finding:
    """Something about a file, a sheet or a column as a whole, or a row that is no data."""
    told = {name: str(value) for name, value in arguments.items()}
    subject: dict[str, str] = {name: told[name] for name in ("table", "column") if name in told}
    subject = subject or {"file": source.file}
    return Finding(code, severity, variant, subject, told, source=source)
