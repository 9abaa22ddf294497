"""`lastro selo pace`: a year in progress, what it still takes to reach the minimum, and by when to sign what."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from typing import Annotated

import typer

from lastro.cli.asking import asked
from lastro.cli.evidence_commands import Folder, LangOption, emit
from lastro.cli.options import day, language
from lastro.cli.selo_commands import JsonOption, ReadingOption, UnitOption, YearOption
from lastro.cli.speaking import say
from lastro.core.errors import InexactNumber, WrongUse

_PERCENT_PLACES = 10_000


def pace(
    directory: Folder,
    year: YearOption = 0,
    unit: UnitOption = "",
    on: Annotated[str, typer.Option("--on")] = "",
    sales: Annotated[str, typer.Option("--sales")] = "",
    minimum: Annotated[str, typer.Option("--minimum")] = "",
    margin: Annotated[str, typer.Option("--margin")] = "",
    as_json: JsonOption = "",
    reading: ReadingOption = None,
    lang: LangOption = "",
) -> None:
    """The pace of a year in progress."""
    import json

    from lastro.render.pace import pace_json, pace_lines
    from lastro.selo.pace import Asked
    from lastro.selo.pace import pace as compute

    chosen, today = language(lang), day(on)
    wanted = Asked(
        on=today,
        expected_sales=_sales(sales),
        minimum=_percent(minimum) if minimum else None,
        margin=_percent(margin) if margin else Fraction(0),
    )
    what = asked(directory, chosen, year=year or _year_of(today, on), unit=unit, reading=reading)
    found = compute(what.evidence, what.book, what.question, wanted)
    if as_json:
        emit(json.dumps(pace_json(found), ensure_ascii=False, indent=2), as_json)
    if as_json != "-":
        say(pace_lines(found, chosen))


def _year_of(on: date, typed: str) -> int:
    """A day that was typed names its year; today does not, as the workspace may be of another."""
    return on.year if typed else 0


def _sales(typed: str) -> int | None:
    from lastro.core.numbers import CENTAVOS_PER_REAL
    from lastro.evidence.typed_number import typed_number

    if not typed:
        return None
    try:
        amount = typed_number(typed, CENTAVOS_PER_REAL)
    except InexactNumber as fault:
        raise WrongUse("pace.sales", value=typed) from fault
    if amount <= 0:
        raise WrongUse("pace.sales", value=typed)
    return amount


def _percent(typed: str) -> Fraction:
    from lastro.evidence.typed_number import typed_number

    try:
        return Fraction(typed_number(typed, _PERCENT_PLACES), _PERCENT_PLACES)
    except InexactNumber as fault:
        raise WrongUse("pace.percent", value=typed) from fault
