"""`lastro selo plan`: the cheapest way to the minimum, or what one purchase more would bring."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated

import typer

from lastro.cli.asking import Asked, asked
from lastro.cli.evidence_commands import Folder, LangOption, emit
from lastro.cli.options import language
from lastro.cli.selo_commands import (
    JsonOption,
    KnownOption,
    ReadingOption,
    RegimeOption,
    UnitOption,
    UnmaskOption,
    YearOption,
)
from lastro.cli.speaking import say
from lastro.core.errors import InexactNumber, WrongUse
from lastro.statement.catalogue import Lang

_PLACES = 10_000
_MOST = 1_000  # points of margin


def plan(
    directory: Folder,
    year: YearOption = 0,
    unit: UnitOption = "",
    margin: Annotated[str, typer.Option("--margin")] = "",
    add: Annotated[list[str] | None, typer.Option("--add")] = None,
    as_json: JsonOption = "",
    reading: ReadingOption = None,
    known_on: KnownOption = "",
    regime: RegimeOption = "",
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """The cheapest plan that reaches the minimum, or a what-if."""
    chosen, points = language(lang), _points(margin)
    what = asked(directory, chosen, year=year, unit=unit, reading=reading, known_on=known_on, regime=regime)
    if add:
        _what_if(what, add, chosen, as_json)
    else:
        _plan(what, points, chosen, as_json, unmask=unmask)


def _plan(what: Asked, margin: Fraction, lang: Lang, as_json: str, *, unmask: bool) -> None:
    from lastro.render.plan import plan_json, plan_lines
    from lastro.selo.planning import plan as compute

    found = compute(what.evidence, what.book, what.question, margin)
    if as_json:
        emit(json.dumps(plan_json(found), ensure_ascii=False, indent=2), as_json)
    if as_json != "-":
        say(plan_lines(found, lang, unmask=unmask))
    if not found.reached:
        raise typer.Exit(1)


def _what_if(what: Asked, typed: Sequence[str], lang: Lang, as_json: str) -> None:
    from lastro.core.dates import civil_year
    from lastro.render.supposition import supposition_json, supposition_lines
    from lastro.selo.planning import typed_addition, what_if

    last_day = civil_year(what.question.year).last_day
    assert last_day is not None
    additions = [typed_addition(text, what.book, last_day) for text in typed]
    answer = what_if(what.evidence, what.book, what.question, additions)
    if as_json:
        emit(json.dumps(supposition_json(answer), ensure_ascii=False, indent=2), as_json)
    if as_json != "-":
        say(supposition_lines(answer, lang))


def _points(typed: str) -> Fraction:
    """The margin typed, in points; none without it. Raises WrongUse."""
    from lastro.evidence.typed_number import typed_number

    if not typed:
        return Fraction(0)
    try:
        points = Fraction(typed_number(typed, _PLACES), _PLACES)
    except InexactNumber as fault:
        raise WrongUse("plan.margin", value=typed) from fault
    if not 0 <= points <= _MOST:
        raise WrongUse("plan.margin", value=typed)
    return points
