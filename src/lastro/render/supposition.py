"""The answer to "what if I bought this as well?", as lines and as JSON."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.core.numbers import fixed, fraction_text
from lastro.render import labels, words
from lastro.render.plan import figure_lines, figures_json, regime_told
from lastro.statement.catalogue import Lang, text
from lastro.statement.plan import Supposed, WhatIfAnswer


def supposition_lines(answer: WhatIfAnswer, lang: Lang) -> Iterator[str]:
    """What was supposed, how the rules took it, and the figures without and with it."""
    told = {"year": str(answer.year), "plant": answer.plant, "regime": regime_told(answer.regime)}
    yield text("plan.if_title", lang, told)
    for row in answer.supposed:
        yield from _supposed(row, lang)
    yield ""
    yield from figure_lines(answer.before, answer.after, answer.regional_minimum, lang)
    if answer.minimum is not None:
        yield text("plan.if_minimum", lang, {"minimum": words.percent(fixed(answer.minimum, 4), lang)})
    yield ""
    yield text("plan.if_nothing_written", lang)


def _supposed(row: Supposed, lang: Lang) -> Iterator[str]:
    told = {
        "product": labels.vocabulary("product", row.product, lang),
        "word": row.word,
        "place": labels.municipality(row.place),
        "value": words.money_of_centavos(row.centavos, lang),
        "kind": labels.vocabulary("supplier_kind", row.supplier_kind, lang),
        "accepted": words.money_of_centavos(row.accepted_centavos, lang),
        "weight": words.scaled_integer(row.weight_thousandths, "thousandths", lang),
        "count": str(row.families),
    }
    yield text("plan.if_bought", lang, told)
    if row.refused:
        yield text("plan.if_refused", lang, {"codes": row.refused})
        return
    yield text("plan.if_counts", lang, told)
    if row.families:
        yield text("plan.families", lang, told)


def supposition_json(answer: WhatIfAnswer) -> dict[str, object]:
    """The same as data."""
    return {
        "kind": "selo.what_if",
        "year": str(answer.year),
        "plant": answer.plant,
        "regime": answer.regime,
        "minimum": None if answer.minimum is None else fraction_text(answer.minimum),
        "regional_minimum": None if answer.regional_minimum is None else fraction_text(answer.regional_minimum),
        "before": figures_json(answer.before),
        "after": figures_json(answer.after),
        "supposed": [_supposed_json(row) for row in answer.supposed],
    }


def _supposed_json(row: Supposed) -> dict[str, object]:
    return {
        "product": row.product, "word": row.word, "place": row.place, "supplier_kind": row.supplier_kind,
        "value": words.plain(row.centavos, "centavos"), "accepted": words.plain(row.accepted_centavos, "centavos"),
        "weight": words.plain(row.weight_thousandths, "thousandths"), "families": row.families, "refused": row.refused,
    }  # fmt: skip
