"""Findings on paper: by cause and remedy, with what each is worth, and the first documents of each."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.render import words
from lastro.render.labels import (
    OPEN,
    cause_remedy,
    cause_title,
    cites_text,
    finding_message,
    finding_remedy,
    vocabulary,
)
from lastro.render.pdf import blocks
from lastro.render.pdf.blocks import Block
from lastro.render.privacy import masker
from lastro.statement.catalogue import Lang, text
from lastro.statement.causes import Cause, causes, justified
from lastro.statement.model import Finding, Severity, Source, Statement

ROWS_SHOWN = 12
"""Rows printed per cause; the workbook lists them all."""

_STATE = {Severity.BLOCKS: "bad", Severity.AT_RISK: "risk", Severity.ALERT: "plain", Severity.INFO: "plain"}


def weighing(statement: Statement, most: int) -> tuple[Cause, ...]:
    """The causes that matter most: those that bar a row or put it at risk before those that only warn."""
    standing = [cause for cause in causes(statement.findings) if cause.severity is not Severity.INFO]
    return tuple(sorted(standing, key=lambda cause: cause.severity is Severity.ALERT)[:most])


def cause_item(cause: Cause, lang: Lang) -> Block:
    """A cause as the template shows it."""
    return {
        "code": cause.code,
        "badge": vocabulary("severity", cause.severity, lang),
        "state": _STATE[cause.severity],
        "text": cause_title(cause, lang),
        "remedy": cause_remedy(cause, lang),
        "cites": cites_text(cause.cites, lang),
        "figures": [[name, value] for name, value in _figures(cause, lang)],
    }


def _figures(cause: Cause, lang: Lang) -> Iterator[tuple[str, str]]:
    if cause.points is not None:
        yield text("pdf.item.points", lang), words.points(cause.points, lang)
    if cause.amount_centavos is not None:
        yield text("pdf.item.amount", lang), words.money_of_centavos(cause.amount_centavos, lang)
    yield text("pdf.item.count", lang), words.number(str(cause.count), lang)


def finding_blocks(statement: Statement, lang: Lang, *, unmask: bool = False) -> list[Block]:
    """Every cause with its first rows, then what a decision justifies."""
    standing = causes(statement.findings)
    excused = justified(statement.findings)
    if not standing and not excused:
        return [blocks.paragraph(text("pdf.findings_none", lang))]
    found: list[Block] = [blocks.paragraph(text("pdf.findings_note", lang))]
    for cause in standing:
        found.append({"kind": "causes", "items": [cause_item(cause, lang)]})
        by_row = OPEN in cause_remedy(cause, lang)
        found.append(_rows(cause.findings[:ROWS_SHOWN], lang, unmask=unmask, remedies=by_row))
        if cause.count > ROWS_SHOWN:
            told = {"shown": words.number(str(ROWS_SHOWN), lang), "count": words.number(str(cause.count), lang)}
            found.append(blocks.paragraph(text("pdf.findings_more", lang, told)))
    if excused:
        found.append(blocks.heading(text("pdf.findings_justified", lang)))
        found.append(_rows(excused, lang, unmask=unmask))
    return found


def _rows(findings: tuple[Finding, ...], lang: Lang, *, unmask: bool, remedies: bool = False) -> Block:
    """`remedies`: each row has its own, which the cause leaves open."""
    columns = [
        blocks.column(text("pdf.column.document", lang), width=6),
        blocks.column(text("pdf.column.what", lang), width=9),
        blocks.column(text("pdf.item.amount", lang), align="right"),
        blocks.column(text("pdf.item.points", lang), align="right"),
    ]
    return blocks.table(
        columns, [_row(finding, lang, unmask=unmask, remedies=remedies) for finding in findings], size="compact"
    )


def _row(finding: Finding, lang: Lang, *, unmask: bool, remedies: bool) -> Block:
    cents, points = finding.amount_centavos, finding.points
    return blocks.row(
        (
            _document(finding, lang, unmask=unmask),
            _what(finding, lang, unmask=unmask, remedies=remedies),
            words.ABSENT if cents is None else words.money_of_centavos(cents, lang),
            words.ABSENT if points is None else words.points(points, lang),
        )
    )


def _what(finding: Finding, lang: Lang, *, unmask: bool, remedies: bool) -> str:
    message = finding_message(finding, lang, unmask=unmask)
    if finding.justified_by:
        return text("pdf.findings_decision", lang, {"message": message, "decision": finding.justified_by})
    if remedies:
        told = {"message": message, "remedy": finding_remedy(finding, lang, unmask=unmask)}
        return text("pdf.findings_remedy", lang, told)
    return message


def _document(finding: Finding, lang: Lang, *, unmask: bool) -> str:
    """The note and item, or the row of a file, that the finding is about."""
    subject = finding.subject
    if subject.get("key"):
        key = words.key_groups(masker(unmask=unmask)(subject["key"]))  # in groups no later pass would know it
        return text("pdf.document.note", lang, {"key": key, "item": subject.get("item", "1")})
    if finding.source:
        return _place(finding.source, lang)
    return subject.get("table", words.ABSENT)


def _place(source: Source, lang: Lang) -> str:
    told = {"file": source.file, "sheet": source.sheet, "row": str(source.row)}
    if source.sheet:
        return text("pdf.document.sheet_row", lang, told)
    return text("pdf.document.row" if source.row else "pdf.document.file", lang, told)
