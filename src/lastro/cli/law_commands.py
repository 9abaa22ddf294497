"""`lastro law list|show|diff|check`: the law of this version, by date, in both languages."""

from __future__ import annotations

import os
from collections.abc import Iterable
from datetime import date, datetime, timedelta, timezone
from typing import Annotated

import typer

from lastro.cli import law_lines
from lastro.core.errors import WrongUse
from lastro.law import Act, ReadingQuestion
from lastro.law.audit import check as check_data
from lastro.law.listing import diff as diff_data
from lastro.law.listing import list_acts, list_parameters, list_readings
from lastro.law.listing import show as show_data
from lastro.statement.catalogue import Lang

app = typer.Typer(no_args_is_help=True, help="A lei por data / The law by date")

_KINDS = ("parameters", "acts", "readings", "glossary")
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_BRASILIA = timezone(timedelta(hours=-3))

LangOption = Annotated[str, typer.Option("--lang", help="pt ou/or en")]
OnOption = Annotated[str, typer.Option("--on", help="AAAA-MM-DD / YYYY-MM-DD")]


@app.command("list")
def list_command(
    what: Annotated[str, typer.Argument(help=" · ".join(_KINDS))] = "parameters",
    lang: LangOption = "",
    on: OnOption = "",
) -> None:
    """Lista parâmetros, atos, leituras ou o glossário / Lists parameters, acts, readings or the glossary."""
    language, day = _language(lang), _day(on)
    if what == "parameters":
        _print(law_lines.parameter_list(list_parameters(day), day, language))
    elif what == "acts":
        _print(law_lines.act_list(list_acts(), language))
    elif what == "readings":
        _print(law_lines.reading_list(list_readings(), language))
    elif what == "glossary":
        _print(law_lines.glossary_list(language))
    else:
        raise WrongUse("law.what_unknown", value=what, options=", ".join(_KINDS))


@app.command("show")
def show_command(
    key: Annotated[str, typer.Argument(help="selo.280.cap.corn · selo.cap_base · decreto-10527-2020")],
    lang: LangOption = "",
) -> None:
    """Mostra um parâmetro, uma leitura ou um ato / Shows a parameter, a reading or an act."""
    language, found = _language(lang), show_data(key)
    if isinstance(found, Act):
        _print(law_lines.act_shown(found, language))
    elif isinstance(found, ReadingQuestion):
        _print(law_lines.reading_shown(found, language))
    else:
        _print(law_lines.parameter_shown(found, language))


@app.command("diff")
def diff_command(
    between: Annotated[tuple[str, str], typer.Option("--between", help="AAAA-MM-DD AAAA-MM-DD")],
    lang: LangOption = "",
) -> None:
    """O que a lei diz de outro modo entre duas datas / What the law says otherwise between two days."""
    language, first, second = _language(lang), _day(between[0]), _day(between[1])
    _print(law_lines.difference(diff_data(first, second), first, second, language))


@app.command("check")
def check_command(lang: LangOption = "", on: OnOption = "") -> None:
    """Confere os dados da lei e lista as lacunas / Checks the law data and lists the holes."""
    language, today = _language(lang), _day(on)
    report = check_data(today)
    _print(law_lines.checked(report, today, language))
    if not report.ok:
        raise typer.Exit(1)


def _print(lines: Iterable[str]) -> None:
    typer.echo("\n".join(lines))


def _language(lang: str) -> Lang:
    """The language asked for, else that of the locale, else Portuguese."""
    asked = lang or next((os.environ[name] for name in _LOCALE if os.environ.get(name)), "")
    return "en" if asked.lower().startswith("en") else "pt"


def _day(typed: str) -> date:
    """The day typed, else today in Brasília. Raises WrongUse."""
    if not typed:
        return datetime.now(_BRASILIA).date()
    try:
        return date.fromisoformat(typed)
    except ValueError as fault:
        raise WrongUse("law.date_text", value=typed) from fault
