"""Expected production of perennial crops: art. 7 of Portaria SAF/MAPA 280/2022.

Planted, contracted area at the yield of maturity counts until maturity, or until the producer says otherwise. Where
fruit was already bought, the larger of the two counts: the invoices as they are, and the expectation for the excess.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta

from lastro.core.dates import Interval
from lastro.selo.valuation import ExtraLine, Prices, Row, centavos_of, grown
from lastro.selo.yields import OfficialYield, Yields

FORM = "fruto"


def expected_lines(
    rows: Iterable[Row],
    prices: Prices,
    yields: Yields,
    bought_centavos: Mapping[tuple[str, str], int],
    bought_grams: Mapping[tuple[str, str], int],
    period: Interval,
    refuse_both: bool = False,
) -> list[ExtraLine]:
    """One line per contract that still waits for its crop, for the value beyond what was bought under it.

    With `refuse_both` a contract that also sold counts only what it sold.
    """
    assert period.end is not None
    last_day = period.end - timedelta(days=1)
    left = {slot: (centavos, bought_grams.get(slot, 0)) for slot, centavos in bought_centavos.items()}
    lines = []
    for row in sorted(rows, key=lambda row: (str(row["contrato"]), str(row["plantio"]), str(row["municipio"]))):
        slot = (str(row["contrato"] or ""), str(row["cultura"]))
        if _waits(row, last_day) and not (refuse_both and bought_centavos.get(slot)):
            line, left[slot] = _expected(row, prices, yields, left.get(slot, (0, 0)), last_day)
            lines.append(line)
    return lines


def _waits(row: Row, last_day: date) -> bool:
    """Planted by the end of the year, maturing later, and not given up. Unknown dates do not count as waiting."""
    planted, mature, ended = row["plantio"], row["maturidade"], row["manifestacao"]
    if not isinstance(planted, date) or planted > last_day or not isinstance(mature, date) or mature <= last_day:
        return False
    return not isinstance(ended, date) or ended > last_day


def _expected(
    row: Row, prices: Prices, yields: Yields, bought: tuple[int, int], on: date
) -> tuple[ExtraLine, tuple[int, int]]:
    """The line, and what is left of `bought` (centavos, grams) for further rows of the same contract."""
    number, product = str(row["contrato"] or ""), str(row["cultura"])
    contract = prices.contract(number, product)
    place = str(row["municipio"] or (contract or {}).get("municipio") or "") or None
    official = _mature_yield(row, yields, place, product, on)
    grams = None if official is None else grown(row["area_ha"], official.grams_per_ha)
    price = prices.per_gram(product, row["preco"], "kg", contract, on)
    variant = "no_yield" if grams is None else "no_price" if price is None else ""
    worth = centavos_of(grams, price) if grams is not None and price is not None else 0
    covered = min(worth, bought[0]), min(grams or 0, bought[1])
    if contract is None:
        variant = "no_contract"
    block = "SBS-05" if variant == "no_yield" else "SBS-13" if variant else ""
    line = ExtraLine(
        "expected", row, "perenes", contract, product, FORM, place, on, (grams or 0) - covered[1], worth - covered[0],
        None, block, variant,
    )  # fmt: skip
    return line, (bought[0] - covered[0], bought[1] - covered[1])


def _mature_yield(row: Row, yields: Yields, place: str | None, product: str, on: date) -> OfficialYield | None:
    """The official coefficient at maturity: the row's own figure, unless a source before its own has another."""
    stated = row["rendimento_kg_ha"]
    own = None
    if isinstance(stated, int):
        own = OfficialYield(stated, str(row["fonte"] or "outra").casefold(), "municipio", stated=True)
    return yields.find(place or "", product, "", on, "selo.280.perennial_yield_sources", own)
