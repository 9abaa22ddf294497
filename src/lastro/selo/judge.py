"""Runs the checks: findings with what is at stake, and how much of each line is at risk.

Points are the change of the percentage if the finding were remedied alone: a line with two causes regains nothing from
one remedy. Joint caps are left aside in points; the two figures themselves apply them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

import pyarrow as pa

from lastro.selo.checks import REGISTRY, Facts, LineCheck, TailCheck
from lastro.selo.checks.model import not_checked
from lastro.selo.trace import Trace
from lastro.statement.model import Finding, Severity, Source

_FACTS = """l.kind, l.line_id, l.part, l.weight, l.accepted_centavos, l.key, l.item, l.source_table, l.source_hash,
l.source_file, l.source_sheet, l.source_row"""
_OWN = frozenset(("kind", "line_id", "part", "amount"))
_THOUSANDTHS = 1_000
_SCHEMA = pa.schema(
    [
        ("kind", pa.string()),
        ("line_id", pa.string()),
        ("part", pa.string()),
        ("risk_amount", pa.int64()),
        ("codes", pa.string()),
    ]
)

Key = tuple[str, str, str]


class Judgement:
    """Findings about lines before points are known, and the table `risks` of what they put at risk."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.weights: list[Fraction | None] = []  # weight of the finding's line; None when it has no line
        self.at_risk: defaultdict[Key, dict[str, int]] = defaultdict(dict)
        self.keys: list[Key | None] = []

    def add(self, finding: Finding, weight: Fraction | None = None, key: Key | None = None) -> None:
        self.findings.append(finding)
        self.weights.append(weight)
        self.keys.append(key)
        if key is not None and finding.severity is Severity.AT_RISK:
            codes = self.at_risk[key]
            codes[finding.code] = max(codes.get(finding.code, 0), finding.amount_centavos or 0)

    def risk_table(self) -> pa.Table:
        """kind, line_id, part, risk_amount (the largest of the causes), codes."""
        rows = [
            {
                "kind": kind,
                "line_id": line,
                "part": part,
                "risk_amount": max(codes.values()),
                "codes": " ".join(sorted(codes)),
            }
            for (kind, line, part), codes in sorted(self.at_risk.items())
        ]
        return pa.Table.from_pylist(rows, schema=_SCHEMA)


def judge_lines(facts: Facts) -> Judgement:
    """Every line and fact check over the weighted lines."""
    judgement = Judgement()
    for check in REGISTRY:
        absent = next((n for n in getattr(check, "needs", ()) if n not in facts.evidence.present), None)
        if isinstance(check, TailCheck):
            continue
        if absent is not None:
            _once(judgement, not_checked(check.code, check.cites, absent))
        elif isinstance(check, LineCheck):
            _judge(check, facts, judgement)
        else:
            for finding in check.run(facts):
                judgement.add(finding)
    return judgement


def _once(judgement: Judgement, finding: Finding) -> None:
    if finding not in judgement.findings:
        judgement.add(finding)


def _judge(check: LineCheck, facts: Facts, judgement: Judgement) -> None:
    rows = check.rows(facts) if callable(check.rows) else check.rows
    select = f"""select c.*, {_FACTS} from ({rows}) c join weighted_lines l
on l.kind = c.kind and l.line_id = c.line_id and l.part = c.part order by l.issued_on, l.line_id, l.part"""
    for row in facts.engine.fetch(select).to_pylist():
        key = (row["kind"], row["line_id"], row["part"])
        judgement.add(_finding(check, row), Fraction(row["weight"], _THOUSANDTHS), key)


def _finding(check: LineCheck, row: Mapping[str, object]) -> Finding:
    subject = {"line": str(row["line_id"])}
    if row["part"]:
        subject["cpf"] = str(row["part"])
    if row["key"]:
        subject |= {"key": str(row["key"]), "item": str(row["item"])}
    else:
        subject |= {"table": str(row["source_table"]), "row_hash": str(row["source_hash"])}
    extra = [name for name in row if name not in _OWN and not name.endswith(":1") and name not in _LINE_NAMES]
    amount = row["amount"]
    return Finding(
        check.code, check.severity, check.variant, subject,
        dict(_argument(name, row[name]) for name in extra), check.cites, _source(row),
        amount if isinstance(amount, int) else None,
    )  # fmt: skip


_LINE_NAMES = frozenset(
    ("weight", "accepted_centavos", "source_table", "source_hash", "source_file", "source_sheet", "source_row")
)


def _argument(name: str, value: object) -> tuple[str, str]:
    """An argument as text; its name tells the unit (`…_centavos`)."""
    return name, "" if value is None else str(value)


def _source(row: Mapping[str, object]) -> Source:
    number = row["source_row"]
    return Source(
        str(row["source_file"] or ""), str(row["source_sheet"] or ""), number if isinstance(number, int) else 0
    )


def judge_tail(trace: Trace, facts: Facts) -> list[Finding]:
    """Every check over the finished trace."""
    return [finding for check in REGISTRY if isinstance(check, TailCheck) for finding in check.run(trace, facts)]


def with_points(judgement: Judgement, denominator: Fraction, extra: Iterable[Finding]) -> list[Finding]:
    """All findings with their points; `denominator` in reais. Zero denominator leaves points unknown."""
    pointed = [
        _pointed(finding, weight, key, judgement.at_risk, denominator)
        for finding, weight, key in zip(judgement.findings, judgement.weights, judgement.keys, strict=True)
    ]
    return [*pointed, *extra]


def _pointed(
    finding: Finding, weight: Fraction | None, key: Key | None, at_risk: Mapping[Key, Mapping[str, int]],
    denominator: Fraction,
) -> Finding:  # fmt: skip
    if finding.points is not None or finding.amount_centavos is None or denominator <= 0:
        return finding
    if finding.severity not in (Severity.BLOCKS, Severity.AT_RISK) or weight is None:
        return finding
    if finding.severity is Severity.AT_RISK and key is not None and len(at_risk[key]) > 1:
        return replace(finding, points=Fraction(0))
    return replace(finding, points=finding.amount_centavos * weight / denominator)
