"""What the document says: every figure in words, the verdict, masked CPFs, what was chosen, what is missing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

import pytest

from lastro.core.identifiers import formatted
from lastro.render import words
from lastro.render.labels import line_label
from lastro.render.pdf.document import document
from lastro.render.pdf.glyphs import FONTS, Json, breakable_text, coverage, printable_text
from lastro.statement.catalogue import LANGS, Lang, text
from lastro.statement.model import Line, ReadingUsed, Statement, Unit
from tests.render.charts.scene import line, scene
from tests.statement.sample import cpf, hostile, sample, with_sample_texts


@pytest.fixture(autouse=True)
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    with_sample_texts(monkeypatch)


def tree(statement: Statement, lang: Lang = "pt", *, unmask: bool = False, max_rows: int = 2000) -> dict[str, Json]:
    made = document(statement, lang, unmask=unmask, explanations=(), max_rows=max_rows)
    assert isinstance(made, dict)
    return made


def strings(data: Json) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for item in data:
            yield from strings(item)
    elif isinstance(data, dict):
        for value in data.values():
            yield from strings(value)


def with_lines(statement: Statement, *lines: Line) -> Statement:
    changed = {one.id: one for one in lines}
    kept = tuple(changed.pop(one.id, one) for one in statement.lines)
    return replace(statement, lines=(*kept, *changed.values()))


def headline(statement: Statement) -> str:
    glance = tree(statement)["glance"]
    return glance["verdict"]["headline"]  # type: ignore[index, call-overload, return-value]


@pytest.mark.parametrize("lang", LANGS)
def test_every_line_is_printed_with_its_label_and_its_value(lang: Lang) -> None:
    statement = sample(60)
    shown = set(strings(tree(statement, lang)))
    for one in statement.lines:
        if one.id.startswith("selo.share.") and Fraction(one.exact) == 0:
            continue  # a part of nothing is not listed
        assert words.line_value(one, lang) in shown, one.id
        if not one.id.startswith(("selo.share.", "selo.purchases.", "selo.after_risk.")) and not one.id.endswith(
            "_after_risk"
        ):
            assert line_label(one, lang) in shown, one.id


def test_the_first_page_says_whether_and_by_how_much() -> None:
    assert headline(scene()) == text("pdf.verdict.at_risk.headline", "pt")
    safe = with_lines(scene(), line("selo.margin_after_risk", Fraction(0), Unit.PERCENT))
    assert headline(safe) == text("pdf.verdict.met.headline", "pt")
    missed = tree(
        with_lines(scene(), line("selo.margin", Fraction(-1, 8), Unit.PERCENT), line("selo.margin_value", Fraction(-7)))
    )
    assert text(
        "pdf.verdict.missed.detail", "pt", {"missing_points": "0,1250", "missing_amount": "R$\u00a07,00"}
    ) in set(strings(missed["glance"]))


def test_exactly_the_minimum_is_enough() -> None:
    assert headline(with_lines(scene(), line("selo.margin", Fraction(0), Unit.PERCENT))) == text(
        "pdf.verdict.at_risk.headline", "pt"
    )


def test_an_unfinished_computation_says_so_and_names_what_is_missing() -> None:
    missing = ({"key": "selo.minimum_percentage", "on": "2024-03-01", "cites": "portaria-mda-28-2024 art. 31"},)
    unfinished = replace(scene(), complete=False, missing=missing)
    assert headline(unfinished) == text("pdf.verdict.incomplete.headline", "pt")
    shown = " ".join(strings(tree(unfinished)))
    assert "01/03/2024" in shown
    assert text("pdf.section.missing", "pt") in shown


def test_the_causes_that_matter_most_come_first() -> None:
    glance = tree(scene())["glance"]
    causes = glance["causes"]  # type: ignore[index, call-overload]
    assert [cause["code"] for cause in causes] == ["SBS-09", "SBS-13", "SBS-01", "SBS-05"]  # type: ignore[union-attr, index, call-overload]


def test_no_cpf_is_printed_unless_asked() -> None:
    statement = sample(200)
    masked, whole = " ".join(strings(tree(statement))), " ".join(strings(tree(statement, unmask=True)))
    for n in range(37):
        assert cpf(n) not in masked
        assert formatted(cpf(n)) not in masked
    assert formatted(cpf(1)) in whole
    assert re.search(r"000" + cpf(1), whole)
    assert text("pdf.proof.unmasked", "pt") in whole


def test_a_reading_that_is_not_the_default_stands_out() -> None:
    sections = tree(scene())["sections"]
    title = text("pdf.section.readings", "pt")
    readings = next(section for section in sections if section["title"] == title)  # type: ignore[union-attr, index, call-overload]
    rows = readings["blocks"][1]["rows"]  # type: ignore[index, call-overload]
    assert [row["mark"] for row in rows] == [False, True, False]  # type: ignore[union-attr, index, call-overload]
    plain = replace(scene(), readings=(ReadingUsed("selo.cap_base", "unweighted", True),))
    assert text("pdf.reading.note", "pt") not in set(strings(tree(plain)))


def test_what_the_press_reports_is_marked_beside_the_minimum() -> None:
    figures = tree(scene())["glance"]["figures"]  # type: ignore[index, call-overload]
    assert text("pdf.tile.known_from", "pt", {"evidence": "imprensa"}) in figures[2]["lines"]  # type: ignore[index, call-overload, operator]


def memory_section(max_rows: int) -> str:
    title = text("pdf.section.memory", "pt")
    sections = tree(sample(60), max_rows=max_rows)["sections"]
    return " ".join(strings(next(section for section in sections if section["title"] == title)))  # type: ignore[union-attr, index, call-overload]


def test_above_the_limit_totals_stand_for_lines() -> None:
    key = next(row["key"] for row in sample(60).memory.to_pylist() if len(row["supplier"]) == 14)
    assert key in memory_section(max_rows=60)
    assert key not in memory_section(max_rows=59)
    assert text("pdf.memory.totals", "pt", {"count": "60", "limit": "59"}) in memory_section(max_rows=59)


def test_both_languages_print_the_same_amounts() -> None:
    pattern = re.compile(r"-?R\$\u00a0[\d.,]+\d")
    found = {lang: sorted(pattern.findall(" ".join(strings(tree(sample(60), lang))))) for lang in LANGS}
    assert sorted(amount.translate(str.maketrans(",.", ".,")) for amount in found["en"]) == found["pt"]


def test_hostile_texts_arrive_as_they_are() -> None:
    shown = " ".join(strings(tree(hostile())))
    for name in ('#import "x"', "$x$", "@SUM(A1)", "[red]x[/red]"):
        assert name in shown
    assert "\x1b" not in shown
    assert "[U+001B]" in shown


def test_a_character_without_a_glyph_is_written_as_its_code_point() -> None:
    assert printable_text("Zé e\u0301 😀\u202e\nx") == "Zé é [U+1F600][U+202E] x"


def test_the_fonts_hold_what_portuguese_and_our_texts_need() -> None:
    wanted = set("áàâãéêíóôõúüçÁÀÂÃÉÊÍÓÔÕÚÜÇñÑ§ºª°–—“”‘’…·×÷−≥≤³²€\u00a0")
    assert wanted <= coverage()
    assert len(list(FONTS.glob("*.ttf"))) == 6


@pytest.mark.parametrize("lang", LANGS)
def test_no_text_of_the_catalogue_needs_a_code_point(lang: Lang) -> None:
    assert "[U+" not in " ".join(strings(tree(sample(60), lang)))


def test_a_long_word_may_break_and_an_access_key_may_not() -> None:
    assert "\u200b" in breakable_text("x" * 80)
    assert breakable_text("5" * 44) == "5" * 44
    assert breakable_text("a b " * 40) == "a b " * 40
