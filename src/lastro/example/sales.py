"""The year's biodiesel sales: distributors in six states, exports, a resale, a return, glycerin, and one in litres.

The domestic value of own biodiesel makes the denominator; what it is here decides how near the example is to the
minimum.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from lastro.core.numbers import muldiv_half_up
from lastro.example.draft import YEAR, RowRef
from lastro.example.parties import ABROAD, Item, Note, Party, Purpose
from lastro.example.people import People
from lastro.example.places import DISTRIBUTOR_CODES, Gazetteer
from lastro.example.streams import scaled
from lastro.example.trade import COMPANY_SERIES, Trade

FULL_SALES = 1_520
_EXPORTS_EVERY = 90
_LITRES_EVERY = 41
_ROWED_EVERY = 5
_ANP_CODE = "820101001"
_WORDING = "BIODIESEL B100"
_NCM = "38260000"
_M3_PRICE = 466_000  # centavos per m3, mean of the year
_MONTHS = (108, 106, 104, 101, 97, 94, 95, 98, 100, 99, 99, 100)
_TANK_M3 = (40, 60)


@dataclass(frozen=True, slots=True)
class Sale:
    """A sale of biodiesel: buyer, day, m3 and operation code."""

    buyer: Party
    on: date
    m3: int
    cfop: str
    litres: bool = False

    @property
    def centavos(self) -> int:
        return muldiv_half_up(self.m3 * _M3_PRICE, _MONTHS[self.on.month - 1], 100)

    @property
    def item(self) -> Item:
        commercial, quantity = ("L", self.m3 * 1_000) if self.litres else ("M3", self.m3)
        return Item(
            description=_WORDING,
            ncm=_NCM,
            cfop=self.cfop,
            unit=commercial,
            quantity_e4=quantity * 10_000,
            value_centavos=self.centavos,
            anp_code=_ANP_CODE,
            taxable_unit="L",
            taxable_e4=self.m3 * 1_000 * 10_000,
        )


@dataclass(frozen=True, slots=True)
class Buyers:
    """Distributors and a foreign buyer."""

    distributors: tuple[Party, ...]
    abroad: Party
    trader: Party


def buyers(people: People, gazetteer: Gazetteer) -> Buyers:
    """The invented buyers of the year."""
    towns = [gazetteer.at(code) for code in DISTRIBUTOR_CODES]
    return Buyers(
        distributors=tuple(people.company(f"Distribuidora Exemplo {town.name} Ltda", town) for town in towns),
        abroad=Party("EXTERIOR", "Example Fuels BV", gazetteer.at(ABROAD)),
        trader=people.company("Comercial Exportadora Exemplo S.A.", gazetteer.at("3550308")),
    )


def run_sales(trade: Trade, market: Buyers, notes: int) -> int:
    """The ordinary sales of a year of `notes` notes, by date; the m3 sold. One in five has a row in `vendas`."""
    sales = [_ordinary(trade, market, count) for count in range(scaled(FULL_SALES, notes))]
    for count, sale in enumerate(sorted(sales, key=lambda each: each.on)):
        abroad = sale.cfop[0] == "7"
        key = issue(trade, sale, "sale_export" if abroad else "sale")
        if abroad or count % _ROWED_EVERY == 0:
            sale_row(trade, key, sale)
    return sum(sale.m3 for sale in sales)


def issue(trade: Trade, sale: Sale, kind: str) -> str:
    """The plant's note of a sale. Returns its key."""
    nature = "EXPORTACAO DE BIODIESEL" if sale.cfop[0] == "7" else "VENDA DE BIODIESEL DE PRODUCAO PROPRIA"
    return trade.draft.issue(trade.plant_note(sale.buyer, (sale.item,), sale.on, nature), kind)


def sale_row(trade: Trade, key: str, sale: Sale, destination: str = "", made_by: str = "propria") -> RowRef:
    """A row of `vendas` about a sale."""
    abroad = "exportacao" if sale.cfop[0] == "7" or sale.cfop[1:] == "501" else "interno"
    return trade.draft.row(
        "vendas",
        chave=key,
        data=sale.on,
        produto="biodiesel",
        fabricacao=made_by,
        destino=destination or abroad,
        volume_m3=sale.m3,
        valor=Decimal(sale.centavos) / 100,
    )


def domestic_cfop(trade: Trade, buyer: Party, operation: str = "652") -> str:
    """5xxx or 6xxx by the buyer's state."""
    return ("5" if buyer.place.uf == trade.plant.place.uf else "6") + operation


def run_odd_sales(trade: Trade, market: Buyers) -> None:
    """One of each kind that is not an ordinary sale: trading export, resale, return, glycerin, transfer of sample."""
    trading = Sale(market.trader, date(YEAR, 5, 18), 60, domestic_cfop(trade, market.trader, "501"))
    sale_row(trade, issue(trade, trading, "sale_export_by_trader"), trading)
    resale = Sale(market.distributors[0], date(YEAR, 8, 9), 50, domestic_cfop(trade, market.distributors[0], "655"))
    sale_row(trade, issue(trade, resale, "sale_of_third_party_biodiesel"), resale, made_by="terceiros")
    _return_of_sale(trade, market.distributors[1])
    _glycerin(trade, market.distributors[2])


def _return_of_sale(trade: Trade, buyer: Party) -> None:
    sold = Sale(buyer, date(YEAR, 9, 4), 60, domestic_cfop(trade, buyer))
    key = issue(trade, sold, "sale_returned")
    back = Sale(buyer, date(YEAR, 9, 11), 20, domestic_cfop(trade, buyer, "661"))
    note = Note(
        issuer=buyer,
        recipient=trade.plant,
        series=COMPANY_SERIES,
        number=trade.draft.next_number(buyer, COMPANY_SERIES),
        issued=trade.draft.moment(buyer, back.on),
        items=(back.item,),
        nature="DEVOLUCAO DE COMPRA",
        purpose=Purpose.RETURN,
        references=(key,),
    )
    trade.draft.issue(note, "return_of_sale")


def _glycerin(trade: Trade, buyer: Party) -> None:
    cfop = domestic_cfop(trade, buyer, "101")
    item = Item("GLICERINA BRUTA", "15200010", cfop, "TON", 300_000, 4_950_000)
    trade.draft.issue(trade.plant_note(buyer, (item,), date(YEAR, 3, 22), "VENDA DE COPRODUTO"), "sale_of_glycerin")


def _ordinary(trade: Trade, market: Buyers, count: int) -> Sale:
    rng = trade.draft.rng
    on = date(YEAR, 1, 2) + timedelta(days=rng.randrange(363))
    m3 = rng.randrange(_TANK_M3[0], _TANK_M3[1] + 1, 5)
    if count % _EXPORTS_EVERY == _EXPORTS_EVERY - 1:
        return Sale(market.abroad, on, m3, "7651")
    buyer = rng.choice(market.distributors)
    return Sale(buyer, on, m3, domestic_cfop(trade, buyer), litres=count % _LITRES_EVERY == 0)
