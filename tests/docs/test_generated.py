"""The generated pages say what the rules are today: every cited column, every check and its weight."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.generate import PAGES, pages

from lastro.selo import pipeline
from lastro.selo.across import ACROSS
from lastro.selo.checks import REGISTRY, variants
from lastro.selo.checks_apart import APART
from lastro.selo.regimes.portaria_280 import LINES as RULES

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_rules_give(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == pages()[name], "run: make docs"


def test_every_cited_column_is_on_the_page_of_the_pipeline() -> None:
    shown = set(re.findall(r"^- \*\*`(\w+)`\*\*", pages()["pipeline.md"], re.MULTILINE))
    assert shown == {column.name for column in pipeline.cited_columns(RULES)}


def test_every_check_and_variant_is_on_the_page_of_checks() -> None:
    page = pages()["checks.md"]
    chapters = dict(
        zip(re.findall(r"^## ([A-Z]+-\d\d)$", page, re.MULTILINE), re.split(r"^## ", page, flags=re.M)[1:], strict=True)
    )
    for check in REGISTRY:
        assert all(f"| `{variant}` |" in chapters[check.code] for variant in variants(check)), check.code
    for other in (*ACROSS, *APART):
        assert all(f"| `{variant}` |" in chapters[other.code] for variant in other.variants), other.code


def test_a_generated_page_says_so() -> None:
    assert tuple(pages()) == PAGES
    assert all("`make docs`" in page for page in pages().values())
