"""The glossary pairs each term with the Portuguese term of the law, and its page is the one the data gives."""

from __future__ import annotations

from pathlib import Path

from lastro.law import load
from lastro.law.glossary import page

PAGE = Path(__file__).parents[2] / "docs" / "glossary.md"


def test_the_page_is_up_to_date() -> None:
    fix = "run: python -m lastro.law.glossary > docs/glossary.md"
    assert PAGE.read_text(encoding="utf-8") == page(), fix


def test_there_are_at_least_sixty_pairs_with_definitions_in_both_languages() -> None:
    terms = load().glossary
    assert len(terms) >= 60
    for term in terms:
        assert all((term.en, term.pt, term.definition_en, term.definition_pt))


def test_the_terms_of_the_house_are_there() -> None:
    pairs = {term.en: term.pt for term in load().glossary}
    assert pairs["feedstock"] == "matéria-prima"
    assert pairs["family farmer"] == "agricultor familiar"
    assert pairs["individual target"] == "meta individual"
    assert pairs["retirement"].startswith("aposentadoria")
    assert pairs["backing"] == "lastro"
