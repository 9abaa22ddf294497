"""Opens the workspace that a command names and brings its evidence up to date, with a progress bar on a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from lastro.law import DatedValue, LawBook, load
from lastro.statement.catalogue import Lang, text

if TYPE_CHECKING:
    from lastro.evidence.evidence import Evidence
    from lastro.evidence.workspace import Workspace


def opened(directory: Path) -> Workspace:
    """The workspace in that folder. Raises EvidenceUnreadable or WrongUse."""
    from lastro.evidence.workspace import open_workspace

    return open_workspace(directory, load())


def loaded(ws: Workspace, lang: Lang, *, no_import: bool = False) -> Evidence:
    """Its evidence, read or brought up to date."""
    from lastro.evidence.load import load_evidence

    with progress(lang) as tell:
        return load_evidence(ws, load(), on_progress=tell, no_import=no_import)


def own_law(ws: Workspace, book: LawBook) -> tuple[DatedValue, ...]:
    """The values that the user supplies in law.yaml; none without the file."""
    path = ws.root / "law.yaml"
    return book.overrides_from_yaml(path) if path.exists() else ()


@contextmanager
def progress(lang: Lang) -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal, from the first file that is read; silence elsewhere."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    with ExitStack() as shown:
        bars: list[Callable[[int, int], None]] = []

        def tell(done: int, total: int) -> None:
            if not bars:
                bars.append(_bar(lang, shown))
            bars[0](done, total)

        yield tell


def _bar(lang: Lang, shown: ExitStack) -> Callable[[int, int], None]:
    from rich.console import Console
    from rich.progress import Progress

    bar = shown.enter_context(Progress(console=Console(stderr=True), transient=True))
    task = bar.add_task(text("cli.reading", lang), total=None)
    return lambda done, total: bar.update(task, completed=done, total=total)
