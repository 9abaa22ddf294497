"""Explains a line of the statement: where it comes from, its provisions, its operands with their values, its value."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.core.numbers import fixed
from lastro.render import labels, words
from lastro.render.pdf.explanation import Explanation, ExplanationStep
from lastro.statement.catalogue import Lang, text
from lastro.statement.formula import parse, sum_calls
from lastro.statement.formula_nodes import SumCall
from lastro.statement.formula_pretty import pretty
from lastro.statement.formula_sums import kinds_of, sums_over
from lastro.statement.model import LawUsed, Line, ReadingUsed, Statement

# What a line that was counted from the evidence is the sum of: tables and notes, by the beginning of its id.
_SOURCES = {
    "selo.sales.": ("table:vendas", "notes"),
    "selo.spending.": ("table:dispendios",),
    "selo.after_risk.spending.": ("table:dispendios",),
}
_MONEY = ("centavos", "milli_centavos")


def of_line(statement: Statement, line: Line, lang: Lang) -> Explanation:
    """The chain of one line, from its sources to its value."""
    if line.id.startswith(labels.LAW):
        used = next((used for used in statement.law if used.key == line.id.removeprefix(labels.LAW)), None)
        if used is not None:
            return of_law(used, lang)
    steps = [_fact(statement, line, lang), *_rule(statement, line, lang)]
    if line.formula:
        formula = labels.formula_text(statement, line, lang)
        steps.append(ExplanationStep("operands", formula, tuple(_operands(statement, line, lang))))
    steps.append(ExplanationStep("result", "", tuple(_result(line, lang))))
    return Explanation(_titled(labels.line_label(line, lang), line.id, lang), tuple(steps))


def of_law(used: LawUsed, lang: Lang) -> Explanation:
    """A value of the law: its provision, since when, and how well it is known."""
    fact = text("explain.fact.own_law" if used.overridden else "explain.fact.law", lang)
    rule = text("explain.wording", lang, {"start": words.day(used.start, lang), "end": words.day(used.end, lang)})
    open_rule = text("explain.wording_open", lang, {"start": words.day(used.start, lang)})
    rows = [(labels.cite_text(cite, lang), rule if used.end else open_rule) for cite in used.cites]
    rows.append((text("explain.mark", lang), labels.evidence_mark(used.evidence, lang)))
    label = labels.parameter_label(used.key, lang)
    result = ExplanationStep("result", "", ((label, labels.law_value(used, lang)),))
    steps = (ExplanationStep("fact", fact), ExplanationStep("rule", "", tuple(rows)), result)
    return Explanation(_titled(label, used.key, lang), steps)


def _titled(label: str, name: str, lang: Lang) -> str:
    return text("explain.title", lang, {"label": label, "id": name})


def _fact(statement: Statement, line: Line, lang: Lang) -> ExplanationStep:
    """What the line was made of: other lines, the memory of calculation, or tables and notes with their hashes."""
    if line.formula:
        rows = statement.memory.num_rows if statement.memory is not None else 0
        summed = bool(sum_calls(parse(line.formula)))
        told = text("explain.fact.memory", lang, {"rows": words.number(str(rows), lang)})
        return ExplanationStep("fact", told if summed else text("explain.fact.formula", lang))
    names = next((named for start, named in _SOURCES.items() if line.id.startswith(start)), ())
    hashes = ((labels.vocabulary("source", name, lang), statement.provenance[name]) for name in names if name in
              statement.provenance)  # fmt: skip
    return ExplanationStep("fact", text("explain.fact.given", lang), tuple(hashes))


def _rule(statement: Statement, line: Line, lang: Lang) -> Iterator[ExplanationStep]:
    """The provisions, the legal values among the operands, the readings, and the weakest mark of them all."""
    rows = [law_row(used, lang) for used in statement.law if f"{labels.LAW}{used.key}" in line.inputs]
    rows += [_reading(chosen, lang) for chosen in line.reading]
    if line.evidence:
        rows.append((text("explain.weakest_mark", lang), labels.evidence_mark(line.evidence, lang)))
    cites = labels.cites_text(line.cites, lang)
    if rows or cites:
        yield ExplanationStep("rule", cites, tuple(rows))


def law_row(used: LawUsed, lang: Lang) -> tuple[str, str]:
    """A legal value with its provision, the date of its wording and its mark."""
    told = {
        "value": labels.law_value(used, lang),
        "cites": labels.cites_text(used.cites, lang),
        "start": words.day(used.start, lang),
        "evidence": labels.evidence_mark(used.evidence, lang),
    }
    return labels.parameter_label(used.key, lang), text("explain.law", lang, told)


def _reading(chosen: str, lang: Lang) -> tuple[str, str]:
    """The question that the text leaves open, and the answer taken."""
    key, _, option = chosen.partition("=")
    reading = ReadingUsed(key, option, is_default=True)
    told = {"answer": labels.reading_answer(reading, lang), "chosen": chosen}
    return labels.reading_question(reading, lang), text("explain.reading", lang, told)


def _operands(statement: Statement, line: Line, lang: Lang) -> Iterator[tuple[str, str]]:
    known = {other.id: other for other in statement.lines}
    for name in line.inputs:
        if name in known:
            yield _titled(labels.line_label(known[name], lang), name, lang), words.line_value(known[name], lang)
    if statement.totals is not None:
        sums = sums_over(statement.totals, kinds_of(statement.memory_columns))
        for call in sum_calls(parse(line.formula)):
            kind = kinds_of(statement.memory_columns)[call.column]
            value = fixed(sums(call), 2) if kind in _MONEY else fixed(sums(call), 3)
            shown = words.money(value, lang) if kind in _MONEY else words.number(value, lang)
            yield _sum_text(statement, call, lang), shown


def _sum_text(statement: Statement, call: SumCall, lang: Lang) -> str:
    return pretty(call, lang, *labels.formula_words(statement, lang))


def _result(line: Line, lang: Lang) -> Iterator[tuple[str, str]]:
    yield labels.line_label(line, lang), words.line_value(line, lang)
    if line.exact and "/" in line.exact and not line.exact.endswith("/1"):
        yield text("explain.exact", lang), line.exact
