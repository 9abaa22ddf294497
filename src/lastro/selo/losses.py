"""Crop failure and death of animals: art. 8 of Portaria SAF/MAPA 280/2022.

Total failure counts the estimate for the contracted area; partial failure counts the missing part when it passes the
threshold and the rest was bought; deaths count what died. Without a formal request nothing counts; proofs that are
missing put the line at risk (`checks`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from lastro.core.dates import Interval
from lastro.core.numbers import half_up
from lastro.law import Session
from lastro.selo.valuation import MICRO, ExtraLine, Prices, Row, centavos_of, grown
from lastro.selo.yields import Yields

LIVE = "vivo"
CROP = "grao"


def loss_lines(
    rows: Iterable[Row],
    prices: Prices,
    yields: Yields,
    session: Session,
    bought_grams: Mapping[tuple[str, str], int],
    period: Interval,
) -> list[ExtraLine]:
    """One line per row of `frustracoes` dated inside the period, with the value that art. 8 lets count."""
    return [
        _loss(row, row["data"], prices, yields, session, bought_grams)
        for row in rows
        if isinstance(row["data"], date) and row["data"] in period
    ]


def _loss(
    row: Row, on: object, prices: Prices, yields: Yields, session: Session, bought_grams: Mapping[tuple[str, str], int]
) -> ExtraLine:
    assert isinstance(on, date)
    number = str(row["contrato"] or "")
    contract = prices.contract(number, str(row["produto"] or ""))
    product = str(row["produto"] or (contract or {}).get("produto") or "")
    place = str(row["municipio"] or (contract or {}).get("municipio") or "") or None
    season = str(row["safra"] or (contract or {}).get("safra") or "")
    of = _Loss(row, product, place, season, contract, on, prices, bought_grams.get((number, product), 0))
    deaths = row["tipo"] == "mortalidade"
    grams, centavos, variant = _dead(of) if deaths else _crop(of, yields, session)
    if contract is None:
        variant = "no_contract"
    elif row["requerimento"] is None:
        variant = "no_request"
    form = LIVE if deaths else CROP
    block = "SBS-21" if variant else ""
    return ExtraLine(
        "loss", row, "frustracoes", contract, product, form, place, on, grams, centavos, season or None, block, variant
    )


@dataclass(frozen=True)
class _Loss:
    """One row with what surrounds it. `bought` is grams bought under its contract in the year."""

    row: Row
    product: str
    place: str | None
    season: str
    contract: Row | None
    on: date
    prices: Prices
    bought: int

    def stated(self, column: str) -> int | None:
        """A quantity of the row in grams; None when it is empty or not a mass."""
        return self.prices.grams(self.product, self.row[column], self.row["unidade_medida"], self.contract, self.on)


def _crop(of: _Loss, yields: Yields, session: Session) -> tuple[int, int, str]:
    """Grams, centavos and the variant of the finding when nothing may count (art. 8 I, II)."""
    expected = _estimate(of, yields, session)
    lost, variant = (Fraction(0), "no_estimate") if expected is None else _lost(of, expected, session)
    price = of.prices.per_gram(of.product, of.row["preco"], of.row["unidade_medida"], of.contract, of.on)
    if price is None and not variant:
        return 0, 0, "no_price"
    return half_up(lost), centavos_of(lost, price) if price is not None else 0, variant


def _dead(of: _Loss) -> tuple[int, int, str]:
    """Animals lost × price, in the unit of the row: heads need no weight (art. 8 III)."""
    alive, kept = of.row["esperado"], of.row["entregue"]
    if not isinstance(alive, int):
        return 0, 0, "no_estimate"
    dead = max(Fraction(0), Fraction(alive - (kept if isinstance(kept, int) else 0), MICRO))
    price = of.prices.per_unit(of.row["preco"], of.row["unidade_medida"], of.contract)
    if price is None:
        per_gram = of.prices.mean_paid.get(of.product)
        factor = of.prices.grams_per_unit(of.product, of.row["unidade_medida"], of.contract, of.on)
        price = per_gram * factor if per_gram is not None and factor is not None else None
    if price is None:
        return 0, 0, "no_price"
    return 0, half_up(dead * price), "" if dead else "no_estimate"


def _estimate(of: _Loss, yields: Yields, session: Session) -> int | None:
    """Contracted area at the official yield (art. 8 § 2); the lower of it and the declared estimate, by reading."""
    found = yields.find(of.place or "", of.product, of.season, of.on, "selo.280.yield_sources") if of.season else None
    official = None if found is None else grown(of.row["area_ha"], found.grams_per_ha)
    declared = of.stated("esperado")
    if session.reading("selo.loss_estimate") == "official_only":
        return official
    known = [estimate for estimate in (official, declared) if estimate is not None]
    return min(known) if known else None


def _lost(of: _Loss, expected: int, session: Session) -> tuple[Fraction, str]:
    """Grams that count as lost, and the variant of the finding when none may."""
    stated = of.stated("entregue")
    if of.row["tipo"] != "parcial":
        lost = max(Fraction(0), Fraction(expected - (stated or 0)))
        return lost, "" if lost else "no_estimate"
    delivered = of.bought if stated is None else stated
    missing = Fraction(expected - delivered)
    threshold = session.number("selo.280.loss.threshold", of.on) * expected
    if missing <= threshold:
        return Fraction(0), "under_threshold"
    if of.bought < delivered:
        return Fraction(0), "rest_not_bought"
    return missing - (threshold if session.reading("selo.loss_threshold") == "deductible" else 0), ""
