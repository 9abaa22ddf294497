"""Spending beside purchases: fomento (option c), technical assistance and donations.

Decreto 10.527/2020 art. 3 § 2 I c, III; Portaria MDA 28/2024 arts. 16, 31 § 1 c; Portaria MDA 36/2025.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from fractions import Fraction

from tests.oracle import legal_28
from tests.oracle.exact import Row, centavos, fraction, text
from tests.oracle.lookups import Facts, is_priority
from tests.oracle.model import Config
from tests.oracle.purchases import Tables

FOMENTO = ("fomento", "pesquisa", "fundo")
PROJECTS = ("fomento", "pesquisa")  # a fund is contributed to, not approved
ASSISTANCE = ("ater_propria", "ater_terceiros")


@dataclass
class Spend:
    """One expense of the year in centavos; `option` is c (fomento), ater or other."""

    kind: str
    letter: str
    option: str
    day: date
    municipality: str | None
    amount: Fraction
    priority: bool
    weight: Fraction = Fraction(1)
    block: str = ""
    risks: set[str] = field(default_factory=set)


def spends(tables: Tables, config: Config, facts: Facts) -> list[Spend]:
    """Every expense of the year with the code that blocks it; the flat travel stands beside the pay it is a share of."""
    result = []
    for row in tables.get("dispendios", ()):
        if config.plant_of(text(row, "unidade")) and config.in_year(row["data"]):
            spend = _spend(row, tables, config, facts)
            result.append(spend)
            if spend.kind == "ater_propria" and spend.letter == "a":
                travel = spend.amount * legal_28.TRAVEL_FLAT
                result.append(dataclasses.replace(spend, letter="b", amount=travel, risks=set(spend.risks)))
    return result


def _spend(row: Row, tables: Tables, config: Config, facts: Facts) -> Spend:
    place = text(row, "municipio") or None
    spend = Spend(
        kind=text(row, "tipo"),
        letter=text(row, "alinea").lower(),
        option=_option(row, tables, config, facts),
        day=row["data"],
        municipality=place,
        amount=Fraction(centavos(row["valor"])),
        priority=is_priority(facts, place, row["data"]),
    )
    if spend.kind == "ater_propria" and row.get("dedicacao") is not None:
        spend.amount *= fraction(row["dedicacao"]) / 100  # art. 16: in proportion to the dedication to the seal
    spend.block = _blocked(spend, row, tables, config)
    if spend.option == "c":
        spend.weight = legal_28.FACTOR_FOMENTO
    if spend.kind == "ater_terceiros" and not text(row, "registro"):  # art. 15: registered professionals
        spend.risks.add("SBS-15")
    if spend.kind not in ASSISTANCE and not text(row, "comprovante"):
        spend.risks.add("SBS-17")
    return spend


def _option(row: Row, tables: Tables, config: Config, facts: Facts) -> str:
    kind = text(row, "tipo")
    if kind in FOMENTO:
        return "c"
    priority = is_priority(facts, text(row, "municipio") or None, row["data"])
    if kind == "doacao":
        return "c" if priority and config.reading("selo.28.donations") == "fomento" else "other"
    inside = config.reading("selo.28.ater_in_fomento") == "as_fomento" and _approved(row, tables)
    return "c" if inside and priority else "ater"


def _blocked(spend: Spend, row: Row, tables: Tables, config: Config) -> str:
    if row.get("antecipado") or row.get("financiado"):  # not effective spending of the producer
        return "SBS-17"
    if row.get("recurso_publico") and spend.kind not in ASSISTANCE:
        return "SBS-17"
    if spend.kind == "doacao" and config.reading("selo.28.donations") == "out":
        return "SBS-17"
    if spend.option == "c" and not spend.priority:
        return "SBS-17"
    if spend.kind in FOMENTO and _too_early_or_not_approved(spend, row, tables):
        return "SBS-17"
    return _blocked_assistance(spend, config)


def _too_early_or_not_approved(spend: Spend, row: Row, tables: Tables) -> bool:
    """Since 2025 a project counts once approved, and contributions to funds count at all."""
    since = spend.day >= legal_28.FIRST_DAY_OF_APPROVAL_AND_FUNDS
    return not since if spend.kind == "fundo" else since and not _approved(row, tables)


def _approved(row: Row, tables: Tables) -> bool:
    """The Secretariat approved the project before the money was spent, or that day."""
    return any(day is not None and day <= row["data"] for day in _approvals(row, tables.get("decisoes", ())))


def _approvals(row: Row, decisions: Sequence[Row]) -> list[date | None]:
    number = text(row, "aprovacao_numero")
    if not number:
        return []
    found = [d for d in decisions if number in (text(d, "numero"), text(d, "objeto"))]
    return [
        row.get("aprovacao_data"),
        *(decision.get("data") for decision in found if text(decision, "tipo") == "fomento_aprovado"),
    ]


def _blocked_assistance(spend: Spend, config: Config) -> str:
    """Pay (a) and group training (c) count; receipts of travel (b) were not seen beside the flat share (art. 16)."""
    if spend.kind != "ater_propria" or spend.letter == "a":
        return ""
    trains = spend.letter == "c" and config.reading("selo.28.group_training") == "counts"
    return "" if trains else "SBS-15"


def carried_over(tables: Tables, config: Config) -> Fraction:
    """Centavos: what the evaluation of 2024 left over enters the civil year after its notice; a shortfall does not (art. 58)."""
    balances = (
        centavos(row.get("valor"))
        for row in tables.get("decisoes", ())
        if text(row, "tipo") == "saldo_2024" and row["data"].year + 1 == config.year
    )
    return Fraction(sum(balance for balance in balances if balance > 0))
