"""Donations, research and technical assistance: art. 4 II-V, §§ 1-4 and 6 of Portaria SAF/MAPA 280/2022.

Each row of `dispendios` becomes an accepted amount (an exact fraction of centavos), a reason why it does not count, or
an amount that counts but is badly proved. Joint caps (§§ 7-8) come later, in `tail`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction

from lastro.core.dates import Interval, months_between
from lastro.core.numbers import half_up
from lastro.law import Session

Row = Mapping[str, object]

OF_NO_ITEM = "–"  # kinds of spending that this portaria does not know
ITEM_OF_KIND = {"doacao": "II", "pesquisa": "III", "ater_propria": "IV", "ater_terceiros": "V"}
_MONTHS = 12


@dataclass(frozen=True)
class Spending:
    """One row, judged. Amounts in centavos; `cut` is what a limit of the row itself took away.

    Receipts of travel share the `room` of their technician. `block` and `risks` are (code, variant); a blocked row has
    `accepted` zero.
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
    technician: str = ""
    room: Fraction | None = None


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

    def granted(self, kind: str, row: Row) -> list[date | None]:
        """The dates of the decisions of that kind about the row: named by its approval or by its invoice."""
        names = {row["aprovacao_numero"], row["comprovante"]} - {None, ""}
        return [
            decided if isinstance(decided := decision["data"], date) else None
            for decision in self.decisions
            if decision["tipo"] == kind and {decision["numero"], decision["objeto"]} & names
        ]


def judge_spending(rows: list[Row], facts: SpendingFacts) -> list[Spending]:
    """Every row of `dispendios` that bears on the period, judged; travel without receipts is added per technician.

    Raises ParameterNotEstablished.
    """
    judged = [spending for row in rows if (spending := _judge(row, facts)) is not None]
    return [*(s for s in judged if not _is_travel(s)), *_travel(judged, facts)]


def _judge(row: Row, facts: SpendingFacts) -> Spending | None:
    item = ITEM_OF_KIND.get(str(row["tipo"]), OF_NO_ITEM)
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
    risks = _badly_proved(row, item, letter)
    return Spending(row, item, letter, stated, stated * worn, priority, cut=cut, risks=risks)


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
    if item == OF_NO_ITEM:
        return ("SBS-17", "not_an_item")
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
        if not facts.granted("amortizacao", row):
            return ("SBS-18", "not_granted")
    return None


def _research_blocked(row: Row, letter: str, on: date, facts: SpendingFacts) -> tuple[str, str] | None:
    if not row["orgao_publico"]:
        return ("SBS-17", "no_public_body")
    admitted = facts.granted("pesquisa_admitida", row)
    if row["aprovacao_numero"]:
        of_row = row["aprovacao_data"]
        admitted.append(of_row if isinstance(of_row, date) else None)
    return None if any(day is not None and day < on for day in admitted) else ("SBS-17", "not_admitted")


def _own_blocked(row: Row, letter: str, on: date, facts: SpendingFacts) -> tuple[str, str] | None:
    if letter not in facts.session.names("selo.280.assistance_letters", facts.law_day(on)):
        return ("SBS-15", "letter")
    return None


def _nothing_blocked(row: Row, letter: str, on: date, facts: SpendingFacts) -> tuple[str, str] | None:
    return None


def _badly_proved(row: Row, item: str, letter: str) -> tuple[tuple[str, str], ...]:
    """Documents that the text asks for and the row does not name (art. 4 IV b, V, §§ 2 and 6)."""
    needed: dict[str, tuple[tuple[str, str, str], ...]] = {
        "II": (("comprovante", "SBS-17", "no_invoice"), ("recibo", "SBS-17", "no_receipt")),
        "III": (("comprovante", "SBS-17", "no_contract"), ("relatorio", "SBS-17", "no_report")),
        "IV": (("comprovante", "SBS-15", "no_travel_receipt"),) if letter == "b" else (),
        "V": (("registro", "SBS-15", "no_registration"),),
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
            named = [replace(s, technician=technician) for s in shown]
            travel.extend(_within_receipts_limit(named, most * sum((s.accepted for s in paid), Fraction(0))))
        else:
            travel.extend(_flat(s, flat) for s in paid)
    return travel


def _within_receipts_limit(shown: list[Spending], room: Fraction) -> list[Spending]:
    """Receipts of one technician up to the room that his pay gives them."""
    total = sum((s.stated for s in shown), Fraction(0))
    kept = min(Fraction(1), room / total) if total else Fraction(1)
    cut = ("SBS-16", "travel") if kept < 1 else None
    told = {"room_centavos": str(half_up(room))}
    return [replace(s, accepted=s.stated * kept, cut=cut, arguments=told, room=room) for s in shown]


def _flat(pay: Spending, flat: Fraction) -> Spending:
    """The flat share counts without receipts: nothing is stated, nothing is cut."""
    amount = pay.accepted * flat
    return Spending(pay.row, "IV", "b", amount, amount, pay.priority_region, risks=pay.risks)


def well_proved(spending: Iterable[Spending]) -> list[Spending]:
    """The rows without what is badly proved. Receipts that remain share the room of their technician anew; those that
    fall stay chosen, and the flat share does not replace them."""
    kept = [s for s in spending if not s.risks]
    rooms: dict[str, list[Spending]] = {}
    for row in kept:
        if row.room is not None:
            rooms.setdefault(row.technician, []).append(row)
    again = [row for shown in rooms.values() for row in _within_receipts_limit(shown, shown[0].room or Fraction(0))]
    return [*(s for s in kept if s.room is None), *again]
