"""Offers of tests, in rows, beside the small sound year of `tests.selo.world`."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

from lastro.evidence.evidence import Evidence
from lastro.law import DatedValue, load
from lastro.selo.assess import Question
from lastro.selo.given import evidence_of
from lastro.selo.planning import plan
from lastro.statement.plan import Plan
from tests.selo.world import CONFIG, HOME, NORTHEAST, Edit, sound

YEAR = 2023


def offer(name: str, price: str = "5", quantity: str = "100000", extra: str = "0.5", **columns: Any) -> dict[str, Any]:
    """Castor seed of the Northeast, from farmers not known yet."""
    return {
        "nome": name,
        "tipo": "compra",
        "municipio_origem": NORTHEAST,
        "produto": "mamona",
        "forma": "semente",
        "preco": Decimal(price),
        "quantidade": Decimal(quantity),
        "unidade_medida": "kg",
        "custo_extra": Decimal(extra),
    } | columns


def soy(name: str = "soja", price: str = "2", quantity: str = "200000", extra: str = "0.05", **columns: Any) -> Any:
    """Soy of the plant's own region."""
    home = {"produto": "soja", "forma": "grao", "municipio_origem": HOME}
    return offer(name, price, quantity, extra, **home | columns)


def corn(name: str = "milho", price: str = "1", quantity: str = "200000", extra: str = "0", **columns: Any) -> Any:
    return soy(name, price, quantity, extra, **{"produto": "milho"} | columns)


def spending(name: str, kind: str, price: str, quantity: str, **columns: Any) -> dict[str, Any]:
    bare = {"tipo": kind, "produto": None, "forma": None, "municipio_origem": HOME, "unidade_medida": "un"}
    return offer(name, price, quantity, "0", **bare | columns)


def evidence(*offers: dict[str, Any], edits: tuple[Edit, ...] = ()) -> Evidence:
    tables = sound()
    for each in edits:
        each(tables)
    tables["ofertas"] = list(offers)
    return evidence_of(tables, CONFIG, load())


def planned(*offers: dict[str, Any], margin: str = "0", edits: tuple[Edit, ...] = (), **question: Any) -> Plan:
    """The plan of the sound year with these edits and offers."""
    asked = Question(YEAR, **question)
    return plan(evidence(*offers, edits=edits), load(), asked, Fraction(margin))


def own_law(tmp_path: Path, **values: str) -> tuple[DatedValue, ...]:
    """Values of law.yaml for the year, by key with "__" for "."."""
    entry = '{key}:\n  - {{from: 2023-01-01, value: "{value}", cites: ["Ofício 1/2023, fl. 2"]}}\n'
    told = "".join(entry.format(key=key.replace("__", "."), value=value) for key, value in values.items())
    (tmp_path / "law.yaml").write_text(told, encoding="utf-8")
    return load().overrides_from_yaml(tmp_path / "law.yaml")


def taken(found: Plan) -> dict[str, int]:
    """Centavos by offer."""
    return {row.offer: row.centavos for row in found.bought}
