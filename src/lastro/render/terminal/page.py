"""The page, from the answer down to the hashes."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from lastro.render import labels, words
from lastro.render.answer import answer
from lastro.render.privacy import masker
from lastro.render.terminal import law, parts
from lastro.render.terminal.findings import findings
from lastro.render.terminal.writer import Writer
from lastro.statement.catalogue import Lang, text
from lastro.statement.hashes import hashes
from lastro.statement.model import Statement

if TYPE_CHECKING:
    from rich.console import Console

HASH_SHOWN = 12


def print_statement(
    statement: Statement,
    *,
    lang: Lang = "pt",
    console: Console | None = None,
    all_rows: bool = False,
    unmask: bool = False,
) -> None:
    """Print the statement. `all_rows` lists every finding row under its cause."""
    from rich.console import Console  # late: the command line starts without it

    writer = Writer(console or Console(highlight=False, markup=False, emoji=False), lang, masker(unmask=unmask))
    _answer(writer, statement)
    parts.figures(writer, statement)
    parts.tried(writer, statement)
    parts.items(writer, statement)
    parts.origins(writer, statement)
    parts.caps(writer, statement)
    parts.multipliers(writer, statement)
    parts.shares(writer, statement)
    parts.other_lines(writer, statement)
    findings(writer, statement, all_rows=all_rows, unmask=unmask)
    law.readings(writer, statement)
    law.law(writer, statement)
    _foot(writer, statement)


def statement_text(
    statement: Statement, *, lang: Lang = "pt", width: int = 80, all_rows: bool = False, unmask: bool = False
) -> str:
    """The same page as plain text of that width."""
    from rich.console import Console

    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        print_statement(statement, lang=lang, console=console, all_rows=all_rows, unmask=unmask)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def _answer(writer: Writer, statement: Statement) -> None:
    for sentence in answer(statement, writer.lang):
        writer.line(sentence, "bold")
    subject, period = statement.subject, statement.period
    told = {
        "title": text(f"statement.{statement.kind}", writer.lang, {"regime": labels.regime_name(statement)}),
        "name": subject.get("unit_name") or subject.get("company_name", ""),
        "cnpj": words.person(subject.get("unit_cnpj") or subject.get("company_cnpj", "")),
        "start": words.day(period["start"], writer.lang),
        "end": words.day(period["end"], writer.lang),
    }
    writer.gap()
    writer.line(text("terminal.subject", writer.lang, told), "dim")


def _foot(writer: Writer, statement: Statement) -> None:
    digests = hashes(statement)
    told = {"content": digests.content[:HASH_SHOWN], "provenance": digests.provenance[:HASH_SHOWN]}
    writer.gap()
    writer.line(text("terminal.hashes", writer.lang, told), "dim")
