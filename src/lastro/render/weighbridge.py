"""The answer at the weighbridge in a few lines: counts, in part or not, why, and the room left."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from lastro.render import labels, words
from lastro.statement.catalogue import Lang, text
from lastro.statement.model import Finding, Severity
from lastro.statement.weighing import Weighing

_VARIANTS = {
    "SBS-01": "not_in_force",
    "SBS-09": "intermediary",
    "SBS-11": "unknown",
    "SBS-17": "financed_purchase_out",
    "SBS-19": "not_admitted",
}


def answer_lines(weighing: Weighing, lang: Lang) -> Iterator[str]:
    """The verdict first, then the reason with its remedy, then the room."""
    yield _verdict(weighing, lang)
    if weighing.block:
        yield from _reason(weighing, lang)
    if weighing.document_until is not None:
        last = (weighing.document_until - timedelta(days=1)).isoformat()
        yield text("weighbridge.document", lang, {"end": words.day(last, lang)})
    if not weighing.block:
        yield from _room(weighing, lang)


def _verdict(weighing: Weighing, lang: Lang) -> str:
    weight = words.scaled_integer(weighing.weight_thousandths, "thousandths", lang)
    if weighing.verdict == "no":
        return text("weighbridge.no", lang)
    if weighing.verdict == "part":
        told = {"kg": _kg(weighing.accepted_grams, lang), "asked": _kg(weighing.asked_grams, lang), "weight": weight}
        return text("weighbridge.part", lang, told)
    if weighing.accepted_centavos is None or weighing.weighted is None:
        return text("weighbridge.counts_kg", lang, {"kg": _kg(weighing.accepted_grams, lang), "weight": weight})
    told = {
        "value": words.money_of_centavos(weighing.accepted_centavos, lang),
        "weight": weight,
        "weighted": words.scaled_integer(weighing.weighted, "milli_centavos", lang),
    }
    return text("weighbridge.counts", lang, told)


def _kg(grams: int, lang: Lang) -> str:
    return words.scaled_integer(grams, "grams", lang)


def _reason(weighing: Weighing, lang: Lang) -> Iterator[str]:
    variant = _VARIANTS.get(weighing.block, "")
    if weighing.block == "SBS-01" and not weighing.known_farmer:
        variant = "unknown_farmer"
    finding = Finding(weighing.block, Severity.BLOCKS, variant, arguments=weighing.arguments)
    yield text("weighbridge.reason", lang, {"message": labels.finding_message(finding, lang)})
    yield text("weighbridge.remedy", lang, {"remedy": labels.finding_remedy(finding, lang)})


def _room(weighing: Weighing, lang: Lang) -> Iterator[str]:
    if weighing.room_grams is None or weighing.room_left_grams is None:
        yield text("weighbridge.no_room_kg", lang)
    else:
        told = {
            "crop_year": weighing.crop_year,
            "kg": _kg(weighing.room_left_grams, lang),
            "room": _kg(weighing.room_grams, lang),
        }
        yield text("weighbridge.room_kg", lang, told)
    if weighing.ceiling_centavos is not None and weighing.ceiling_left_centavos is not None:
        told = {
            "amount": words.money_of_centavos(weighing.ceiling_left_centavos, lang),
            "ceiling": words.money_of_centavos(weighing.ceiling_centavos, lang),
        }
        yield text("weighbridge.room_income", lang, told)
