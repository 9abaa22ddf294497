"""The first sheet: the answer, then every line with its value, provision, evidence mark and formula, live."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from lastro.core.numbers import fixed
from lastro.render import labels, words
from lastro.render.sections import sections, stated
from lastro.render.xlsx.cells import Sheet, address
from lastro.render.xlsx.plan import Plan
from lastro.render.xlsx.styles import STYLE_OF_UNIT, Styles
from lastro.render.xlsx.sums import sum_expression
from lastro.render.xlsx.translate import rounded, spreadsheet
from lastro.statement.catalogue import Lang, text
from lastro.statement.formula import parse, sum_calls
from lastro.statement.formula_pretty import pretty
from lastro.statement.hashes import content_hash, provenance_hash
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
_LABEL, _VALUE, _FORMULA, _PROVISION, _EVIDENCE, _READING, _ID, _EXACT = range(8)
_WIDTHS = (58, 24, 70, 46, 19, 34, 40, 24)
_HEADINGS = ("line", "value", "formula", "provision", "evidence", "reading", "id", "exact")
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
        self._places = self._decide()

    def _decide(self) -> _Places:
        head = _TOP_ROWS + len(self._keys) + 1 + len(self._statement.missing)
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
        title = text(f"statement.{self._statement.kind}", self._lang, {"regime": self._statement.regime})
        self._sheet.text(0, 0, title, self._styles["title"])
        person = words.person(subject.get("unit_cnpj") or subject.get("company_cnpj", ""), unmask=self._unmask)
        self._sheet.text(1, 0, self._say("subject", {"name": name, "cnpj": person}), self._styles["big_label"])
        span = {"start": words.day(period["start"], self._lang), "end": words.day(period["end"], self._lang)}
        self._sheet.text(2, 0, self._say("period", span), self._styles["subtitle"])

    def _answer(self) -> None:
        row = _TOP_ROWS
        for line in self._keys:
            self._sheet.sheet.set_row(row, 24)
            self._sheet.text(row, _LABEL, labels.line_label(line, self._lang), self._styles["big_label"])
            self._linked(row, line)
            row += 1
        for parameter in self._statement.missing:
            arguments = {
                "label": labels.parameter_label(parameter["key"], self._lang),
                "on": words.day(parameter.get("on", ""), self._lang),
            }
            self._sheet.text(row, _LABEL, text("statement.missing", self._lang, arguments), self._styles["big_text"])
            row += 1

    def _linked(self, row: int, line: Line) -> None:
        style = self._styles[f"big_{STYLE_OF_UNIT.get(line.unit, 'text')}"]
        if line.value is None or not words.is_number(line.value):
            self._sheet.text(row, _VALUE, words.line_value(line, self._lang), style)
        else:
            self._sheet.live(row, _VALUE, address(self._places.rows[line.id], _VALUE), line.value, style)
        mark = labels.evidence_mark(line.evidence, self._lang)
        self._sheet.text(row, _FORMULA, mark, self._styles["big_label"])

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

    def _line(self, row: int, line: Line) -> None:
        styles = self._styles
        self._sheet.text(row, _LABEL, labels.line_label(line, self._lang), styles["wrap"])
        self._value(row, line)
        self._sheet.text(row, _FORMULA, self._told(line), styles["muted"])
        self._sheet.text(row, _PROVISION, labels.cites_text(line.cites, self._lang), styles["wrap"])
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

    def _told(self, line: Line) -> str:
        """The formula in words: operands by their labels, columns by their headings."""
        if not line.formula:
            return ""
        return pretty(parse(line.formula), self._lang, self._operand)

    def _operand(self, name: str) -> str:
        if name in self._places.rows:
            return f"[{labels.line_label(self._statement.line(name), self._lang)}]"
        for column in self._statement.memory_columns:
            if column.name == name:
                return column.pt if self._lang == "pt" else column.en
        return name

    def _foot(self) -> None:
        row = self._end + 2
        for key, value in (
            ("content_hash", content_hash(self._statement)),
            ("provenance_hash", provenance_hash(self._statement)),
        ):
            self._sheet.text(row, _LABEL, text(f"statement.{key}", self._lang), self._styles["muted"])
            self._sheet.text(row, _FORMULA, value, self._styles["code"])
            row += 1
        self._sheet.text(row, _LABEL, self._say("note"), self._styles["muted"])


_TOP_ROWS = 4
