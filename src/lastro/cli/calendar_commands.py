"""`lastro calendar`: business days by the national calendar, or with Carnival and Corpus Christi."""

from __future__ import annotations

from typing import Annotated

import typer

from lastro.cli.evidence_commands import LangOption
from lastro.cli.options import day, language
from lastro.core.errors import WrongUse
from lastro.law import load
from lastro.statement.catalogue import text

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)
READING = "calendar.holidays"
ReadingOption = Annotated[str, typer.Option("--reading")]


@app.command("add")
def add(
    start: Annotated[str, typer.Argument()],
    days: Annotated[int, typer.Argument()],
    reading: ReadingOption = "",
    lang: LangOption = "",
) -> None:
    """The day so many business days later."""
    option = _option(reading)
    found = load().calendar(option).add_business_days(day(start), days)
    told = {"start": day(start).isoformat(), "days": str(days), "end": found.isoformat(), "reading": option}
    typer.echo(text("cli.calendar.add", language(lang), told))


@app.command("between")
def between(
    start: Annotated[str, typer.Argument()],
    end: Annotated[str, typer.Argument()],
    reading: ReadingOption = "",
    lang: LangOption = "",
) -> None:
    """How many business days lie after one day, up to another."""
    option = _option(reading)
    count = load().calendar(option).business_days_between(day(start), day(end))
    told = {"start": day(start).isoformat(), "end": day(end).isoformat(), "days": str(count), "reading": option}
    typer.echo(text("cli.calendar.between", language(lang), told))


def _option(reading: str) -> str:
    key, _, option = reading.partition("=")
    if reading and (key != READING or not option):
        raise WrongUse("cli.reading_pair", value=reading)
    return load().session(readings={READING: option} if reading else {}).reading(READING)
