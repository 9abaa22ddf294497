"""What the example plant buys: NCM, wording of the invoice, units, and the invented market price of each month of 2023.

Prices are in ten-thousandths of a real per kg. The reference that contracts must respect is a fixed share of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.core.numbers import half_up, muldiv_half_up

REFERENCE_SHARE = Fraction(88, 100)

# Market of the year relative to the yearly mean, January to December: soy and what follows it fell until June.
_SOY_YEAR = (118, 115, 109, 101, 92, 90, 95, 98, 97, 95, 97, 99)
_CORN_YEAR = (122, 120, 117, 106, 92, 86, 86, 87, 92, 95, 99, 104)
_FLAT_YEAR = (100,) * 12


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit as invoices write it, and how many kg it holds (0 for heads, which are not weighed)."""

    text: str
    kg: int


KG = Unit("KG", 1)
SACK = Unit("SC", 60)
TONNE = Unit("TON", 1000)
HEAD = Unit("CAB", 0)


@dataclass(frozen=True, slots=True)
class Ware:
    """One good. `kg_per_ha` is what a family there harvests, well below the official yield."""

    product: str
    form: str
    ncm: str
    wording: str
    mean_price: int
    units: tuple[Unit, ...] = (KG, SACK, TONNE)
    year: tuple[int, ...] = _FLAT_YEAR
    kg_per_ha: int = 0
    input_name: str = ""

    def price(self, on: date) -> int:
        """Market price of the month, in ten-thousandths of a real per kg (or per head, or per litre)."""
        return muldiv_half_up(self.mean_price, self.year[on.month - 1], 100)

    def reference(self, on: date) -> int:
        """The price that a contract guarantees in that month."""
        return half_up(self.price(on) * REFERENCE_SHARE)


SOY = Ware("soja", "grao", "12019000", "SOJA EM GRAOS", 22_800, year=_SOY_YEAR, kg_per_ha=1_500)
CORN = Ware("milho", "grao", "10059010", "MILHO EM GRAOS", 10_300, year=_CORN_YEAR, kg_per_ha=3_500)
CANOLA = Ware("canola", "grao", "12051090", "CANOLA EM GRAOS", 24_100, units=(KG, TONNE), kg_per_ha=900)
SUNFLOWER = Ware("girassol", "grao", "12060090", "GIRASSOL EM GRAOS", 23_500, units=(KG, TONNE), kg_per_ha=1_000)
CASTOR = Ware("mamona", "baga", "12073090", "MAMONA EM BAGA", 49_000, units=(KG, TONNE), kg_per_ha=700)
SESAME = Ware("gergelim", "grao", "12074090", "GERGELIM EM GRAOS", 78_000, units=(KG,), kg_per_ha=300)
PEANUT = Ware("amendoim", "grao", "12024200", "AMENDOIM DESCASCADO", 52_000, units=(KG,), kg_per_ha=700)
COTTON_SEED = Ware("algodao", "caroco", "12072900", "CAROCO DE ALGODAO", 14_500, units=(KG, TONNE), kg_per_ha=900)
PALM = Ware("palma", "cacho", "12079990", "CACHO DE FRUTO FRESCO DE PALMA", 5_900, units=(TONNE, KG), kg_per_ha=11_000)
MACAUBA = Ware("macauba", "fruto", "12079990", "FRUTO DE MACAUBA", 6_200, units=(KG,), kg_per_ha=6_000)
JATROPHA = Ware("pinhao_manso", "fruto", "12079990", "PINHAO MANSO", 9_500, units=(KG,), kg_per_ha=800)
BABASSU_OIL = Ware("babacu", "oleo", "15132120", "OLEO BRUTO DE BABACU", 71_000, units=(KG,))
CASTOR_OIL = Ware("mamona", "oleo", "15153000", "OLEO DE MAMONA", 118_000, units=(KG,))
SOY_OIL = Ware("soja", "oleo", "15071000", "OLEO DE SOJA BRUTO DEGOMADO", 48_500, units=(KG,), year=_SOY_YEAR)
CORN_OIL = Ware("milho", "oleo", "15152100", "OLEO BRUTO DE MILHO", 44_000, units=(KG,), year=_CORN_YEAR)
TALLOW = Ware("bovino", "sebo", "15021012", "SEBO BOVINO FUNDIDO", 41_000, units=(KG,))
CATTLE = Ware("bovino", "vivo", "01022990", "BOVINO VIVO PARA ABATE", 38_000_000, units=(HEAD,))
GOATS = Ware("caprino", "vivo", "01042090", "CAPRINO VIVO", 3_100_000, units=(HEAD,))
SHEEP = Ware("ovino", "vivo", "01041090", "OVINO VIVO", 4_200_000, units=(HEAD,))
FISH = Ware("peixe", "vivo", "03019900", "TILAPIA VIVA", 95_000, units=(KG,))
PIGS = Ware("suino", "vivo", "01039200", "SUINO VIVO", 8_500_000, units=(HEAD,))
ETHANOL = Ware("cana", "outro", "22071010", "ETANOL ANIDRO INSUMO", 37_200, units=(KG,), input_name="etanol")
METHANOL = Ware("outro", "outro", "29051100", "METANOL INSUMO", 31_000, units=(KG,), input_name="metanol")
SOWING_SEED = Ware("soja", "semente", "12011000", "SEMENTE DE SOJA PARA PLANTIO", 95_000, units=(KG,))

PRICED = (SOY, CORN, CANOLA, SUNFLOWER, CASTOR, SESAME, PEANUT, COTTON_SEED, PALM)


def value_centavos(quantity_e4: int, price: int, kg_per_unit: int = 1) -> int:
    """Value of a quantity in ten-thousandths of a unit, at `price` ten-thousandths of a real per kg."""
    return muldiv_half_up(quantity_e4 * max(kg_per_unit, 1), price, 1_000_000)
