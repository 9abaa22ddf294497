"""The answer of a reconciliation: the ministry's figure beside ours, what explains the gap, what answers each refusal.

Amounts are centavos, percentages in percent (48.91), points in percentage points. Prose comes from the catalogue.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction

from lastro.statement.model import Finding, Source, Statement


class Kind(StrEnum):
    """What one difference is, the stronger causes first: among explanations of one size they order the list."""

    REFUSED = "refused"  # a row of the ministry's own table
    CAUSE_OUT = "cause_out"  # all rows at risk for one finding are out
    CAUSE_IN = "cause_in"  # all rows that one finding keeps out are counted
    DOUBTFUL_OUT = "doubtful_out"  # one row with a finding of ours is out
    ROW_IN = "row_in"  # one row that we keep out, or cut, is counted whole
    READING = "reading"  # another option of a question that the text leaves open
    EXPORT = "export"  # exports in the base, or sales taken out of it
    REGIME = "regime"  # another regulation answers the year
    DATE_OUT = "date_out"  # a row at the edge of the year is counted in another year
    DATE_IN = "date_in"  # a row of another year is counted in this one
    ROW_OUT = "row_out"  # one row without any finding of ours is out
    SALE_OUT = "sale_out"  # one sale is not in the base
    ROUNDING = "rounding"  # rounded at another step


@dataclass(frozen=True)
class Outcome:
    """What one way of computing answers. None where the figure cannot be measured."""

    numerator: int
    denominator: int
    percentage: Fraction


@dataclass(frozen=True)
class OfficialFigure:
    """What the ministry states: any of the three, centavos and percent. `places` are those the percentage is printed
    with."""

    percentage: Fraction | None = None
    places: int = 0
    numerator: int | None = None
    denominator: int | None = None

    @property
    def empty(self) -> bool:
        """Whether nothing is stated."""
        return self.percentage is None and self.numerator is None and self.denominator is None


@dataclass(frozen=True)
class RowFact:
    """A row of ours as documents prove it. `table` is aquisicoes, dispendios or vendas; `part` the farmer whose share
    of a delivery it is; `note_sha256` the hash of the XML, "" without one."""

    table: str
    line_id: str
    part: str = ""
    key: str = ""
    item: int = 0
    on: str = ""
    supplier: str = ""
    farmer: str = ""
    product: str = ""
    place: str = ""
    contract: str = ""
    document: str = ""  # the farmer's DAP or CAF in force on the date
    centavos: int = 0
    source: Source = field(default_factory=lambda: Source(""))
    row_hash: str = ""
    note_file: str = ""
    note_sha256: str = ""


@dataclass(frozen=True)
class Difference:
    """One thing that the ministry did otherwise. `subject` identifies it without prose: code, key and option, regime,
    count of rows; `row` where it is one row; `codes` what our own findings say of that row."""

    kind: Kind
    subject: Mapping[str, str] = field(default_factory=dict)
    row: RowFact | None = None
    codes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Explanation:
    """Differences which, put together and computed by the rules, give exactly what the ministry states."""

    differences: tuple[Difference, ...]
    outcome: Outcome


@dataclass(frozen=True)
class Gap:
    """Ours less the ministry's, where the ministry states it: centavos, and percentage points."""

    numerator: int | None = None
    denominator: int | None = None
    points: Fraction | None = None


@dataclass(frozen=True)
class Searched:
    """How far the search went: every combination of `complete_size` differences and fewer was tried; `rows` of them
    were single rows. `by_halves` rows were combined in any number. `left` fitted the arithmetic and were not verified
    (`cut`: more would). `pairs_near`: two readings together were tried only where their added effects come near.
    `under_caps`: where a cap cuts, only so many sets of several rows were computed, the nearest. `stopped` are
    readings that could not be computed."""

    complete_size: int
    rows: int
    structural: int
    by_halves: int = 0
    verified: int = 0
    left: int = 0
    cut: bool = False
    pairs_near: bool = False
    under_caps: int = 0
    stopped: tuple[str, ...] = ()


@dataclass(frozen=True)
class RowsRead:
    """What became of the rows of the official file: read = matched + ambiguous + unmatched + ignored."""

    read: int = 0
    matched: int = 0
    ambiguous: int = 0
    unmatched: int = 0
    ignored: int = 0


@dataclass(frozen=True)
class LawPoint:
    """A provision that decides about a row, in force on its date. `key` is the legal value, "" for a bare provision."""

    cites: tuple[str, ...]
    key: str = ""
    value: str = ""
    unit: str = ""
    start: str = ""
    evidence: str = ""


class Standing(StrEnum):
    """What our computation answers to a refusal."""

    COUNTS = "counts"  # it counts, and nothing of ours speaks against it
    AT_RISK = "at_risk"  # it counts, and a finding of ours says that its proof is weak
    IN_PART = "in_part"  # a limit cuts it: what is left counts
    CONCEDED = "conceded"  # our own rules keep it out: the refusal is right
    ELSEWHERE = "elsewhere"  # it is not of this year, plant or statement: the refusal changes nothing


@dataclass(frozen=True)
class DefenceRow:
    """One refused row and its answer. `reason` is the ministry's own word for it; `adds` what the row adds to the
    numerator, `points` to the percentage."""

    official: Source
    reason: str
    fact: RowFact
    standing: Standing
    weight_thousandths: int | None = None
    accepted: int = 0
    adds: int = 0
    points: Fraction = Fraction(0)
    law: tuple[LawPoint, ...] = ()
    findings: tuple[Finding, ...] = ()
    own_production: bool = False


@dataclass(frozen=True)
class Reconciliation:
    """`ours` is our answer, `after_given` the same with the refused rows that were given taken out. `explanations` are
    all of one size, the stronger causes first: more than one means that the figures alone do not tell them apart.
    `unexplained` is what stays when there is none."""

    statement: Statement
    official: OfficialFigure
    official_file: Source
    ours: Outcome
    given: tuple[Difference, ...]
    after_given: Outcome
    explanations: tuple[Explanation, ...]
    gap: Gap
    unexplained: Gap | None
    searched: Searched
    rows: RowsRead
    findings: tuple[Finding, ...] = ()
    defence: tuple[DefenceRow, ...] = ()
