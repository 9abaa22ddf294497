"""Points of findings: the change of the percentage if that finding alone were remedied (design, section 7).

A finding that blocks would raise the first figure, one at risk the second. A line with two causes regains nothing from
one remedy. Many findings of one kind are weighed together and share the change in proportion to their amounts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from lastro.selo import tail
from lastro.selo.whatif import Addition, WhatIf
from lastro.statement.model import Finding, Severity

ONE_BY_ONE = 400  # beyond this many findings, those of one kind are weighed together


@dataclass(frozen=True)
class Stake:
    """What a finding has at stake besides its amount. `alone` is false when another cause holds the same value."""

    addition: Addition
    alone: bool = True


def with_points(findings: Iterable[tuple[Finding, Stake | None]], what_if: WhatIf) -> list[Finding]:
    """The findings, each with its points where it has a stake and blocks or is at risk."""
    listed = list(findings)
    base = {figure: what_if.percentage(figure, Addition()) for figure in (tail.DECLARED, tail.AFTER_RISK)}
    weighed = [(finding, stake) for finding, stake in listed if stake is not None and stake.alone]
    together = len(weighed) > ONE_BY_ONE
    changes = _together(weighed, what_if, base) if together else {}
    return [_pointed(finding, stake, what_if, base, changes) for finding, stake in listed]


Base = dict[tail.Figure, Fraction]
Kind = tuple[tail.Figure, str, str, int]


def _figure(finding: Finding) -> tail.Figure:
    return tail.AFTER_RISK if finding.severity is Severity.AT_RISK else tail.DECLARED


def _pointed(
    finding: Finding, stake: Stake | None, what_if: WhatIf, base: Base, changes: dict[Kind, Fraction]
) -> Finding:
    if stake is None or finding.severity not in (Severity.BLOCKS, Severity.AT_RISK):
        return finding
    if not stake.alone:
        return replace(finding, points=Fraction(0))
    kind = _kind(finding, stake)
    if kind in changes and not stake.addition.spending:
        return replace(finding, points=changes[kind] * stake.addition.centavos)
    figure = _figure(finding)
    return replace(finding, points=what_if.percentage(figure, stake.addition) - base[figure])


def _kind(finding: Finding, stake: Stake) -> Kind:
    addition = stake.addition
    return _figure(finding), addition.cap_group, addition.spending_region, addition.weight


def _together(weighed: list[tuple[Finding, Stake]], what_if: WhatIf, base: Base) -> dict[Kind, Fraction]:
    """Points per centavo of each kind of line, from the change that the whole kind would make."""
    sums: defaultdict[Kind, Fraction] = defaultdict(Fraction)
    for finding, stake in weighed:
        if not stake.addition.spending:
            sums[_kind(finding, stake)] += stake.addition.centavos
    return {
        kind: (what_if.percentage(kind[0], Addition(centavos, kind[1], kind[2], kind[3])) - base[kind[0]]) / centavos
        for kind, centavos in sums.items()
        if centavos
    }
