"""The sheet of findings: causes with what they would regain, then every row with what is wrong and how to fix it."""

from __future__ import annotations

from collections.abc import Iterable

from lastro.core.numbers import fixed, reais
from lastro.render import labels
from lastro.render.xlsx.cells import Sheet
from lastro.render.xlsx.styles import Styles
from lastro.statement.catalogue import Lang, text
from lastro.statement.causes import Cause, causes, justified
from lastro.statement.model import Finding, Statement

POINT_PLACES = 4
MOST_ROWS = 20_000
"""More rows than people read; the JSON file has them all."""


_CAUSES = ("code", "severity", "cause", "remedy", "amount", "points", "count", "provision")
_ROWS = (
    "code", "severity", "message", "remedy", "amount", "points", "key", "provision", "file", "sheet", "row", "column",
    "justified_by",
)  # fmt: skip
_WIDTHS = (11, 14, 72, 62, 18, 13, 50, 52, 34, 16, 11, 16, 24)


class FindingsSheet:
    """Writes the findings of one statement."""

    def __init__(self, sheet: Sheet, statement: Statement, styles: Styles, lang: Lang, *, unmask: bool) -> None:
        self._sheet = sheet
        self._statement = statement
        self._styles = styles
        self._lang = lang
        self._unmask = unmask

    def write(self) -> None:
        """Causes first, then the rows."""
        for position, width in enumerate(_WIDTHS):
            self._sheet.sheet.set_column(position, position, width)
        found = causes(self._statement.findings)
        self._sheet.text(0, 0, text("xlsx.sheets.findings", self._lang), self._styles["title"])
        self._headings(2, _CAUSES)
        self._sheet.sheet.freeze_panes(3, 1)
        row = 3
        for cause in found:
            self._cause(row, cause)
            row += 1
        rows = [finding for cause in found for finding in cause.findings]
        self._all_rows(row + 1, [*rows, *justified(self._statement.findings)])

    def _headings(self, row: int, names: Iterable[str]) -> None:
        self._sheet.sheet.set_row(row, 30)
        for position, name in enumerate(names):
            self._sheet.text(row, position, text(f"xlsx.headings.{name}", self._lang), self._styles["head"])

    def _cause(self, row: int, cause: Cause) -> None:
        title, remedy = labels.cause_title(cause, self._lang), labels.cause_remedy(cause, self._lang)
        self._start(row, cause.code, cause.severity, title, remedy)
        self._at_stake(row, cause)
        self._sheet.number(row, 6, str(cause.count), self._styles["integer"])
        self._sheet.text(row, 7, labels.cites_text(cause.cites, self._lang), self._styles["wrap"])

    def _all_rows(self, head: int, rows: list[Finding]) -> None:
        """The rows in the order of their causes."""
        self._headings(head, _ROWS)
        for row, finding in enumerate(rows[:MOST_ROWS], start=head + 1):
            self._row(row, finding)
        if len(rows) > MOST_ROWS:
            arguments = {"count": str(len(rows) - MOST_ROWS)}
            self._sheet.text(head + MOST_ROWS + 1, 2, text("xlsx.more_findings", self._lang, arguments))
        self._sheet.sheet.autofilter(head, 0, head + max(1, min(len(rows), MOST_ROWS)), len(_ROWS) - 1)

    def _row(self, row: int, finding: Finding) -> None:
        message = labels.finding_message(finding, self._lang, unmask=self._unmask)
        remedy = labels.finding_remedy(finding, self._lang, unmask=self._unmask)
        self._start(row, finding.code, finding.severity, message, remedy)
        self._at_stake(row, finding)
        self._sheet.text(row, 6, labels.subject_text(finding), self._styles["code"])
        self._sheet.text(row, 7, labels.cites_text(finding.cites, self._lang), self._styles["wrap"])
        if finding.source:
            self._sheet.text(row, 8, finding.source.file, self._styles["wrap"])
            self._sheet.text(row, 9, finding.source.sheet, self._styles["text"])
            if finding.source.row:
                self._sheet.number(row, 10, str(finding.source.row), self._styles["integer"])
            self._sheet.text(row, 11, finding.source.column, self._styles["text"])
        self._sheet.text(row, 12, finding.justified_by, self._styles["wrap"])

    def _start(self, row: int, code: str, severity: str, told: str, remedy: str) -> None:
        self._sheet.fit(row, {told: _WIDTHS[2], remedy: _WIDTHS[3]})
        self._sheet.text(row, 0, code, self._styles["text"])
        self._sheet.text(row, 1, labels.vocabulary("severity", severity, self._lang), self._styles["text"])
        self._sheet.text(row, 2, told, self._styles["wrap"])
        self._sheet.text(row, 3, remedy, self._styles["wrap"])

    def _at_stake(self, row: int, of: Cause | Finding) -> None:
        if of.amount_centavos is not None:
            self._sheet.number(row, 4, reais(of.amount_centavos), self._styles["money"])
        if of.points is not None:
            self._sheet.number(row, 5, fixed(of.points, POINT_PLACES), self._styles["points"])
