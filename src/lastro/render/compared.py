"""Two regimes side by side, as lines for the terminal and as JSON."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lastro.core.numbers import fraction_text, half_up
from lastro.law import load
from lastro.render import labels, words
from lastro.render.privacy import masker
from lastro.statement.catalogue import Lang, text
from lastro.statement.comparison import Compared, Comparison, Weighed
from lastro.statement.model import Line

FIGURES = (
    "selo.weighted_percentage", "selo.weighted_percentage_after_risk", "selo.minimum_percentage", "selo.margin",
    "selo.numerator", "selo.denominator", "selo.effective_percentage", "selo.regional_share", "selo.regional_minimum",
    "selo.multiplier.priority_origin.added", "selo.multiplier.diversified.added", "selo.multiplier.own_region.added",
    "selo.multiplier.centre_southeast.added", "selo.multiplier.cooperative.added", "selo.multiplier.organisation.added",
    "selo.multiplier.donation_research.added", "selo.multiplier.fomento.added",
)  # fmt: skip
FEW = 20
_CENTAVOS = 100
_LABEL, _VALUE = 38, 20


def compared_lines(found: Comparison, lang: Lang, *, every: bool = False, unmask: bool = False) -> Iterator[str]:
    """Figures first, then the lines that differ, the largest difference first; all of them when `every`."""
    names = [labels.regime_name(side) for side in (found.left, found.right)]
    yield text("compare.title", lang, {"year": found.left.period["year"], "left": names[0], "right": names[1]})
    yield ""
    yield f"{'':{_LABEL}}{_short(names[0]):>{_VALUE}}{_short(names[1]):>{_VALUE}}"
    for line_id, left, right in found.figures(FIGURES):
        yield from _figure(line_id, left, right, lang)
    yield ""
    yield from _rows(found, lang, every, unmask)
    yield ""
    yield from _why(found, lang)


def _short(name: str) -> str:
    """The issuing body and number of an act: "MDA 28/2024"."""
    return " ".join(name.split()[-2:])


def _figure(line_id: str, left: Line | None, right: Line | None, lang: Lang) -> Iterator[str]:
    shown = [words.ABSENT if line is None else words.line_value(line, lang) for line in (left, right)]
    label = labels.line_label(left or right, lang)  # type: ignore[arg-type]
    if len(label) >= _LABEL:
        yield label
        label = ""
    yield f"{label:{_LABEL}}{shown[0]:>{_VALUE}}{shown[1]:>{_VALUE}}"


def _rows(found: Comparison, lang: Lang, every: bool, unmask: bool) -> Iterator[str]:
    differing = found.differing
    counts = {"rows": words.number(str(len(found.rows)), lang), "differing": words.number(str(len(differing)), lang)}
    yield text("compare.rows", lang, counts)
    sums = dict(zip(("left", "right"), (_reais(amount, lang) for amount in found.lines_weighted()), strict=True))
    yield text("compare.sums", lang, sums)
    clean = masker(unmask=unmask)
    for row in differing if every else differing[:FEW]:
        yield clean(_row(row, lang))
        for side, weighed in (("left", row.left), ("right", row.right)):
            yield f"    {text(f'compare.{side}', lang)}: {_weighed(weighed, lang)}"
    if not every and len(differing) > FEW:
        yield text("compare.more", lang, {"count": words.number(str(len(differing) - FEW), lang)})


def _row(row: Compared, lang: Lang) -> str:
    told = {
        "date": words.day(row.issued_on, lang),
        "supplier": words.person(row.supplier),
        "product": labels.vocabulary("product", row.product, lang),
        "value": words.money_of_centavos(row.centavos, lang),
        "difference": _signed(row, lang),
        "document": f"{row.key}-{row.item}" if row.key else row.line_id.partition(":")[0],
    }
    return text("compare.row", lang, told)


def _signed(row: Compared, lang: Lang) -> str:
    centavos = half_up(row.difference * _CENTAVOS)
    shown = words.money_of_centavos(centavos, lang)
    return shown if centavos < 0 else f"+{shown}"


def _weighed(weighed: Weighed | None, lang: Lang) -> str:
    if weighed is None:
        return text("compare.unknown", lang)
    if weighed.block:
        return text("compare.out", lang, {"code": weighed.block})
    told = {
        "accepted": words.money_of_centavos(weighed.accepted_centavos, lang),
        "weight": words.scaled_integer(weighed.weight, "thousandths", lang),
        "weighted": _reais(weighed.weighted, lang),
    }
    return text("compare.counts", lang, told)


def _reais(amount: Fraction, lang: Lang) -> str:
    return words.money_of_centavos(half_up(amount * _CENTAVOS), lang)


def _why(found: Comparison, lang: Lang) -> Iterator[str]:
    """The command that explains the difference: what the law says otherwise between days of the two regimes."""
    acts = load().acts
    times = [acts[side.regime].in_force for side in (found.left, found.right) if side.regime in acts]
    if len(times) == 2 and times[0] is not None and times[1] is not None:
        yield text("compare.law", lang, {"first": times[0].start.isoformat(), "second": times[1].start.isoformat()})


def compared_json(found: Comparison, *, unmask: bool = False) -> dict[str, object]:
    """The same with exact values: every line that differs, and the figures of both regimes."""
    clean = masker(unmask=unmask)
    return {
        "year": found.left.period["year"],
        "left": found.left.regime,
        "right": found.right.regime,
        "figures": {
            line_id: {"left": _exact(left), "right": _exact(right)} for line_id, left, right in found.figures(FIGURES)
        },
        "lines_weighted": [fraction_text(amount) for amount in found.lines_weighted()],
        "rows": len(found.rows),
        "differing": [_row_json(row, clean(row.supplier), clean(row.part)) for row in found.differing],
    }


def _exact(line: Line | None) -> dict[str, str | None] | None:
    return None if line is None else {"value": line.value, "exact": line.exact, "unit": line.unit.value}


def _row_json(row: Compared, supplier: str, part: str) -> dict[str, object]:
    return {
        "line": row.line_id,
        "part": part,
        "key": row.key,
        "item": str(row.item),
        "date": row.issued_on,
        "supplier": supplier,
        "product": row.product,
        "centavos": str(row.centavos),
        "left": _side_json(row.left),
        "right": _side_json(row.right),
        "difference": fraction_text(row.difference),
    }


def _side_json(weighed: Weighed | None) -> dict[str, str] | None:
    if weighed is None:
        return None
    return {
        "accepted_centavos": str(weighed.accepted_centavos),
        "weight_thousandths": str(weighed.weight),
        "block": weighed.block,
    }
