"""`lastro law list|show|diff|check` in both languages, with the evidence mark beside every value."""

from __future__ import annotations

from datetime import date

import pytest
from typer.testing import CliRunner

from lastro.cli.law_commands import app
from lastro.core.errors import WrongUse
from lastro.law import load
from lastro.statement.catalogue import entries, placeholders, text

RUN = CliRunner()
BOOK = load()


def told(*arguments: str) -> str:
    result = RUN.invoke(app, list(arguments), env={"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0
    return str(result.output)


def test_a_parameter_known_from_the_press_is_not_printed_like_the_law() -> None:
    english = told("show", "selo.minimum_percentage", "--lang", "en")
    assert "51 % (share) [press]" in english
    assert "not established" in english
    assert "Our paraphrase; the official text is what counts." in english
    portuguese = told("show", "selo.minimum_percentage")
    assert "51 % (parcela) [imprensa]" in portuguese
    assert "Paráfrase nossa" in portuguese


def test_show_gives_the_address_of_the_official_text() -> None:
    assert BOOK.acts["decreto-10527-2020"].url in told("show", "selo.minimum_percentage")
    assert BOOK.acts["portaria-saf-mapa-280-2022"].url in told("show", "portaria-saf-mapa-280-2022", "--lang", "en")
    assert "endereço não estabelecido" in told("show", "portaria-saf-mapa-174-2022")


def test_an_act_that_was_not_read_says_so() -> None:
    assert "não lido para esta versão" in told("show", "portaria-mda-28-2024")
    assert "not read for this version" in told("list", "acts", "--lang", "en")


def test_show_reads_every_key_in_both_languages() -> None:
    for key in (*BOOK.parameters, *BOOK.readings, *BOOK.acts):
        for lang in ("pt", "en"):
            assert key in told("show", key, "--lang", lang) or key in BOOK.acts


def test_every_value_listed_carries_its_mark() -> None:
    listed = told("list", "--on", "2023-06-30", "--lang", "en")
    for key in BOOK.parameters:
        assert key in listed
    assert listed.count("[") == sum(
        any(date(2023, 6, 30) in value.interval and value.established for value in values)
        for values in BOOK.parameters.values()
    )


def test_a_reading_lists_its_default_first() -> None:
    shown = told("show", "selo.cap_base")
    assert shown.index("unweighted (padrão)") < shown.index("weighted:")
    assert "selo.cap_base" in told("list", "readings")
    assert "tax.own_price · of a later version" in told("list", "readings", "--lang", "en")


def test_the_glossary_is_listed() -> None:
    assert "matéria-prima · feedstock" in told("list", "glossary")


def test_diff_tells_what_began_and_what_changed() -> None:
    found = told("diff", "--between", "2022-05-29", "2022-05-30")
    assert "30/05/2022: Portaria SAF/MAPA 280/2022 entrou em vigor" in found
    assert "selo.280.factor.cooperative" in found
    assert "depois: 1,3 (fator) [lido no texto]" in found
    assert told("diff", "--between", "2023-11-01", "2023-11-02").count("\n") == 2


def test_diff_of_days_in_the_wrong_order_is_wrong_use() -> None:
    with pytest.raises(WrongUse):
        told("diff", "--between", "2023-01-02", "2023-01-01")


def test_check_proves_the_data_and_lists_the_holes() -> None:
    found = told("check", "--on", "2026-11-30", "--lang", "en")
    assert "No fault" in found
    assert "selo.pronaf_income_ceiling" in found
    assert "343 municipalities 2017-11-23 to 2022-12-31" in " ".join(found.split())
    assert "Nenhum defeito" in told("check")


@pytest.mark.parametrize("arguments", [("show", "nada"), ("list", "nada"), ("list", "--on", "ontem")])
def test_what_does_not_exist_is_wrong_use_with_a_text(arguments: tuple[str, ...]) -> None:
    with pytest.raises(WrongUse) as refused:
        told(*arguments)
    for lang in ("pt", "en"):
        assert text(f"errors.{refused.value.code}", lang, refused.value.arguments)  # type: ignore[arg-type]


def test_lines_fit_a_terminal_of_80_columns_except_addresses_and_names_of_acts() -> None:
    for arguments in (("list",), ("list", "readings"), ("list", "glossary"), ("check",), ("show", "selo.regime")):
        for line in told(*arguments).splitlines():
            assert len(line) <= 80 or "http" in line or "urn:" in line, line


def test_the_texts_of_the_law_have_the_same_placeholders_in_both_languages() -> None:
    for key, entry in entries().items():
        if key.startswith(("law.", "errors.law.")):
            assert placeholders(entry["pt"]) == placeholders(entry["en"]), key


def test_english_follows_the_locale() -> None:
    result = RUN.invoke(app, ["show", "selo.cap_base"], env={"LC_ALL": "", "LC_MESSAGES": "", "LANG": "en_US.UTF-8"})
    assert "default" in result.output
