"""Findings on the terminal: causes by points regained, each with its remedy; every row under its cause when asked."""

from __future__ import annotations

from lastro.render import labels, words
from lastro.render.terminal.writer import BAD, WARN, Writer
from lastro.statement.causes import Cause, causes, justified
from lastro.statement.model import Finding, Severity, Statement

_SEVERITY_STYLE = {Severity.BLOCKS: BAD, Severity.AT_RISK: WARN, Severity.ALERT: "", Severity.INFO: "dim"}


def findings(
    writer: Writer, statement: Statement, *, all_rows: bool, unmask: bool, heading: str = "findings"
) -> None:  # fmt: skip
    """Causes that ask for something, then those that a decision justifies; accounting of rows only when asked."""
    found = causes(statement.findings)
    told = [cause for cause in found if all_rows or cause.severity is not Severity.INFO]
    excused = justified(statement.findings)
    if not told and not excused:
        writer.heading(writer.say("no_findings"))
        return
    writer.heading(writer.say(heading))
    for cause in told:
        _cause(writer, cause)
        if all_rows:
            for finding in cause.findings:
                _row(writer, finding, unmask=unmask)
    for finding in excused:
        _justified(writer, finding, unmask=unmask)
    if not all_rows:
        writer.line(writer.say("all_rows"), "dim")


def _justified(writer: Writer, finding: Finding, *, unmask: bool) -> None:
    message = labels.finding_message(finding, writer.lang, unmask=unmask)
    told = {"code": finding.code, "message": message, "decision": finding.justified_by}
    writer.line(writer.say("justified", told), "dim")


def _cause(writer: Writer, cause: Cause) -> None:
    told = {
        "code": cause.code,
        "severity": labels.vocabulary("severity", cause.severity, writer.lang),
        "title": labels.cause_title(cause, writer.lang),
        "count": words.number(str(cause.count), writer.lang),
        "amount": _amount(cause.amount_centavos, writer),
        "points": _points(cause, writer),
        "remedy": labels.cause_remedy(cause, writer.lang),
    }
    stake = "rows" if cause.amount_centavos is None else "amount" if cause.points is None else "stake"
    writer.line(writer.say("cause", told), _SEVERITY_STYLE[cause.severity])
    writer.line(writer.say(stake, told), indent=7)
    writer.line(writer.say("remedy", told), indent=7)


def _row(writer: Writer, finding: Finding, *, unmask: bool) -> None:
    source = finding.source
    told = {
        "message": labels.finding_message(finding, writer.lang, unmask=unmask),
        "file": source.file if source else words.ABSENT,
        "row": str(source.row) if source and source.row else words.ABSENT,
        "subject": labels.subject_text(finding) or words.ABSENT,
        "amount": _amount(finding.amount_centavos, writer),
        "points": _points(finding, writer),
    }
    writer.line(writer.say("row" if source else "row_nowhere", told), indent=9)


def _amount(centavos: int | None, writer: Writer) -> str:
    return words.ABSENT if centavos is None else words.money_of_centavos(centavos, writer.lang)


def _points(of: Cause | Finding, writer: Writer) -> str:
    return words.ABSENT if of.points is None else words.points(of.points, writer.lang)
