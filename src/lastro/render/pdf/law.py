"""What the law said: parameters with mark and wording date, readings adopted, parameters missing, acts consulted."""

from __future__ import annotations

from collections.abc import Iterable

from lastro.law import load
from lastro.law.model import Act
from lastro.render import labels, words
from lastro.render.labels import (
    cite_text,
    cites_text,
    evidence_mark,
    law_value,
    parameter_label,
    reading_answer,
    reading_question,
)
from lastro.render.pdf import blocks
from lastro.render.pdf.blocks import Block
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import LawUsed, ReadingUsed, Statement


def regime_name(regime: str) -> str:
    """The name of the act that rules the period; the regime as the statement names it when no act has that id."""
    acts = load().acts
    act = acts.get(regime) or acts.get(f"portaria-saf-mapa-{regime.replace('/', '-')}")
    return act.name if act else regime


def provisions(cites: Iterable[str], regime: str, lang: Lang) -> str:
    """Citations where the act of the regime is understood: "art. 4º, § 9º, I"; other acts keep their names."""
    act = regime_name(regime)
    return "; ".join(cite_text(cite, lang).removeprefix(f"{act}, ") for cite in cites)


def understood(regime: str, lang: Lang) -> Block:
    """The sentence that names the act which `provisions` leaves out."""
    return blocks.paragraph(text("pdf.result_note", lang, {"act": regime_name(regime)}))


def parameter_blocks(statement: Statement, lang: Lang) -> list[Block]:
    """Every dated value that the computation consulted."""
    if not statement.law:
        return []
    columns = [
        blocks.column(text("pdf.column.parameter", lang), width=5),
        blocks.column(text("pdf.column.value", lang), width=5),
        blocks.column(text("pdf.column.provision", lang), width=5),
        blocks.column(text("pdf.column.wording", lang), width=5),
        blocks.column(text("pdf.column.mark", lang), width=3),
    ]
    rows = [_parameter(used, statement.regime, lang) for used in statement.law]
    return [
        understood(statement.regime, lang),
        blocks.table(columns, rows, size="compact"),
        blocks.paragraph(text("pdf.parameters_note", lang)),
    ]


def _parameter(used: LawUsed, regime: str, lang: Lang) -> Block:
    span = {"start": words.day(used.start, lang), "end": words.day(used.end, lang)}
    wording = text("pdf.from_to" if used.end else "pdf.from", lang, span)
    mark = text("pdf.overridden", lang) if used.overridden else evidence_mark(used.evidence, lang)
    return blocks.row(
        (
            parameter_label(used.key, lang),
            law_value(used, lang),
            provisions(used.cites, regime, lang),
            wording,
            mark,
        ),
        mark=used.overridden,
    )


def reading_blocks(statement: Statement, lang: Lang) -> list[Block]:
    """The questions the texts leave open and the answers taken; those that differ from the default stand out."""
    if not statement.readings:
        return []
    columns = [
        blocks.column(text("pdf.column.question", lang), width=7),
        blocks.column(text("pdf.column.option", lang), width=7),
        blocks.column(text("pdf.column.provision", lang), width=5),
        blocks.column(text("pdf.column.default", lang), width=2),
    ]
    rows = [_reading(used, statement.regime, lang) for used in statement.readings]
    found = [understood(statement.regime, lang), blocks.table(columns, rows, size="compact")]
    if not all(used.is_default for used in statement.readings):
        found.append(blocks.note(text("pdf.reading.note", lang)))
    return found


def _reading(used: ReadingUsed, regime: str, lang: Lang) -> Block:
    return blocks.row(
        (
            reading_question(used, lang),
            reading_answer(used, lang),
            provisions(map(str, load().readings[used.key].cites), regime, lang),
            text("pdf.reading.default" if used.is_default else "pdf.reading.chosen", lang),
        ),
        mark=not used.is_default,
    )


def missing_blocks(statement: Statement, lang: Lang) -> list[Block]:
    """Parameters that the computation needed and nobody has established."""
    if not statement.missing:
        return []
    columns = [
        blocks.column(text("pdf.column.key", lang), width=2),
        blocks.column(text("pdf.column.date", lang)),
        blocks.column(text("pdf.column.provision", lang), width=3),
    ]
    rows = [_missing(dict(missing), lang) for missing in statement.missing]
    return [blocks.table(columns, rows)]


def _missing(missing: dict[str, str], lang: Lang) -> Block:
    cites = [cite for cite in missing.get("cites", "").split("; ") if cite]
    return blocks.row(
        (
            parameter_label(missing["key"], lang),
            words.day(missing.get("on", ""), lang),
            cites_text(cites, lang),
        )
    )


def act_blocks(statement: Statement, lang: Lang) -> list[Block]:
    """The acts that any line, finding, column or parameter cites, with where to read them."""
    acts = load().acts
    cited = [acts[name] for name in sorted(_acts_cited(statement)) if name in acts]
    if not cited:
        return []
    listed = [(_act_title(act, lang), [detail for detail in (act.urn, act.url) if detail]) for act in cited]
    return [blocks.entries(listed), blocks.note(text("pdf.law.note", lang))]


def _act_title(act: Act, lang: Lang) -> str:
    if act.stub:
        return text("pdf.law.stub_title", lang, {"name": act.name, "title": act.title(lang)})
    return text("pdf.law.title", lang, {"name": act.name, "title": act.title(lang)})


def _acts_cited(statement: Statement) -> set[str]:
    listed = [
        *(cite for line in statement.lines for cite in line.cites),
        *(cite for finding in statement.findings for cite in finding.cites),
        *(cite for used in statement.law for cite in used.cites),
        *(cite for column in statement.memory_columns for cite in column.cites.split("; ") if cite),
    ]
    return {known.act for cite in set(listed) if (known := labels.parsed_cite(cite))}
