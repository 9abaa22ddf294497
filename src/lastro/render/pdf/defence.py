"""The defence on paper: the figures side by side, what explains the gap, the answer to each refused row, the proof.

The same page, fonts and standards as the statement's; whoever files it finds the rows grouped by what is answered.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lastro.render import words
from lastro.render.defence import explanation_lines, figure_lines, heading, searched_lines
from lastro.render.labels import finding_remedy
from lastro.render.pdf import blocks
from lastro.render.pdf.blocks import Block
from lastro.render.pdf.document import REGION, finished, last_day, one_line, proof_blocks
from lastro.render.pdf.glance import subject_name
from lastro.render.pdf.glyphs import Json
from lastro.render.pdf.write import composed, put
from lastro.render.reconciled_text import Told
from lastro.statement.catalogue import Lang, text
from lastro.statement.hashes import content_hash
from lastro.statement.reconciled import DefenceRow, Explanation, Reconciliation


def render_defence(answer: Reconciliation, path: Path, lang: Lang, *, unmask: bool = False) -> None:
    """Write the defence as PDF to `path`, whole or not at all. Raises as `pdf.render_pdf`."""
    put(composed(defence_tree(answer, lang, unmask=unmask)), path)


def defence_tree(answer: Reconciliation, lang: Lang, *, unmask: bool) -> Json:
    """Everything the template prints."""
    told = Told(answer, lang, unmask=unmask)
    statement, digest = answer.statement, content_hash(answer.statement)
    about = {"subject": subject_name(statement), "year": statement.period["year"]}
    title = text("defence.pdf_title", lang, about)
    tree: Json = {
        "lang": lang,
        "region": REGION[lang],
        "title": title,
        "author": text("pdf.product", lang),
        "description": text("defence.pdf_description", lang),
        "keywords": [text("pdf.product", lang), "selo.reconcile", digest],
        "date": list(last_day(statement)),
        "header": {"left": one_line(title), "right": text("pdf.product", lang)},
        "footer": text("pdf.footer", lang, {"digest": digest}),
        "page-label": text("pdf.page", lang),
        "glance": _glance(told),
        "sections": list(_sections(told, digest)),
    }
    return finished(tree, unmask=unmask)


def _glance(told: Told) -> dict[str, Json]:
    answer, lang = told.answer, told.lang
    named = heading(answer)
    tiles = [_tile("ours", told.outcome(answer.ours), lang)]
    if not answer.official.empty:
        tiles.insert(0, _tile("official", told.official(), lang))
    if answer.given:
        tiles.append(_tile("after", told.outcome(answer.after_given), lang))
    return {
        "programme": text("defence.pdf_programme", lang),
        "subject": subject_name(answer.statement),
        "facts": [[text("pdf.fact.regime", lang), named["regime"]], [text("pdf.fact.period", lang), named["year"]]],
        "verdict": {"state": _state(answer), "headline": _headline(told), "detail": ""},
        "figures": list(tiles),
        "causes-title": "",
        "causes": [],
        "charts": [],
    }


def _tile(name: str, three: dict[str, str], lang: Lang) -> Json:
    lines: list[Json] = [
        text(f"defence.tile_{part}", lang, {"amount": three[part]}) for part in ("numerator", "denominator")
    ]
    return {"label": text(f"defence.tile_{name}", lang), "value": three["percent"], "lines": lines, "state": "plain"}


def _state(answer: Reconciliation) -> str:
    if answer.official.empty or answer.explanations:
        return "plain"
    return "risk"


def _headline(told: Told) -> str:
    """The gap, or how many refusals are answered."""
    if told.answer.official.empty:
        return text("defence.title", told.lang, {"count": words.number(str(len(told.answer.defence)), told.lang)})
    return told.gap_line()


def _sections(told: Told, digest: str) -> Iterator[Json]:
    lang = told.lang
    yield blocks.section(text("defence.section_gap", lang), list(_gap(told)), "here")
    if told.answer.defence:
        yield blocks.section(text("defence.section_rows", lang), list(_rows(told)), "new-page")
    if told.answer.findings:
        yield blocks.section(text("defence.section_findings", lang), [_findings(told)], "here")
    proof = proof_blocks(told.answer.statement, lang, digest, unmask=told.unmask)
    yield blocks.section(text("pdf.section.proof", lang), proof, "new-page")


def _gap(told: Told) -> Iterator[Block]:
    for line in figure_lines(told):
        yield blocks.paragraph(line)
    explanations = told.answer.explanations
    if explanations and explanations[0].differences:
        yield blocks.paragraph(_how_many(told))
        items = [_item(number, explanation, told) for number, explanation in enumerate(explanations, start=1)]
        yield blocks.entries(items)
        yield from map(blocks.note, searched_lines(told))
    else:
        yield from (blocks.paragraph(line) for line in explanation_lines(told) if line)


def _how_many(told: Told) -> str:
    explanations, left = told.answer.explanations, told.answer.searched.left
    size = {"size": str(len(explanations[0].differences)), "count": str(len(explanations))}
    return text("reconcile.one" if len(explanations) == 1 and not left else "reconcile.several", told.lang, size)


def _item(number: int, explanation: Explanation, told: Told) -> tuple[str, list[str]]:
    title = text("defence.explanation", told.lang, {"number": str(number)})
    return title, [told.difference(difference) for difference in explanation.differences]


def _rows(told: Told) -> Iterator[Block]:
    for _, rows, title in told.groups():
        yield blocks.heading(title)
        yield from (block for row in rows for block in _answer(row, told))


def _answer(row: DefenceRow, told: Told) -> Iterator[Block]:
    entry = {"official": told.place(row.official), "row": told.row(row.fact)}
    yield blocks.note(text("defence.entry", told.lang, entry).strip())
    yield blocks.facts(told.pairs(row))


def _findings(told: Told) -> Block:
    return blocks.entries(
        (
            text("reconcile.finding", told.lang, _found(told, at)).strip(),
            [text("reconcile.finding_remedy", told.lang, {"remedy": finding_remedy(finding, told.lang)}).strip()],
        )
        for at, finding in enumerate(told.answer.findings)
    )


def _found(told: Told, at: int) -> dict[str, str]:
    finding = told.answer.findings[at]
    row = str(finding.source.row or words.ABSENT) if finding.source else words.ABSENT
    return {"row": row, "code": finding.code, "message": told.message(finding)}
