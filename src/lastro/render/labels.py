"""What lines, findings, citations and vocabulary values are called in a language. Every renderer names through here.

Findings and lines hold codes and canonical values (ISO dates, plain numbers, `NE`, `soja`); this turns them into words.
An argument's name tells its unit: `…_centavos` is money, `…_grams` kilograms, `…_kg` and `…_m3` a plain number,
`…_percent` and `…_points` percent; `parts_…` lists plants, years and amounts; an ISO date is a date whatever its name;
`municipality` or `place` is an IBGE code; a name that `values` of the catalogue lists is vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache

from lastro.core.identifiers import formatted, mask
from lastro.law import Cite, load, parse_cite
from lastro.render import words
from lastro.render.privacy import masked
from lastro.statement.catalogue import Lang, has_text, placeholders_of, text
from lastro.statement.causes import Cause
from lastro.statement.formula import parse
from lastro.statement.formula_pretty import pretty
from lastro.statement.model import PER_UNIT, Finding, LawUsed, Line, MemoryColumn, ReadingUsed, Statement

AFTER_RISK = "selo.after_risk."
LAW = "law."
OPEN = "…"
FEW = 3
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_PLACES = ("municipality", "place", "home")
_PARTS = "parts_"
_MUNICIPALITY = re.compile(r"\d{7}")
_PERSON = re.compile(r"\d{11}|[0-9A-Z]{12}\d{2}")


def line_label(line: Line, lang: Lang) -> str:
    """The label of a line: the text of its id, or of the longest beginning of it that takes arguments; a value of the
    law bears the name of its parameter.

    Raises KeyError for an id that the catalogue does not know: a line without a name is a fault of the product.
    """
    if line.id.startswith(LAW):
        return parameter_label(line.id.removeprefix(LAW), lang)
    if line.id.startswith(AFTER_RISK):
        label = label_of("selo." + line.id.removeprefix(AFTER_RISK), line.arguments, lang)
        return text("lines.selo.after_risk", lang, {"label": label})
    return label_of(line.id, line.arguments, lang)


def label_of(line_id: str, arguments: Mapping[str, str], lang: Lang) -> str:
    """The label of a line id with these arguments; one of them may name another label. Raises KeyError."""
    return text(_label_key(arguments.get("label", line_id)), lang, shown(arguments, lang))


def _label_key(line_id: str) -> str:
    if has_text(f"lines.{line_id}"):
        return f"lines.{line_id}"
    known = line_id
    while "." in known:
        known = known.rpartition(".")[0]
        if has_text(f"lines.{known}") and placeholders_of(f"lines.{known}"):
            return f"lines.{known}"
    raise KeyError(f"lines.{line_id}")


def finding_title(finding: Finding, lang: Lang) -> str:
    """The cause of one finding in a few words, as for a cause that has this row alone."""
    return cause_title(Cause(finding.code, finding.variant, finding.severity, (finding,)), lang)


def finding_message(finding: Finding, lang: Lang, *, unmask: bool = False) -> str:
    """What is wrong with this row. Raises KeyError when the catalogue has no such finding."""
    return text(_finding_key(finding, "message"), lang, shown(finding.arguments, lang, unmask=unmask))


def finding_remedy(finding: Finding, lang: Lang, *, unmask: bool = False) -> str:
    """What to do about it. Raises KeyError when the catalogue has no such finding."""
    return text(_finding_key(finding, "remedy"), lang, shown(finding.arguments, lang, unmask=unmask))


def cause_title(cause: Cause, lang: Lang) -> str:
    """The cause in a few words; where the catalogue has no title, the message with what differs by row left open."""
    title = _finding_key(cause.findings[0], "title")
    return text(title if has_text(title) else _finding_key(cause.findings[0], "message"), lang, _common(cause, lang))


def cause_remedy(cause: Cause, lang: Lang) -> str:
    """What to do about all rows of the cause, with what differs by row left open ("…")."""
    return text(_finding_key(cause.findings[0], "remedy"), lang, _common(cause, lang))


def _common(cause: Cause, lang: Lang) -> dict[str, str]:
    """The arguments of all rows: the value they share, the few values they have, or "…" for many."""
    told: dict[str, str] = {}
    for name in cause.findings[0].arguments:
        values = dict.fromkeys(finding.arguments.get(name, "") for finding in cause.findings)
        few = len(values) <= FEW
        told[name] = ", ".join(argument(name, value, lang) for value in values) if few else OPEN
    return told


def subject_text(finding: Finding) -> str:
    """What a finding is about, without prose: a note's key and item, else its other identifiers."""
    subject = finding.subject
    if subject.get("key"):
        return f"{subject['key']} {subject.get('item', '')}".strip()
    return " ".join(value for name, value in subject.items() if value and name != "row_hash")


def _finding_key(finding: Finding, part: str) -> str:
    return f"findings.{finding.code}.{finding.variant}.{part}"


def shown(arguments: Mapping[str, str], lang: Lang, *, unmask: bool = False) -> dict[str, str]:
    """Arguments as a person reads them, CPFs masked unless asked."""
    return {name: argument(name, value, lang, unmask=unmask) for name, value in arguments.items()}


def argument(name: str, value: str, lang: Lang, *, unmask: bool = False) -> str:
    """One canonical value in words, by the name of the argument or column that holds it."""
    if words.is_number(value):
        measured = _measured(name, value, lang)
        if measured:
            return measured
    if _DATE.fullmatch(value):
        return words.day(value, lang)
    if name.startswith(_PLACES) and _MUNICIPALITY.fullmatch(value):
        return municipality(value)
    if _PERSON.fullmatch(value):
        return formatted(value) if unmask else mask(value)
    if name.startswith(_PARTS):
        return _parts(name, value, lang)
    return vocabulary(name, value if unmask else masked(value), lang)


def _parts(name: str, value: str, lang: Lang) -> str:
    """What each plant counts in each year, from "CNPJ year amount; …"; the name tells the unit of the amounts."""
    parts = [part.split(" ") for part in value.split("; ")]
    told = (
        {"plant": formatted(plant), "year": year, "amount": _measured(name, amount, lang)}
        for plant, year, amount in parts
    )
    return "; ".join(text("across.part", lang, part) for part in told)


def _measured(name: str, value: str, lang: Lang) -> str:
    if name.endswith("centavos") and "." not in value:
        return words.money_of_centavos(int(value), lang)
    if name.endswith("grams") and "." not in value:
        return f"{words.scaled_integer(int(value), 'grams', lang)}{words.NBSP}kg"
    if name.endswith(("_kg", "_m3")):
        return words.number(value, lang)
    if name.endswith(("percent", "points")):
        return words.percent(value, lang)
    return ""


def vocabulary(name: str, value: str, lang: Lang) -> str:
    """A value of the vocabulary in words; one that is not of the vocabulary as it is."""
    key = f"values.{name}.{value or '-'}"
    return text(key, lang) if has_text(key) else value


def municipality(code: str) -> str:
    """ "Rio Verde/GO" for an IBGE code; a code nobody has as it is."""
    try:
        place = load().municipality(code)
    except KeyError:
        return code
    return f"{place.name}/{place.uf}"


@cache
def cite_text(cite: str, lang: Lang) -> str:
    """A canonical citation as people of that language write it; a citation of the user's own (law.yaml) as it is."""
    known = parsed_cite(cite)
    return known.text(lang) if known else cite


def parsed_cite(cite: str) -> Cite | None:
    """The provision that a citation names; None for words of the user's own."""
    try:
        known = parse_cite(cite)
    except ValueError:
        return None
    return known if known.act in load().acts else None


def cites_text(cites: Iterable[str], lang: Lang) -> str:
    """Several, separated by semicolons."""
    return "; ".join(cite_text(cite, lang) for cite in cites)


def formula_text(statement: Statement, line: Line, lang: Lang) -> str:
    """How a line was computed, in words: operands by their labels in brackets, columns by their headings; "" for an
    input."""
    return pretty(parse(line.formula), lang, *formula_words(statement, lang)) if line.formula else ""


def formula_words(statement: Statement, lang: Lang) -> tuple[Callable[[str], str], Callable[[str, str], str]]:
    """What `pretty` calls the lines and columns of the statement, and the values that its sums choose."""
    columns = {column.name: column for column in statement.memory_columns}
    lines = {other.id: other for other in statement.lines}

    def label(name: str) -> str:
        if name in lines:
            return f"[{line_label(lines[name], lang)}]"
        return column_heading(columns[name], lang) if name in columns else name

    def told(name: str, value: str) -> str:
        kind = columns[name].kind if name in columns else "text"
        if kind in PER_UNIT and value:
            return words.scaled_integer(int(value), kind, lang)
        return argument(name, value, lang) or words.ABSENT

    return label, told


def column_heading(column: MemoryColumn, lang: Lang) -> str:
    """The heading of a column of the memory of calculation."""
    return column.pt if lang == "pt" else column.en


def evidence_mark(evidence: str, lang: Lang) -> str:
    """How well a parameter is known, in words; "" for a line without parameters."""
    return vocabulary("evidence", evidence, lang) if evidence else ""


def _list_name(name: str, lang: Lang) -> str:
    """A name of a legal list in words: a product, a form, a region or a kind of organisation."""
    kinds = (kind for kind in ("product", "form", "region", "supplier_kind") if has_text(f"values.{kind}.{name}"))
    return vocabulary(next(kinds, ""), name, lang)


def regime_name(statement: Statement) -> str:
    """The act that rules the statement, as it is cited; the regime's own name when it is no act."""
    act = load().acts.get(statement.regime)
    return act.name if act else statement.regime


def parameter_label(key: str, lang: Lang) -> str:
    """What a legal parameter is called; its key when the law data does not name it (a value the user supplied)."""
    rule = load().rules.get(key)
    return rule.label(lang) if rule else key


def law_value(used: LawUsed, lang: Lang) -> str:
    """A legal value in words: shares as percent, acts by name, lists by the names of the vocabulary."""
    if used.unit == "share" and words.is_number(used.value):
        return words.percent_of_share(used.value, lang)
    if used.unit == "act" and used.value in load().acts:
        return load().acts[used.value].name
    if used.unit == "list":
        return ", ".join(_list_name(name, lang) for name in used.value.split(", "))
    if used.unit in ("factor", "count", "years", "months", "days") and words.is_number(used.value):
        return words.number(used.value, lang)
    return words.by_unit(used.value, used.unit, lang)


def reading_question(reading: ReadingUsed, lang: Lang) -> str:
    """The question a reading answers. Raises KeyError."""
    return load().readings[reading.key].question(lang)


def reading_answer(reading: ReadingUsed, lang: Lang) -> str:
    """The option taken, in words. Raises KeyError."""
    options = {option.name: option for option in load().readings[reading.key].options}
    return options[reading.option].text(lang)
