"""`lastro selo reconcile`: what the ministry did otherwise, and what answers each row that it refused."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lastro.cli.asking import asked
from lastro.cli.evidence_commands import Folder, LangOption, emit
from lastro.cli.options import language
from lastro.cli.selo_commands import JsonOption, KnownOption, ReadingOption, UnitOption, UnmaskOption, YearOption
from lastro.cli.speaking import say
from lastro.core.errors import EvidenceUnreadable, WrongUse
from lastro.law import LawBook
from lastro.statement.catalogue import text

if TYPE_CHECKING:
    from lastro.selo.reconciling import Official


def reconcile(
    directory: Folder,
    official: Annotated[str, typer.Option("--official")] = "",
    percentage: Annotated[str, typer.Option("--percentage")] = "",
    numerator: Annotated[str, typer.Option("--numerator")] = "",
    denominator: Annotated[str, typer.Option("--denominator")] = "",
    columns: Annotated[list[str] | None, typer.Option("--map")] = None,
    year: YearOption = 0,
    unit: UnitOption = "",
    as_json: JsonOption = "",
    pdf: Annotated[str, typer.Option("--pdf")] = "",
    reading: ReadingOption = None,
    known_on: KnownOption = "",
    show_all: Annotated[bool, typer.Option("--all")] = False,
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """The ministry's figure explained, and the defence."""
    import json

    from lastro.law import load
    from lastro.render.defence import reconcile_lines
    from lastro.render.reconciled_json import reconciliation_json
    from lastro.selo.reconciling import reconcile as compute

    chosen = language(lang)
    typed = {"percentage": percentage, "numerator": numerator, "denominator": denominator}
    stated = _official(official, {name: value for name, value in typed.items() if value}, columns or [], load())
    what = asked(directory, chosen, year=year, unit=unit, reading=reading, known_on=known_on)
    answer = compute(what.evidence, what.book, what.question, stated)
    if as_json:
        emit(json.dumps(reconciliation_json(answer, unmask=unmask), ensure_ascii=False, indent=2), as_json)
    if pdf:
        from lastro.render.pdf.defence import render_defence

        render_defence(answer, Path(pdf), chosen, unmask=unmask)
    if as_json != "-":
        say(reconcile_lines(answer, chosen, show_all=show_all, unmask=unmask))
        say(text("cli.written", chosen, {"path": path}) for path in (as_json, pdf) if path)


def _official(path: str, numbers: dict[str, str], columns: list[str], book: LawBook) -> Official:
    """What the ministry sent, and what was typed beside it. Raises WrongUse and EvidenceUnreadable."""
    from lastro.selo.reconciling import Asked, read_official

    if not path and not numbers:
        raise WrongUse("reconcile.nothing_asked")
    try:
        data = Path(path).read_bytes() if path else b""
    except OSError as fault:
        raise EvidenceUnreadable(
            "reconcile.not_opened", file=path, reason=fault.strerror or type(fault).__name__
        ) from fault
    return read_official(Path(path).name if path else "", data, book, Asked(numbers, columns))
