"""The denominator: biodiesel sold in the year, exports taken out (Decreto 10.527/2020 art. 3 § 3 II, III)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from tests.oracle.exact import Row, centavos, fraction, text
from tests.oracle.model import Config


def denominator(sales: Sequence[Row], config: Config) -> Fraction:
    """Centavos. Returns of the year come off; by value of domestic sales, or by the share of volume exported."""
    rows = [row for row in sales if _counts(row, config)]
    values = [(_sign(row) * _value(row, config), _exported(row)) for row in rows]
    if config.reading("selo.export_exclusion") == "domestic_value":
        return Fraction(sum(value for value, exported in values if not exported))
    volumes = [(_sign(row) * abs(fraction(row.get("volume_m3"))), _exported(row)) for row in rows]
    total = sum((volume for volume, _ in volumes), Fraction(0))
    exported_volume = sum((volume for volume, exported in volumes if exported), Fraction(0))
    value = Fraction(sum(value for value, _ in values))
    return value * (1 - exported_volume / total) if total else value


def _counts(row: Row, config: Config) -> bool:
    of_plant = config.plant_of(text(row, "unidade")) is not None
    if config.reading("selo.denominator_scope") == "own_production" and text(row, "fabricacao") not in ("", "propria"):
        return False
    return of_plant and config.in_year(row["data"]) and text(row, "produto") in ("", "biodiesel")


def _sign(row: Row) -> int:
    return -1 if text(row, "devolucao_de") else 1


def _value(row: Row, config: Config) -> int:
    value = abs(centavos(row.get("valor")))
    return value - abs(centavos(row.get("valor_tributos"))) if config.reading("selo.gross_or_net") == "net" else value


def _exported(row: Row) -> bool:
    return text(row, "destino") == "exportacao"
