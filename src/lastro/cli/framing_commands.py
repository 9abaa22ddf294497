"""`lastro framing assess`: would the purchases of a project earn the social framing of IN MDA 2/2005?"""

from __future__ import annotations

from typing import Annotated

import typer

from lastro.cli.asking import chosen_readings
from lastro.cli.evidence_commands import Folder, LangOption, emit
from lastro.cli.options import language
from lastro.cli.selo_commands import JsonOption, ReadingOption, YearOption
from lastro.cli.workplace import loaded, opened, own_law

app = typer.Typer(no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _group() -> None:
    """Social framing of projects: keeps `assess` a command of its own while it is the only one."""


@app.command("assess")
def assess(
    directory: Folder,
    year: YearOption = 0,
    project: Annotated[str, typer.Option("--project")] = "",
    as_json: JsonOption = "",
    reading: ReadingOption = None,
    lang: LangOption = "",
) -> None:
    """A projection of the purchases to be made."""
    from lastro.framing import Question
    from lastro.framing import assess as compute
    from lastro.law import load
    from lastro.render.framed import print_framed
    from lastro.render.json_file import json_text

    chosen, book = language(lang), load()
    workspace = opened(directory)
    question = Question(year, project, chosen_readings(reading or ()), own_law(workspace, book))
    statement = compute(loaded(workspace, chosen), book, question)
    if as_json:
        emit(json_text(statement), as_json)
    if as_json != "-":
        print_framed(statement, lang=chosen)
