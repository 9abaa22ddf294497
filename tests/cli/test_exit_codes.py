"""0 answered, 1 below the minimum when asked to fail, 2 wrong use, 3 unreadable evidence, 4 not established."""

from __future__ import annotations

from pathlib import Path

import pytest

from lastro.core.identifiers import cnpj_check_digits
from tests.cli.conftest import Call
from tests.cli.workspace import YEAR, written
from tests.selo.world import ANA, PLANT, edit

OTHER = '[[unidade]]\ncnpj = "{other}"\nnome = "Outra"\nmunicipio = "Rio Verde/GO"\n'
_PORTUGUESE, _ENGLISH = ("ã", "ç", "é", "ó", " com ", " de ", "Veja"), (" the ", "The ", "There ", " is ", "See")
SCALE = ("--product", "soja", "--kg", "1.000", "--origin", "Rio Verde/GO", "--date", "2023-05-02")


def test_a_question_answered_is_no_failure(call: Call, folder: Path) -> None:
    said = call("selo", "assess", folder)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Declarado 8,0000\u00a0%")


def test_below_the_minimum_fails_only_when_asked(call: Call, folder: Path, tmp_path: Path) -> None:
    assert call("selo", "assess", folder, "--fail-below").code == 1
    rich = written(tmp_path, edit("vendas", valor=100_000))
    assert call("selo", "assess", rich, "--fail-below").code == 0


@pytest.mark.parametrize("lang", ["pt", "en"])
@pytest.mark.parametrize(("year", "act"), [("2022", "Portaria MAPA 144/2019"), ("2004", "IN MDA 1/2005")])
def test_a_year_that_no_regime_rules_stops_and_names_the_nearest(
    call: Call, folder: Path, year: str, lang: str, act: str
) -> None:
    said = call("selo", "assess", folder, "--year", year, "--lang", lang)
    assert said.code == 4
    assert "selo.regime" in said.err
    assert act in said.err
    assert said.out == ""


@pytest.mark.parametrize(
    "arguments",
    [
        ("selo", "assess"),
        ("selo", "assess", "{folder}", "--year", "x"),
        ("selo", "assess", "{folder}", "--nothing"),
        ("selo", "assess", "{folder}", "--unit", "123"),
        ("selo", "assess", "{folder}", "--unit", "11.222.333/0001-81"),
        ("selo", "assess", "{folder}", "--reading", "selo.cap_base"),
        ("selo", "assess", "{folder}", "--reading", "selo.cap_base=x"),
        ("selo", "assess", "{folder}", "--reading", "selo.none=x"),
        ("selo", "assess", "{folder}", "--as-known-on", "ontem"),
        ("selo", "assess", "{folder}", "--lang", "fr"),
        ("selo", "assess", "{folder}/not-there"),
        ("selo", "assess", "{folder}", "--json", "{folder}/not-there/x.json"),
        ("selo", "assess", "{folder}", "--xlsx", "{folder}/not-there/x.xlsx"),
        ("selo", "assess", "{folder}", "--pdf", "{folder}/not-there/x.pdf"),
        ("selo", "explain", "{folder}", "selo.nothing"),
        ("selo", "can-count", "{folder}", "--cpf", "123", *SCALE),
        ("selo", "can-count", "{folder}", "--cpf", ANA, *SCALE, "--value", "dez reais"),
        ("selo", "can-count", "{folder}", "--cpf", ANA, *SCALE, "--form", "redonda"),
        ("selo", "nothing"),
        ("nothing",),
        ("law", "show", "selo.nothing"),
        ("calendar", "add", "2023-01-01", "x"),
        ("calendar", "add", "2023-01-01", "1", "--reading", "selo.cap_base=weighted"),
        ("import", "{folder}/not-there"),
    ],
)
@pytest.mark.parametrize("lang", ["pt", "en"])
def test_wrong_use_is_one_sentence_in_the_language_asked(
    call: Call, folder: Path, lang: str, arguments: tuple[str, ...]
) -> None:
    told = [argument.format(folder=folder) for argument in arguments]
    said = call(*told, *(() if "--lang" in told else ("--lang", lang)))
    assert said.code == 2
    assert said.err.count("\n") == 1
    assert "Traceback" not in said.err
    assert any(word in said.err for word in (_PORTUGUESE if lang == "pt" or "--lang" in told else _ENGLISH))


def test_a_file_that_says_what_it_may_not_is_unreadable_and_every_fault_is_told(call: Call, tmp_path: Path) -> None:
    folder = written(tmp_path, more='\n[apuracao]\nano = "x"\n[leituras]\n"selo.none" = "y"\n')
    said = call("selo", "assess", folder)
    assert said.code == 3
    assert len(said.err.splitlines()) == 2


def test_a_toml_that_is_none_is_unreadable(call: Call, tmp_path: Path) -> None:
    (tmp_path / "lastro.toml").write_text("[empresa", encoding="utf-8")
    assert call("import", tmp_path).code == 3


def test_several_plants_ask_which(call: Call, tmp_path: Path) -> None:
    other = f"{PLANT[:8]}0002"
    folder = written(tmp_path, more=OTHER.format(other=other + cnpj_check_digits(other)) + YEAR)
    said = call("selo", "assess", folder)
    assert said.code == 2
    assert "--unit" in said.err
    assert PLANT in said.err
    assert call("selo", "assess", folder, "--unit", PLANT).code == 0


def test_a_year_that_nobody_says_is_asked_for(call: Call, tmp_path: Path) -> None:
    folder = written(tmp_path, more="")
    said = call("selo", "assess", folder)
    assert said.code == 2
    assert "--year" in said.err
    assert call("selo", "assess", folder, "--year", "2023").code == 0


OWN_YIELD = """
selo.oil_yield.soja:
  - {from: 2022-01-01, value: "1/5", cites: ["Laudo do laboratório, fl. 3"]}
"""


def test_a_value_of_the_users_own_law_is_used_and_told_apart(call: Call, tmp_path: Path) -> None:
    folder = written(tmp_path, edit("aquisicoes", forma="oleo"))
    assert "SBS-05" in call("selo", "assess", folder, "--all").out
    (folder / "law.yaml").write_text(OWN_YIELD, encoding="utf-8")
    assert "SBS-05" not in call("selo", "assess", folder, "--all").out
    told = call("selo", "explain", folder, "selo.oil_yield.soja").out
    assert "law.yaml" in told
    for name in ("a.xlsx", "a.pdf", "a.json"):
        assert call("selo", "assess", folder, f"--{name[2:]}", folder / name).code == 0
    assert "Laudo do laboratório, fl. 3" in told


def test_a_law_file_without_citation_is_refused(call: Call, tmp_path: Path) -> None:
    folder = written(tmp_path)
    (folder / "law.yaml").write_text(OWN_YIELD.partition("cites")[0] + "}", encoding="utf-8")
    assert call("selo", "assess", folder).code in (2, 3)
