"""Fomento, technical assistance and donations under Portaria MDA 28/2024: arts. 15, 16 and 31 § 1 c.

Fomento counts in the North, the Northeast and the Semi-arid region only; since Portaria MDA 36/2025 a project needs
approval beforehand, and contributions to funds count. Assistance counts in proportion to the dedication to the seal.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from fractions import Fraction

from lastro.core.numbers import half_up
from lastro.selo.regime import Alert
from lastro.selo.spending import Row, Spending, SpendingFacts

FOMENTO, ASSISTANCE, OTHER = "c", "ater", "other"
ITEMS = (FOMENTO, ASSISTANCE, OTHER)
_WHOLE = 100 * 10_000  # a percent column holds ten-thousandths of a percent
_EVER_FOMENTO = ("fomento", "pesquisa", "fundo")

Fault = tuple[str, str]


def judge_spending(rows: list[Row], facts: SpendingFacts) -> list[Spending]:
    """Every row of `dispendios` dated in the year, judged; flat travel is added to each technician's pay.

    Raises ParameterNotEstablished.
    """
    judged = [_judge(row, facts) for row in rows if _day(row) in facts.period]
    return [*judged, *(_travel(pay, facts) for pay in judged if _is_pay(pay))]


def _day(row: Row) -> date:
    day = row["data"]
    assert isinstance(day, date)
    return day


def _judge(row: Row, facts: SpendingFacts) -> Spending:
    on = _day(row)
    priority = bool(row["municipio"]) and facts.is_priority(str(row["municipio"]), on)
    item, letter = _item(row, on, priority, facts), str(row["alinea"] or "")
    stated = Fraction(_whole(row["valor"]))
    block = _blocked(row, item, on, priority, facts)
    if block is not None:
        return Spending(row, item, letter, stated, Fraction(0), priority, block=block)
    dedicated = stated * _dedication(row) if row["tipo"] == "ater_propria" else stated
    return Spending(row, item, letter, stated, dedicated, priority, risks=_badly_proved(row, item, letter))


def _item(row: Row, on: date, priority: bool, facts: SpendingFacts) -> str:
    """Option c, assistance, or other spending on family farming."""
    kind = str(row["tipo"])
    if kind in _EVER_FOMENTO:
        return FOMENTO
    if kind == "doacao":
        return FOMENTO if priority and facts.session.reading("selo.28.donations") == "fomento" else OTHER
    as_fomento = facts.session.reading("selo.28.ater_in_fomento") == "as_fomento"
    return FOMENTO if as_fomento and priority and _approved(row, on, facts) else ASSISTANCE


def _blocked(row: Row, item: str, on: date, priority: bool, facts: SpendingFacts) -> Fault | None:
    """The first rule that keeps the row out, as (code, variant)."""
    if row["antecipado"]:
        return ("SBS-17", "advanced")
    if row["financiado"]:
        return ("SBS-17", "financed")
    if row["recurso_publico"] and item != ASSISTANCE:
        return ("SBS-17", "public_money")
    if row["tipo"] == "ater_propria":  # inside a fomento project too
        return _own_assistance_blocked(str(row["alinea"] or ""), facts)
    if item == FOMENTO:
        return _fomento_blocked(row, on, priority, facts)
    donated = row["tipo"] == "doacao"
    return ("SBS-17", "not_an_option") if donated and facts.session.reading("selo.28.donations") == "out" else None


def _own_assistance_blocked(letter: str, facts: SpendingFacts) -> Fault | None:
    """Pay (a) and, by a reading, group training (c): travel (b) is the flat share of the pay."""
    if letter == "b":
        return ("SBS-15", "receipts_not_seen")
    if letter == "c":
        return ("SBS-15", "training_out") if facts.session.reading("selo.28.group_training") == "out" else None
    return None if letter == "a" else ("SBS-15", "letter")


def _fomento_blocked(row: Row, on: date, priority: bool, facts: SpendingFacts) -> Fault | None:
    if not priority:
        return ("SBS-17", "region")
    if row["tipo"] in _EVER_FOMENTO and row["tipo"] not in facts.session.names("selo.28.fomento_kinds", on):
        return ("SBS-17", "fund_before")
    needing = facts.session.found("selo.28.approval_kinds", on)
    if needing is not None and row["tipo"] in needing.names() and not _approved(row, on, facts):
        return ("SBS-17", "no_prior_approval")
    return None


def _approved(row: Row, on: date, facts: SpendingFacts) -> bool:
    """Whether the Secretariat approved the project before the spending: by the row, or by a decision."""
    days = facts.granted("fomento_aprovado", row)
    if row["aprovacao_numero"]:
        stated = row["aprovacao_data"]
        days.append(stated if isinstance(stated, date) else None)
    return any(day is not None and day <= on for day in days)


def _dedication(row: Row) -> Fraction:
    """The part of the technician's time that is the seal's; all of it when the row does not say."""
    stated = row["dedicacao"]
    return Fraction(stated, _WHOLE) if isinstance(stated, int) else Fraction(1)


def _is_pay(spending: Spending) -> bool:
    row = spending.row
    return spending.block is None and row["tipo"] == "ater_propria" and row["alinea"] == "a"


def _travel(pay: Spending, facts: SpendingFacts) -> Spending:
    """Travel at the flat share of what the pay counts for: nothing is stated, nothing is cut."""
    on = _day(pay.row)
    amount = pay.accepted * facts.session.number("selo.28.travel.flat", on)
    return Spending(pay.row, pay.item, "b", amount, amount, pay.priority_region, risks=pay.risks)


def below_own_average(spending: Sequence[Spending]) -> Iterator[Alert]:
    """Contracted assistance that spends less per farmer than the producer's own assistance does (art. 15)."""
    own = [s for s in spending if s.row["tipo"] == "ater_propria" and s.block is None]
    assisted = {id(s.row): _whole(s.row["assistidos"]) for s in own if s.row["assistidos"]}
    if not assisted:
        return
    mean = sum((s.accepted for s in own), Fraction(0)) / sum(assisted.values())
    for third in spending:
        served = third.row["assistidos"]
        if third.row["tipo"] == "ater_terceiros" and third.block is None and served:
            each = third.accepted / _whole(served)
            if each < mean:
                yield (
                    third,
                    "below_own_average",
                    {"each_centavos": str(half_up(each)), "mean_centavos": str(half_up(mean))},
                )


def _badly_proved(row: Row, item: str, letter: str) -> tuple[Fault, ...]:
    """Documents that a row needs and does not name."""
    if item == ASSISTANCE:
        registered = row["registro"] or row["tipo"] == "ater_propria"
        return () if registered else (("SBS-15", "no_registration"),)
    return () if row["comprovante"] else (("SBS-17", "no_invoice"),)


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
