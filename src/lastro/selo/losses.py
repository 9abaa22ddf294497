"""Crop failure and death of animals: art. 8 of Portaria SAF/MAPA 280/2022.

Total failure counts the estimate for the contracted area; partial failure counts the missing part when it passes the
threshold and the rest was bought; deaths count what died. Proofs that are missing put the line at risk (`checks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction

from lastro.core.dates import Interval
from lastro.core.numbers import half_up
from lastro.law import Session
from lastro.selo.valuation import ExtraLine, Prices, Row, centavos_of, grown
from lastro.selo.yields import Yields

LIVE = "vivo"
CROP = "grao"


def loss_lines(
    rows: Iterable[Row],
    prices: Prices,
    yields: Yields,
    session: Session,
    bought_grams: Mapping[str, int],
    period: Interval,
) -> list[ExtraLine]:
    """One line per row of `frustracoes` dated inside the period, with the value that art. 8 lets count."""
    return [
        _loss(row, row["data"], prices, yields, session, bought_grams)
        for row in rows
        if isinstance(row["data"], date) and row["data"] in period
    ]


def _loss(
    row: Row, on: object, prices: Prices, yields: Yields, session: Session, bought_grams: Mapping[str, int]
) -> ExtraLine:
    assert isinstance(on, date)
    contract = prices.contracts.get(str(row["contrato"] or ""))
    product = str(row["produto"] or (contract or {}).get("produto") or "")
    place = str(row["municipio"] or (contract or {}).get("municipio") or "") or None
    deaths = row["tipo"] == "mortalidade"
    expected = _stated(row, "esperado", product, prices, contract, on) if deaths else _estimate(
        row, product, place, prices, yields, session, contract, on
    )  # fmt: skip
    lost, variant = _lost(row, expected, product, prices, contract, session, bought_grams, on)
    price = prices.per_gram(product, row["preco"], row["unidade_medida"], contract, on)
    if price is None and not variant:
        lost, variant = Fraction(0), "no_price"
    if contract is None:
        lost, variant = Fraction(0), "no_contract"
    centavos = centavos_of(lost, price) if price is not None else 0
    season = str(row["safra"] or (contract or {}).get("safra") or "") or None
    form = LIVE if deaths else CROP
    block = "SBS-21" if variant else ""
    grams = half_up(lost)
    return ExtraLine(
        "loss", row, "frustracoes", contract, product, form, place, on, grams, centavos, season, block, variant
    )


def _stated(row: Row, column: str, product: str, prices: Prices, contract: Row | None, on: date) -> Fraction | None:
    return prices.grams(product, row[column], row["unidade_medida"], contract, on)


def _estimate(
    row: Row, product: str, place: str | None, prices: Prices, yields: Yields, session: Session,
    contract: Row | None, on: date,
) -> Fraction | None:  # fmt: skip
    """Contracted area at the official yield (art. 8 § 2); the lower of it and the declared estimate, by reading."""
    season = str(row["safra"] or (contract or {}).get("safra") or "")
    found = yields.find(place or "", product, season, on, "selo.280.yield_sources")
    area = row["area_ha"] if row["area_ha"] is not None else (contract or {}).get("area_ha")
    official = None if found is None else grown(area, found.grams_per_ha)
    declared = _stated(row, "esperado", product, prices, contract, on)
    if official is None or session.reading("selo.loss_estimate") == "official_only":
        return official if official is not None else declared
    return official if declared is None else min(official, declared)


def _lost(
    row: Row, expected: Fraction | None, product: str, prices: Prices, contract: Row | None, session: Session,
    bought_grams: Mapping[str, int], on: date,
) -> tuple[Fraction, str]:  # fmt: skip
    """Grams that count as lost, and the variant of the finding when none may."""
    if expected is None:
        return Fraction(0), "no_estimate"
    number = str(row["contrato"] or "")
    stated = _stated(row, "entregue", product, prices, contract, on)
    delivered = Fraction(bought_grams.get(number, 0)) if stated is None else stated
    missing = max(Fraction(0), expected - delivered)
    if row["tipo"] != "parcial":
        return missing, ""
    threshold = session.number("selo.280.loss.threshold", on) * expected
    if missing <= threshold:
        return Fraction(0), "under_threshold"
    if bought_grams.get(number, 0) < delivered:
        return Fraction(0), "rest_not_bought"
    return missing - (threshold if session.reading("selo.loss_threshold") == "deductible" else 0), ""
