"""`lastro init`, `lastro import` and `lastro demo`: templates, reading the evidence, a complete example."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from lastro.cli.options import language
from lastro.cli.speaking import say
from lastro.cli.workplace import loaded, opened
from lastro.core.errors import WrongUse
from lastro.statement.catalogue import text

Folder = Annotated[Path, typer.Argument()]
LangOption = Annotated[str, typer.Option("--lang")]


def init(directory: Folder, lang: LangOption = "") -> None:
    """Writes the templates: lastro.toml and the workbook."""
    from lastro.evidence.templates import write_templates
    from lastro.law import load

    chosen = language(lang)
    written = write_templates(directory, load(), chosen)
    say(text("cli.written", chosen, {"path": str(path)}) for path in written)


def import_(
    directory: Folder,
    as_json: Annotated[str, typer.Option("--json")] = "",
    no_import: Annotated[bool, typer.Option("--no-import")] = False,
    show_all: Annotated[bool, typer.Option("--all")] = False,
    unmask: Annotated[bool, typer.Option("--unmask")] = False,
    lang: LangOption = "",
) -> None:
    """Reads the evidence and accounts for every row."""
    from lastro.render.import_report import report_json, report_lines

    chosen = language(lang)
    evidence = loaded(opened(directory), chosen, no_import=no_import)
    if as_json:
        emit(report_json(evidence.counts, evidence.findings, unmask=unmask), as_json)
    if as_json != "-":
        say(report_lines(evidence.counts, evidence.findings, chosen, show_all=show_all, unmask=unmask))


def demo(directory: Folder = Path("demo"), lang: LangOption = "") -> None:
    """An example company, computed and rendered."""
    from lastro.cli.demo import run_demo

    run_demo(directory, language(lang))


def emit(content: str, target: str) -> None:
    """Write `content` to a file, or to the screen for "-". Raises WrongUse when the file cannot be written."""
    if target == "-":
        typer.echo(content.rstrip("\n"))
        return
    with written_to(target):
        Path(target).write_text(content, encoding="utf-8", newline="\n")


@contextmanager
def written_to(target: str | Path) -> Iterator[None]:
    """Turns a file that cannot be written into one sentence: WrongUse."""
    try:
        yield
    except OSError as fault:
        raise WrongUse("cli.not_written", path=target, reason=fault.strerror or type(fault).__name__) from fault
