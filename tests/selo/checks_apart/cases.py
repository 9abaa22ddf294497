"""For every code and variant of the checks apart: what makes the finding, and what just does not.

The world uses what it bought: 10 t of soy at R$ 2.00, from a family, in June; 200 m³ are made of it at 50 kg a m³.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from typing import Any

from lastro.core.dates import Interval
from lastro.evidence.workspace import SealPeriod, TaxOption
from lastro.statement.model import Severity
from tests.selo.world import ANA, STRANGER, Edit, add, all_of, edit, nothing, purchase, put

BLOCKS, ALERT = Severity.BLOCKS, Severity.ALERT
JUNE = "2023-06"
ACTIVE = SealPeriod(Interval(date(2022, 1, 1), date(2026, 1, 1)), "ativa")


@dataclass(frozen=True)
class Case:
    """`amount` in centavos (None: the finding states none). `wrong_config` and `near_config` add to the company's."""

    code: str
    variant: str
    severity: Severity
    wrong: Edit
    nearly: Edit
    amount: int | None = None
    given: Edit = nothing
    wrong_config: Mapping[str, Any] = field(default_factory=dict)
    near_config: Mapping[str, Any] = field(default_factory=dict)

    @property
    def id(self) -> str:
        return f"{self.code} {self.variant}"


def use(**columns: Any) -> dict[str, Any]:
    """10 t of soy of the family, all of it used in June."""
    return {
        "mes": JUNE, "produto": "soja", "forma": "grao", "classe": "familiar", "fornecedor": ANA,
        "quantidade": Decimal(10_000), "unidade_medida": "kg", "custo": Decimal(20_000),
    } | columns  # fmt: skip


def stock(product: str = "soja", form: str = "grao", **columns: Any) -> dict[str, Any]:
    return {
        "mes": "2023-01",
        "produto": product,
        "forma": form,
        "inicial": Decimal(0),
        "unidade_medida": "kg",
    } | columns


def coefficient(kilograms: str, form: str = "grao", product: str = "soja") -> dict[str, Any]:
    return {"mes": JUNE, "produto": product, "forma": form, "coeficiente": Decimal(kilograms), "unidade_medida": "kg"}


used = all_of(put("consumo", use()), put("estoques", stock()), add("producao", coefficient("50")))
"""What the sound year used, balanced."""


def _use(row: int = 0, **columns: Any) -> Edit:
    return edit("consumo", row, **columns)


def _general(**columns: Any) -> dict[str, Any]:
    """1 t of sunflower of nobody's family, at R$ 3.00."""
    return use(
        produto="girassol", classe="geral", fornecedor=STRANGER, quantidade=Decimal(1_000), custo=Decimal(3_000)
    ) | columns  # fmt: skip


SEAL = (
    Case(
        "TAX-01", "ad_valorem", BLOCKS, nothing, nothing, 20_000_00,
        wrong_config={"tax": (TaxOption(2023, "ad_valorem"),)}, near_config={"tax": (TaxOption(2023, "especial"),)},
    ),
    Case(
        "TAX-01", "no_seal", BLOCKS, nothing, nothing, 20_000_00,
        wrong_config={"seals": (ACTIVE, SealPeriod(Interval(date(2023, 6, 30), date(2023, 7, 1)), "suspensa"))},
        near_config={"seals": (ACTIVE, SealPeriod(Interval(date(2023, 7, 1), date(2023, 8, 1)), "suspensa"))},
    ),
    Case("TAX-01", "not_family", BLOCKS, _use(fornecedor=STRANGER), _use(fornecedor=ANA), 20_000_00),
)  # fmt: skip

BALANCE = (
    Case(
        "TAX-01", "beyond_stock", BLOCKS, edit("estoques", inicial=Decimal("1999.999")),
        edit("estoques", inicial=Decimal(2_000)), 0,
        given=all_of(_use(quantidade=Decimal(12_000)), edit("producao", 2, coeficiente=Decimal(60))),
    ),
    Case(
        "TAX-01", "no_coefficient", ALERT, nothing, add("producao", coefficient("20", "oleo")),
        given=_use(forma="oleo", quantidade=Decimal(4_000)),
    ),
    Case(
        "TAX-01", "beyond_production", BLOCKS, edit("producao", biodiesel_m3=Decimal(198)),
        edit("producao", biodiesel_m3=Decimal("198.1")), 200_00,
    ),
    Case(
        "TAX-01", "made_beyond", ALERT, edit("producao", biodiesel_m3=Decimal("202.1")),
        edit("producao", biodiesel_m3=Decimal(202)),
    ),
    Case("TAX-01", "balance_open", ALERT, edit("producao", 2, forma="semente"), nothing),
)  # fmt: skip

SHARES = (
    Case("TAX-02", "no_cost", BLOCKS, _use(custo=None), nothing),
    Case(
        "TAX-02", "by_volume", ALERT, _use(1, custo=Decimal("2000.01")), _use(1, custo=Decimal("2000.03")),
        given=all_of(add("consumo", _general()), add("producao", coefficient("50", product="girassol"))),
    ),
    Case(
        "TAX-02", "own_price", BLOCKS, _use(1, custo=Decimal("1999.98")), _use(1, custo=Decimal("1999.99")), 2,
        given=add("consumo", use(classe="geral", propria=True, fornecedor=None, quantidade=Decimal(1_000))),
    ),
    Case(
        "TAX-02", "no_average", ALERT, _use(1, forma="semente"), _use(1, forma="grao"),
        given=add(
            "consumo", use(classe="geral", propria=True, fornecedor=None, quantidade=Decimal(1_000), custo=Decimal(2_000))
        ),
    ),
    Case(
        "TAX-02", "only_imported", BLOCKS, edit("vendas", fabricacao="importado"), edit("vendas", fabricacao="terceiros"),
        1_000_000_00,
    ),
    Case(
        "TAX-02", "imported", ALERT, edit("vendas", 1, data=date(2023, 6, 1)), edit("vendas", 1, data=date(2023, 5, 31)),
        5_00,
        given=add("vendas", {"valor": Decimal(5), "volume_m3": Decimal(1), "fabricacao": "importado"}),
    ),
)  # fmt: skip

RESOLD = (
    Case(
        "TAX-03", "other_use", ALERT, edit("aquisicoes", 1, destino_uso="outro_uso"),
        edit("aquisicoes", 1, destino_uso="biodiesel"), 2_00,
        given=all_of(add("aquisicoes", purchase(quantidade=Decimal(1))), edit("estoques", inicial=Decimal(0)),
                     _use(quantidade=Decimal(10_001), custo=Decimal(20_002))),
    ),
)  # fmt: skip

DOCUMENTS = (
    "carta_solicitacao", "carta_banco", "projeto_social", "contrato_proposto", "inscricao_cnpj",
    "declaracao_adimplencia",
)  # fmt: skip


def mark(kind: str, day: date = date(2012, 3, 1), **columns: Any) -> dict[str, Any]:
    return {"projeto": "P", "tipo": kind, "data": day} | columns


def project(*rows: Mapping[str, Any], without: Sequence[str] = ()) -> Edit:
    """A project whose papers and clocks are all in order, with these rows instead of its own of their kinds."""
    told = {document: mark(document) for document in DOCUMENTS}
    told |= {
        "enquadramento_bancario": mark("enquadramento_bancario", date(2012, 2, 1)),
        "protocolo": mark("protocolo", date(2012, 3, 1)),
        "resposta": mark("resposta", date(2012, 3, 31)),
        "inicio_operacao": mark(
            "inicio_operacao", date(2012, 8, 31), comunicado_em=date(2012, 9, 3), documento="of. 1"
        ),
        "avaliacao": mark("avaliacao", date(2013, 2, 28)),
        "pedido_selo": mark("pedido_selo", date(2013, 3, 30)),
    }
    told |= {str(row["tipo"]): dict(row) for row in rows}
    return put("enquadramento", *(row for kind, row in told.items() if kind not in without))


FURTHER = tuple(mark(kind) for kind in ("pedido_prazo_adicional", "contratos_honrados", "agricultores_assistidos"))
LATER = (mark("avaliacao", date(2013, 8, 31)), mark("pedido_selo", date(2013, 9, 30)))

PROJECT = (
    Case(
        "ENQ-01", "document_missing", BLOCKS, project(mark("carta_banco", situacao="pendente")),
        project(mark("carta_banco", situacao="pronto")),
    ),
    Case(
        "ENQ-01", "bank_first", BLOCKS, project(mark("enquadramento_bancario", date(2012, 3, 2))),
        project(mark("enquadramento_bancario", date(2012, 3, 1))),
    ),
    Case("ENQ-01", "answer_late", ALERT, project(mark("resposta", date(2012, 4, 1))), project()),
    Case("ENQ-01", "term_over", BLOCKS, project(mark("avaliacao", date(2013, 3, 1))), project()),
    Case(
        "ENQ-01", "condition_missing", BLOCKS, project(*FURTHER[:2], *LATER), project(*FURTHER, *LATER),
    ),
    Case("ENQ-01", "request_late", BLOCKS, project(mark("pedido_selo", date(2013, 3, 31))), project()),
    Case(
        "ENQ-01", "not_notified", BLOCKS, project(mark("mudanca_endereco", documento="of. 2")),
        project(mark("mudanca_endereco", documento="of. 2", comunicado_em=date(2014, 1, 1))),
    ),
)  # fmt: skip

CASES = (*SEAL, *BALANCE, *SHARES, *RESOLD, *PROJECT)
