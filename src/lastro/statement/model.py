"""The calculation trace: what was computed, by which formula, from which inputs, under which article.

Everything here is frozen data. Prose is not: labels, messages and remedies come from the catalogue by key, so that a
statement means the same in both languages and its content hash holds no sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

import pyarrow as pa


class Severity(StrEnum):
    """How a finding weighs on the two figures of a statement."""

    BLOCKS = "blocks"  # the row, or the excess, is out of both figures
    AT_RISK = "at_risk"  # out of the second figure only
    ALERT = "alert"  # in both; shown
    INFO = "info"  # accounting of rows: nothing to remedy


class Unit(StrEnum):
    """Units of a line's value."""

    BRL = "BRL"  # reais, two places
    PERCENT = "percent"  # "60.8400" is 60.84 %
    POINTS = "points"  # difference of two percentages; "-2.5000" is 2.5 percentage points less
    FACTOR = "factor"
    COUNT = "count"
    KG = "kg"
    M3 = "m3"
    TEXT = "text"
    DATE = "date"


PER_UNIT: Mapping[str, int] = {
    "centavos": 100,
    "milli_centavos": 100_000,  # centavos times a weight in thousandths
    "grams": 1_000,
    "m2": 10_000,
    "tenths": 10,
    "thousandths": 1_000,
    "integer": 1,
}
"""How many of the stored integers make one of the unit shown (reais, kg, hectares, plain numbers), by column kind."""


@dataclass(frozen=True)
class Source:
    """Where a row stands among the user's files. `row` is the spreadsheet's own number (1 = first line)."""

    file: str
    sheet: str = ""
    row: int = 0
    column: str = ""
    sha256: str = ""


@dataclass(frozen=True)
class Line:
    """One step of a calculation.

    `value` is the printed text (see design: money two places, percent four), None when a parameter is not
    established; `exact` the same as "p/q" in the unit shown (reais, percent). `formula` is an expression of
    `lastro.statement.formula` over other line ids, empty for an input or a limit's result. `reading` lists
    "key=option" choices that shaped it; `evidence` is the weakest mark of the parameters used ("" when none).
    """

    id: str
    value: str | None
    unit: Unit
    exact: str = ""
    formula: str = ""
    inputs: tuple[str, ...] = ()
    cites: tuple[str, ...] = ()
    reading: tuple[str, ...] = ()
    evidence: str = ""
    arguments: Mapping[str, str] = field(default_factory=dict)  # fill placeholders of the label


@dataclass(frozen=True)
class Finding:
    """One thing the user should know about one row, one document or one rule.

    `variant` picks the text under `findings.<code>.<variant>`; `subject` identifies the object without prose
    (`{"key": …, "item": …}`, `{"table": …, "row_hash": …}`); `amount_centavos` is the value at stake, `points` the
    change of the percentage, in percent, if it were remedied alone.
    """

    code: str
    severity: Severity
    variant: str = "default"
    subject: Mapping[str, str] = field(default_factory=dict)
    arguments: Mapping[str, str] = field(default_factory=dict)
    cites: tuple[str, ...] = ()
    source: Source | None = None
    amount_centavos: int | None = None
    points: Fraction | None = None
    justified_by: str = ""


@dataclass(frozen=True)
class MemoryColumn:
    """What one column of the memory of calculation holds: its name, kind, labels and provision.

    `formula` says how the other columns of the row give it, in the unit shown (`accepted_centavos * weight`: reais
    times a plain weight), so that the workbook can compute it; empty for facts and for results of limits.
    """

    name: str
    kind: str  # text, date, boolean, or a kind of PER_UNIT
    pt: str
    en: str
    cites: str = ""
    formula: str = ""


@dataclass(frozen=True)
class ReadingUsed:
    """A question the text leaves open and the answer this statement took."""

    key: str
    option: str
    is_default: bool


@dataclass(frozen=True)
class LawUsed:
    """One dated value the computation consulted. `value` is text; `evidence` its mark; `overridden` by law.yaml."""

    key: str
    start: str
    end: str
    value: str
    unit: str
    cites: tuple[str, ...]
    evidence: str
    overridden: bool = False


@dataclass(frozen=True)
class Statement:
    """The whole answer to one question about one subject and period.

    `memory` has one row per line computed in bulk (its columns described by `memory_columns`); `totals` the same
    grouped by everything the formulas filter on. Both may be None for institutes without bulk lines.
    """

    kind: str  # "selo.assess"
    subject: Mapping[str, str]  # unit_cnpj, unit_name, company_cnpj, company_name
    period: Mapping[str, str]  # start, end, year
    regime: str
    lines: tuple[Line, ...]
    findings: tuple[Finding, ...] = ()
    readings: tuple[ReadingUsed, ...] = ()
    law: tuple[LawUsed, ...] = ()
    complete: bool = True
    missing: tuple[Mapping[str, str], ...] = ()  # parameters not established: key, on, cites
    provenance: Mapping[str, str] = field(default_factory=dict)  # table/note digests
    memory: pa.Table | None = None
    memory_columns: tuple[MemoryColumn, ...] = ()
    totals: pa.Table | None = None

    def line(self, line_id: str) -> Line:
        """The line of that id. Raises KeyError."""
        for line in self.lines:
            if line.id == line_id:
                return line
        raise KeyError(line_id)
