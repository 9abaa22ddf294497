"""What the statement rests on: readings that are not the default, and the law consulted with its evidence marks."""

from __future__ import annotations

from lastro.render import labels
from lastro.render.terminal.writer import WARN, Cell, Head, Styled, Writer
from lastro.statement.model import LawUsed, Statement

_STRONG = ("seed", "official")


def readings(writer: Writer, statement: Statement) -> None:
    """The readings that are not the default."""
    chosen = [used for used in statement.readings if not used.is_default]
    if not chosen:
        return
    writer.heading(writer.say("readings"))
    for used in chosen:
        told = {
            "key": used.key,
            "option": used.option,
            "question": labels.reading_question(used, writer.lang),
            "answer": labels.reading_answer(used, writer.lang),
        }
        writer.line(writer.say("reading", told), indent=2)


def law(writer: Writer, statement: Statement) -> None:
    """The parameters consulted, with the mark of how well each is known."""
    if not statement.law:
        return
    writer.heading(writer.say("law"))
    heads = (
        Head(writer.say("parameter"), share=3),
        Head(writer.say("value"), "right", share=2),
        Head(writer.say("mark")),
    )
    writer.table(heads, [_value(writer, used) for used in statement.law])


def _value(writer: Writer, used: LawUsed) -> list[Cell]:
    mark = labels.evidence_mark(used.evidence, writer.lang)
    shown = writer.say("overridden", {"mark": mark}) if used.overridden else mark
    strong = used.evidence in _STRONG and not used.overridden
    label = labels.parameter_label(used.key, writer.lang)
    return [label, labels.law_value(used, writer.lang), Styled(shown, "" if strong else WARN)]
