"""`lastro selo compare`: the same year under two regimes, line by line."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from lastro.cli.asking import asked
from lastro.cli.evidence_commands import Folder, LangOption, emit
from lastro.cli.options import language
from lastro.cli.selo_commands import JsonOption, KnownOption, ReadingOption, UnitOption, UnmaskOption, YearOption
from lastro.cli.speaking import say
from lastro.core.errors import WrongUse


def compare(
    directory: Folder,
    regimes: Annotated[str, typer.Option("--regimes")],
    year: YearOption = 0,
    unit: UnitOption = "",
    as_json: JsonOption = "",
    reading: ReadingOption = None,
    known_on: KnownOption = "",
    show_all: Annotated[bool, typer.Option("--all")] = False,
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """The year under two regimes, and every line that they count otherwise."""
    from lastro.render.compared import compared_json, compared_lines
    from lastro.selo.compare import compare as computed

    chosen = language(lang)
    left, right = two_regimes(regimes)
    what = asked(directory, chosen, year=year, unit=unit, reading=reading, known_on=known_on)
    found = computed(what.evidence, what.book, what.question, left, right)
    if as_json:
        emit(json.dumps(compared_json(found, unmask=unmask), ensure_ascii=False, indent=2, sort_keys=True), as_json)
    if as_json != "-":
        say(compared_lines(found, chosen, every=show_all, unmask=unmask))


def two_regimes(words: str) -> tuple[str, str]:
    """The two acts that are named. Raises WrongUse for other than two, and for a regime that is not there."""
    from lastro.selo.regimes import regime_named

    named = [part for part in words.split(",") if part.strip()]
    if len(named) != 2:
        raise WrongUse("selo.two_regimes", value=words)
    left, right = map(regime_named, named)
    return left, right
