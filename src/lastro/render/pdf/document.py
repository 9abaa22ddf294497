"""Everything the template prints, as one tree of strings: built from a statement, masked, and made printable."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date

import lastro
from lastro.render.charts import ChartData, chart_data
from lastro.render.pdf import blocks
from lastro.render.pdf.blocks import Block, Place
from lastro.render.pdf.causes import finding_blocks
from lastro.render.pdf.explanation import Explanation, explanation_blocks
from lastro.render.pdf.glance import glance, subject_name
from lastro.render.pdf.glyphs import Json, breakable_text, printable_text
from lastro.render.pdf.law import act_blocks, missing_blocks, parameter_blocks, reading_blocks
from lastro.render.pdf.memory import memory_blocks
from lastro.render.pdf.results import pace_blocks, result_blocks, share_blocks, tried_blocks
from lastro.render.privacy import masker
from lastro.statement.catalogue import Lang, text
from lastro.statement.hashes import content_hash, provenance_hash
from lastro.statement.model import Statement

REGION = {"pt": "BR", "en": "GB"}
_HEAD = 100
TAGS = {"pt": "pt", "en": "en"}


def document(
    statement: Statement, lang: Lang, *, unmask: bool, explanations: Iterable[Explanation], max_rows: int
) -> Json:
    """The tree. Its strings are final: the template adds none and evaluates none."""
    subject = {"subject": subject_name(statement), "year": statement.period.get("year", "")}
    digest = content_hash(statement)
    data = chart_data(statement, lang)
    tree: Json = {
        "lang": TAGS[lang],
        "region": REGION[lang],
        "title": text("pdf.title", lang, subject),
        "author": text("pdf.product", lang),
        "description": text("pdf.description", lang),
        "keywords": [text("pdf.product", lang), statement.kind, digest],
        "date": list(last_day(statement)),
        "header": {"left": one_line(text("pdf.running_head", lang, subject)), "right": text("pdf.product", lang)},
        "footer": text("pdf.footer", lang, {"digest": digest}),
        "page-label": text("pdf.page", lang),
        "glance": glance(statement, data, lang),
        "sections": list(_sections(statement, data, lang, unmask, explanations, max_rows, digest)),
    }
    return finished(tree, unmask=unmask)


def one_line(head: str) -> str:
    """The running head, cut where it would need a second line."""
    return head if len(head) <= _HEAD else f"{head[:_HEAD].rstrip()}…"


def last_day(statement: Statement) -> tuple[int, int, int]:
    """The last day of the period: PDF/A wants a date, a statement has no clock, equal data must give equal bytes."""
    last = date.fromisoformat(statement.period["end"])
    return last.year, last.month, last.day


def _sections(
    statement: Statement,
    data: ChartData,
    lang: Lang,
    unmask: bool,
    explanations: Iterable[Explanation],
    max_rows: int,
    digest: str,
) -> Iterable[Block]:
    listed: tuple[tuple[str, list[Block], Place], ...] = (
        ("missing", missing_blocks(statement, lang), "here"),
        ("result", [*result_blocks(statement, lang), *tried_blocks(statement, lang)], "new-page"),
        ("shares", share_blocks(data, lang), "here"),
        ("pace", pace_blocks(data, lang), "here"),
        ("parameters", parameter_blocks(statement, lang), "here"),
        ("readings", reading_blocks(statement, lang), "here"),
        ("findings", finding_blocks(statement, lang, unmask=unmask), "new-page"),
        ("explanations", explanation_blocks(explanations, lang), "new-page"),
        ("memory", memory_blocks(statement, lang, max_rows), "landscape"),
        ("law", act_blocks(statement, lang), "new-page"),
        ("proof", proof_blocks(statement, lang, digest, unmask=unmask), "here"),
    )
    for name, found, place in listed:
        if found:
            yield blocks.section(text(f"pdf.section.{name}", lang), found, place)


def proof_blocks(statement: Statement, lang: Lang, digest: str, *, unmask: bool) -> list[Block]:
    """The two digests, what they cover, the digests of the evidence, and the place to sign."""
    hashes = [
        (text("pdf.proof.content", lang), digest),
        (text("pdf.proof.provenance", lang), provenance_hash(statement)),
        (text("pdf.proof.version", lang), lastro.__version__),
    ]
    found = [blocks.facts(hashes, mono=True), blocks.paragraph(text("pdf.proof.how", lang))]
    if statement.provenance:
        found.append(blocks.heading(text("pdf.proof.evidence_heading", lang)))
        found.append(blocks.facts(sorted(statement.provenance.items()), mono=True))
    found.append(blocks.note(text("pdf.proof.unmasked" if unmask else "pdf.proof.masked", lang)))
    names: list[Json] = [text("pdf.signature.responsible", lang), text("pdf.signature.director", lang)]
    found.append({"kind": "signatures", "place": text("pdf.signature.place", lang), "names": names})
    return found


def finished(tree: Json, *, unmask: bool) -> Json:
    """The tree as the template prints it: CPFs masked unless `unmask`, every string printable."""
    return every_string(tree, last_pass(unmask=unmask))


def last_pass(*, unmask: bool) -> Callable[[str], str]:
    """What every string goes through before it is printed: CPFs masked, and only characters that have a glyph."""
    mask = masker(unmask=unmask)
    return lambda value: printable_text(mask(value))


def every_string(data: Json, change: Callable[[str], str]) -> Json:
    """`data` with `change` applied to every string at any depth, keys aside; cells of tables may break as well."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, list):
        return [every_string(item, change) for item in data]
    if isinstance(data, dict):
        return {key: _of_key(key, value, change) for key, value in data.items()}
    return data


def _of_key(key: str, value: Json, change: Callable[[str], str]) -> Json:
    if key == "cells" and isinstance(value, list):
        return [breakable_text(change(cell)) if isinstance(cell, str) else cell for cell in value]
    return every_string(value, change)
