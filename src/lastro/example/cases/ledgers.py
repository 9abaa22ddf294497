"""The plant's own books: decisions of the department, yields, prices, production, stocks, consumption, sales by hand.

Seeds of SBS-22: domestic sales that the sales table calls exported.
"""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from lastro.example import wares
from lastro.example.draft import YEAR
from lastro.example.sales import Sale, domestic_cfop, issue, sale_row
from lastro.example.scene import Scene

ETHANOL_KG_PER_M3 = 3
_METHANOL_KG_PER_M3 = 98
_GRAIN_KG_PER_M3 = 4_700


def stage(scene: Scene, monthly_m3: int) -> None:
    """All of them; `monthly_m3` is the biodiesel made in an ordinary month."""
    _decisions(scene)
    _yields(scene)
    _prices(scene)
    _production(scene, monthly_m3)
    _stocks_and_consumption(scene, monthly_m3)
    _hidden_exports(scene)
    _claimed_exports(scene)


def _decisions(scene: Scene) -> None:
    for kind, target, number, on, content in (
        (
            "pesquisa_admitida",
            "Convênio 07/2022",
            "PQ-0012/2022",
            date(YEAR - 1, 11, 30),
            "pesquisa em mamona e macaúba",
        ),
        ("amortizacao", "energia solar, sertão", "AM-0031/2021", date(YEAR - 2, 3, 2), "cinco anos"),
        ("amortizacao", "energia solar, cerrado", "AM-0058/2023", date(YEAR, 4, 20), "cinco anos"),
        ("ordem_rendimento", "girassol", "OR-0003/2023", date(YEAR, 2, 1), "ibge conab outra"),
    ):
        scene.draft.row(
            "decisoes", tipo=kind, objeto=target, numero=number, data=on, inicio=on, conteudo=content,
            documento=f"{number.replace('/', '-')}.pdf",
        )  # fmt: skip


def _yields(scene: Scene) -> None:
    """What Conab does not publish, from other bodies; and IBGE's sunflower, preferred by a granted request."""
    for source, level, code, product, kg_ha in (
        ("ibge", "uf", "RS", "canola", 1_450),
        ("ibge", "uf", "MG", "mamona", 1_120),
        ("ibge", "municipio", "1504703", "palma", 15_800),
        ("ibge", "uf", "PA", "palma", 15_200),
        ("embrapa", "regiao", "SE", "pinhao_manso", 1_500),
        ("outra", "uf", "MG", "pinhao_manso", 1_100),
        ("ibge", "municipio", "5218805", "girassol", 1_600),
        ("ibge", "uf", "GO", "girassol", 1_500),
    ):
        scene.draft.row(
            "produtividades", fonte=source, nivel=level, codigo=code, produto=product, safra="2022/23", kg_ha=kg_ha
        )


def _prices(scene: Scene) -> None:
    """The guaranteed reference of each good, month by month, below the market by a fixed share."""
    for ware in wares.PRICED:
        for month in range(1, 13):
            first = date(YEAR, month, 1)
            last = date(YEAR, month + 1, 1) if month < 12 else date(YEAR + 1, 1, 1)
            scene.draft.row(
                "precos",
                inicio=first,
                fim=date.fromordinal(last.toordinal() - 1),
                produto=ware.product,
                unidade="kg",
                preco=Decimal(ware.reference(first)) / 10_000,
                fonte="PGPAF",
            )


def _production(scene: Scene, monthly_m3: int) -> None:
    for month in range(1, 13):
        when = f"{month:02d}/{YEAR}"
        scene.draft.row("producao", mes=when, biodiesel_m3=monthly_m3)
        for name, unit, per_m3 in (("metanol", "kg", _METHANOL_KG_PER_M3), ("etanol", "kg", ETHANOL_KG_PER_M3)):
            scene.draft.row(
                "producao", mes=when, insumo=name, quantidade=monthly_m3 * per_m3, unidade_medida=unit,
                coeficiente=per_m3,
            )  # fmt: skip


def _stocks_and_consumption(scene: Scene, monthly_m3: int) -> None:
    used = monthly_m3 * _GRAIN_KG_PER_M3
    stock = used // 3
    for month in range(1, 13):
        when = f"{month:02d}/{YEAR}"
        closing = stock + used // 100 * (7 - month if month > 6 else month)
        scene.draft.row(
            "estoques", mes=when, produto="soja", forma="grao", inicial=stock, final=closing, unidade_medida="kg"
        )
        for product, form, share, price in (
            ("soja", "grao", 88, 228),
            ("milho", "oleo", 8, 440),
            ("bovino", "sebo", 4, 410),
        ):
            kg = used * share // 100
            scene.draft.row(
                "consumo", mes=when, produto=product, forma=form, quantidade=kg, unidade_medida="kg",
                custo=Decimal(kg * price) / 100,
            )  # fmt: skip
        stock = closing


def _claimed_exports(scene: Scene) -> None:
    """Two sales to a distributor that the table calls exported: nothing shows that they left the country."""
    for day in (12, 26):
        buyer = scene.market.distributors[3]
        sale = Sale(buyer, date(YEAR, 10, day), 55, domestic_cfop(scene.trade, buyer))
        key = issue(scene.trade, sale, "sale_called_export")
        sale_row(scene.trade, key, sale, destination="exportacao")
        scene.draft.seed("EVD-SAL-07", "called_export_without_export", key=key)
    scene.draft.seed("SBS-22", "export_not_shown", subject="vendas")


def _hidden_exports(scene: Scene) -> None:
    """Two exports, one direct and one through a trader, that the table calls domestic: they stay in the base."""
    trader = scene.market.trader
    for sale in (
        Sale(scene.market.abroad, date(YEAR, 10, 18), 60, "7651"),
        Sale(trader, date(YEAR, 11, 8), 55, domestic_cfop(scene.trade, trader, "501")),
    ):
        key = issue(scene.trade, sale, "sale_export_called_domestic")
        sale_row(scene.trade, key, sale, destination="interno")
    scene.draft.seed("SBS-22", "export_called_domestic", subject="vendas")
