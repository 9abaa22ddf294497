"""A small sound workspace in rows: one purchase from a documented farmer under a good contract, and one sale.

Nothing of the Selo is wrong in it; a test edits a copy and looks at what is found then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

from lastro.selo.assess import assess_tables
from lastro.statement.model import Finding, Statement
from tests.oracle.identifiers import access_key, cnpj, cpf
from tests.oracle.product import supplied_law

Rows = list[dict[str, Any]]
Tables = dict[str, Rows]
Edit = Callable[[Tables], None]

PLANT = cnpj("990000010001")
ANA, BIA = cpf("700000000"), cpf("700000001")
COOPERATIVE, AGENT = cnpj("800000000001"), cnpj("800000010001")
STRANGER = cnpj("800000020001")
HOME, NORTHEAST = "Rio Verde/GO", "Barreiras/BA"
DAY = date(2023, 4, 10)
CONFIG: Mapping[str, Any] = {"cnpj": PLANT, "name": "Usina", "municipality": HOME, "year": 2023}


def key(number: int, supplier: str = ANA, day: date = DAY) -> str:
    """A valid access key of a note of that supplier and day."""
    return access_key("52", day, supplier, number)


def farmer(person: str = ANA, **columns: Any) -> dict[str, Any]:
    return {
        "cpf": person,
        "municipio": HOME,
        "area_ha": Decimal(1000),
        "documento": "CAF",
        "numero": f"CAF {person}",
        "inicio": date(2022, 3, 1),
        "fim": date(2024, 2, 29),
        "situacao": "ativa",
        "car": "GO-1",
    } | columns


def purchase(**columns: Any) -> dict[str, Any]:
    """10 t of soy at R$ 2.00 a kg."""
    return {
        "data": DAY,
        "fornecedor": ANA,
        "produto": "soja",
        "forma": "grao",
        "municipio_origem": HOME,
        "quantidade": Decimal(10_000),
        "unidade_medida": "kg",
        "valor": Decimal(20_000),
        "contrato": "C1",
    } | columns


def contract(number: str = "C1", supplier: str = ANA, **columns: Any) -> dict[str, Any]:
    clauses = dict.fromkeys(("prazo", "reajuste", "entrega", "salvaguardas"), True)
    return {
        "numero": number,
        "fornecedor": supplier,
        "produto": "soja",
        "safra": "2022/23",
        "area_ha": Decimal(10),
        "assinatura": date(2022, 9, 1),
        "fim": date(2023, 12, 31),
        "preco": Decimal(2),
        "unidade_preco": "kg",
        "anuente": "Sindicato",
        "data_anuencia": date(2022, 9, 1),
        "municipio": HOME,
        **clauses,
    } | columns


def organisation(number: str, kind: str, **columns: Any) -> dict[str, Any]:
    return {
        "cnpj": number,
        "nome": kind,
        "tipo": kind,
        "habilitacao": "HAB 1/2022",
        "inicio": date(2022, 1, 1),
        "fim": date(2026, 12, 31),
    } | columns


def sound() -> Tables:
    """The sound workspace; the tables that some check needs are all there."""
    return {
        "agricultores": [farmer()],
        "organizacoes": [organisation(COOPERATIVE, "cooperativa_af"), organisation(AGENT, "agente_intermediario")],
        "contratos": [contract()],
        "aquisicoes": [purchase()],
        "vendas": [{"data": date(2023, 6, 30), "valor": Decimal(1_000_000), "volume_m3": Decimal(200)}],
        "precos": [price("1.00")],
        "producao": [
            {"mes": "2023-06", "biodiesel_m3": Decimal(200)},
            {"mes": "2023-06", "insumo": "metanol", "quantidade": Decimal(20_000), "unidade_medida": "kg"},
        ],
        "visitas": [visit("2023-01-10", "T1", arquivo_hash="a" * 64)],
    }


def price(amount: str, **columns: Any) -> dict[str, Any]:
    return {
        "inicio": date(2023, 1, 1),
        "municipio": HOME,
        "produto": "soja",
        "unidade": "kg",
        "preco": Decimal(amount),
        "fonte": "PGPAF",
    } | columns


def visit(day: str, technician: str, **columns: Any) -> dict[str, Any]:
    return {"contrato": "C1", "data": date.fromisoformat(day), "tecnico": technician, "registro": "CREA 1"} | columns


def cost(kind: str, letter: str | None, amount: str, **columns: Any) -> dict[str, Any]:
    """A row of `dispendios` with all its proofs."""
    proofs: dict[str, dict[str, Any]] = {
        "doacao": {"comprovante": "NF 1", "recibo": True},
        "pesquisa": {"comprovante": "NF 2", "relatorio": True, "orgao_publico": "Embrapa", "aprovacao_numero": "Of. 9"},
        "ater_propria": {"tecnico": "T1", "registro": "CREA 1"},
        "ater_terceiros": {"comprovante": "NF 4", "registro": "CREA 2"},
        "fomento": {"comprovante": "NF 5"},
        "fundo": {"comprovante": "NF 6"},
    }
    return (
        {"tipo": kind, "alinea": letter, "data": date(2023, 3, 15), "valor": Decimal(amount)} | proofs[kind] | columns
    )


def decision(kind: str, about: str, **columns: Any) -> dict[str, Any]:
    return {"tipo": kind, "objeto": about, "numero": about, "data": date(2022, 12, 1)} | columns


def edit(table: str, row: int = 0, **columns: Any) -> Edit:
    """Change columns of one row."""

    def apply(tables: Tables) -> None:
        tables[table][row].update(columns)

    return apply


def add(table: str, *rows: dict[str, Any]) -> Edit:
    """Append rows."""

    def apply(tables: Tables) -> None:
        tables.setdefault(table, []).extend([dict(row) for row in rows])

    return apply


def put(table: str, *rows: dict[str, Any]) -> Edit:
    """These rows instead of the table's."""

    def apply(tables: Tables) -> None:
        tables[table] = [dict(row) for row in rows]

    return apply


def all_of(*edits: Edit) -> Edit:
    def apply(tables: Tables) -> None:
        for each in edits:
            each(tables)

    return apply


def nothing(tables: Tables) -> None:
    """The sound workspace as it is."""


def assessed(
    *edits: Edit,
    readings: Mapping[str, str] | None = None,
    regime: str = "",
    year: int = DAY.year,
    law: Mapping[str, Fraction] | None = None,
) -> Statement:
    """The statement of the sound workspace with these edits, in order; `law` are values that the user supplies."""
    tables = sound()
    for each in edits:
        each(tables)
    overrides = supplied_law(law or {}, year)
    return assess_tables(tables, {**CONFIG, "year": year}, dict(readings or {}), regime, overrides)


def selo_findings(statement: Statement) -> list[Finding]:
    return [finding for finding in statement.findings if finding.code.startswith("SBS-")]


def exact(statement: Statement, line_id: str = "selo.weighted_percentage") -> Fraction:
    return Fraction(statement.line(line_id).exact)
