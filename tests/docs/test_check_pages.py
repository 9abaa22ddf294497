"""Each check has its page in both languages: every code, every finding, columns that exist, texts that are whole."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from docs.check_pages import FOLDERS, GROUPS, cites_of, codes, columns_used, groups, pages

from lastro.evidence.columns import schema
from lastro.selo.across import ACROSS
from lastro.selo.checks import REGISTRY
from lastro.selo.checks_apart import APART
from lastro.statement.catalogue import LANGS, entries

DOCS = Path(__file__).parents[2] / "docs"
PARTS = ("title", "what", "why", "example")
EVERY = {**codes(), **groups()}


def test_every_registered_code_has_a_page_in_both_languages() -> None:
    registered = {check.code for check in (*REGISTRY, *ACROSS, *APART)}
    assert registered == set(codes())
    assert set(pages()) == {f"{folder}/{name}.md" for folder in FOLDERS.values() for name in (*EVERY, "README")}


@pytest.mark.parametrize("name", EVERY)
def test_a_page_tells_every_finding_of_its_codes(name: str) -> None:
    for lang in LANGS:
        page = pages()[f"{FOLDERS[lang]}/{name}.md"]
        assert all(f"`{told.variant}`" in page for told in EVERY[name])
        assert all(f"`{told.code}`" in page for told in EVERY[name] if told.weight is None)
        assert len(re.findall("^## ", page, re.MULTILINE)) == 5


def test_every_code_about_reading_stands_on_one_page() -> None:
    read = {key.split(".")[1] for key in entries() if key.startswith("findings.EVD-")}
    assert len(read) > 80
    assert all(sum(re.fullmatch(codes, code) is not None for codes in GROUPS.values()) == 1 for code in read)
    assert {told.code for found in groups().values() for told in found} == read


def test_every_page_has_its_four_texts_and_no_text_lacks_its_page() -> None:
    wanted = {f"check_pages.{name}.{part}" for name in EVERY for part in PARTS}
    assert {key for key in entries() if key.startswith("check_pages.")} == wanted


def test_the_columns_named_exist_and_no_table_that_a_check_needs_is_left_out() -> None:
    for code, tables in columns_used().items():
        for table, columns in tables.items():
            assert {schema().table(table).column(column).name for column in columns} == set(columns), code
    for check in (*REGISTRY, *APART):
        assert set(getattr(check, "needs", ())) <= set(columns_used()[check.code]), check.code
    assert set(columns_used()) <= set(EVERY)


def test_a_page_names_the_provisions_with_how_well_they_are_known() -> None:
    for code in codes():
        page = pages()[f"checks/{code}.md"]
        rows = re.findall(r"^\| (.+?, art\.|.+?\d{4} \|).*", page, re.MULTILINE)
        assert bool(rows) == bool(cites_of(code)), code
    assert "| Portaria SAF/MAPA 280/2022, art. 3 § 9 | law text read |" in pages()["checks/SBS-03.md"]


def test_the_folders_hold_these_pages_and_no_other() -> None:
    held = {str(path.relative_to(DOCS)) for path in (DOCS / "checks").rglob("*.md")}
    assert held == set(pages())


@pytest.mark.parametrize("name", EVERY)
def test_a_page_and_its_twin_have_the_same_shape(name: str) -> None:
    shapes = [re.findall(r"^(#+ |\||- )", pages()[f"{folder}/{name}.md"], re.MULTILINE) for folder in FOLDERS.values()]
    assert shapes[0] == shapes[1]


def test_every_link_of_a_page_leads_to_a_page() -> None:
    for path, page in pages().items():
        for target in re.findall(r"\]\((\S+\.md)\)", page):
            assert (DOCS / path).parent.joinpath(target).resolve().is_file(), (path, target)
