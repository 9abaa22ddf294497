"""What a project will buy, in reais: IN MDA 2/2005, arts. 3 §§ 1-3 and 4.

A purchase is worth quantity × price; own production, the mean price of what third parties sell of the product; the
producer's part of sharecropping, the mean price paid to partners; a perennial crop under contract, area × mean yield
over its lifetime × price.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from lastro.core.numbers import GRAMS_PER_KG, M2_PER_HECTARE

Row = Mapping[str, object]
PURCHASE, OWN, SHARED, PERENNIAL = "compra", "propria", "parceria", "perene"
NEEDED: Mapping[str, tuple[str, ...]] = {
    PURCHASE: ("municipio", "quantidade_kg", "preco"),
    OWN: ("municipio", "quantidade_kg"),
    SHARED: ("municipio", "quantidade_kg", "preco", "parte_produtor"),
    PERENNIAL: ("municipio", "area_ha", "rendimento_kg_ha", "preco"),
}
_PRICE = 10_000  # a price is in ten-thousandths of a real per kg
_WHOLE = 1_000_000  # a percent column holds ten-thousandths of a percent


@dataclass(frozen=True)
class Valued:
    """A part of a row in exact reais; `of_family` belongs to the numerator. `unpriced` has no mean price to go by."""

    row: Row
    reais: Fraction
    of_family: bool
    unpriced: bool = False


@dataclass(frozen=True)
class _Bought:
    """What is sold to the producer: kilograms and reais."""

    row: Row
    kg: Fraction
    reais: Fraction


def lacking(row: Row) -> tuple[str, ...]:
    """The columns that a row of its kind needs and does not have."""
    return tuple(name for name in NEEDED[str(row["tipo"])] if row[name] is None)


def has_source(row: Row) -> bool:
    """Whether the yield of a perennial crop names the body that publishes it (art. 4, sole §)."""
    return row["tipo"] != PERENNIAL or row["fonte"] is not None


def valued(rows: Iterable[Row]) -> Iterator[Valued]:
    """The parts of complete rows: a shared crop has two, the partner's and the producer's."""
    listed = list(rows)
    sold = [bought for row in listed if (bought := _bought(row)) is not None]
    means = _means(sold)
    partners = _means(bought for bought in sold if bought.row["tipo"] == SHARED)
    for bought in sold:
        yield Valued(bought.row, bought.reais, bool(bought.row["familiar"]) and has_source(bought.row))
    for row in listed:
        kg = _own_kg(row)
        mean = (partners if row["tipo"] == SHARED else means).get(str(row["produto"]))
        if kg:
            yield Valued(row, kg * (mean or 0), of_family=False, unpriced=mean is None)


def _bought(row: Row) -> _Bought | None:
    """What third parties sell of the row; nothing of own production."""
    kg = {
        PURCHASE: lambda: _kg(row),
        SHARED: lambda: _kg(row) - _own_kg(row),
        PERENNIAL: lambda: (
            Fraction(_whole(row["area_ha"]), M2_PER_HECTARE) * _whole(row["rendimento_kg_ha"]) / GRAMS_PER_KG
        ),
    }.get(str(row["tipo"]))
    if kg is None:
        return None
    return _Bought(row, kg(), kg() * Fraction(_whole(row["preco"]), _PRICE))


def _own_kg(row: Row) -> Fraction:
    if row["tipo"] == OWN:
        return _kg(row)
    return _kg(row) * Fraction(_whole(row["parte_produtor"]), _WHOLE) if row["tipo"] == SHARED else Fraction(0)


def _means(sold: Iterable[_Bought]) -> Mapping[str, Fraction]:
    """Reais per kilogram by product, over all that is sold of it."""
    sums: defaultdict[str, list[Fraction]] = defaultdict(lambda: [Fraction(0), Fraction(0)])
    for bought in sold:
        reais, kg = sums[str(bought.row["produto"])]
        sums[str(bought.row["produto"])] = [reais + bought.reais, kg + bought.kg]
    return {product: reais / kg for product, (reais, kg) in sums.items() if kg}


def _kg(row: Row) -> Fraction:
    return Fraction(_whole(row["quantidade_kg"]), GRAMS_PER_KG)


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
