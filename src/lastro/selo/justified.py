"""Findings that a decision justifies: rows of `decisoes` of the kind `achado_justificado`.

`objeto` names the finding by its code and by what it is about: `SBS-13 <key>`, `SBS-13 <key>-<item>`,
`SBS-21 <contract>`, `SBS-23 <CPF>`, `SBS-15 <hash of the row>`; a variant may stand between the two. `numero` or
`documento` says which paper justifies it. A justified finding stays listed and leaves the count of causes. What it had
at risk returns to the second figure; what the text itself keeps out stays out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from lastro.core.dates import Interval
from lastro.statement.model import Finding

KIND = "achado_justificado"
_SHORTEST_HASH = 12  # characters of a row's hash that are enough to name it
_HASH = re.compile(r"(?:[a-z_]+:)?([0-9a-f]{64})")
_UNSAID = re.compile(r"[\s.\-/]")

Row = Mapping[str, object]


@dataclass(frozen=True)
class Justification:
    """One row that justifies: the code, what `objeto` says after it, and the paper ("" justifies nothing)."""

    code: str
    about: str
    paper: str
    row: Row

    def names(self, finding: Finding) -> bool:
        """Whether the row speaks of this finding."""
        if self.code != finding.code:
            return False
        variant, _, rest = self.about.partition(" ")
        about = rest if variant == finding.variant else self.about
        return bool(_plain(about)) and any(_says(about, name) for name in _names(finding))


@dataclass(frozen=True)
class Justifications:
    """The justifications that hold for a period."""

    listed: tuple[Justification, ...] = ()

    def paper(self, finding: Finding) -> str:
        """What justifies the finding: number or document of the decision; "" when nothing does."""
        return next((found.paper for found in self.listed if found.paper and found.names(finding)), "")

    def applied(self, finding: Finding) -> Finding:
        """The finding, with what justifies it."""
        paper = self.paper(finding)
        return replace(finding, justified_by=paper) if paper else finding

    def idle(self, findings: Iterable[Finding]) -> Iterator[Justification]:
        """Those that have a paper and speak of none of `findings`."""
        every = tuple(findings)
        return (found for found in self.listed if found.paper and not any(map(found.names, every)))

    def without_paper(self) -> Iterator[Justification]:
        """Those that name neither number nor document."""
        return (found for found in self.listed if not found.paper)


def justifications(decisions: Iterable[Row], period: Interval) -> Justifications:
    """The rows of `decisoes` that justify findings of the period."""
    return Justifications(
        tuple(_justification(row) for row in decisions if row["tipo"] == KIND and _holds(row, period))
    )


def _justification(row: Row) -> Justification:
    code, _, about = str(row["objeto"] or "").strip().partition(" ")
    return Justification(code.upper(), about.strip(), str(row["numero"] or row["documento"] or ""), row)


def _holds(row: Row, period: Interval) -> bool:
    start, end = row["inicio"], row["fim"]
    begun = not isinstance(start, date) or period.end is None or start < period.end
    return begun and (not isinstance(end, date) or end >= period.start)


def _names(finding: Finding) -> Iterator[str]:
    """Everything that says what a finding is about. A table alone names a finding only when nothing else does."""
    about = dict(finding.subject)
    table, item = about.pop("table", ""), about.pop("item", "")
    if about.get("key") and item:
        yield f"{about['key']}{item}"
        yield f"{about['key']}{item.rjust(3, '0')}"
    yield from (value for value in about.values() if value)
    yield from (finding.arguments[name] for name in ("contract", "cpf") if finding.arguments.get(name))
    if table and not about:
        yield table


def _says(about: str, name: str) -> bool:
    """Whether `about` is that name, punctuation aside, or a long enough beginning of a row's hash."""
    told = _plain(about)
    digest = _HASH.fullmatch(name)
    if digest:
        return len(told) >= _SHORTEST_HASH and (digest[1].startswith(told) or told == _plain(name))
    return told == _plain(name)


def _plain(text: str) -> str:
    return _UNSAID.sub("", text).casefold()
