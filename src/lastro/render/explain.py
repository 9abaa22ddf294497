"""Explains one line or one invoice: fact (document, date, hash) → rule (article, wording, mark) → operands → result.

    explain(statement, "selo.numerator", "pt")                a line of the statement, or a value of the law
    explain(statement, access_key, "pt", notes=…)             an invoice: each item, each farmer's part of it

Everything shown stands in the statement. The PDF prints the same blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from lastro.render.explain_line import of_law, of_line
from lastro.render.explain_row import NoteFile, invoices
from lastro.render.labels import LAW
from lastro.render.pdf.explanation import Explanation
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Statement

__all__ = ["NoteFile", "explain", "explanation_lines", "of_the_result"]

_RESULT = ("selo.weighted_percentage", "selo.numerator", "selo.item.I.weighted", "selo.denominator")


def explain(
    statement: Statement,
    what: str,
    lang: Lang,
    *,
    notes: Mapping[str, NoteFile] | None = None,
    unmask: bool = False,
) -> tuple[Explanation, ...]:
    """The line or legal value of that id, or every row of that access key, key-item or row hash; empty when there is
    none. `notes` tells where the XML of an access key lies."""
    for line in statement.lines:
        if line.id == what:
            return (of_line(statement, line, lang),)
    for used in statement.law:
        if used.key == what.removeprefix(LAW):
            return (of_law(used, lang),)
    return tuple(invoices(statement, what, notes or {}, lang, unmask=unmask))


def of_the_result(statement: Statement, lang: Lang) -> tuple[Explanation, ...]:
    """The explanations of the percentage and of what it is made of: the first pages of a defence."""
    known = {line.id: line for line in statement.lines}
    return tuple(of_line(statement, known[line_id], lang) for line_id in _RESULT if line_id in known)


def explanation_lines(explanations: Iterable[Explanation], lang: Lang) -> Iterator[str]:
    """The explanations as plain text, one line per sentence or operand."""
    for explained in explanations:
        yield explained.title
        for step in explained.steps:
            head = text(f"pdf.step.{step.kind}", lang)
            yield text("explain.step", lang, {"step": head, "text": step.text}) if step.text else f"  {head}"
            for name, value in step.rows:
                row = "explain.answer" if name.endswith("?") else "explain.row"
                yield text(row, lang, {"name": name, "value": value})
        yield ""
