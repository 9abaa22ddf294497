"""`lastro selo statements`: a page for each farmer and each cooperative, and all of them as JSON."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from lastro.cli.asking import asked
from lastro.cli.evidence_commands import Folder, LangOption
from lastro.cli.options import language
from lastro.cli.selo_commands import KnownOption, ReadingOption, UnitOption, UnmaskOption, YearOption
from lastro.cli.speaking import say
from lastro.cli.workplace import progress
from lastro.core.errors import WrongUse
from lastro.statement.catalogue import text


def statements(
    directory: Folder,
    out: Annotated[Path, typer.Option("--out")],
    kind: Annotated[str, typer.Option("--kind")] = "",
    year: YearOption = 0,
    unit: UnitOption = "",
    reading: ReadingOption = None,
    known_on: KnownOption = "",
    unmask: UnmaskOption = False,
    lang: LangOption = "",
) -> None:
    """Statements for farmers and cooperatives."""
    from lastro.render.small import KINDS, write_statements
    from lastro.selo.assess import assess
    from lastro.selo.small import small_statements

    if kind and kind not in KINDS:
        raise WrongUse("small.kind", value=kind)
    chosen = language(lang)
    what = asked(directory, chosen, year=year, unit=unit, reading=reading, known_on=known_on)
    found = small_statements(assess(what.evidence, what.book, what.question), what.evidence)
    kinds = (kind,) if kind else KINDS
    with progress(chosen) as tell:
        written = write_statements(found, out, chosen, kinds=kinds, unmask=unmask, tell=tell)
    told = {"farmers": str(written.farmers), "cooperatives": str(written.cooperatives), "folder": str(out)}
    say([text("small.written", chosen, told)])
