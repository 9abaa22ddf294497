"""From the ministry's figure and refusals to the smallest verified explanations and a defence (docs/adr/0023)."""

from __future__ import annotations

from lastro.evidence.evidence import Evidence
from lastro.law import LawBook
from lastro.selo.assess import Question
from lastro.selo.reconciling.bench import Bench
from lastro.selo.reconciling.changes import joined
from lastro.selo.reconciling.defence import defended
from lastro.selo.reconciling.lab import Lab
from lastro.selo.reconciling.matching import match
from lastro.selo.reconciling.official_rows import Official
from lastro.selo.reconciling.search import Search, explained
from lastro.selo.reconciling.target import Target
from lastro.statement.model import Source
from lastro.statement.reconciled import Explanation, Gap, Reconciliation, Searched


def reconcile(evidence: Evidence, book: LawBook, question: Question, official: Official) -> Reconciliation:
    """What the ministry did otherwise, and what answers its refusals.

    Raises what `assess` raises, and Unmeasured for a year whose figure cannot be measured.
    """
    with Bench(evidence, book, question) as bench:
        return reconciled(Lab(bench), official)


def reconciled(lab: Lab, official: Official) -> Reconciliation:
    """The same over a year that is already weighed: several official figures may be asked of one `lab`."""
    bench, target = lab.bench, Target(official.figure)
    matched = match(official.rows, official.ignored, lab.facts)
    candidates = [found.candidate(lab.facts) for found in matched.matches]
    given = joined(candidate.change for candidate in candidates)
    after = bench.outcome(given)
    explanations: tuple[Explanation, ...] = ()
    searched, unexplained = Searched(0, 0, 0), None
    if not official.figure.empty:
        kept, searched = Search(lab, target, given).answer()
        explanations = explained(lab, kept)
        unexplained = None if kept else target.gap(after)
    return Reconciliation(
        statement=bench.statement,
        official=official.figure,
        official_file=Source(official.file),
        ours=bench.base,
        given=tuple(candidate.told(lab.facts) for candidate in candidates),
        after_given=after,
        explanations=explanations,
        gap=Gap() if official.figure.empty else target.gap(bench.base),
        unexplained=unexplained,
        searched=searched,
        rows=matched.counts,
        findings=(*official.findings, *matched.findings),
        defence=tuple(defended(lab, found) for found in matched.matches),
    )
