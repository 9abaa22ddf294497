"""The indicators on the screen: the whole first, then states and plants; what is missing under what needs it."""

from __future__ import annotations

from collections.abc import Iterator

from lastro.core.numbers import fixed
from lastro.render import labels, words
from lastro.statement.catalogue import Lang, text
from lastro.statement.indicators import Group, Indicator, Indicators, Reason
from lastro.statement.model import Unit

UNITS = {
    "pmen": Unit.PERCENT,
    "goal": Unit.PERCENT,
    "farmers": Unit.COUNT,
    "assistance_per_farmer": Unit.BRL,
    "purchases_per_farmer": Unit.BRL,
    "regional_share": Unit.PERCENT,
    "waiver": Unit.BRL,
    "sufficiency": Unit.FACTOR,
}
PLACES = {Unit.PERCENT: 4, Unit.COUNT: 0, Unit.BRL: 2, Unit.FACTOR: 4}
_SHOWN = 3  # needs named one by one


def indicator_lines(found: Indicators, lang: Lang) -> Iterator[str]:
    """Everything, with a blank line before each group but the first; a year of one plant is told once."""
    whole = {group.year: group for group in found.groups if group.kind == "all"}
    plants = {group.year: group for group in found.groups if group.kind == "plant"}
    shown = [group for group in found.groups if group.kind == "all" or whole[group.year].plants > 1]
    for number, group in enumerate(shown):
        if number:
            yield ""
        if group.kind == "all":
            yield text("indicators.title", lang, {"year": group.year})
        yield group_title(group if whole[group.year].plants > 1 else plants[group.year], lang)
        for indicator in group.indicators:
            yield from _indicator(indicator, lang)
        if group.unnamed:
            yield text("indicators.unnamed", lang, {"amount": words.money_of_centavos(group.unnamed, lang)})


def group_title(group: Group, lang: Lang) -> str:
    """What a group is called."""
    name = group.name or (text("indicators.no_state", lang) if group.kind == "state" else "")
    told = {"name": name, "id": words.person(group.id), "plants": str(group.plants)}
    return text(f"indicators.group_{group.kind}", lang, told)


def _indicator(indicator: Indicator, lang: Lang) -> Iterator[str]:
    label = text(f"indicators.label.{indicator.name}", lang)
    if indicator.value is None:
        yield text("indicators.not_measurable", lang, {"label": label})
        yield from _needs(indicator, lang)
        return
    unit = UNITS[indicator.name]
    told = {"label": label, "value": words.by_unit(fixed(indicator.value, PLACES[unit]), unit, lang)}
    if indicator.evidence:
        mark = labels.vocabulary("evidence", indicator.evidence, lang)
        yield text("indicators.row_marked", lang, told | {"evidence": mark})
    else:
        yield text("indicators.row", lang, told)


def _needs(indicator: Indicator, lang: Lang) -> Iterator[str]:
    for source, reason in indicator.needs[:_SHOWN]:
        need = need_text(reason, lang)
        if source:
            yield text("indicators.need", lang, {"need": need, "source": source})
        else:
            yield text("indicators.need_bare", lang, {"need": need})
    more = len(indicator.needs) - _SHOWN
    if more > 0:
        yield text("indicators.need_more", lang, {"count": str(more)})


def need_text(reason: Reason, lang: Lang) -> str:
    """What is missing, in words."""
    told = dict(reason.arguments)
    if "date" in told:
        told["date"] = words.day(told["date"], lang)
    return text(f"indicators.needs.{reason.code}", lang, told)
