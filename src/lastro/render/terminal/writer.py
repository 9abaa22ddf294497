"""Lines and tables on one console, every text made plain first and never read as markup."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from lastro.render.terminal.plain import plain
from lastro.statement.catalogue import Lang, text

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text


GOOD, BAD, WARN = "green", "red", "yellow"


@dataclass(frozen=True)
class Head:
    """One column of a table: its heading and whether it holds numbers. Columns with a `share` divide the width that the
    others leave, and wrap."""

    title: str
    align: Literal["left", "right"] = "left"
    share: int = 0


@dataclass(frozen=True)
class Styled:
    """A cell with a style of its own."""

    text: str
    style: str


Cell = str | Styled


class Writer:
    """Writes to `console` in `lang`, CPFs passed through `clean`."""

    def __init__(self, console: Console, lang: Lang, clean: Callable[[str], str]) -> None:
        self._console = console
        self.lang = lang
        self._clean = clean

    def say(self, key: str, arguments: Mapping[str, str] | None = None) -> str:
        """A text of the page, from the catalogue."""
        return text(f"terminal.{key}", self.lang, arguments)

    def gap(self) -> None:
        """An empty line."""
        self._console.print()

    def line(self, told: str, style: str = "", indent: int = 0) -> None:
        """One paragraph, wrapped at the width of the console."""
        from rich.padding import Padding

        self._console.print(Padding(self._text(told, style), (0, 0, 0, indent), expand=False))

    def heading(self, told: str) -> None:
        """The title of a part, after an empty line."""
        self.gap()
        self.line(told, "bold")

    def table(self, heads: Sequence[Head], rows: Iterable[Sequence[Cell]]) -> None:
        """A table without frame: it reads the same on every console."""
        from rich.table import Table

        made = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
        for head in heads:
            made.add_column(justify=head.align, ratio=head.share or None, no_wrap=not head.share)
        made.expand = any(head.share for head in heads)
        if any(head.title for head in heads):
            made.add_row(*(self._text(head.title, "dim") for head in heads))
        for row in rows:
            made.add_row(*(self._cell(cell) for cell in row))
        self._console.print(made)

    def _cell(self, cell: Cell) -> Text:
        return self._text(cell.text, cell.style) if isinstance(cell, Styled) else self._text(cell, "")

    def _text(self, told: str, style: str) -> Text:
        from rich.text import Text

        return Text(plain(self._clean(told), self._console.encoding), style=style)
