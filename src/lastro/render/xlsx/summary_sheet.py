"""The first sheet: the answer, then every line with its value, provision, evidence mark and formula, live."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from lastro.core.numbers import fixed
from lastro.render import labels, words
from lastro.render.answer import answer
from lastro.render.sections import sections, stated
from lastro.render.xlsx.cells import Sheet, address
from lastro.render.xlsx.plan import Plan
from lastro.render.xlsx.styles import STYLE_OF_UNIT, Styles
from lastro.render.xlsx.sums import sum_expression
from lastro.render.xlsx.translate import rounded, spreadsheet
from lastro.statement.catalogue import Lang, text
from lastro.statement.formula import parse, sum_calls
from lastro.statement.hashes import hashes
from lastro.statement.model import Line, Statement

_KEY_LINES = (
    "selo.weighted_percentage",
    "selo.weighted_percentage_after_risk",
    "selo.minimum_percentage",
    "selo.margin",
    "selo.margin_value",
    "selo.margin_after_risk",
    "selo.margin_value_after_risk",
)
_LABEL, _VALUE, _EVIDENCE, _PROVISION, _FORMULA, _READING, _ID, _EXACT = range(8)
_WIDTHS = (58, 24, 20, 52, 76, 34, 46, 24)
_HEADINGS = ("line", "value", "evidence", "provision", "formula", "reading", "id", "exact")
_EXACT_PLACES = 10


@dataclass(frozen=True)
class _Places:
    """Row of each line."""

    rows: Mapping[str, int]
    head: int


class SummarySheet:
    """Writes the summary of one statement."""

    def __init__(
        self, sheet: Sheet, statement: Statement, plan: Plan, styles: Styles, lang: Lang, *, unmask: bool
    ) -> None:
        self._sheet = sheet
        self._statement = statement
        self._plan = plan
        self._styles = styles
        self._lang = lang
        self._unmask = unmask
        self._keys = stated(statement, _KEY_LINES)
        self._told = answer(statement, lang)
        self._places = self._decide()

    def _decide(self) -> _Places:
        head = _TOP_ROWS + len(self._told) + 1 + len(self._keys) + 1
        row = head
        rows = {}
        for _, lines in sections(self._statement):
            row += 1
            for line in lines:
                row += 1
                rows[line.id] = row
        return _Places(rows, head)

    def write(self) -> None:
        """The whole sheet, from the top."""
        for position, width in enumerate(_WIDTHS):
            hidden = {"hidden": True} if position == _EXACT else {}
            self._sheet.sheet.set_column(position, position, width, None, hidden)
        self._top()
        self._answer()
        self._lines()
        self._foot()
        self._sheet.sheet.freeze_panes(0, 1)

    def _say(self, key: str, arguments: Mapping[str, str] | None = None) -> str:
        return text(f"xlsx.{key}", self._lang, arguments)

    def _top(self) -> None:
        subject, period = self._statement.subject, self._statement.period
        name = subject.get("unit_name") or subject.get("company_name", "")
        title = text(f"statement.{self._statement.kind}", self._lang, {"regime": labels.regime_name(self._statement)})
        self._sheet.text(0, 0, title, self._styles["title"])
        person = words.person(subject.get("unit_cnpj") or subject.get("company_cnpj", ""), unmask=self._unmask)
        self._sheet.text(1, 0, self._say("subject", {"name": name, "cnpj": person}), self._styles["big_label"])
        span = {"start": words.day(period["start"], self._lang), "end": words.day(period["end"], self._lang)}
        self._sheet.text(2, 0, self._say("period", span), self._styles["subtitle"])

    def _answer(self) -> None:
        for row, sentence in enumerate(self._told, start=_TOP_ROWS):
            self._sheet.text(row, _LABEL, sentence, self._styles["answer"])
        for row, line in enumerate(self._keys, start=_TOP_ROWS + len(self._told) + 1):
            self._sheet.sheet.set_row(row, 24)
            self._sheet.text(row, _LABEL, labels.line_label(line, self._lang), self._styles["big_label"])
            self._linked(row, line)

    def _linked(self, row: int, line: Line) -> None:
        style = self._styles[f"big_{STYLE_OF_UNIT.get(line.unit, 'text')}"]
        if line.value is None or not words.is_number(line.value):
            self._sheet.text(row, _VALUE, words.line_value(line, self._lang), style)
        else:
            self._sheet.live(row, _VALUE, address(self._places.rows[line.id], _VALUE), line.value, style)
        mark = labels.evidence_mark(line.evidence, self._lang)
        self._sheet.text(row, _EVIDENCE, mark, self._styles["big_mark"])

    def _lines(self) -> None:
        head = self._places.head
        for position, name in enumerate(_HEADINGS):
            self._sheet.text(head, position, self._say(f"headings.{name}"), self._styles["head"])
        row = head
        for name, lines in sections(self._statement):
            row += 1
            for position in range(_EXACT):
                told = text(f"sections.{name}", self._lang) if position == 0 else ""
                self._sheet.text(row, position, told, self._styles["section"])
            for line in lines:
                row += 1
                self._line(row, line)
        self._end = row
        self._sheet.sheet.repeat_rows(head)
        self._sheet.sheet.print_area(0, 0, row + 5, _FORMULA)

    def _line(self, row: int, line: Line) -> None:
        styles = self._styles
        label, provision = labels.line_label(line, self._lang), labels.cites_text(line.cites, self._lang)
        formula = labels.formula_text(self._statement, line, self._lang)
        self._sheet.fit(row, {label: _WIDTHS[_LABEL], provision: _WIDTHS[_PROVISION], formula: _WIDTHS[_FORMULA]})
        self._sheet.text(row, _LABEL, label, styles["wrap"])
        self._value(row, line)
        self._sheet.text(row, _FORMULA, formula, styles["muted"])
        self._sheet.text(row, _PROVISION, provision, styles["wrap"])
        self._sheet.text(row, _EVIDENCE, labels.evidence_mark(line.evidence, self._lang), styles["wrap"])
        self._sheet.text(row, _READING, "; ".join(line.reading), styles["code"])
        self._sheet.text(row, _ID, line.id, styles["code"])

    def _value(self, row: int, line: Line) -> None:
        """The exact value, hidden and live, and the printed one, which is its rounding."""
        style = self._styles[STYLE_OF_UNIT.get(line.unit, "text")]
        if line.value is None or not words.is_number(line.value):
            self._sheet.text(row, _VALUE, words.line_value(line, self._lang), style)
            return
        exact = fixed(Fraction(line.exact or line.value), _EXACT_PLACES)
        expression = self._expression(line)
        if expression:
            self._sheet.live(row, _EXACT, expression, exact, self._styles["exact"])
        else:
            self._sheet.number(row, _EXACT, exact, self._styles["exact"])
        places = len(line.value.partition(".")[2])
        self._sheet.live(row, _VALUE, rounded(address(row, _EXACT, fixed=False), places), line.value, style)

    def _expression(self, line: Line) -> str:
        """The line's formula over cells; "" for an input, or when the totals it sums are not in the workbook."""
        if not line.formula:
            return ""
        node = parse(line.formula)
        sums = {call: sum_expression(call, self._plan, self._lang, unmask=self._unmask) for call in sum_calls(node)}
        if not all(sums.values()):
            return ""
        return spreadsheet(node, lambda name: address(self._places.rows[name], _EXACT), lambda call: sums[call])

    def _foot(self) -> None:
        digests = hashes(self._statement)
        row = self._end + 2
        for key, value in (("content_hash", digests.content), ("provenance_hash", digests.provenance)):
            self._sheet.text(row, _LABEL, text(f"statement.{key}", self._lang), self._styles["muted"])
            self._sheet.text(row, _FORMULA, value, self._styles["code"])
            row += 1
        self._sheet.text(row, _LABEL, self._say("note"), self._styles["answer"])


_TOP_ROWS = 4
