"""Lines on the screen: wrapped at 80 columns under their own indent, writable in any console's encoding."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterable, Iterator

WIDTH = 80
_HANG = 2  # a wrapped line goes on two places to the right of its beginning


def say(lines: Iterable[str]) -> None:
    """Print `lines`; a character that the console cannot show gets a plain substitute."""
    import typer

    from lastro.render.terminal.plain import plain

    encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
    for line in lines:
        for row in wrapped(line):
            typer.echo(plain(row, encoding))


def wrapped(line: str, width: int = WIDTH) -> Iterator[str]:
    """`line` in rows of at most `width`, words whole: a key or a hash that is longer stands alone."""
    bare = line.lstrip(" ")
    indent = " " * (len(line) - len(bare))
    if len(line) <= width:
        yield line
        return
    yield from textwrap.wrap(
        bare,
        width,
        initial_indent=indent,
        subsequent_indent=indent + " " * _HANG,
        break_long_words=False,
        break_on_hyphens=False,
    )
