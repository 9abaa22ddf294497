"""`lastro selo indicators`: what the ministry watches, from many workspaces and JSON statements."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lastro.cli.asking import asked
from lastro.cli.evidence_commands import LangOption, emit, written_to
from lastro.cli.options import language
from lastro.cli.selo_commands import JsonOption, ReadingOption, YearOption
from lastro.cli.speaking import say
from lastro.core.errors import EvidenceUnreadable, WrongUse
from lastro.statement.catalogue import Lang

if TYPE_CHECKING:
    from lastro.selo.indicators import Reader
    from lastro.statement.indicators import Contribution


def indicators(
    sources: Annotated[list[Path], typer.Argument()],
    year: YearOption = 0,
    as_json: JsonOption = "",
    xlsx: Annotated[str, typer.Option("--xlsx")] = "",
    as_csv: Annotated[str, typer.Option("--csv")] = "",
    reading: ReadingOption = None,
    lang: LangOption = "",
) -> None:
    """The ministry's indicators over many plants."""
    from lastro.law import load
    from lastro.render.indicators import csv_text, indicator_lines, indicators_json, write_xlsx
    from lastro.selo.indicators import Reader
    from lastro.selo.indicators import indicators as compute

    chosen, book = language(lang), load()
    reader = Reader(book)
    found = compute((one for path in sources for one in _read(path, reader, chosen, year, reading)), book)
    if as_json:
        emit(json.dumps(indicators_json(found), ensure_ascii=False, indent=2), as_json)
    if as_csv:
        with written_to(as_csv):
            Path(as_csv).write_text(csv_text(found, chosen), encoding="utf-8", newline="")
    if xlsx:
        with written_to(xlsx):
            write_xlsx(found, Path(xlsx), chosen)
    if as_json != "-":
        say(indicator_lines(found, chosen))


def _read(path: Path, reader: Reader, lang: Lang, year: int, reading: list[str] | None) -> Iterator[Contribution]:
    """What a folder or a file contributes; a file of another year than the one asked for contributes nothing."""
    if path.is_dir():
        what = asked(path, lang, year=year, reading=reading)
        yield from reader.of_workspace(what.evidence, what.question, path.name or str(path))
        return
    if not path.exists():
        raise WrongUse("indicators.no_source", path=path)
    contribution = reader.of_document(_parsed(path), path.name)
    if not year or contribution.year == str(year):
        yield contribution


def _parsed(path: Path) -> object:
    try:
        return json.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as fault:
        raise EvidenceUnreadable("indicators.not_json", file=path.name, reason=fault.strerror or fault) from fault
    except (UnicodeDecodeError, json.JSONDecodeError, RecursionError) as fault:
        raise EvidenceUnreadable("indicators.not_json", file=path.name, reason=type(fault).__name__) from fault
