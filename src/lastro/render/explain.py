"""Explains one line or one invoice: fact (document, date, hash) → rule (article, wording, mark) → operands → result.

Everything shown stands in the statement; nothing is computed here. The PDF prints the same blocks.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import pyarrow as pa
import pyarrow.compute as pc

from lastro.render import labels, words
from lastro.render.pdf.explanation import Explanation, ExplanationStep
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import PER_UNIT, Finding, LawUsed, Line, MemoryColumn, Statement

Row = Mapping[str, object]
_FACTS = ("issued_on", "supplier", "farmer", "family", "product", "form", "input", "place", "contract", "crop_year")
_AMOUNTS = ("grams", "centavos")
_FACTORS = ("origin_factor", "diversified_factor", "own_region_factor", "cooperative_factor")
_CALCULATION = (
    "centavos", "requested_centavos", "yield_room_grams", "accepted_grams", "yield_cut_centavos",
    "income_room_centavos", "income_cut_centavos", "accepted_centavos", *_FACTORS, "weight",
)  # fmt: skip
_NEUTRAL = 10  # a factor of one, in tenths
_RESULT = ("selo.weighted_percentage", "selo.numerator", "selo.item.I.weighted", "selo.denominator")


def explain(statement: Statement, what: str, lang: Lang, *, unmask: bool = False) -> tuple[Explanation, ...]:
    """The line of that id, or every line of that access key, key-item or row hash; empty when there is none."""
    for line in statement.lines:
        if line.id == what:
            return (of_line(statement, line, lang),)
    return tuple(of_row(statement, row, lang, unmask=unmask) for row in _rows(statement, what))


def of_the_result(statement: Statement, lang: Lang) -> tuple[Explanation, ...]:
    """The explanations of the percentage and of what it is made of: the first pages of a defence."""
    known = {line.id: line for line in statement.lines}
    return tuple(of_line(statement, known[line_id], lang) for line_id in _RESULT if line_id in known)


def of_line(statement: Statement, line: Line, lang: Lang) -> Explanation:
    """A line of the statement: where it comes from, its provisions, its operands, its value."""
    known = {other.id: other for other in statement.lines}
    operands = tuple(
        (f"{labels.line_label(known[name], lang)} ({name})", words.line_value(known[name], lang))
        for name in line.inputs
        if name in known
    )
    steps = [_origin(line, lang), *_rules(statement, line, lang)]
    if line.formula:
        steps.append(ExplanationStep("operands", labels.formula_text(statement, line, lang), operands))
    result = [(labels.line_label(line, lang), words.line_value(line, lang))]
    if line.exact and not line.exact.endswith("/1"):
        result.append((text("explain.exact", lang), line.exact))
    steps.append(ExplanationStep("result", "", tuple(result)))
    return Explanation(f"{labels.line_label(line, lang)} ({line.id})", tuple(steps))


def _origin(line: Line, lang: Lang) -> ExplanationStep:
    kind = "law" if line.id.startswith(labels.LAW) else "formula" if line.formula else "given"
    return ExplanationStep("fact", text(f"explain.origin.{kind}", lang))


def _rules(statement: Statement, line: Line, lang: Lang) -> Iterator[ExplanationStep]:
    rows = [(labels.cite_text(cite, lang), text("explain.provision", lang)) for cite in line.cites]
    used = {used.key: used for used in statement.law}
    keys = [line.id, *line.inputs]
    for key in (name.removeprefix(labels.LAW) for name in keys if name.startswith(labels.LAW)):
        if key in used:
            rows.append(_law_row(used[key], lang))
    for chosen in line.reading:
        rows.append((chosen.partition("=")[0], chosen.partition("=")[2]))
    if line.evidence:
        rows.append((text("explain.mark", lang), labels.evidence_mark(line.evidence, lang)))
    if rows:
        yield ExplanationStep("rule", "", tuple(rows))


def _law_row(used: LawUsed, lang: Lang) -> tuple[str, str]:
    told = {
        "value": labels.law_value(used, lang),
        "cites": labels.cites_text(used.cites, lang),
        "start": words.day(used.start, lang),
        "evidence": labels.evidence_mark(used.evidence, lang),
    }
    return labels.parameter_label(used.key, lang), text("explain.law", lang, told)


def _rows(statement: Statement, what: str) -> list[Row]:
    memory = statement.memory
    if memory is None:
        return []
    columns = [name for name in ("key", "line_id", "source_hash") if name in memory.column_names]
    found = pa.array([False] * memory.num_rows, pa.bool_())
    for name in columns:
        found = pc.or_(found, pc.fill_null(pc.equal(memory[name].combine_chunks(), what), False))
    rows: list[Row] = memory.filter(found).to_pylist()
    return rows


def of_row(statement: Statement, row: Row, lang: Lang, *, unmask: bool = False) -> Explanation:
    """One line of the memory of calculation: the invoice item, or one farmer's part of it."""
    columns = {column.name: column for column in statement.memory_columns}
    steps = [
        ExplanationStep(
            "fact", _document(statement, row, lang), _told(row, columns, (*_FACTS, *_AMOUNTS), lang, unmask)
        ),
        ExplanationStep("rule", "", tuple(_rules_of_row(statement, row, columns, lang))),
        ExplanationStep("operands", "", _told(row, columns, _CALCULATION, lang, unmask)),
        ExplanationStep("result", "", tuple(_result_of_row(row, columns, lang))),
    ]
    for finding in _findings_of(statement, row):
        message = labels.finding_message(finding, lang, unmask=unmask)
        remedy = labels.finding_remedy(finding, lang, unmask=unmask)
        steps.append(ExplanationStep("result", f"{finding.code}: {message}", ((text("explain.remedy", lang), remedy),)))
    name = str(row["key"] or row["line_id"])
    told = {"name": words.key_groups(name), "item": str(row["item"] or "–")}
    return Explanation(text("explain.invoice", lang, told), tuple(steps))


def _document(statement: Statement, row: Row, lang: Lang) -> str:
    key = str(row["key"] or "")
    told = {
        "file": str(row["source_file"] or "–"),
        "row": str(row["source_row"] or "–"),
        "hash": statement.provenance.get(f"note:{key}") or str(row["source_hash"] or "–"),
    }
    return text("explain.document", lang, told)


def _told(
    row: Row, columns: Mapping[str, MemoryColumn], wanted: Iterable[str], lang: Lang, unmask: bool
) -> tuple[tuple[str, str], ...]:
    """Headings with values, empty ones left out."""
    return tuple(
        (labels.column_heading(columns[name], lang), _value(row[name], columns[name], lang, unmask))
        for name in wanted
        if name in columns and row[name] not in (None, "")
    )


def _value(value: object, column: MemoryColumn, lang: Lang, unmask: bool) -> str:
    if isinstance(value, bool):
        return text("explain.yes" if value else "explain.no", lang)
    if isinstance(value, int) and column.kind in PER_UNIT:
        shown = words.scaled_integer(value, column.kind, lang)
        return f"{shown} kg" if column.kind == "grams" else shown
    name = "municipality" if column.name == "place" else column.name
    return labels.argument(name, str(value), lang, unmask=unmask)


def _rules_of_row(
    statement: Statement, row: Row, columns: Mapping[str, MemoryColumn], lang: Lang
) -> Iterator[tuple[str, str]]:
    """The factors that apply, each with its provision, wording and mark; or the rule that keeps the line out."""
    if row["block"]:
        yield str(row["block"]), labels.cite_text(columns["block"].cites, lang)
        return
    for name in _FACTORS:
        factor = row[name]
        if isinstance(factor, int) and factor != _NEUTRAL:
            column = columns[name]
            used = [law for law in statement.law if column.cites in law.cites]
            told = {
                "value": words.scaled_integer(factor, column.kind, lang),
                "cites": labels.cite_text(column.cites, lang),
                "start": words.day(used[0].start, lang) if used else "–",
                "evidence": labels.evidence_mark(used[0].evidence, lang) if used else "–",
            }
            yield labels.column_heading(column, lang), text("explain.law", lang, told)


def _result_of_row(row: Row, columns: Mapping[str, MemoryColumn], lang: Lang) -> Iterator[tuple[str, str]]:
    if row["block"]:
        yield text("explain.counts", lang), text("explain.no", lang)
        return
    for name in ("accepted_centavos", "weight", "weighted", "safe_centavos"):
        yield labels.column_heading(columns[name], lang), _value(row[name], columns[name], lang, False)


def _findings_of(statement: Statement, row: Row) -> Iterator[Finding]:
    for finding in statement.findings:
        about = finding.subject
        same_part = about.get("cpf", "") in ("", row["part"])
        if about.get("line") == row["line_id"] and same_part:
            yield finding


def explanation_lines(explanations: Iterable[Explanation], lang: Lang) -> Iterator[str]:
    """The explanations as plain text, readable at 80 columns."""
    for explained in explanations:
        yield explained.title
        for step in explained.steps:
            yield f"  {text(f'pdf.step.{step.kind}', lang)}" + (f": {step.text}" if step.text else "")
            for name, value in step.rows:
                yield f"    {name}: {value}"
        yield ""
