"""The projection of a project on the terminal: the verdict, each group of regions, what is missing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from lastro.render import labels, words
from lastro.render.answer import met
from lastro.render.privacy import masker
from lastro.render.terminal.findings import findings
from lastro.render.terminal.writer import Writer
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Line, Statement

if TYPE_CHECKING:
    from rich.console import Console

_REGION = "framing.region."


def print_framed(statement: Statement, *, lang: Lang = "pt", console: Console | None = None) -> None:
    """Print the statement of `lastro framing assess`."""
    from rich.console import Console  # late: the command line starts without it

    writer = Writer(console or Console(highlight=False, markup=False, emoji=False), lang, masker(unmask=False))
    lines = {line.id: line for line in statement.lines if line.value is not None}
    writer.line(_verdict(lines, lang), "bold")
    for told in _regions(lines, lang):
        writer.line(told)
    title = text(f"statement.{statement.kind}", lang, {"regime": labels.regime_name(statement)})
    writer.gap()
    writer.line(title, "dim")
    if statement.findings:
        findings(writer, statement, all_rows=True, unmask=False)
    writer.gap()
    writer.line(text("framing.no_seal", lang), "dim")


def _verdict(lines: dict[str, Line], lang: Lang) -> str:
    state = met(lines.get("framing.margin"))
    if state is None:
        return text("framing.nothing", lang)
    told = {
        "percentage": words.line_value(lines["framing.percentage"], lang),
        "minimum": words.line_value(lines["framing.minimum_percentage"], lang),
        "value": words.by_unit((lines["framing.margin_value"].value or "").removeprefix("-"), "BRL", lang),
    }
    return text(f"framing.{'met' if state else 'short'}", lang, told)


def _regions(lines: dict[str, Line], lang: Lang) -> Iterator[str]:
    for line_id, line in lines.items():
        if line_id.startswith(_REGION) and line_id.endswith(".margin"):
            stem = line_id.removesuffix(".margin")
            told = {
                "region": labels.vocabulary("project_region", line.arguments["project_region"], lang),
                "percentage": words.line_value(lines[f"{stem}.percentage"], lang),
                "minimum": words.line_value(lines[f"{stem}.minimum"], lang),
            }
            yield text(f"framing.region_{'met' if met(line) else 'short'}", lang, told)
