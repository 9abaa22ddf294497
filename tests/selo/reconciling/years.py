"""A year in which every amount is its own, so that a sum tells its rows: purchases of several weights, a cooperative
with named farmers, spending, sales and exports, rows at the edges of the year, and a few with findings of ours."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction
from functools import cache

from lastro.evidence.evidence import Evidence
from lastro.law import load
from lastro.selo.assess import Question, assess_tables
from lastro.selo.given import evidence_of
from lastro.selo.reconciling.bench import Bench
from lastro.selo.reconciling.lab import Lab
from lastro.selo.reconciling.official_rows import Official, OfficialRow
from lastro.selo.reconciling.reconcile import reconciled
from lastro.statement.model import Statement
from lastro.statement.reconciled import Explanation, OfficialFigure, Reconciliation
from tests.oracle.identifiers import cpf
from tests.selo.world import (
    BIA,
    CONFIG,
    COOPERATIVE,
    HOME,
    NORTHEAST,
    Tables,
    contract,
    cost,
    farmer,
    key,
    purchase,
    sound,
)

_PURCHASES = 24
FARMERS = tuple(cpf(f"7000001{number:02d}") for number in range(_PURCHASES))
MEMBERS = tuple(cpf(f"7000002{number:02d}") for number in range(3))


def amounts(seed: int) -> Iterable[Decimal]:
    """Amounts without a pattern, all different."""
    chance = random.Random(seed)
    seen: set[int] = set()
    while True:
        centavos = chance.randrange(1_000_00, 60_000_00)
        if centavos not in seen:
            seen.add(centavos)
            yield Decimal(centavos) / 100


def year() -> Tables:
    """The tables. Farmers 0 to 3 have no contract (SBS-13), farmer 23 no document in force (SBS-01)."""
    amount = iter(amounts(7))
    tables = sound()
    tables["agricultores"] = [farmer(person, area_ha=Decimal(9_000)) for person in (*FARMERS[:-1], *MEMBERS, BIA)]
    tables["contratos"] = [contract(f"C{at}", person) for at, person in enumerate(FARMERS)]
    tables["contratos"].append(contract("CC", COOPERATIVE))
    tables["aquisicoes"] = [_purchase(at, person, next(amount)) for at, person in enumerate(FARMERS)]
    tables["aquisicoes"] += [
        purchase(chave=key(900, COOPERATIVE), item=1, fornecedor=COOPERATIVE, valor=Decimal("90000.30"), contrato="CC"),
        purchase(fornecedor=BIA, data=date(2024, 1, 5), valor=next(amount), contrato=None),
        purchase(fornecedor=BIA, data=date(2023, 12, 28), valor=next(amount), contrato=None),
    ]
    tables["origens"] = [
        {"chave": key(900, COOPERATIVE), "item": 1, "cpf": member, "valor": Decimal(value)}
        for member, value in zip(MEMBERS, ("20000.10", "30000.10", "40000.10"), strict=True)
    ]
    tables["vendas"] = [
        {
            "data": date(2023, 1, 20) + timedelta(days=30 * at),
            "valor": next(amount) * 20,
            "volume_m3": Decimal(150 + at),
        }
        for at in range(10)
    ]
    tables["vendas"][3] |= {"valor_tributos": next(amount), "fabricacao": "terceiros"}
    tables["vendas"] += [
        {"data": date(2023, 5, 9 + at), "valor": next(amount) * 11, "volume_m3": Decimal(91), "destino": "exportacao"}
        for at in range(2)
    ]
    tables["dispendios"] = [
        cost("doacao", "a", str(next(amount)), beneficiario=COOPERATIVE, municipio=HOME),
        cost("ater_propria", "a", str(next(amount)), municipio=HOME),
        cost("doacao", "g", str(next(amount)), beneficiario=COOPERATIVE, municipio=HOME, anos_de_uso=3),
    ]
    return tables


def _purchase(at: int, person: str, amount: Decimal) -> dict[str, object]:
    castor = at % 3 == 2
    return purchase(
        chave=key(at + 1, person, date(2023, 1 + at % 11, 15)),
        item=1,
        fornecedor=person,
        data=date(2023, 1 + at % 11, 15),
        valor=amount,
        produto="mamona" if castor else "soja",
        forma="semente" if castor else "grao",
        municipio_origem=NORTHEAST if at % 4 == 3 else HOME,
        contrato=None if at < 4 else f"C{at}",
        financiado=at == 9,
    )


def of(tables: Tables) -> Evidence:
    return evidence_of(tables, CONFIG, load())


@cache
def lab() -> Lab:
    """The year, weighed once for all tests of a process."""
    return Lab(Bench(of(year()), load(), Question(2023)))


def answered(tables: Tables, readings: Mapping[str, str] | None = None, regime: str = "") -> Statement:
    """What the rules say of other tables, computed afresh."""
    return assess_tables(tables, CONFIG, dict(readings or {}), regime)


def figure(statement: Statement, *, places: int | None = None, denominator: bool = True) -> OfficialFigure:
    """The official figure that a ministry with this statement would print: amounts, or only a percentage."""
    if places is not None:
        exact = Fraction(statement.line("selo.weighted_percentage").exact)
        scale = 10**places
        return OfficialFigure(Fraction(int(exact * scale + Fraction(1, 2)), scale), places)
    whole = {name: int(Fraction(statement.line(f"selo.{name}").exact) * 100) for name in ("numerator", "denominator")}
    return OfficialFigure(None, 0, whole["numerator"], whole["denominator"] if denominator else None)


def asked(official: OfficialFigure, *rows: OfficialRow) -> Reconciliation:
    return reconciled(lab(), Official("oficial.csv", official, rows, 0, ()))


def named(explanation: Explanation) -> set[str]:
    """The differences by what identifies them: the row's hash, "key=option", a code, a regime."""
    found = set()
    for difference in explanation.differences:
        if difference.row is not None:
            found.add(difference.row.row_hash + difference.row.part)
        elif "option" in difference.subject:
            found.add(f"{difference.subject['key']}={difference.subject['option']}")
        else:
            found.add(" ".join(value for name, value in difference.subject.items() if name not in ("count", "table")))
    return found


def without(tables: Tables, table: str, *positions: int) -> Tables:
    """The tables less some rows of one."""
    return {**tables, table: [row for at, row in enumerate(tables[table]) if at not in positions]}
