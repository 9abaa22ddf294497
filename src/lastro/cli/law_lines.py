"""The law as lines of text for a terminal of 80 columns, in either language. Nothing is computed here."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from datetime import date
from fractions import Fraction
from itertools import groupby

from lastro.core.dates import Interval
from lastro.law import Act, DatedValue, Option, ReadingQuestion, cites_text, load, value_text
from lastro.law.audit import CheckReport, Hole
from lastro.law.listing import Difference, ParameterOn, ParameterShown
from lastro.statement.catalogue import Lang, text

_WIDTH = 80
_PERCENT = 100


def wrapped(line: str, indent: int = 0) -> str:
    """One paragraph within the terminal's width, with its indentation."""
    blank = " " * indent
    return textwrap.fill(line, _WIDTH, initial_indent=blank, subsequent_indent=blank, break_on_hyphens=False)


def day_text(day: date, lang: Lang) -> str:
    """A date as that language writes it."""
    return f"{day:%d/%m/%Y}" if lang == "pt" else day.isoformat()


def period_text(interval: Interval, lang: Lang) -> str:
    """An interval by its first and last day."""
    start = day_text(interval.start, lang)
    if interval.last_day is None:
        return text("law.period.from", lang, {"start": start})
    return text("law.period.between", lang, {"start": start, "last": day_text(interval.last_day, lang)})


def shown_value(value: DatedValue | None, lang: Lang) -> str:
    """A value with its unit and the mark of how well it is known."""
    if value is None:
        return text("law.value.none", lang)
    if not value.established:
        return text("law.value.not_established", lang)
    unit, evidence = text(f"law.unit.{value.unit}", lang), text(f"law.evidence.{value.evidence}", lang)
    return text("law.value.line", lang, {"value": _printed(value, lang), "unit": unit, "evidence": evidence})


def _printed(value: DatedValue, lang: Lang) -> str:
    plain = value_text(value.value)
    if value.unit == "act":
        return load().acts[plain].name
    if value.unit == "date":
        return day_text(value.day(), lang)
    if value.unit == "share":
        plain = text("law.value.percent", lang, {"value": value_text(value.number() * _PERCENT)})
    return plain.replace(".", ",") if lang == "pt" and isinstance(value.value, Fraction) else plain


def parameter_list(rows: Iterable[ParameterOn], on: date, lang: Lang) -> Iterator[str]:
    """Every parameter: key, label, value of the day with its mark, provisions."""
    yield text("law.list.parameters", lang, {"on": day_text(on, lang)})
    for row in rows:
        yield ""
        yield row.rule.key
        yield wrapped(f"{row.rule.label(lang)}: {shown_value(row.value, lang)}", 2)
        if row.value is not None:
            yield wrapped(cites_text(row.value.cites, lang), 2)


def act_list(acts: Iterable[Act], lang: Lang) -> Iterator[str]:
    """Every act: name, what it is about, since when in force, whether it was read."""
    yield text("law.list.acts", lang)
    for act in acts:
        yield ""
        yield f"{act.name} · {act.id}"
        yield wrapped(act.title(lang), 2)
        if act.in_force is not None:
            yield wrapped(text("law.list.in_force", lang, {"period": period_text(act.in_force, lang)}), 2)
        if act.stub:
            yield wrapped(text("law.list.stub", lang), 2)


def reading_list(questions: Iterable[ReadingQuestion], lang: Lang) -> Iterator[str]:
    """Every reading: key, question and the names of its options."""
    yield text("law.list.readings", lang)
    for question in questions:
        yield ""
        yield f"{question.key} · {text('law.list.later', lang)}" if question.later else question.key
        yield wrapped(question.question(lang), 2)
        yield wrapped(" · ".join(question.names), 2)


def glossary_list(lang: Lang) -> Iterator[str]:
    """Every term of the field in both languages with what it is."""
    yield text("law.list.glossary", lang)
    for term in load().glossary:
        yield ""
        yield f"{term.pt} · {term.en}"
        yield wrapped(term.definition_pt if lang == "pt" else term.definition_en, 2)


def parameter_shown(shown: ParameterShown, lang: Lang) -> Iterator[str]:
    """One parameter: our paraphrase, labelled so, every dated value with its mark, and where to read the acts."""
    yield text("law.show.key", lang, {"key": shown.rule.key, "label": shown.rule.label(lang)})
    yield wrapped(shown.rule.rule(lang), 2)
    yield wrapped(text("law.paraphrase", lang), 2)
    for value in shown.values:
        yield ""
        yield wrapped(f"{period_text(value.interval, lang)}: {shown_value(value, lang)}", 2)
        yield wrapped(cites_text(value.cites, lang), 4)
        if value.note(lang):
            yield wrapped(text("law.show.note", lang, {"note": value.note(lang)}), 4)
    yield ""
    yield text("law.show.acts", lang)
    for act in shown.acts:
        yield wrapped(act.name, 2)
        yield f"    {_address(act, lang)}"


def act_shown(act: Act, lang: Lang) -> Iterator[str]:
    """One act: what it is about, its dates, what changed it, where to read it."""
    yield f"{act.name} · {act.id}"
    yield wrapped(act.title(lang), 2)
    yield wrapped(text("law.paraphrase", lang), 2)
    yield "  " + text("law.show.identifier", lang, {"urn": act.urn})
    if act.published is None:
        yield wrapped(text("law.show.published_unknown", lang), 2)
    else:
        yield wrapped(text("law.show.published", lang, {"day": day_text(act.published, lang)}), 2)
    if act.in_force is not None:
        yield wrapped(text("law.list.in_force", lang, {"period": period_text(act.in_force, lang)}), 2)
    for code, others in (("amended", act.amended_by), ("revoked", act.revoked_by)):
        if others:
            names = ", ".join(load().acts[other].name for other in others)
            yield wrapped(text(f"law.show.{code}", lang, {"acts": names}), 2)
    evidence = text("law.list.stub" if act.stub else f"law.evidence.{act.evidence}", lang)
    yield wrapped(text("law.show.evidence", lang, {"evidence": evidence}), 2)
    if act.note(lang):
        yield wrapped(text("law.show.note", lang, {"note": act.note(lang)}), 2)
    yield f"  {_address(act, lang)}"


def reading_shown(question: ReadingQuestion, lang: Lang) -> Iterator[str]:
    """One reading: question, reason, provisions and options."""
    yield text("law.show.reading", lang, {"key": question.key})
    yield wrapped(question.question(lang), 2)
    yield wrapped(text("law.show.reason", lang, {"reason": question.reason(lang)}), 2)
    yield wrapped(text("law.show.cites", lang, {"cites": cites_text(question.cites, lang)}), 2)
    yield ""
    for option in question.options:
        yield wrapped(_option(option, question.default, lang), 2)


def difference(found: Difference, first: date, second: date, lang: Lang) -> Iterator[str]:
    """What changed between two days: acts first, then values before and after."""
    yield text("law.diff.title", lang, {"first": day_text(first, lang), "second": day_text(second, lang)})
    if not found.acts and not found.parameters:
        yield text("law.diff.nothing", lang)
    for change in found.acts:
        code = "entered" if change.entered else "ceased"
        yield wrapped(text(f"law.diff.{code}", lang, {"on": day_text(change.on, lang), "act": change.act.name}), 2)
    for changed in found.parameters:
        yield ""
        yield f"{changed.rule.key} · {changed.rule.label(lang)}"
        yield wrapped(text("law.diff.before", lang, {"value": shown_value(changed.before, lang)}), 2)
        yield wrapped(text("law.diff.after", lang, {"value": shown_value(changed.after, lang)}), 2)
        last = changed.after or changed.before
        if last is not None:
            yield wrapped(cites_text(last.cites, lang), 2)


def checked(report: CheckReport, today: date, lang: Lang) -> Iterator[str]:
    """What the check looked at, the faults, and the holes with the keys that share one together."""
    yield wrapped(text("law.check.counts", lang, {name: str(count) for name, count in report.counts.items()}))
    if report.ok:
        yield text("law.check.ok", lang)
    else:
        yield text("law.check.faults", lang, {"count": str(len(report.faults))})
    for fault in report.faults:
        yield wrapped(text(f"law.faults.{fault.code}", lang, {"subject": fault.subject, **fault.arguments}), 2)
    yield ""
    yield text("law.check.holes", lang, {"today": day_text(today, lang)})
    yield from _holes(report.holes, lang)
    for interval, codes in report.undetermined:
        arguments = {"count": str(codes), "period": period_text(interval, lang)}
        yield wrapped(text("law.check.undetermined", lang, arguments), 2)


def _holes(holes: Iterable[Hole], lang: Lang) -> Iterator[str]:
    def when(hole: Hole) -> tuple[date, date, str]:
        return hole.interval.start, hole.interval.end or date.max, hole.kind

    for (_, _, kind), group in groupby(sorted(holes, key=when), key=when):
        members = list(group)
        period = period_text(members[0].interval, lang)
        yield wrapped(text(f"law.check.{kind}", lang, {"period": period}), 2)
        yield wrapped(", ".join(hole.key for hole in members), 4)


def _option(option: Option, default: str, lang: Lang) -> str:
    code = "option_default" if option.name == default else "option"
    return text(f"law.show.{code}", lang, {"name": option.name, "meaning": option.text(lang)})


def _address(act: Act, lang: Lang) -> str:
    return text("law.read_at", lang, {"url": act.url}) if act.url else text("law.no_address", lang)
