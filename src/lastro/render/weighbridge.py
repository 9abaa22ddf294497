"""The answer at the weighbridge in a few lines: counts, in part or not, why, what multiplies it, and the room left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lastro.render import labels, words
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Finding
from lastro.statement.weighing import Weighing


def answer_lines(weighing: Weighing, lang: Lang, *, unmask: bool = False) -> Iterator[str]:
    """The verdict first, then each reason with its remedy, the multipliers, the rooms, and what to mind."""
    yield _verdict(weighing, lang)
    yield from _told("reason", weighing.reasons, lang, unmask)
    if weighing.verdict != "no":
        yield from _factors(weighing, lang)
    if not any(reason.code == "SBS-01" for reason in weighing.reasons):
        yield from _rooms(weighing, lang)
    yield from _told("warning", weighing.warnings, lang, unmask)


def _verdict(weighing: Weighing, lang: Lang) -> str:
    told = {
        "kg": _kg(weighing.accepted_grams, lang),
        "asked": _kg(weighing.asked_grams, lang),
        "weight": words.scaled_integer(weighing.weight_thousandths, "thousandths", lang),
    }
    if weighing.verdict == "no":
        return text("weighbridge.no", lang)
    part = "part" if weighing.verdict == "part" else "counts"
    if weighing.accepted_centavos is None or weighing.weighted is None:
        return text(f"weighbridge.{part}_kg", lang, told)
    told["value"] = words.money_of_centavos(weighing.accepted_centavos, lang)
    told["weighted"] = words.scaled_integer(weighing.weighted, "milli_centavos", lang)
    return text(f"weighbridge.{part}", lang, told)


def _kg(grams: int, lang: Lang) -> str:
    """Kilograms as a scale shows them: no places where there are none."""
    return words.number(words.plain(grams, "grams").rstrip("0").rstrip("."), lang)


def _told(kind: str, findings: Iterable[Finding], lang: Lang, unmask: bool) -> Iterator[str]:
    for finding in findings:
        message = labels.finding_message(finding, lang, unmask=unmask)
        yield text(f"weighbridge.{kind}", lang, {"message": message})
        yield text("weighbridge.remedy", lang, {"remedy": labels.finding_remedy(finding, lang, unmask=unmask)})


def _factors(weighing: Weighing, lang: Lang) -> Iterator[str]:
    for name, factor in weighing.factors.items():
        yield text(f"weighbridge.{name}", lang, {"factor": words.scaled_integer(factor, "tenths", lang)})


def _rooms(weighing: Weighing, lang: Lang) -> Iterator[str]:
    if weighing.document_until is not None:
        end = words.day(weighing.document_until.isoformat(), lang)
        yield text("weighbridge.document", lang, {"end": end})
    if weighing.yield_room is not None:
        told = {"crop_year": weighing.crop_year, "kg": _kg(weighing.yield_room.left, lang)}
        yield text("weighbridge.room_kg", lang, told | {"room": _kg(weighing.yield_room.whole, lang)})
    if weighing.income_room is not None:
        left, whole = weighing.income_room.left, weighing.income_room.whole
        amounts = {"amount": words.money_of_centavos(left, lang), "ceiling": words.money_of_centavos(whole, lang)}
        yield text("weighbridge.room_income", lang, amounts)
