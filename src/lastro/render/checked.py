"""A check across companies on the terminal: what was found, over which plants and years; each finding with its row."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING

from lastro.law import load
from lastro.render import words
from lastro.render.privacy import masker
from lastro.render.terminal.findings import findings
from lastro.render.terminal.writer import Writer
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Statement

if TYPE_CHECKING:
    from rich.console import Console

FEW = 30  # up to so many findings every row is told without being asked for


def print_checked(
    statement: Statement, *, against: Sequence[str] = (), lang: Lang = "pt", console: Console | None = None,
    all_rows: bool = False, unmask: bool = False,
) -> None:  # fmt: skip
    """Print the statement of `lastro selo check`; `against` names the companies whose indexes it met."""
    from rich.console import Console  # late: the command line starts without it

    writer = Writer(console or Console(highlight=False, markup=False, emoji=False), lang, masker(unmask=unmask))
    count = len(statement.findings)
    answer = text("checked.found", lang, {"count": words.number(str(count), lang)})
    writer.line(answer if count else text("checked.nothing", lang), "bold")
    writer.gap()
    for told in _subject(statement, against, lang):
        writer.line(told, "dim")
    if count:
        findings(writer, statement, all_rows=all_rows or count <= FEW, unmask=unmask, heading="checked")
    writer.gap()
    writer.line(text("checked.reported", lang), "dim")


def checked_text(statement: Statement, *, lang: Lang = "pt", width: int = 80, unmask: bool = False) -> str:
    """The same page as plain text of that width."""
    from rich.console import Console

    console = Console(file=io.StringIO(), width=width, color_system=None, highlight=False, markup=False, emoji=False)
    with console.capture() as capture:
        print_checked(statement, lang=lang, console=console, unmask=unmask)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def _subject(statement: Statement, against: Sequence[str], lang: Lang) -> list[str]:
    cnpjs, names = statement.subject["unit_cnpj"].split(), statement.subject["unit_name"].split("; ")
    told = [
        text("checked.plant", lang, {"name": name, "cnpj": words.person(cnpj)})
        for cnpj, name in zip(cnpjs, names, strict=False)
    ]
    acts = load().acts
    regimes = (acts[regime].name if regime in acts else regime for regime in statement.regime.split())
    told.append(text("checked.years", lang, {"years": ", ".join(statement.period["year"].split())}))
    told.append(text("checked.regimes", lang, {"regimes": ", ".join(regimes)}))
    if against:
        told.append(text("checked.against", lang, {"names": ", ".join(against)}))
    return told
