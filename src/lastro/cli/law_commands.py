"""`lastro law list|show|diff|check`: the law of this version, by date, in both languages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer

from lastro.cli import law_lines
from lastro.cli.options import day, language
from lastro.core.errors import WrongUse
from lastro.law import Act, ReadingQuestion
from lastro.law.audit import check as check_data
from lastro.law.listing import diff as diff_data
from lastro.law.listing import list_acts, list_parameters, list_readings
from lastro.law.listing import show as show_data

app = typer.Typer(no_args_is_help=True, help="A lei por data / The law by date")

_KINDS = ("parameters", "acts", "readings", "glossary")

LangOption = Annotated[str, typer.Option("--lang", help="pt ou/or en")]
OnOption = Annotated[str, typer.Option("--on", help="AAAA-MM-DD / YYYY-MM-DD")]


@app.command("list")
def list_command(
    what: Annotated[str, typer.Argument(help=" · ".join(_KINDS))] = "parameters",
    lang: LangOption = "",
    on: OnOption = "",
) -> None:
    """Lista parâmetros, atos, leituras ou o glossário / Lists parameters, acts, readings or the glossary."""
    chosen, on_day = language(lang), day(on)
    if what == "parameters":
        _print(law_lines.parameter_list(list_parameters(on_day), on_day, chosen))
    elif what == "acts":
        _print(law_lines.act_list(list_acts(), chosen))
    elif what == "readings":
        _print(law_lines.reading_list(list_readings(), chosen))
    elif what == "glossary":
        _print(law_lines.glossary_list(chosen))
    else:
        raise WrongUse("law.what_unknown", value=what, options=", ".join(_KINDS))


@app.command("show")
def show_command(
    key: Annotated[str, typer.Argument(help="selo.280.cap.corn · selo.cap_base · decreto-10527-2020")],
    lang: LangOption = "",
) -> None:
    """Mostra um parâmetro, uma leitura ou um ato / Shows a parameter, a reading or an act."""
    chosen, found = language(lang), show_data(key)
    if isinstance(found, Act):
        _print(law_lines.act_shown(found, chosen))
    elif isinstance(found, ReadingQuestion):
        _print(law_lines.reading_shown(found, chosen))
    else:
        _print(law_lines.parameter_shown(found, chosen))


@app.command("diff")
def diff_command(
    between: Annotated[tuple[str, str], typer.Option("--between", help="AAAA-MM-DD AAAA-MM-DD")],
    lang: LangOption = "",
) -> None:
    """O que a lei diz de outro modo entre duas datas / What the law says otherwise between two days."""
    chosen, first, second = language(lang), day(between[0]), day(between[1])
    _print(law_lines.difference(diff_data(first, second), first, second, chosen))


@app.command("check")
def check_command(lang: LangOption = "", on: OnOption = "") -> None:
    """Confere os dados da lei e lista as lacunas / Checks the law data and lists the holes."""
    chosen, today = language(lang), day(on)
    report = check_data(today)
    _print(law_lines.checked(report, today, chosen))
    if not report.ok:
        raise typer.Exit(1)


def _print(lines: Iterable[str]) -> None:
    typer.echo("\n".join(lines))
