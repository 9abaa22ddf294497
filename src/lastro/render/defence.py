"""The reconciliation and its defence on the terminal: figures, what explains the gap, the answer to each refusal."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.law import load
from lastro.render import labels, words
from lastro.render.reconciled_text import Told
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Severity
from lastro.statement.reconciled import Explanation, Reconciliation

ROWS_SHOWN = 12


def reconcile_lines(
    answer: Reconciliation, lang: Lang, *, show_all: bool = False, unmask: bool = False
) -> Iterator[str]:
    """Everything, one sentence a line; the first `ROWS_SHOWN` rows of each list unless `show_all`."""
    told = Told(answer, lang, unmask=unmask)
    yield text("reconcile.title", lang, heading(answer))
    yield from figure_lines(told)
    yield from explanation_lines(told)
    yield from _findings(told, show_all=show_all)
    yield from _defence(told, show_all=show_all)


def heading(answer: Reconciliation) -> dict[str, str]:
    """Year, plant and regulation."""
    statement = answer.statement
    act = load().acts.get(statement.regime)
    return {
        "year": statement.period["year"],
        "subject": statement.subject["unit_name"] or statement.subject["unit_cnpj"],
        "regime": act.name if act else statement.regime,
    }


def figure_lines(told: Told) -> Iterator[str]:
    """The ministry's figure, ours, and the gap; what became of the rows of its file."""
    answer, lang = told.answer, told.lang
    if answer.official.empty:
        yield text("reconcile.no_figure", lang)
    else:
        yield text("reconcile.official", lang, told.official())
    yield text("reconcile.ours", lang, told.outcome(answer.ours))
    if not answer.official.empty:
        yield told.gap_line()
    if answer.official.percentage is not None:
        yield text("reconcile.places", lang, {"places": str(answer.official.places)})
    if answer.rows.read:
        yield text("reconcile.rows", lang, {name: str(count) for name, count in vars(answer.rows).items()})
    if answer.given:
        count = {"count": words.number(str(len(answer.given)), lang)}
        yield text("reconcile.after_given", lang, count | told.outcome(answer.after_given))


def explanation_lines(told: Told) -> Iterator[str]:
    """The explanations, or what stays unexplained, and how far the search went."""
    answer, lang = told.answer, told.lang
    if answer.official.empty:
        return
    explanations = answer.explanations
    if explanations and not explanations[0].differences:
        yield text("reconcile.agrees", lang)
        return
    yield ""
    if answer.unexplained is not None:
        yield told.unexplained_line(answer.unexplained)
    elif len(explanations) == 1 and not answer.searched.left:
        yield text("reconcile.one", lang, {"size": str(len(explanations[0].differences))})
        yield from _differences(explanations[0], told)
    else:
        size = {"count": str(len(explanations)), "size": str(len(explanations[0].differences))}
        yield text("reconcile.several", lang, size)
        for number, explanation in enumerate(explanations, start=1):
            yield text("reconcile.number", lang, {"number": str(number)})
            yield from _differences(explanation, told)
    yield from searched_lines(told)


def _differences(explanation: Explanation, told: Told) -> Iterator[str]:
    for difference in explanation.differences:
        yield text("reconcile.difference", told.lang, {"told": told.difference(difference)})


def searched_lines(told: Told) -> Iterator[str]:
    """How far the search went, so that nobody takes silence for proof."""
    searched, lang = told.answer.searched, told.lang
    if searched.left:
        yield text("reconcile.left", lang, {"count": words.number(str(searched.left), lang)})
    counts = {
        "size": str(searched.complete_size),
        "rows": words.number(str(searched.rows), lang),
        "structural": words.number(str(searched.structural), lang),
        "verified": words.number(str(searched.verified), lang),
    }
    yield text("reconcile.searched", lang, counts)
    if searched.cut:
        yield text("reconcile.searched_cut", lang)
    if searched.pairs_near and searched.complete_size > 1:
        yield text("reconcile.pairs_near", lang)
    if searched.under_caps:
        yield text("reconcile.under_caps", lang, {"count": str(searched.under_caps)})
    if searched.by_halves:
        yield text("reconcile.searched_by_halves", lang, {"count": str(searched.by_halves)})
    if searched.stopped:
        yield text("reconcile.stopped", lang, {"readings": ", ".join(searched.stopped)})


def _findings(told: Told, *, show_all: bool) -> Iterator[str]:
    """What of the ministry's file was not read or matched; what only informs stays for `show_all`."""
    lang = told.lang
    listed = [finding for finding in told.answer.findings if show_all or finding.severity is not Severity.INFO]
    if not listed:
        return
    yield ""
    yield text("reconcile.findings", lang)
    for finding in listed if show_all else listed[:ROWS_SHOWN]:
        row = str(finding.source.row or words.ABSENT) if finding.source else words.ABSENT
        yield text("reconcile.finding", lang, {"row": row, "code": finding.code, "message": told.message(finding)})
        remedy = labels.finding_remedy(finding, lang, unmask=told.unmask)
        yield text("reconcile.finding_remedy", lang, {"remedy": remedy})
    yield from _more(len(listed), lang, show_all=show_all)


def _defence(told: Told, *, show_all: bool) -> Iterator[str]:
    if not told.answer.defence:
        return
    yield ""
    yield text("defence.title", told.lang, {"count": words.number(str(len(told.answer.defence)), told.lang)})
    for _, rows, title in told.groups():
        yield ""
        yield title
        for row in rows if show_all else rows[:ROWS_SHOWN]:
            entry = {"official": told.place(row.official), "row": told.row(row.fact)}
            yield text("defence.entry", told.lang, entry)
            for name, value in told.pairs(row):
                yield text("defence.pair", told.lang, {"name": name, "value": value})
        yield from _more(len(rows), told.lang, show_all=show_all)


def _more(count: int, lang: Lang, *, show_all: bool) -> Iterator[str]:
    if count > ROWS_SHOWN and not show_all:
        yield text("reconcile.more", lang, {"count": words.number(str(count - ROWS_SHOWN), lang)})
