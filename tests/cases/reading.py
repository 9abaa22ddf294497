"""How a case is written: short forms that a lawyer can read, turned into rows of the workspace tables.

    lines     purchases: as, on, supplier, crop, form, from, kg | quantity + unit, value, input, contract, season,
              financed, own, shared, use, origins, return_of; `farmers: 200` divides the value among 200 farmers
    farmers   name, at, hectares, document, number, from, until, state, property, family
    organisations   name, kind, from, until, qualified, members (percent of family farmers)
    sales     one value, or rows: value, m3, market, taxes, on, product, return_of
    spending  kind, letter, value, and columns of `dispendios`; documents are there unless the case takes them away
    tables    rows of any table with its own columns
    law       values of law that the user supplies, by their key

`year` is 2023 unless the case says another; `regime` is the act that answers, "" the one that rules the year. Documents
and qualifications are in force in the case's year.

A name stands for an invented CPF or CNPJ. `supplier: agricultor` is a farmer with a document in force and no declared
area; `supplier: outsider` is a company in no register; `supplier: cooperativa_af` (or another kind) is an organisation
qualified all year. Numbers are Brazilian text.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import yaml

from lastro.law import load
from tests.oracle.identifiers import access_key, cnpj, cpf
from tests.oracle.model import Config

Case = Mapping[str, Any]
Rows = list[dict[str, Any]]
PLANT = cnpj("990000010001")
_TODAY = date(2023, 4, 10)
_KINDS = ("cooperativa_af", "cooperativa_sem_caf", "agente_intermediario", "agente_promotor")
_PLACES = ("municipio", "municipio_origem")
_PEOPLE = ("fornecedor", "cpf", "cnpj", "beneficiario")
_MONEY = ("valor", "valor_tributos", "preco", "preco_minimo")
_AMOUNTS = (
    "quantidade",
    "area_ha",
    "esperado",
    "entregue",
    "rendimento_kg_ha",
    "kg_ha",
    "coeficiente",
    "biodiesel_m3",
    "volume_m3",
    "dedicacao",
)


class _Loader(yaml.SafeLoader):
    """YAML in which `on` is a word, not a truth value."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def cases(folder: Path) -> list[Case]:
    """Every case of the folder's files."""
    files = sorted(folder.glob("*.yaml"))
    return [case for path in files for case in yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)]


def number(text: str | int) -> Decimal:
    """ "1.234,56" as people write it."""
    return Decimal(str(text).replace(".", "").replace(",", "."))


def exact(text: str | int) -> Fraction:
    """What a case expects: "60,84", or "1/3" where no decimal is exact."""
    return Fraction(str(text)) if "/" in str(text) else Fraction(number(text))


@dataclass
class Workspace:
    """Rows of a case as they grow, and the names it uses."""

    case: Case
    tables: dict[str, Rows] = field(default_factory=dict)
    people: dict[str, str] = field(default_factory=dict)
    line_ids: dict[str, list[str]] = field(default_factory=dict)
    keys: dict[str, str] = field(default_factory=dict)

    def add(self, table: str, row: Mapping[str, Any]) -> None:
        self.tables.setdefault(table, []).append({k: v for k, v in row.items() if v is not None})

    def person(self, name: str) -> str:
        """The CPF of a farmer's name, invented on first use."""
        return self.people.setdefault(name, cpf(f"{700_000_000 + len(self.people)}"))

    def organisation(self, name: str) -> str:
        return self.people.setdefault(name, cnpj(f"{80_000_000 + len(self.people)}0001"))


def workspace(case: Case) -> tuple[Workspace, Config]:
    """The tables and the configuration that a case describes."""
    given = case["given"]
    built = Workspace(case)
    for farmer in given.get("farmers", ()):
        _farmer(built, farmer)
    for organisation in given.get("organisations", ()):
        _organisation(built, organisation)
    for line in given.get("lines", ()):
        _line(built, line)
    _sales(built, given.get("sales", ()))
    for cost in given.get("spending", ()):
        _cost(built, cost)
    for table, rows in given.get("tables", {}).items():
        for row in rows:
            built.add(table, _typed(built, row))
    plant = municipality(given.get("plant", "Rio Verde/GO"))
    law = {key: Fraction(value) for key, value in given.get("law", {}).items()}
    year, regime = case.get("year", _TODAY.year), case.get("regime", "")
    return built, Config(PLANT, plant, year, case.get("readings", {}), given=law, regime=regime)


def municipality(text: str) -> str:
    """The code of a municipality written as "Rio Verde/GO"."""
    return load().find_municipality(text)


def _days(built: Workspace, start: date, end: date) -> tuple[date, date]:
    """The days on which a paper of 2023 is in force, moved to the year of a case of another time."""
    year = built.case.get("year", _TODAY.year)
    if year >= start.year:
        return start, end if year <= _TODAY.year else max(end, date(year + 1, 2, 28))
    return date(year - 1, 1, 1), date(year + 1, 12, 31)


def _by_default(built: Workspace, day: date) -> date:
    """A day of the case's year for what the case does not date."""
    return day.replace(year=built.case.get("year", _TODAY.year))


def place(text: str | None) -> str | None:
    return municipality(text) if text else None


def _typed(built: Workspace, row: Mapping[str, Any]) -> dict[str, Any]:
    """A row with its own columns: places to codes, names to CPF or CNPJ, Brazilian numbers to Decimal."""
    typed: dict[str, Any] = {}
    for column, value in row.items():
        if column in _PLACES:
            typed[column] = place(value)
        elif column in _PEOPLE:
            typed[column] = built.people[value]
        elif column in _MONEY + _AMOUNTS:
            typed[column] = number(value)
        else:
            typed[column] = {"S": True, "N": False}.get(value, value) if isinstance(value, str) else value
    return typed


def _farmer(built: Workspace, farmer: Mapping[str, Any]) -> None:
    start, end = _days(built, date(2022, 3, 1), date(2024, 2, 29))
    row = {
        "cpf": built.person(farmer["name"]),
        "nome": farmer["name"],
        "familia": farmer.get("family"),
        "municipio": place(farmer.get("at")),
        "imovel": farmer.get("property"),
        "area_ha": number(farmer["hectares"]) if "hectares" in farmer else None,
        "documento": farmer.get("document", "CAF"),
        "numero": farmer.get("number", f"CAF {farmer['name']}"),
        "inicio": farmer.get("from", start),
        "fim": farmer.get("until", end),
        "situacao": farmer.get("state", "ativa"),
    }
    built.add("agricultores", row)


def _organisation(built: Workspace, organisation: Mapping[str, Any]) -> None:
    qualified = organisation.get("qualified", "S") == "S"
    start, end = _days(built, date(2022, 1, 1), date(2026, 12, 31))
    row = {
        "cnpj": built.organisation(organisation["name"]),
        "nome": organisation["name"],
        "tipo": organisation["kind"],
        "habilitacao": "HAB 1/2022" if qualified else None,
        "inicio": organisation.get("from", start),
        "fim": organisation.get("until", end),
        "percentual_af": number(organisation["members"]) if "members" in organisation else None,
    }
    built.add("organizacoes", row)


def _supplier(built: Workspace, line: Mapping[str, Any], turn: int) -> str:
    """The CPF or CNPJ of the line's supplier; a generic one is created with all papers in order."""
    name = line.get("supplier", "agricultor")
    if name == "agricultor":
        name = f"agricultor {len(built.people)}.{turn}"
        _farmer(built, {"name": name})
    elif name == "outsider":
        return built.people.setdefault(f"outsider {len(built.people)}", cnpj(f"{60_000_000 + len(built.people)}0001"))
    elif name in _KINDS:
        kind, name = name, f"{name} {len(built.people)}"
        _organisation(built, {"name": name, "kind": kind})
    return built.people.get(name) or built.person(name)


def _line(built: Workspace, line: Mapping[str, Any]) -> None:
    times = line.get("farmers", 1)
    for turn in range(times):
        day = line.get("on", built.case.get("on", _by_default(built, _TODAY)))
        supplier = _supplier(built, line, turn)
        origin = place(line.get("from"))
        count = sum(len(rows) for rows in built.tables.values()) + 1
        label = line.get("as", "A")
        key = built.keys.get(line.get("same_note", ""), access_key((origin or "52")[:2], day, supplier, count))
        item = line.get("item", 1)
        built.keys[label] = key
        built.line_ids.setdefault(label, []).append(f"{key}-{item:03d}")
        built.add(
            "aquisicoes", _purchase(built, line, day, supplier, origin, key, times) | {"chave": key, "item": item}
        )
        for grower in line.get("origins", ()):
            built.add("origens", _origin(built, grower, key, item))


def _purchase(
    built: Workspace, line: Mapping[str, Any], day: date, supplier: str, origin: str | None, key: str, times: int
) -> dict[str, Any]:
    returned = line.get("return_of")
    return {
        "data": day,
        "fornecedor": supplier,
        "produto": line.get("crop"),
        "forma": line.get("form"),
        "municipio_origem": origin,
        "quantidade": number(line.get("kg", line.get("quantity", 0))) if "kg" in line or "quantity" in line else None,
        "unidade_medida": line.get("unit", "kg") if "kg" in line or "quantity" in line else None,
        "valor": number(line["value"]) / times,
        "contrato": line.get("contract"),
        "safra": line.get("season"),
        "insumo": line.get("input"),
        "propria": line.get("own", "N") == "S",
        "parceria": line.get("shared", "N") == "S",
        "financiado": line.get("financed", "N") == "S",
        "destino_uso": line.get("use"),
        "devolucao_de": built.line_ids[returned][0] if returned else None,
    }


def _origin(built: Workspace, grower: Mapping[str, Any], key: str, item: int) -> dict[str, Any]:
    return {
        "chave": key,
        "item": item,
        "cpf": built.person(grower["farmer"]),
        "quantidade": number(grower["kg"]) if "kg" in grower else None,
        "unidade_medida": "kg" if "kg" in grower else None,
        "valor": number(grower["value"]) if "value" in grower else None,
        "municipio": place(grower.get("from")),
    }


def _sales(built: Workspace, sales: Any) -> None:
    for sale in [{"value": sales}] if isinstance(sales, str) else sales:
        row = {
            "data": sale.get("on", _by_default(built, date(2023, 6, 30))),
            "produto": sale.get("product", "biodiesel"),
            "destino": sale.get("market", "interno"),
            "volume_m3": number(sale["m3"]) if "m3" in sale else None,
            "valor": number(sale["value"]),
            "valor_tributos": number(sale["taxes"]) if "taxes" in sale else None,
            "devolucao_de": sale.get("return_of"),
        }
        built.add("vendas", row)


def _cost(built: Workspace, cost: Mapping[str, Any]) -> None:
    """A cost with its proofs in order; what the case writes replaces them."""
    proofs: dict[str, dict[str, Any]] = {
        "doacao": {"comprovante": "NF 1", "recibo": True},
        "pesquisa": {"comprovante": "NF 2", "relatorio": True, "orgao_publico": "Embrapa"},
        "ater_propria": {"tecnico": "T1", "comprovante": "NF 3", "registro": "CREA 1"},
        "ater_terceiros": {"comprovante": "NF 4", "registro": "CREA 2"},
        "fomento": {"comprovante": "NF 5"},
        "fundo": {"comprovante": "NF 6"},
    }
    rest = {k: v for k, v in cost.items() if k not in ("kind", "letter", "value", "on", "admitted")}
    row = {
        "tipo": cost["kind"],
        "alinea": cost.get("letter"),
        "data": cost.get("on", _by_default(built, date(2023, 3, 15))),
    }
    admitted = cost.get("admitted", date(row["data"].year - 1, 12, 1))
    if cost["kind"] == "pesquisa" and admitted:
        row |= {"aprovacao_numero": "Ofício 9/2022", "aprovacao_data": admitted}
        decision = {"tipo": "pesquisa_admitida", "objeto": "Ofício 9/2022", "numero": "Ofício 9/2022", "data": admitted}
        built.add("decisoes", decision)
    built.add("dispendios", row | {"valor": number(cost["value"])} | proofs[cost["kind"]] | _typed(built, rest))
