"""Explains an invoice: each item, and of a delivery with named origins each farmer's part, from document to value."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

import pyarrow as pa
import pyarrow.compute as pc

from lastro.render import labels, words
from lastro.render.explain_line import law_row
from lastro.render.pdf.explanation import Explanation, ExplanationStep
from lastro.render.privacy import masker
from lastro.statement.catalogue import Lang, text
from lastro.statement.formula import parse
from lastro.statement.formula_pretty import pretty
from lastro.statement.model import PER_UNIT, Finding, MemoryColumn, Severity, Statement

Row = Mapping[str, object]
Columns = Mapping[str, MemoryColumn]

_SHARED = ("issued_on", "supplier", "supplier_kind", "product", "form", "input", "contract", "crop_year")
_OWN = ("farmer", "family", "place", "grams", "centavos")
# The law behind each factor, under each regulation that has it; a statement knows those of its own.
_FACTORS = {
    "origin_factor": (
        "selo.280.factor.priority_origin", "selo.28.factor.priority_origin", "selo.cost.factor.northeast",
    ),
    "diversified_factor": (
        "selo.280.factor.diversified", "selo.28.factor.diversified", "selo.cost.factor.other_crops",
    ),
    "own_region_factor": (
        "selo.280.factor.own_region", "selo.28.factor.centre_southeast", "selo.cost.factor.own_region",
    ),
    "cooperative_factor": (
        "selo.280.factor.cooperative", "selo.28.factor.organisation_minority", "selo.28.factor.organisation_majority",
    ),
}  # fmt: skip
_CEILING = "selo.pronaf_income_ceiling"
_NEUTRAL = 10  # a factor of one, in tenths
_KEY = 44
_WITHOUT_FINDING = {"OWN": "explain.own_production", "OTHER": "explain.outside_family"}


@dataclass(frozen=True)
class NoteFile:
    """Where the XML of a note lies, and its hash."""

    file: str
    sha256: str


def invoices(
    statement: Statement, what: str, notes: Mapping[str, NoteFile], lang: Lang, *, unmask: bool
) -> Iterator[Explanation]:
    """The rows of the memory whose key, key-item, line or row hash is `what`; a delivery of several farmers first says
    how it was split."""
    found = sorted(_rows(statement, what), key=lambda row: (str(row["line_id"]), str(row["part"])))
    for _, parts in groupby(found, key=lambda row: row["line_id"]):
        told = _Told(statement, lang, unmask=unmask)
        listed = list(parts)
        if len(listed) == 1:
            yield told.whole(listed[0], notes)
        else:
            yield told.delivery(listed, notes)
            yield from (told.part(row) for row in listed)


def keys_of(statement: Statement, what: str) -> list[str]:
    """The access keys of the rows that `what` names."""
    return sorted({str(row["key"]) for row in _rows(statement, what) if row["key"]})


def _rows(statement: Statement, what: str) -> list[Row]:
    memory = statement.memory
    if memory is None or not memory.num_rows:
        return []
    asked = pa.array([_as_stored(what)], pa.string())
    found = pa.array([False] * memory.num_rows, pa.bool_())
    for name in ("key", "line_id", "source_hash"):
        found = pc.or_(found, pc.is_in(memory[name].combine_chunks(), value_set=asked))
    rows: list[Row] = memory.filter(found).to_pylist()
    return rows


def _as_stored(what: str) -> str:
    """A key in groups of four, as it is printed, and an item without its zeros, as people write them."""
    key, dash, item = what.replace(" ", "").partition("-")
    return f"{key}-{item.rjust(3, '0')}" if dash and item.isdigit() and len(key) == _KEY else f"{key}{dash}{item}"


class _Told:
    """Rows of one statement in one language."""

    def __init__(self, statement: Statement, lang: Lang, *, unmask: bool) -> None:
        self._statement, self._lang, self._unmask = statement, lang, unmask
        self._clean = masker(unmask=unmask)
        self._columns: Columns = {column.name: column for column in statement.memory_columns}
        self._law = {used.key: used for used in statement.law}

    def delivery(self, parts: list[Row], notes: Mapping[str, NoteFile]) -> Explanation:
        """What a cooperative or agent delivered, and the part of each farmer it names."""
        first = parts[0]
        rule = (text("explain.split_heading", self._lang), text("explain.split", self._lang))
        cites = labels.cite_text(self._columns["named"].cites, self._lang)
        shares = tuple((self._holder(row), self._share(row)) for row in parts)
        steps = (
            ExplanationStep("fact", self._document(first, notes), self._named(first, _SHARED)),
            ExplanationStep("rule", cites, (rule,)),
            ExplanationStep("operands", text("explain.parts", self._lang), shares),
            *map(self._finding, _of_note(self._statement, first)),
        )
        return Explanation(self._title(first, ""), steps)

    def part(self, row: Row) -> Explanation:
        """One farmer's part of a delivery, from its own facts to what it adds to the numerator."""
        facts = ExplanationStep("fact", text("explain.part_of", self._lang), self._named(row, _OWN))
        steps = (facts, *self._chain(row), *map(self._finding, _of_line(self._statement, row)))
        return Explanation(self._title(row, self._holder(row)), steps)

    def whole(self, row: Row, notes: Mapping[str, NoteFile]) -> Explanation:
        """One row that is nobody's part, from its document to what it adds to the numerator."""
        facts = ExplanationStep("fact", self._document(row, notes), self._named(row, (*_SHARED, *_OWN)))
        found = (*_of_line(self._statement, row), *_of_note(self._statement, row))
        return Explanation(self._title(row, ""), (facts, *self._chain(row), *map(self._finding, found)))

    def _chain(self, row: Row) -> Iterator[ExplanationStep]:
        yield ExplanationStep("rule", "", tuple(self._rules(row)))
        yield ExplanationStep("operands", "", tuple(self._operands(row)))
        yield ExplanationStep("result", "", tuple(self._result(row)))

    def _title(self, row: Row, holder: str) -> str:
        told = {"name": words.key_groups(self._clean(str(row["key"]))), "item": str(row["item"])}
        if not row["key"]:
            kind = f"explain.row_title.{row['kind']}"
            return text(kind, self._lang, {"contract": str(row["contract"] or "–"), "row": str(row["source_row"])})
        if not holder:
            return text("explain.invoice", self._lang, told)
        return text("explain.invoice_part", self._lang, told | {"holder": holder})

    def _holder(self, row: Row) -> str:
        part = str(row["part"] or "")
        return words.person(part, unmask=self._unmask) if part else text("explain.unnamed", self._lang)

    def _share(self, row: Row) -> str:
        told = {name: self._value(name, row[name]) for name in ("grams", "centavos") if row[name] is not None}
        if "grams" not in told:
            return told["centavos"]
        return text("explain.share", self._lang, {"grams": told["grams"], "value": told["centavos"]})

    def _document(self, row: Row, notes: Mapping[str, NoteFile]) -> str:
        """Where the fact stands: the note's file with its hash, and the row that claims it."""
        note = notes.get(str(row["key"] or ""))
        place = {
            "table": str(row["source_table"]),
            "file": self._clean(str(row["source_file"] or "–")),
            "row": str(row["source_row"] or "–"),
            "row_hash": str(row["source_hash"] or "–"),
        }
        if note is None:
            return text("explain.row_alone", self._lang, place)
        where = place | {"note": self._clean(note.file), "note_hash": note.sha256}
        return text("explain.note_alone" if not row["source_row"] else "explain.note_and_row", self._lang, where)

    def _named(self, row: Row, wanted: Iterable[str]) -> tuple[tuple[str, str], ...]:
        """Headings with values, empty ones left out."""
        return tuple(
            (self._heading(name), self._value(name, row[name]))
            for name in wanted
            if name in self._columns and row[name] not in (None, "")
        )

    def _heading(self, name: str) -> str:
        return labels.column_heading(self._columns[name], self._lang)

    def _value(self, name: str, value: object) -> str:
        kind = self._columns[name].kind
        if isinstance(value, bool):
            return text("explain.yes" if value else "explain.no", self._lang)
        if isinstance(value, int) and kind in PER_UNIT:
            shown = words.scaled_integer(value, kind, self._lang)
            return f"{shown}{words.NBSP}kg" if kind == "grams" else shown
        return labels.argument("municipality" if name == "place" else name, str(value), self._lang, unmask=self._unmask)

    def _rules(self, row: Row) -> Iterator[tuple[str, str]]:
        """The limits and factors that apply, each with its provision, wording and mark; or what keeps the row out."""
        if row["block"] in _WITHOUT_FINDING:
            yield self._heading("block"), text(_WITHOUT_FINDING[str(row["block"])], self._lang)
        if row["block"]:
            for finding in _of_line(self._statement, row):
                if finding.severity is Severity.BLOCKS:
                    yield labels.finding_title(finding, self._lang), labels.cites_text(finding.cites, self._lang)
            return
        if row["yield_room_grams"] is not None:
            yield self._heading("yield_room_grams"), self._cites("yield_room_grams")
        if row["income_room_centavos"] is not None and _CEILING in self._law:
            yield law_row(self._law[_CEILING], self._lang)
        for name, keys in _FACTORS.items():
            if row[name] != _NEUTRAL:
                yield from (law_row(self._law[key], self._lang) for key in keys if key in self._law)
        if all(row[name] == _NEUTRAL for name in _FACTORS):
            yield self._heading("weight"), text("explain.no_factor", self._lang, {"cites": self._cites("weight")})

    def _cites(self, name: str) -> str:
        return labels.cite_text(self._columns[name].cites, self._lang)

    def _operands(self, row: Row) -> Iterator[tuple[str, str]]:
        """From the value of the invoice to the value accepted, and the factors of the weight."""
        yield self._heading("centavos"), self._value("centavos", row["centavos"])
        if row["block"]:
            return
        for room, cut in (("yield_room_grams", "yield_cut_centavos"), ("income_room_centavos", "income_cut_centavos")):
            if row[room] is not None:
                yield self._heading(room), self._value(room, row[room])
                yield self._heading(cut), self._value(cut, row[cut])
        yield self._heading("accepted_centavos"), self._value("accepted_centavos", row["accepted_centavos"])
        if any(row[name] != _NEUTRAL for name in _FACTORS):
            yield from ((self._heading(name), self._value(name, row[name])) for name in _FACTORS)

    def _result(self, row: Row) -> Iterator[tuple[str, str]]:
        """Whether it counts, its weight and weighted value with how they came about, and what is left after risk."""
        if row["block"]:
            yield text("explain.counts", self._lang), text("explain.no", self._lang)
            return
        for name in ("weight", "weighted"):
            told = {"value": self._value(name, row[name]), "formula": self._formula(name)}
            yield self._heading(name), text("explain.by_formula", self._lang, told)
        if row["safe_centavos"] != row["accepted_centavos"]:
            yield self._heading("safe_centavos"), self._value("safe_centavos", row["safe_centavos"])

    def _formula(self, name: str) -> str:
        words_of = labels.formula_words(self._statement, self._lang)
        return pretty(parse(self._columns[name].formula), self._lang, *words_of)

    def _finding(self, finding: Finding) -> ExplanationStep:
        message = labels.finding_message(finding, self._lang, unmask=self._unmask)
        told = {"code": finding.code, "message": message, "severity": labels.vocabulary(
            "severity", str(finding.severity), self._lang)}  # fmt: skip
        remedy = (text("explain.remedy", self._lang), labels.finding_remedy(finding, self._lang, unmask=self._unmask))
        rows = [remedy]
        if finding.justified_by:
            rows = [(text("explain.justified", self._lang), finding.justified_by)]
        return ExplanationStep("result", text("explain.finding", self._lang, told), tuple(rows))


def _of_line(statement: Statement, row: Row) -> Iterator[Finding]:
    """What the checks found about this line and part."""
    for finding in statement.findings:
        about = finding.subject
        if about.get("line") == row["line_id"] and about.get("cpf", "") == (row["part"] or ""):
            yield finding


def _of_note(statement: Statement, row: Row) -> Iterator[Finding]:
    """What was found while reading the note or the rows that name its item."""
    for finding in statement.findings:
        about = finding.subject
        named = bool(row["key"]) and about.get("key") == row["key"] and about.get("item", "") in ("", str(row["item"]))
        if named and "line" not in about and finding.severity is not Severity.INFO:
            yield finding
