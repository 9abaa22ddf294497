"""Runs the checks: findings with what is at stake, and how much of each line is at risk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

import pyarrow as pa

from lastro.selo.checks import REGISTRY, Facts, LineCheck, TailCheck
from lastro.selo.checks.model import not_checked
from lastro.selo.points import Stake
from lastro.selo.trace import Trace
from lastro.selo.whatif import Addition
from lastro.statement.model import Finding, Severity, Source

_FACTS = """l.kind, l.line_id, l.part, l.weight, l.cap_group, l.spending_region, l.accepted_centavos, l.key, l.item,
l.source_table, l.source_hash, l.source_file, l.source_sheet, l.source_row"""
_OWN = frozenset(("kind", "line_id", "part", "amount"))
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
        self.at_risk: defaultdict[Key, dict[str, int]] = defaultdict(dict)
        self._stakes: list[tuple[Addition | None, Key | None]] = []

    def add(self, finding: Finding, addition: Addition | None = None, key: Key | None = None) -> None:
        self.findings.append(finding)
        self._stakes.append((addition, key))
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

    def staked(self) -> list[tuple[Finding, Stake | None]]:
        """Each finding with what it has at stake; a line at risk for two causes is alone for neither."""
        return [
            (finding, None if addition is None else Stake(addition, self._alone(finding, key)))
            for finding, (addition, key) in zip(self.findings, self._stakes, strict=True)
        ]

    def _alone(self, finding: Finding, key: Key | None) -> bool:
        return key is None or finding.severity is not Severity.AT_RISK or len(self.at_risk[key]) == 1


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
            for finding, addition in check.run(facts):
                judgement.add(finding, addition)
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
        amount = Fraction(row["amount"] or 0)
        addition = Addition(amount, row["cap_group"], row["spending_region"], row["weight"])
        judgement.add(_finding(check, row), addition, key)


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
    (
        "weight",
        "cap_group",
        "spending_region",
        "accepted_centavos",
        "source_table",
        "source_hash",
        "source_file",
        "source_sheet",
        "source_row",
    )
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
