"""Each regime has a page in both languages that lists what nobody has established, and shows nothing of it as known."""

from __future__ import annotations

import re

import pytest
from docs.regime_pages import FOLDERS, FRAMING, acts, missing_of, pages, values_of

from lastro.law import load
from lastro.selo.regimes import REGIMES
from lastro.statement.catalogue import LANGS, Lang

PAGES = pages()
CASES = [(act, lang) for act in acts() for lang in LANGS]


def _table(act: str, lang: Lang, number: int) -> str:
    """The chapter of that number, from 1."""
    return re.split(r"^## ", PAGES[f"{FOLDERS[lang]}/{act}.md"], flags=re.MULTILINE)[number]


def test_every_regime_and_the_framing_has_a_page() -> None:
    assert set(acts()) == {*REGIMES, FRAMING}


@pytest.mark.parametrize("act, lang", CASES)
def test_what_is_not_established_is_listed_with_its_key(act: str, lang: Lang) -> None:
    rows = re.findall(r"\| `([a-zA-Z0-9_.]+)` \|$", _table(act, lang, 2), re.MULTILINE)
    assert rows == [value.key for value in missing_of(act)]


@pytest.mark.parametrize("act, lang", CASES)
def test_what_is_established_stands_with_value_mark_and_provision(act: str, lang: Lang) -> None:
    rows = [line.strip("| ").split(" | ") for line in _table(act, lang, 5).splitlines() if line.startswith("| ")][1:]
    assert len(rows) == sum(value.established for value in values_of(act))
    assert all(len(row) == 6 and all(row) for row in rows)


def test_an_act_that_was_read_in_part_says_so_where_its_values_are_used() -> None:
    told = _table("portaria-mda-60-2012", "en", 3)
    assert "Portaria MDA 81/2014" in told
    assert load().acts["portaria-mda-81-2014"].note_en in told


@pytest.mark.parametrize("lang", LANGS)
def test_the_index_leads_to_every_page(lang: Lang) -> None:
    index = PAGES[f"{FOLDERS[lang]}/README.md"]
    assert re.findall(r"\]\(([a-z0-9-]+)\.md\)", index) == list(acts())


def test_a_year_that_a_reading_decides_names_the_reading() -> None:
    assert "2009 (`selo.regime_2009=in_1_2005`)" in PAGES["regimes/in-mda-1-2005.md"]
    assert "since 2024" in PAGES["regimes/portaria-mda-28-2024.md"]
