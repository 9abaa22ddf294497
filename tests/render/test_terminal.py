"""The page on the terminal: the answer first, at 80 columns, on any console, without commands from the user's files."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from fractions import Fraction

import pytest
from rich.console import Console

from lastro.render.terminal import print_statement, statement_text
from lastro.render.terminal.plain import plain
from lastro.statement.model import Finding, Severity, Statement
from tests.statement.sample import cpf, hostile, sample, with_sample_texts

NB = "\u00a0"


@pytest.fixture(autouse=True)
def _texts(monkeypatch: pytest.MonkeyPatch) -> None:
    with_sample_texts(monkeypatch)


def value(line_id: str) -> str:
    shown = sample().line(line_id).value
    assert shown is not None
    return shown.replace(".", ",")


def test_the_first_lines_say_the_figures_what_is_missing_and_what_to_do() -> None:
    first, second, third, *_ = statement_text(sample()).splitlines()
    assert first == (
        f"Declarado {value('selo.weighted_percentage')}{NB}% · após risco {value('selo.weighted_percentage_after_risk')}{NB}%"
        f" · mínimo 51,0000{NB}% (imprensa)"
    )
    assert second == f"Cumpre como declarado; após risco faltam 5,9883 pontos (R${NB}12.962.121,28)."
    assert third.startswith("SBS-09 (+7,8138): Cooperativa sem a lista dos agricultores. Peça")


@pytest.mark.parametrize(
    "declared, after_risk, told",
    [
        ("4.0000", "1.0000", "Compliant: 1.0000 points"),
        ("-2.0000", "-3.0000", "Not compliant: 2.0000 points"),
        ("0.0000", "-0.5000", "after risk 0.5000 points"),
    ],
)
def test_the_second_line_follows_the_signs_of_the_margins(declared: str, after_risk: str, told: str) -> None:
    margins = {"selo.margin": declared, "selo.margin_after_risk": after_risk}
    lines = tuple(replace(line, value=margins.get(line.id, line.value)) for line in sample().lines)
    assert told in statement_text(replace(sample(), lines=lines), lang="en").splitlines()[1]


def test_an_incomplete_statement_says_what_is_missing_first() -> None:
    missing = ({"key": "selo.minimum_percentage", "on": "2024-03-01", "cites": ""},)
    first = statement_text(replace(sample(), complete=False, missing=missing), lang="en").splitlines()[0]
    assert first.startswith("Incomplete: the parameter “")
    assert "2024-03-01" in first


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize("statement", [sample(), hostile()], ids=["sample", "hostile"])
def test_no_line_is_wider_than_the_console(statement: Statement, lang: str) -> None:
    shown = statement_text(statement, lang=lang, all_rows=True)  # type: ignore[arg-type]
    assert max(len(line) for line in shown.splitlines()) <= 80


def test_every_part_is_there_in_both_languages() -> None:
    pt, en = (statement_text(sample(), lang=lang) for lang in ("pt", "en"))  # type: ignore[arg-type]
    for told in (
        "Itens do gasto",
        "Limites",
        "Multiplicadores",
        "Aquisições por região",
        "Achados",
        "Leituras que não",
        "Parâmetros da lei",
        "Conteúdo",
    ):
        assert told in pt
    for told in (
        "Items of spending",
        "Caps",
        "Multipliers",
        "Purchases by region",
        "Findings",
        "Readings that are",
        "Parameters of the law",
        "Content",
    ):
        assert told in en
    assert "51,0000" in pt
    assert "51.0000" in en


def test_rows_come_only_when_asked() -> None:
    assert "aquisicoes.csv" not in statement_text(sample())
    rows = statement_text(sample(), all_rows=True)
    assert rows.count("aquisicoes.csv, linha") == sum(
        f.source is not None for f in sample().findings if not f.justified_by
    )


def test_accounting_of_rows_is_no_finding() -> None:
    counted = (Finding("EVD-01", Severity.INFO, arguments={"count": "2"}),)
    shown = statement_text(replace(sample(), findings=counted), lang="en")
    assert "Nothing to fix" in shown.splitlines()[2]
    assert "EVD-01" not in shown


def test_a_justified_finding_is_listed_and_not_counted() -> None:
    shown = statement_text(sample())
    assert "SBS-13 justificado por Decisão 12/2024" in shown
    late = sum(f.code == "SBS-13" and not f.justified_by for f in sample().findings)
    assert f"linhas: {late} · R${NB}1.111.862,62" in shown


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "ascii", "utf-8"])
def test_every_console_can_print_it(encoding: str) -> None:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, newline="")
    for statement in (sample(), hostile()):
        console = Console(file=file, width=80, markup=False, highlight=False)
        print_statement(statement, console=console, all_rows=True)
    file.flush()
    assert raw.getvalue().decode(encoding)


def test_without_colour_there_is_no_escape_and_files_cannot_send_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    shown = io.StringIO()
    print_statement(hostile(), console=Console(file=shown, width=80, markup=False), all_rows=True)
    assert "\x1b" not in shown.getvalue()
    assert "[red]x[/red]" in shown.getvalue()


def test_colour_stands_beside_words_never_alone() -> None:
    coloured = io.StringIO()
    print_statement(
        sample(),
        console=Console(
            file=coloured,
            width=80,
            force_terminal=True,
            color_system="standard",
            markup=False,
            highlight=False,
            no_color=False,
        ),
    )
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured.getvalue())
    assert [line.rstrip() for line in bare.splitlines()] == statement_text(sample()).splitlines()


def test_no_cpf_is_shown_unless_asked() -> None:
    farmers = [cpf(n) for n in range(37)]
    digits = re.sub(r"[.\-\s]", "", statement_text(sample(), all_rows=True))
    assert not [number for number in farmers if number in digits]
    digits = re.sub(r"[.\-\s]", "", statement_text(sample(), all_rows=True, unmask=True))
    assert [number for number in farmers if number in digits]


def test_causes_without_points_never_stand_in_the_answer() -> None:
    alert = (Finding("SBS-14", Severity.ALERT, "not_checked", points=Fraction(9)),)
    assert "Nada a corrigir" in statement_text(replace(sample(), findings=alert)).splitlines()[2]


@pytest.mark.parametrize(
    "text, encoding, shown",
    [
        ("a – b … “c” ≥ −1", "cp850", 'a - b ... "c" >= -1'),
        ("a – b …", "cp1252", "a – b …"),
        ("área × R$\u00a01", "cp850", "área × R$\u00a01"),
        ("x\x1b[2Jy\u202ez\nw", "utf-8", "x?[2Jy?z w"),
        ("漢", "cp1252", "?"),
    ],
)
def test_text_is_made_plain_for_the_console(text: str, encoding: str, shown: str) -> None:
    assert plain(text, encoding) == shown
