"""Items II to V of the annual cost: donations, research and technical assistance (art. 4 II-V, §§ 1-4, 6)."""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tests.oracle import legal
from tests.oracle.exact import Row, centavos, text
from tests.oracle.model import Config
from tests.oracle.purchases import Tables
from tests.oracle.registry import FAMILY_COOPERATIVE, Registry

ITEM_OF_KIND = {"doacao": "II", "pesquisa": "III", "ater_propria": "IV", "ater_terceiros": "V"}


@dataclass
class Spend:
    """One cost of the year in centavos (a fraction where wear, amortisation or travel make it one)."""

    item: str
    letter: str
    day: date
    municipality: str | None
    amount: Fraction
    technician: str = ""
    block: str = ""
    risks: set[str] = field(default_factory=set)


def spends(tables: Tables, config: Config, registry: Registry, after_risk: bool = False) -> list[Spend]:
    """Every cost of the year, travel computed per technician, each with the code that blocks or endangers it.

    For the second figure (`after_risk`) what is badly proved is left out.
    """
    rows = [row for row in tables.get("dispendios", ()) if config.plant_of(text(row, "unidade"))]
    plain = [spend for row in rows if (spend := _spend(row, tables, config, registry)) is not None]
    others = [spend for spend in plain if not _is_receipt(spend) and not (after_risk and spend.risks)]
    return others + _travel(plain, config, after_risk)


def _spend(row: Row, tables: Tables, config: Config, registry: Registry) -> Spend | None:
    item = ITEM_OF_KIND[text(row, "tipo")]
    letter = text(row, "alinea").lower()
    spend = Spend(
        item,
        letter,
        row["data"],
        text(row, "municipio") or None,
        Fraction(centavos(row["valor"])),
        text(row, "tecnico"),
    )
    years = int(row.get("amortizar_anos") or 0)
    if item == "II" and letter in legal.LETTERS_ONLY_TO_COOPERATIVES:
        spend.amount = worn(spend.amount, row, config)
    if item == "II" and years > 1:
        if not 0 <= config.year - spend.day.year < years:
            return None
        spend.amount /= years
        if letter not in legal.LETTERS_ONLY_TO_COOPERATIVES or not _amortisation_granted(row, years, tables):
            spend.block = "SBS-18"
    elif not config.in_year(spend.day):
        return None
    spend.block = spend.block or _blocked(spend, row, tables, registry)
    spend.risks = _badly_proved(spend, row)
    return spend


def worn(amount: Fraction, row: Row, config: Config) -> Fraction:
    """A used machine loses a tenth of its invoice per whole year of use, never below nothing (art. 4 § 3)."""
    years = row.get("anos_de_uso")
    if years is None and row.get("usado_desde") is not None:
        since, given = row["usado_desde"], row["data"]
        years = given.year - since.year - ((given.month, given.day) < (since.month, since.day))
    left = 1 - legal.WEAR_PER_YEAR
    if config.reading("selo.used_goods") == "compound":
        return amount * left ** int(years or 0)
    return amount * max(Fraction(0), 1 - legal.WEAR_PER_YEAR * int(years or 0))


def _decided(kind: str, row: Row, tables: Tables) -> list[Row]:
    """Decisions of that kind about the row: by their number, or naming its approval or its invoice as their object."""
    names = {text(row, "aprovacao_numero"), text(row, "comprovante")} - {""}
    return [
        decision
        for decision in tables.get("decisoes", ())
        if text(decision, "tipo") == kind and {text(decision, "numero"), text(decision, "objeto")} & names
    ]


def _amortisation_granted(row: Row, years: int, tables: Tables) -> bool:
    """Up to five years, requested and granted (art. 4 § 4)."""
    return years <= legal.AMORTISATION_YEARS and bool(_decided("amortizacao", row, tables))


def _blocked(spend: Spend, row: Row, tables: Tables, registry: Registry) -> str:
    if row.get("antecipado") or row.get("financiado"):  # art. 4 § 1
        return "SBS-17"
    if spend.item == "II":
        return _blocked_donation(spend, row, registry)
    if spend.item == "III" and not (row.get("orgao_publico") and _admitted_before(spend, row, tables)):
        return "SBS-17"
    if spend.item == "IV" and spend.letter not in legal.OWN_ASSISTANCE_LETTERS:
        return "SBS-17"
    return ""


def _blocked_donation(spend: Spend, row: Row, registry: Registry) -> str:
    """Only the listed things, no public money; machines and power systems only to qualified family cooperatives."""
    if spend.letter not in legal.DONATION_LETTERS or row.get("recurso_publico"):
        return "SBS-17"
    if spend.letter in legal.LETTERS_ONLY_TO_COOPERATIVES:
        kind = registry.kind_of_organisation(text(row, "beneficiario"), spend.day)
        return "" if kind == FAMILY_COOPERATIVE else "SBS-11"
    return ""


def _admitted_before(spend: Spend, row: Row, tables: Tables) -> bool:
    """Research that the department admitted before the expense (art. 4 III)."""
    days = [decision.get("data") for decision in _decided("pesquisa_admitida", row, tables)]
    if text(row, "aprovacao_numero"):
        days.append(row.get("aprovacao_data"))
    return any(day is not None and day < spend.day for day in days)


def _badly_proved(spend: Spend, row: Row) -> set[str]:
    """Documents that the text asks for and the row does not name (art. 4 IV b, V, § 2, § 6)."""
    wanted = {"II": ("comprovante", "recibo"), "III": ("comprovante", "relatorio"), "V": ("registro",)}
    columns = ("comprovante",) if _is_receipt(spend) else wanted.get(spend.item, ())
    if all(row.get(column) for column in columns):
        return set()
    return {"SBS-17"} if spend.item in ("II", "III") else {"SBS-15"}


def _is_receipt(spend: Spend) -> bool:
    return spend.item == "IV" and spend.letter == "b"


def _travel(plain: Sequence[Spend], config: Config, after_risk: bool) -> list[Spend]:
    """Travel of each technician: receipts up to 40 % of the pay, or 15 % of it when there are none (art. 4 IV b).

    The choice is the technician's in the year, or the producer's, by the reading `selo.travel_choice`. Receipts that
    are badly proved stay chosen: what they lose in the second figure is not replaced by the flat share.
    """
    paid: dict[str, list[Spend]] = defaultdict(list)
    receipts: dict[str, list[Spend]] = defaultdict(list)
    one = config.reading("selo.travel_choice") == "per_producer"
    for spend in plain:
        if spend.item == "IV" and not spend.block and spend.letter in ("a", "b"):
            (receipts if spend.letter == "b" else paid)["" if one else spend.technician].append(spend)
    travel = []
    for technician in sorted({*paid, *receipts}):
        travel += _travel_of(paid[technician], receipts[technician], after_risk)
    return travel


def _travel_of(paid: Sequence[Spend], receipts: Sequence[Spend], after_risk: bool) -> list[Spend]:
    pay = sum((spend.amount for spend in paid), Fraction(0))
    if not receipts:
        return [_portion(spend, legal.TRAVEL_FLAT) for spend in paid]
    counted = [spend for spend in receipts if not (after_risk and spend.risks)]
    shown = sum((spend.amount for spend in counted), Fraction(0))
    kept = min(Fraction(1), legal.TRAVEL_RECEIPTS * pay / shown) if shown else Fraction(0)
    return [_portion(spend, kept) for spend in counted]


def _portion(spend: Spend, portion: Fraction) -> Spend:
    return dataclasses.replace(spend, letter="b", amount=spend.amount * portion)
