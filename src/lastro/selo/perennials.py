"""Expected production of perennial crops: art. 7 of Portaria SAF/MAPA 280/2022.

Planted, contracted area at the yield of maturity counts until maturity, or until the producer says otherwise. Where
fruit was already bought, the larger of the two counts: the invoices as they are, and the expectation for the excess.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from fractions import Fraction

from lastro.core.dates import Interval
from lastro.core.numbers import half_up
from lastro.selo.valuation import ExtraLine, Prices, Row, centavos_of, grown
from lastro.selo.yields import OfficialYield, Yields

FORM = "fruto"


def expected_lines(
    rows: Iterable[Row],
    prices: Prices,
    yields: Yields,
    bought_centavos: Mapping[str, int],
    bought_grams: Mapping[str, int],
    period: Interval,
    refuse_both: bool = False,
) -> list[ExtraLine]:
    """One line per contract that still waits for its crop, for the value beyond what was bought under it.

    With `refuse_both` a contract that also sold counts only what it sold.
    """
    assert period.end is not None
    last_day = period.end - timedelta(days=1)
    return [
        _expected(row, prices, yields, bought_centavos, bought_grams, last_day)
        for row in rows
        if _waits(row, last_day) and not (refuse_both and bought_centavos.get(str(row["contrato"])))
    ]


def _waits(row: Row, last_day: date) -> bool:
    """Planted by the end of the year, and neither mature nor given up on any day of it."""
    planted = row["plantio"]
    ends = [day for day in (row["maturidade"], row["manifestacao"]) if isinstance(day, date)]
    return (not isinstance(planted, date) or planted <= last_day) and all(day > last_day for day in ends)


def _expected(
    row: Row,
    prices: Prices,
    yields: Yields,
    bought_centavos: Mapping[str, int],
    bought_grams: Mapping[str, int],
    on: date,
) -> ExtraLine:
    number, product = str(row["contrato"] or ""), str(row["cultura"])
    contract = prices.contracts.get(number)
    place = str(row["municipio"] or (contract or {}).get("municipio") or "") or None
    official = _mature_yield(row, yields, place, product, on)
    total = None if official is None else grown(row["area_ha"], official.grams_per_ha)
    price = prices.per_gram(product, row["preco"], "kg", contract, on)
    grams = centavos = 0
    variant = ""
    if total is None:
        variant = "no_yield"
    elif price is None:
        variant = "no_price"
    else:
        centavos = max(0, centavos_of(total, price) - bought_centavos.get(number, 0))
        grams = max(0, half_up(total - Fraction(bought_grams.get(number, 0))))
    if contract is None:
        variant = "no_contract"
    block = "SBS-05" if variant == "no_yield" else "SBS-13" if variant else ""
    return ExtraLine(
        "expected", row, "perenes", contract, product, FORM, place, on, grams, centavos, None, block, variant
    )


def _mature_yield(row: Row, yields: Yields, place: str | None, product: str, on: date) -> OfficialYield | None:
    """The official coefficient at maturity: the tables' in their order, else the one the row itself cites."""
    found = yields.find(place or "", product, "", on, "selo.280.perennial_yield_sources")
    stated = row["rendimento_kg_ha"]
    if found is None and isinstance(stated, int) and row["fonte"]:
        return OfficialYield(stated, str(row["fonte"]), "municipio")
    return found
