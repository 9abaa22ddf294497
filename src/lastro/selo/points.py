"""Points of findings: the change of the percentage if that finding alone were remedied (design, section 7).

A finding that blocks would raise the first figure, one at risk the second. A line with two causes regains nothing from
one remedy. Many findings of one kind are weighed together and share the change in proportion to their amounts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction

from lastro.selo.additions import Addition
from lastro.selo.figures import AFTER_RISK, DECLARED, Figure
from lastro.selo.whatif import WhatIf
from lastro.statement.model import Finding, Severity

ONE_BY_ONE = 400  # beyond this many findings, those of one kind are weighed together

Staked = tuple[Finding, Addition | None]
Base = dict[Figure, Fraction]
Kind = tuple[Figure, str, str, int]


def with_points(findings: Iterable[Staked], what_if: WhatIf) -> list[Finding]:
    """The findings, each with its points where it blocks or is at risk and has something to bring back."""
    listed = list(findings)
    base = {figure: what_if.percentage(figure, Addition()) for figure in (DECLARED, AFTER_RISK)}
    weighed = [(finding, addition) for finding, addition in listed if addition is not None and _has_points(finding)]
    changes = _together(weighed, what_if, base) if len(weighed) > ONE_BY_ONE else {}
    return [_pointed(finding, addition, what_if, base, changes) for finding, addition in listed]


def _has_points(finding: Finding) -> bool:
    return finding.severity in (Severity.BLOCKS, Severity.AT_RISK)


def _figure(finding: Finding) -> Figure:
    return AFTER_RISK if finding.severity is Severity.AT_RISK else DECLARED


def _pointed(
    finding: Finding, addition: Addition | None, what_if: WhatIf, base: Base, changes: dict[Kind, Fraction]
) -> Finding:
    if addition is None or not _has_points(finding):
        return finding
    if not addition.centavos and not addition.spending:
        return replace(finding, points=Fraction(0))
    kind = _kind(finding, addition)
    if kind in changes and not addition.spending:
        return replace(finding, points=changes[kind] * addition.centavos)
    figure = _figure(finding)
    return replace(finding, points=what_if.percentage(figure, addition) - base[figure])


def _kind(finding: Finding, addition: Addition) -> Kind:
    return _figure(finding), addition.cap_group, addition.spending_region, addition.weight


def _together(weighed: list[tuple[Finding, Addition]], what_if: WhatIf, base: Base) -> dict[Kind, Fraction]:
    """Points per centavo of each kind of line, from the change that the whole kind would make."""
    sums: defaultdict[Kind, Fraction] = defaultdict(Fraction)
    for finding, addition in weighed:
        if not addition.spending:
            sums[_kind(finding, addition)] += addition.centavos
    return {
        kind: (what_if.percentage(kind[0], Addition(centavos, kind[1], kind[2], kind[3])) - base[kind[0]]) / centavos
        for kind, centavos in sums.items()
        if centavos
    }
