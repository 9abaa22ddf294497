"""Findings grouped by cause and remedy, the ones that would regain most points first.

One code and variant is one cause with one remedy. A justified finding stays listed and out of the count. The points of
a cause add up those of its rows, each as if remedied alone (design, section 7).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from lastro.statement.model import Finding, Severity

_GRAVITY = {severity: position for position, severity in enumerate(Severity)}


@dataclass(frozen=True)
class Cause:
    """Rows with one cause and one remedy. `amount_centavos` and `points` are None when no row states them."""

    code: str
    variant: str
    severity: Severity
    findings: tuple[Finding, ...]

    @property
    def count(self) -> int:
        return len(self.findings)

    @property
    def amount_centavos(self) -> int | None:
        stated = [f.amount_centavos for f in self.findings if f.amount_centavos is not None]
        return sum(stated) if stated else None

    @property
    def points(self) -> Fraction | None:
        stated = [f.points for f in self.findings if f.points is not None]
        return sum(stated, Fraction(0)) if stated else None

    @property
    def cites(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(cite for finding in self.findings for cite in finding.cites))


def causes(findings: Iterable[Finding]) -> tuple[Cause, ...]:
    """The causes that still stand, by points regained, then gravity, then code."""
    grouped: dict[tuple[str, str, Severity], list[Finding]] = {}
    for finding in findings:
        if not finding.justified_by:
            grouped.setdefault((finding.code, finding.variant, finding.severity), []).append(finding)
    found = (
        Cause(code, variant, severity, tuple(ordered(rows))) for (code, variant, severity), rows in grouped.items()
    )
    return tuple(sorted(found, key=lambda cause: (-(cause.points or 0), _GRAVITY[cause.severity], cause.code)))


def justified(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that a decision justifies, in order."""
    return tuple(ordered(finding for finding in findings if finding.justified_by))


def ordered(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by code, key, item and row hash (design, section 7); the rest of a finding breaks ties."""
    return sorted(findings, key=_order)


def _order(finding: Finding) -> tuple[str, ...]:
    subject = finding.subject
    row_hash = subject.get("row_hash") or (finding.source.sha256 if finding.source else "")
    return (
        finding.code,
        subject.get("key", ""),
        subject.get("item", "").rjust(6, "0"),
        row_hash,
        finding.variant,
        *(f"{name}={value}" for name, value in sorted({**subject, **finding.arguments}.items())),
    )
