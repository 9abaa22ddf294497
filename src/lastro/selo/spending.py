"""Donations, research and technical assistance: art. 4 II-V, §§ 1-4 and 6 of Portaria SAF/MAPA 280/2022.

Each row of `dispendios` becomes an accepted amount (an exact fraction of centavos), a reason why it does not count, or
an amount that counts but is badly proved. Joint caps (§§ 7-8) come later, in `tail`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from lastro.core.dates import Interval, months_between
from lastro.core.numbers import half_up
from lastro.law import Session

Row = Mapping[str, object]

ITEM_OF_KIND = {"doacao": "II", "pesquisa": "III", "ater_propria": "IV", "ater_terceiros": "V"}
_MONTHS = 12


@dataclass(frozen=True)
class Spending:
    """One row, judged. Amounts in centavos; `cut` is what a limit of the row itself took away.

    `block` and `risks` are (code, variant); a blocked row has `accepted` zero.
    """

    row: Row
    item: str
    letter: str
    stated: Fraction
    accepted: Fraction
    priority_region: bool
    block: tuple[str, str] | None = None
    cut: tuple[str, str] | None = None
    risks: tuple[tuple[str, str], ...] = ()
    arguments: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SpendingFacts:
    """What judging a row needs to know besides the row."""

    period: Interval
    session: Session
    is_qualified_cooperative: Callable[[str, date], bool]
    is_priority: Callable[[str, date], bool]
    decisions: tuple[Row, ...]

    def law_day(self, on: date) -> date:
        """The day whose wording rules a row: its own, or the first of the year for what is amortised from before."""
        return max(on, self.period.start)

    def decision(self, kind: str, number: object, before: date | None) -> Row | None:
        """The decision of that kind whose number or object is `number`, taken by `before` when that is given."""
        return find_decision(self.decisions, kind, number, before)


def find_decision(decisions: Iterable[Row], kind: str, number: object, before: date | None) -> Row | None:
    """The first decision of that kind whose number or object is `number`; None without a number."""
    for row in decisions:
        granted = row.get("data")
        in_time = before is None or (isinstance(granted, date) and granted <= before)
        if number and row.get("tipo") == kind and number in (row.get("numero"), row.get("objeto")) and in_time:
            return row
    return None


def judge_spending(rows: list[Row], facts: SpendingFacts) -> list[Spending]:
    """Every row of `dispendios` that bears on the period, judged; travel without receipts is added per technician.

    Raises ParameterNotEstablished.
    """
    judged = [spending for row in rows if (spending := _judge(row, facts)) is not None]
    return [*(s for s in judged if not _is_travel(s)), *_travel(judged, facts)]


def _judge(row: Row, facts: SpendingFacts) -> Spending | None:
    item = ITEM_OF_KIND[str(row["tipo"])]
    on = row["data"]
    assert isinstance(on, date)
    share = _share_of_year(row, item, on, facts)
    if share == 0:
        return None
    stated = Fraction(_amount(row)) * share
    letter = str(row["alinea"] or "")
    place = str(row["municipio"] or "")
    priority = bool(place) and facts.is_priority(place, on)
    block = _blocked(row, item, letter, on, facts)
    if block is not None:
        return Spending(row, item, letter, stated, Fraction(0), priority, block=block)
    worn = _wear(row, letter, on, facts) if item == "II" else Fraction(1)
    cut = ("SBS-18", "wear") if worn < 1 else None
    return Spending(row, item, letter, stated, stated * worn, priority, cut=cut, risks=_badly_proved(row, item))


def _amount(row: Row) -> int:
    value = row["valor"]
    assert isinstance(value, int)
    return value


def _share_of_year(row: Row, item: str, on: date, facts: SpendingFacts) -> Fraction:
    """1 when the row's date lies in the year; 1/n in each of the n years of a granted amortisation (art. 4 § 4)."""
    years = row["amortizar_anos"]
    if item == "II" and isinstance(years, int) and years > 1:
        elapsed = facts.period.start.year - on.year
        return Fraction(1, years) if 0 <= elapsed < years else Fraction(0)
    return Fraction(1 if on in facts.period else 0)


def _blocked(row: Row, item: str, letter: str, on: date, facts: SpendingFacts) -> tuple[str, str] | None:
    """The first rule that keeps the row out, as (code, variant)."""
    if row["antecipado"]:
        return ("SBS-17", "advanced")
    if row["financiado"]:
        return ("SBS-17", "financed")
    rules = {"II": _donation_blocked, "III": _research_blocked, "IV": _own_blocked, "V": _nothing_blocked}
    return rules[item](row, letter, on, facts)


def _donation_blocked(row: Row, letter: str, on: date, facts: SpendingFacts) -> tuple[str, str] | None:
    if row["recurso_publico"]:
        return ("SBS-17", "public_money")
    if letter not in facts.session.names("selo.280.donation_letters", facts.law_day(on)):
        return ("SBS-17", "letter")
    only_cooperatives = letter in facts.session.names("selo.280.cooperative_only_letters", facts.law_day(on))
    if only_cooperatives and not facts.is_qualified_cooperative(str(row["beneficiario"] or ""), on):
        return ("SBS-17", "beneficiary")
    years = row["amortizar_anos"]
    if isinstance(years, int) and years > 1:
        amortisable = facts.session.names("selo.280.amortisable_letters", facts.law_day(on))
        most = facts.session.number("selo.280.amortisation.max_years", facts.law_day(on))
        if letter not in amortisable or years > most:
            return ("SBS-18", "years")
        if facts.decision("amortizacao", row["aprovacao_numero"], None) is None:
            return ("SBS-18", "not_granted")
    return None


def _research_blocked(row: Row, letter: str, on: date, facts: SpendingFacts) -> tuple[str, str] | None:
    if not row["orgao_publico"]:
        return ("SBS-17", "no_public_body")
    if facts.decision("pesquisa_admitida", row["aprovacao_numero"], on) is None:
        return ("SBS-17", "not_admitted")
    return None


def _own_blocked(row: Row, letter: str, on: date, facts: SpendingFacts) -> tuple[str, str] | None:
    if letter not in facts.session.names("selo.280.assistance_letters", facts.law_day(on)):
        return ("SBS-15", "letter")
    return None


def _nothing_blocked(row: Row, letter: str, on: date, facts: SpendingFacts) -> tuple[str, str] | None:
    return None


def _badly_proved(row: Row, item: str) -> tuple[tuple[str, str], ...]:
    needed = {
        "II": (("comprovante", "SBS-17", "no_invoice"), ("recibo", "SBS-17", "no_receipt")),
        "III": (("comprovante", "SBS-17", "no_contract"), ("relatorio", "SBS-17", "no_report")),
        "IV": (("registro", "SBS-15", "no_registration"),),
        "V": (("registro", "SBS-15", "no_registration"), ("comprovante", "SBS-15", "no_invoice")),
    }
    return tuple((code, variant) for column, code, variant in needed[item] if not row[column])


def _wear(row: Row, letter: str, on: date, facts: SpendingFacts) -> Fraction:
    """What is left of the invoice value of used goods, less a share per year of use, never below zero (art. 4 § 3)."""
    if letter not in facts.session.names("selo.280.used_goods_letters", facts.law_day(on)):
        return Fraction(1)
    years = row["anos_de_uso"]
    since = row["usado_desde"]
    if not isinstance(years, int):
        years = months_between(since, on) // _MONTHS if isinstance(since, date) and since <= on else 0
    if years <= 0:
        return Fraction(1)
    yearly = facts.session.number("selo.280.used_goods.yearly", facts.law_day(on))
    if facts.session.reading("selo.used_goods") == "compound":
        return (1 - yearly) ** years
    return max(Fraction(0), 1 - yearly * years)


def _is_travel(spending: Spending) -> bool:
    return spending.item == "IV" and spending.letter == "b" and spending.block is None


def _travel(judged: list[Spending], facts: SpendingFacts) -> list[Spending]:
    """Travel of the plant's own technicians (art. 4 IV b): receipts up to 40 % of pay, or 15 % flat without any."""
    on = facts.period.start
    flat = facts.session.number("selo.280.travel.flat", on)
    most = facts.session.number("selo.280.travel.receipts", on)
    per_producer = facts.session.reading("selo.travel_choice") == "per_producer"
    pays = [s for s in judged if s.item == "IV" and s.letter == "a" and s.block is None]
    receipts = [s for s in judged if _is_travel(s)]

    def who(spending: Spending) -> str:
        return "" if per_producer else str(spending.row["tecnico"] or "")

    travel: list[Spending] = []
    for technician in dict.fromkeys(who(s) for s in [*pays, *receipts]):
        paid = [s for s in pays if who(s) == technician]
        shown = [s for s in receipts if who(s) == technician]
        if shown:
            travel.extend(_within_receipts_limit(shown, most * sum((s.accepted for s in paid), Fraction(0))))
        else:
            travel.extend(_flat(s, flat) for s in paid)
    return travel


def _within_receipts_limit(shown: list[Spending], room: Fraction) -> list[Spending]:
    total = sum((s.accepted for s in shown), Fraction(0))
    if total <= room:
        return shown
    kept = room / total
    return [
        Spending(
            s.row, s.item, s.letter, s.stated, s.accepted * kept, s.priority_region, cut=("SBS-16", "travel"),
            risks=s.risks, arguments={"room": str(half_up(room))},
        )
        for s in shown
    ]  # fmt: skip


def _flat(pay: Spending, flat: Fraction) -> Spending:
    """The flat share counts without receipts: nothing is stated, nothing is cut."""
    amount = pay.accepted * flat
    return Spending(pay.row, "IV", "b", amount, amount, pay.priority_region, risks=pay.risks)
