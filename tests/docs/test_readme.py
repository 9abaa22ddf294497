"""The READMEs keep their word: their commands run, what they print is what the program prints, their links lead somewhere.

One example company is written for the whole module; the commands run in its folder as a reader types them.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from docs import readme

ROOT = readme.ROOT
PAGES = {lang: path.read_text(encoding="utf-8") for lang, path in readme.READMES.items()}
MOST_BYTES = 200_000
SLOW = {"readings", "plan", "compare"}  # they compute the year of the example several times: run in .ci/run


def blocks(text: str, language: str) -> list[str]:
    """The fenced blocks of that language."""
    return re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[str]:
    """The `lastro …` lines of the shell blocks, without comments."""
    lines = (line.split("  #")[0].strip() for block in blocks(text, "sh") for line in block.splitlines())
    return [line for line in lines if line.startswith("lastro ")]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the reader's first command has run; what it printed stands in `printed.txt`."""
    made = tmp_path_factory.mktemp("reader")
    (made / "printed.txt").write_text(readme.lastro(made, "demo", "--lang", "pt"), encoding="utf-8")
    return made


@pytest.fixture(scope="module", params=["en", "pt"])
def assessed(folder: Path, request: pytest.FixtureRequest) -> tuple[str, str]:
    """A language and the page of the assessment in it; PDF and JSON stand beside."""
    lang = str(request.param)
    files = ("--pdf", f"{lang}.pdf", "--json", "again.json")
    return lang, readme.lastro(folder, "selo", "assess", "demo", *files, "--lang", lang)


def test_the_readme_opens_with_what_the_program_prints(assessed: tuple[str, str]) -> None:
    lang, page = assessed
    assert readme.parts_of(PAGES[lang])["figures"] == readme.block("figures", lang, page), "run: make readme"


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_the_readme_explains_as_the_program_does(folder: Path, lang: str) -> None:
    printed = readme.lastro(folder, *readme.PARTS["explained"].run, "--lang", lang)
    assert readme.parts_of(PAGES[lang])["explained"] == readme.block("explained", lang, printed), "run: make readme"


def test_the_demo_prints_the_page_that_the_readme_shows(folder: Path) -> None:
    printed = (folder / "printed.txt").read_text(encoding="utf-8")
    lines = readme.parts_of(PAGES["pt"])["figures"].splitlines()[2:-1]
    assert lines == [line.rstrip() for line in printed.splitlines()[1 : 1 + len(lines)]]


def test_the_check_of_the_hashes_passes_as_the_page_writes_it(folder: Path, assessed: tuple[str, str]) -> None:
    page = {"en": "reading-a-statement.md", "pt": "ler-uma-apuracao.md"}[assessed[0]]
    (check,) = blocks((ROOT / "docs" / page).read_text(encoding="utf-8"), "python")
    subprocess.run([sys.executable, "-c", check], cwd=folder, check=True)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(line, marks=[pytest.mark.long] if SLOW & set(line.split()) else [])
        for line in commands(PAGES["en"])
        if line != "lastro demo"
    ],
)
def test_a_command_of_the_readme_runs(folder: Path, command: str) -> None:
    assert readme.lastro(folder, *shlex.split(command)[1:]).strip()


def test_both_languages_have_the_same_commands() -> None:
    english, portuguese = (
        [re.sub(r"\b(?:year|ano)\.", "YEAR.", line) for line in commands(PAGES[lang])] for lang in ("en", "pt")
    )
    assert english == portuguese


def test_both_languages_have_the_same_shape() -> None:
    """The same headings, blocks, tables and list items in the same order, so that neither says less."""
    english, portuguese = (re.findall(r"^(#+ |```|\||- |\d\. |!\[)", PAGES[lang], re.MULTILINE) for lang in PAGES)
    assert english == portuguese


PAGES_WITH_LINKS = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


@pytest.mark.parametrize("page", PAGES_WITH_LINKS, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_every_link_of_a_page_leads_somewhere(page: Path) -> None:
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", page.read_text(encoding="utf-8")):
        there = (page.parent / target).resolve() if target else page
        assert there.exists(), target
        if anchor and there.suffix == ".md":
            assert anchor in anchors(there), f"{target}#{anchor}"


def anchors(page: Path) -> set[str]:
    """The anchors that a forge gives to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("lang", ["en", "pt"])
def test_the_picture_is_small_and_stands_in_the_readme(lang: str) -> None:
    assert len(readme.PICTURES[lang].read_bytes()) < MOST_BYTES
    assert readme.PICTURES[lang].relative_to(ROOT).as_posix() in PAGES[lang]


@pytest.mark.poppler
@pytest.mark.parametrize("lang", ["en", "pt"])
def test_the_picture_shows_the_figures_of_the_text(lang: str) -> None:
    """Only where the picture could be made again."""
    needs("pdftoppm")
    told = readme.text_of(readme.PICTURES[lang].read_bytes(), readme.FIGURES_KEYWORD)
    assert told == readme.figures(PAGES[lang]), "run: make readme"


@pytest.mark.poppler
def test_the_printed_pdf_says_what_the_terminal_says(folder: Path, assessed: tuple[str, str]) -> None:
    """The text that a reader of the file gets has every percentage and amount of the first screen."""
    needs("pdftotext")
    lang, page = assessed
    printed = subprocess.run(["pdftotext", "-layout", f"{lang}.pdf", "-"], cwd=folder, check=True, capture_output=True)
    said = squeezed(printed.stdout.decode())
    wanted = re.findall(r"(?:R\$\s)?[\d.,]+\d(?:\s%)?", page.splitlines()[0] + page.split("\n\n")[2])
    assert len(wanted) >= 8
    assert [number for number in wanted if squeezed(number) not in said] == []


def needs(program: str) -> None:
    """Skips the test without that program of poppler-utils, or fails when LASTRO_REQUIRE_POPPLER=1."""
    if shutil.which(program) is None:
        if os.environ.get("LASTRO_REQUIRE_POPPLER") == "1":
            pytest.fail(f"poppler-utils is required (LASTRO_REQUIRE_POPPLER=1) and {program} is not on the path")
        pytest.skip(f"{program} (poppler-utils) is not on the path")


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)
