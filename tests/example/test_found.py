"""Every seeded defect is found, and nothing else is: by code, variant and place."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal

import pytest

from lastro.evidence.load import load_evidence
from lastro.evidence.workspace import open_workspace
from lastro.example import ExampleManifest, Seeded
from lastro.law import load
from lastro.selo.assess import Question, assess
from lastro.statement.model import Finding, Statement

Place = tuple[str, ...]

# An alert about prices far from the month's median: oil and sowing seed may be compared with grain.
COMPARISONS = frozenset({"EVD-NFE-44"})


@pytest.fixture(scope="module")
def statement(example: ExampleManifest) -> Statement:
    book = load()
    evidence = load_evidence(open_workspace(example.directory, book), book)
    return assess(evidence, book, Question(example.year))


def place_of_finding(finding: Finding) -> Place:
    """The line or note, else the row, else the file, line of the statement or thing that the finding is about."""
    subject, source = finding.subject, finding.source
    if "key" in subject and finding.code[:7] != "EVD-TAB":
        item = "" if subject.get("item", "") in ("", "0") else subject["item"]
        return (subject["key"], item)
    if source is not None and source.row:
        return (subject.get("table") or source.sheet or source.file.removesuffix(".csv"), str(source.row))
    named = ("file", "line", "table")
    return tuple(subject[name] for name in named if name in subject) or (" ".join(subject.values()) or "summary",)


def place_of_seed(seed: Seeded) -> Place:
    if seed.table and not (seed.key and seed.item):
        return (seed.table, str(seed.row))
    if seed.key:
        return (seed.key, str(seed.item) if seed.item else "")
    return (seed.subject,)


def found(findings: Iterable[Finding], code: str) -> set[tuple[str, Place]]:
    return {(f.variant, place_of_finding(f)) for f in findings if f.code == code}


def seeded(example: ExampleManifest, code: str) -> set[tuple[str, Place]]:
    return {(seed.variant, place_of_seed(seed)) for seed in example.defects.get(code, ())}


def test_the_findings_are_the_seeded_defects_and_no_others(example: ExampleManifest, statement: Statement) -> None:
    codes = ({finding.code for finding in statement.findings} | set(example.defects)) - COMPARISONS
    wrong = {
        code: (sorted(missing), sorted(surplus))
        for code in sorted(codes)
        for missing in [seeded(example, code) - found(statement.findings, code)]
        for surplus in [found(statement.findings, code) - seeded(example, code)]
        if missing or surplus
    }
    assert wrong == {}


def test_the_plant_complies_as_declared_and_fails_after_risk(statement: Statement) -> None:
    names = ("selo.weighted_percentage_after_risk", "selo.minimum_percentage", "selo.weighted_percentage")
    after_risk, minimum, declared = (Decimal(statement.line(name).value or "") for name in names)
    assert after_risk < minimum < declared
