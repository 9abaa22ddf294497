"""The printed statement as a file: both standards, tags, words for pictures, bundled fonts, equal bytes, nothing evaluated."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pikepdf
import pytest

from lastro.core.errors import WrongUse
from lastro.render.pdf import Explanation, ExplanationStep, pdf_bytes, render_pdf
from lastro.render.pdf.glyphs import FONTS
from lastro.statement import catalogue
from lastro.statement.catalogue import LANGS, Lang, text
from lastro.statement.hashes import content_hash
from lastro.statement.model import Statement
from tests.render.charts.scene import scene
from tests.statement.sample import hostile, sample, with_sample_texts

pytest.importorskip("typst")

EXPLAINED = (
    Explanation(
        "Nota 1",
        (
            ExplanationStep("fact", "Mamona de Vitória da Conquista.", (("Documento", "NF-e 1"),)),
            ExplanationStep("rule", "", (("Dispositivo", "art. 4º"),)),
            ExplanationStep("operands", "", (("Fator", "26"),)),
            ExplanationStep("result", "R$ 2.600,00"),
        ),
    ),
)


@pytest.fixture(autouse=True)
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    with_sample_texts(monkeypatch)


@cache
def printed(lang: Lang) -> bytes:
    return pdf_bytes(scene(), lang, explanations=EXPLAINED)


def opened(data: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(data))


def tags(node: pikepdf.Object) -> Iterator[pikepdf.Object]:
    """Every structure element under `node`."""
    if isinstance(node, pikepdf.Array):
        for child in node:
            yield from tags(child)
    elif isinstance(node, pikepdf.Dictionary):
        if "/S" in node:
            yield node
        if "/K" in node:
            yield from tags(node["/K"])


def elements(pdf: pikepdf.Pdf, kind: str) -> list[pikepdf.Object]:
    return [tag for tag in tags(pdf.Root.StructTreeRoot) if tag["/S"] == kind]


@pytest.mark.parametrize("lang, tag", [("pt", "pt-BR"), ("en", "en-GB")])
def test_the_file_declares_both_standards_its_language_and_its_title(lang: Lang, tag: str) -> None:
    pdf = opened(printed(lang))
    metadata = pdf.open_metadata()
    assert metadata["pdfuaid:part"] == "1"
    assert (metadata["pdfaid:part"], metadata["pdfaid:conformance"]) == ("2", "A")
    assert str(pdf.Root.Lang) == tag
    assert bool(pdf.Root.MarkInfo.Marked)
    assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
    subject = {"subject": "Usina Exemplo – Rio Verde", "year": "2023"}
    assert metadata["dc:title"] == text("pdf.title", lang, subject)


@pytest.mark.parametrize("lang", LANGS)
def test_every_picture_has_words_and_every_table_heads(lang: Lang) -> None:
    pdf = opened(printed(lang))
    figures = elements(pdf, "/Figure")
    assert len(figures) == 5  # waterfall, three criteria, pace
    spoken = [str(figure["/Alt"]) for figure in figures]
    assert all(len(words) > 40 for words in spoken)
    assert text("charts.waterfall.title", lang) in spoken[0]
    assert len(elements(pdf, "/Table")) >= 10
    heads = elements(pdf, "/TH")
    assert len(heads) > len(elements(pdf, "/Table"))
    assert all("/A" in head for head in heads)  # scope


def test_headings_run_without_a_gap() -> None:
    pdf = opened(printed("pt"))
    kinds = [str(tag["/S"]) for tag in tags(pdf.Root.StructTreeRoot)]
    levels = [int(kind[2:]) for kind in kinds if kind in {"/H1", "/H2", "/H3"}]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


def test_only_the_bundled_fonts_are_used_and_all_are_embedded() -> None:
    pdf = opened(printed("pt"))
    used = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and "/FontName" in thing]
    assert {str(font["/FontName"]).partition("+")[2].partition("-")[0] for font in used} == {
        "IBMPlexSans",
        "IBMPlexSansCond",
        "IBMPlexMono",
    }
    assert all("/FontFile2" in font for font in used)


def test_fonts_of_the_machine_are_not_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    import typst

    asked: list[dict[str, object]] = []
    real = typst.Fonts
    monkeypatch.setattr(typst, "Fonts", lambda **options: asked.append(options) or real(**options))
    pdf_bytes(sample(1), "pt")
    assert asked == [{"include_system_fonts": False, "include_embedded_fonts": False, "font_paths": [str(FONTS)]}]


def test_the_fonts_are_small_and_carry_their_licence() -> None:
    assert sum(font.stat().st_size for font in FONTS.glob("*.ttf")) < 2_000_000
    assert "SIL Open Font License" in (FONTS / "OFL.txt").read_text(encoding="utf-8")


def test_equal_statements_give_equal_bytes(tmp_path: Path) -> None:
    render_pdf(scene(), tmp_path / "one.pdf", "pt", explanations=EXPLAINED)
    assert (tmp_path / "one.pdf").read_bytes() == printed("pt")
    assert [path.name for path in tmp_path.iterdir()] == ["one.pdf"]


def test_nothing_in_the_file_runs_or_fetches() -> None:
    raw = opened(printed("pt"))
    assert not {"/OpenAction", "/AA", "/AcroForm"} & set(raw.Root.keys())
    assert not [
        thing
        for thing in raw.objects
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") in ("/JavaScript", "/Launch", "/URI")
    ]


def test_hostile_names_are_only_characters() -> None:
    for lang in LANGS:
        assert len(opened(pdf_bytes(hostile(), lang)).pages) > 1


@pytest.mark.parametrize(
    "name",
    [
        '#import "x"',
        "$x$",
        "*x*",
        "@x",
        "#set page(width: 1pt)",
        "\\",
        "]#panic()[",
        "<l>",
        "`x`",
        "= x",
        "//",
        "😀\u202e\x00\ue000",
        "",
    ],
)
def test_any_name_prints(name: str) -> None:
    odd = replace(
        scene(), subject={**scene().subject, "unit_name": name, "company_name": name}, memory=None, totals=None
    )
    assert len(opened(pdf_bytes(odd, "pt")).pages) > 1


def test_a_statement_with_nothing_but_its_subject_prints() -> None:
    bare = Statement(
        "selo.assess",
        {"unit_cnpj": "11222090000181"},
        {"start": "2023-01-01", "end": "2023-12-31", "year": "2023"},
        "280/2022",
        (),
    )
    assert len(opened(pdf_bytes(bare, "en")).pages) >= 1


def test_without_the_extra_the_user_learns_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(WrongUse) as told:
        render_pdf(scene(), tmp_path / "x.pdf", "pt")
    for lang in LANGS:
        assert 'pip install "lastro[pdf]"' in text(f"errors.{told.value.code}", lang, told.value.arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    target = tmp_path / "nowhere" / "x.pdf"
    with pytest.raises(WrongUse) as told:
        render_pdf(scene(), target, "pt")
    assert str(target) in text(f"errors.{told.value.code}", "pt", told.value.arguments)


def test_typst_is_loaded_only_when_a_pdf_is_asked_for() -> None:
    code = "import sys, lastro.render.pdf; sys.exit('typst' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.poppler
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="pdftotext (poppler-utils) is not installed")
@pytest.mark.parametrize(
    "lang, declared, minimum", [("pt", "56,8400 %", "51,0000 %"), ("en", "56.8400 %", "51.0000 %")]
)
def test_a_reader_of_the_file_finds_the_figures(lang: Lang, declared: str, minimum: str) -> None:
    shown = subprocess.run(
        ["pdftotext", "-layout", "-", "-"], input=printed(lang), capture_output=True, check=True
    ).stdout.decode()
    shown = shown.replace("\u00a0", " ")
    assert declared in shown
    assert minimum in shown
    assert content_hash(scene()) in shown
    assert "Usina Exemplo – Rio Verde" in shown


@pytest.mark.slow
def test_two_thousand_lines_are_printed_one_by_one_in_one_table() -> None:
    pdf = opened(pdf_bytes(sample(2000), "pt"))
    longest = max(elements(pdf, "/Table"), key=lambda table: len(list(tags(table))))
    assert len([tag for tag in tags(longest) if tag["/S"] == "/TR"]) == 2001
    assert catalogue.has_text("pdf.memory.rows")
