"""A plan as lines and as JSON: what to take, what it costs, what holds it, and what the next real buys."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from lastro.core.numbers import fixed, fraction_text
from lastro.law import load
from lastro.render import labels, words
from lastro.statement.catalogue import Lang, text
from lastro.statement.plan import STEP, Binding, Bought, Figures, NextReal, Plan

_MICRO = 1_000_000
_SHOWN = 1_000  # the screen shows thousandths of a unit, the JSON all of it
_HUNDRED = 100


def plan_lines(plan: Plan, lang: Lang, *, unmask: bool = False) -> Iterator[str]:
    """The answer first, then what to take, what holds it, and what the next real of each offer would bring."""
    yield text("plan.title", lang, _heading(plan, lang))
    yield text("plan.target", lang, _target(plan, lang))
    yield ""
    yield from _answer(plan, lang)
    yield from figure_lines(plan.before, plan.after, plan.regional_minimum, lang)
    if plan.bought:
        yield ""
        yield text("plan.take", lang)
        for row in plan.bought:
            yield from _bought(row, lang, unmask=unmask)
    if plan.binding:
        yield ""
        yield text("plan.holds", lang)
        yield from (_binding(row, lang, unmask=unmask) for row in plan.binding)
    yield ""
    yield text("plan.next", lang, {"step": words.money(fixed(STEP, 2), lang)})
    yield from (_next(row, lang) for row in plan.next_reals)
    yield ""
    yield text("plan.papers", lang)
    if plan.unread_offers:
        yield text("plan.unread", lang, {"count": str(plan.unread_offers)})


def regime_told(regime: str) -> str:
    """The name of the act that rules the year."""
    act = load().acts.get(regime)
    return act.name if act else regime


def figure_lines(before: Figures, after: Figures, regional_minimum: Fraction | None, lang: Lang) -> Iterator[str]:
    """The figures without and with, and what changed."""
    for name in ("declared", "after_risk", "regional"):
        was, becomes = getattr(before, name), getattr(after, name)
        change = None if was is None or becomes is None else becomes - was
        told = {"before": _percent(was, lang), "after": _percent(becomes, lang), "points": _points(change, lang)}
        yield text(f"plan.figure.{name}", lang, told)
    if regional_minimum is not None:
        yield text("plan.regional", lang, {"minimum": _percent(regional_minimum, lang)})


def _heading(plan: Plan, lang: Lang) -> dict[str, str]:
    return {"year": str(plan.year), "plant": plan.plant, "regime": regime_told(plan.regime)}


def _target(plan: Plan, lang: Lang) -> dict[str, str]:
    return {
        "target": _percent(plan.target, lang),
        "minimum": _percent(plan.minimum, lang),
        "margin": words.number(fixed(plan.margin, 4), lang),
    }


def _answer(plan: Plan, lang: Lang) -> Iterator[str]:
    told = {"cost": _money(plan.cost, lang), "spent": _money(plan.spent, lang)}
    if plan.reached and not plan.bought:
        yield text("plan.nothing", lang)
    elif plan.reached:
        yield text("plan.costs", lang, told)
        least = {"bound": _money(plan.lower_bound, lang)}
        yield text("plan.proven", lang) if plan.proven else text("plan.unproven", lang, least)
        if plan.beyond_caps:
            yield text("plan.beyond_caps", lang)
    else:
        yield from _short(plan, lang, told)


def _short(plan: Plan, lang: Lang, told: dict[str, str]) -> Iterator[str]:
    """By how much the offers fall short of the minimum, of the regional condition, or of both together."""
    if plan.short_points:
        missing = {"points": words.number(fixed(plan.short_points, 4), lang), "value": _money(plan.short_value, lang)}
        yield text("plan.short", lang, missing)
    if plan.short_regional:
        share = {"points": words.number(fixed(plan.short_regional, 4), lang)}
        yield text("plan.short_regional", lang, share)
    yield text("plan.best", lang, told)


def _bought(row: Bought, lang: Lang, *, unmask: bool) -> Iterator[str]:
    told = {
        "offer": row.offer,
        "value": words.money_of_centavos(row.centavos, lang),
        "quantity": words.number(_trimmed(row.quantity_micro // _SHOWN * _SHOWN), lang),
        "unit": row.unit,
        "place": labels.municipality(row.place),
        "cost": _money(row.cost, lang),
    }
    if row.weight_thousandths is None:
        yield text("plan.spend", lang, told | {"kind": labels.vocabulary("offer_kind", row.kind, lang)})
    else:
        weight = words.scaled_integer(row.weight_thousandths, "thousandths", lang)
        product = labels.vocabulary("product", row.product, lang)
        yield text("plan.buy", lang, told | {"product": product, "weight": weight})
    if row.supplier:
        yield text("plan.supplier", lang, {"supplier": words.person(row.supplier, unmask=unmask)})
    if row.families:
        yield text("plan.families", lang, {"count": str(row.families)})


def _binding(row: Binding, lang: Lang, *, unmask: bool) -> str:
    match row.kind:
        case "availability":
            return text("plan.held.availability", lang, {"offer": row.subject})
        case "cap":
            cap = labels.label_of(row.subject, {}, lang)
            cut = words.money_of_centavos(row.cut, lang)
            return text("plan.held.cut" if row.cut else "plan.held.cap", lang, {"cap": cap, "cut": cut})
        case "regional":
            return text("plan.held.regional", lang)
        case _:
            return text(f"plan.held.{row.kind}", lang, {"family": words.person(row.subject, unmask=unmask)})


def _next(row: NextReal, lang: Lang) -> str:
    told = {
        "offer": row.offer,
        "points": words.points(row.points, lang),
        "cost": _money(row.cost, lang),
        "left": words.money_of_centavos(max(0, row.left), lang),
    }
    if row.refused:
        return text("plan.refused", lang, told | {"codes": row.refused})
    if row.left <= 0:
        return text("plan.next_none", lang, told)
    return text("plan.next_row", lang, told)


def plan_json(plan: Plan) -> dict[str, object]:
    """The plan as data: reais with two places, percentages with four and their exact fraction."""
    return {
        "kind": "selo.plan",
        "year": str(plan.year),
        "plant": plan.plant,
        "regime": plan.regime,
        "minimum": _exact(plan.minimum),
        "margin": _exact(plan.margin),
        "target": _exact(plan.target),
        "regional_minimum": _exact(plan.regional_minimum),
        "reached": plan.reached,
        "cost": fixed(plan.cost, 2),
        "spent": fixed(plan.spent, 2),
        "proven": plan.proven,
        "beyond_caps": plan.beyond_caps,
        "lower_bound": fixed(plan.lower_bound, 2),
        "short": {
            "points": _exact(plan.short_points),
            "value": fixed(plan.short_value, 2),
            "regional": _exact(plan.short_regional),
        },
        "before": figures_json(plan.before),
        "after": figures_json(plan.after),
        "bought": [_bought_json(row) for row in plan.bought],
        "binding": [{"kind": b.kind, "subject": _subject(b), "cut": _reais(b.cut)} for b in plan.binding],
        "next": [_next_json(row) for row in plan.next_reals],
        "unread_offers": plan.unread_offers,
    }


def figures_json(figures: Figures) -> dict[str, object]:
    """The figures of one statement."""
    numerator = None if figures.numerator is None else fixed(figures.numerator, 2)
    named = {name: _exact(getattr(figures, name)) for name in ("declared", "after_risk", "regional")}
    return {**named, "numerator": numerator}


def _bought_json(row: Bought) -> dict[str, object]:
    weight = None if row.weight_thousandths is None else words.plain(row.weight_thousandths, "thousandths")
    return {
        "offer": row.offer, "kind": row.kind, "product": row.product, "letter": row.letter, "place": row.place,
        "supplier": words.person(row.supplier), "value": _reais(row.centavos), "quantity": _trimmed(row.quantity_micro),
        "unit": row.unit, "cost": fixed(row.cost, 2), "all": row.all_of_it, "weight": weight, "families": row.families,
    }  # fmt: skip


def _next_json(row: NextReal) -> dict[str, object]:
    told = {"offer": row.offer, "points": _exact(row.points), "cost": fixed(row.cost, 2), "left": _reais(row.left)}
    return {**told, "step": fixed(STEP, 2), "refused": row.refused}


def _subject(binding: Binding) -> str:
    return words.person(binding.subject) if binding.kind in ("income", "yield") else binding.subject


def _exact(value: Fraction | None) -> dict[str, str] | None:
    return None if value is None else {"value": fixed(value, 4), "exact": fraction_text(value)}


def _reais(centavos: int) -> str:
    return fixed(Fraction(centavos, _HUNDRED), 2)


def _trimmed(micro: int) -> str:
    """A quantity in its unit without the places that it does not use."""
    return fixed(Fraction(micro, _MICRO), 6).rstrip("0").rstrip(".")


def _money(reais: Fraction, lang: Lang) -> str:
    return words.money(fixed(reais, 2), lang)


def _percent(value: Fraction | None, lang: Lang) -> str:
    return words.ABSENT if value is None else words.percent(fixed(value, 4), lang)


def _points(value: Fraction | None, lang: Lang) -> str:
    return words.ABSENT if value is None else words.points(value, lang)
