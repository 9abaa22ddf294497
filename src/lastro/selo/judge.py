"""Runs the checks: findings with what is at stake, and how much of each line is at risk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction

import pyarrow as pa

from lastro.relation import Engine
from lastro.selo.additions import Addition
from lastro.selo.checks import REGISTRY, Check, ClosingCheck, Facts, LineCheck, TailCheck
from lastro.selo.checks.model import not_checked
from lastro.selo.justified import Justifications
from lastro.selo.regime import Regime
from lastro.selo.trace import Trace
from lastro.statement.model import Finding, Severity, Source

_FACTS = """l.cap_group, l.spending_region, l.accepted_centavos, l.key, l.item,
l.blocks = l.block as alone, l.source_table, l.source_hash, l.source_file, l.source_sheet, l.source_row"""
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

NO_RISKS = _SCHEMA.empty_table()

Key = tuple[str, str, str]
Cause = tuple[str, str]


class Judgement:
    """Findings about lines before points are known, and the table `risks` of what they put at risk."""

    def __init__(self, justified: Justifications, regime: Regime) -> None:
        self.findings: list[Finding] = []
        self._justified, self._regime = justified, regime
        self._at_risk: defaultdict[Key, dict[Cause, int]] = defaultdict(dict)
        self._stakes: list[tuple[Addition | None, Key | None]] = []

    def add(self, finding: Finding, addition: Addition | None = None, key: Key | None = None) -> None:
        """A finding, what would count besides if it were remedied alone, and the line it is about. What a decision
        justifies puts nothing at risk."""
        told = self._justified.applied(_cited(finding, self._regime))
        self.findings.append(told)
        self._stakes.append((None if told.justified_by else addition, key))
        if key is not None and told.severity is Severity.AT_RISK and not told.justified_by:
            self._at_risk[key][told.code, told.variant] = told.amount_centavos or 0

    def risk_table(self) -> pa.Table:
        """kind, line_id, part, risk_amount (the largest of the causes), codes."""
        rows = [
            {
                "kind": kind,
                "line_id": line,
                "part": part,
                "risk_amount": max(causes.values()),
                "codes": " ".join(sorted({code for code, _ in causes})),
            }
            for (kind, line, part), causes in sorted(self._at_risk.items())
        ]
        return pa.Table.from_pylist(rows, schema=_SCHEMA)

    def staked(self) -> list[tuple[Finding, Addition | None]]:
        """Each finding with what its remedy alone would bring back."""
        return [
            (finding, None if addition is None else self._alone(finding, addition, key))
            for finding, (addition, key) in zip(self.findings, self._stakes, strict=True)
        ]

    def _alone(self, finding: Finding, addition: Addition, key: Key | None) -> Addition:
        """Of a line at risk for several causes, one remedy brings back what no other cause holds."""
        if key is None or finding.severity is not Severity.AT_RISK:
            return addition
        causes = self._at_risk[key]
        others = max((held for cause, held in causes.items() if cause != (finding.code, finding.variant)), default=0)
        return replace(addition, centavos=max(Fraction(0), addition.centavos - others))


def asked_checks(regime: Regime) -> Iterator[Check]:
    """The checks of the registry that belong to a regime."""
    return (check for check in REGISTRY if regime.asks(check.code))


def _cited(finding: Finding, regime: Regime) -> Finding:
    """The finding with the provisions that its check rests on under the regime."""
    return replace(finding, cites=regime.cites(finding.code, finding.cites))


def judge_lines(facts: Facts) -> Judgement:
    """Every line and fact check over the weighted lines."""
    judgement = Judgement(facts.justified, facts.regime)
    for check in asked_checks(facts.regime):
        absent = next((n for n in getattr(check, "needs", ()) if n not in facts.evidence.present), None)
        if isinstance(check, TailCheck | ClosingCheck):
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
    for row in facts.engine.fetch(_with_line(rows, facts.regime)).to_pylist():
        key = (row["kind"], row["line_id"], row["part"])
        judgement.add(_finding(check, row), _addition(check, row), key)


def _with_line(rows: str, regime: Regime) -> str:
    """The rows of a check with the facts of their lines, in the order of the lines."""
    return f"""select c.*, {regime.lines.regained_weight} as weight, {_FACTS} from ({rows}) c join weighted_lines l
on l.kind = c.kind and l.line_id = c.line_id and l.part = c.part order by l.issued_on, l.line_id, l.part"""


def findings_of_line(
    engine: Engine, line_id: str, codes: Collection[str], present: Collection[str], regime: Regime
) -> Iterator[Finding]:
    """What the checks of these codes that ask in plain SQL say of one line. `present` are the tables that the workspace
    has."""
    asked = {
        f"{check.code} {check.variant}": (check, check.rows)
        for check in asked_checks(regime)
        if check.code in codes
        and isinstance(check, LineCheck)
        and isinstance(check.rows, str)
        and set(check.needs) <= set(present)
    }
    one = " union all ".join(
        f"select '{name}' as name from ({rows}) c where c.line_id = '{line_id}'" for name, (_, rows) in asked.items()
    )
    for name in sorted(set(engine.fetch(one)["name"].to_pylist())):
        check, rows = asked[name]
        for row in engine.fetch(_with_line(f"select * from ({rows}) where line_id = '{line_id}'", regime)).to_pylist():
            yield _cited(_finding(check, row), regime)


def _addition(check: LineCheck, row: Mapping[str, object]) -> Addition | None:
    """What would count besides without this finding: nothing of a line that another reason keeps out as well."""
    if not check.regains:
        return None
    amount, weight = row["amount"], row["weight"]
    assert isinstance(weight, int)
    held = check.severity is Severity.BLOCKS and not row["alone"]
    centavos = Fraction(amount if isinstance(amount, int) and not held else 0)
    return Addition(centavos, str(row["cap_group"]), str(row["spending_region"]), weight)


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
        "alone",
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
    checks = asked_checks(facts.regime)
    told = [finding for check in checks if isinstance(check, TailCheck) for finding in check.run(trace, facts)]
    return [facts.justified.applied(_cited(finding, facts.regime)) for finding in told]


def closing(findings: Iterable[Finding], facts: Facts) -> list[Finding]:
    """What the last checks say about all findings together."""
    told = list(findings)
    checks = asked_checks(facts.regime)
    return [finding for check in checks if isinstance(check, ClosingCheck) for finding in check.run(told, facts)]
