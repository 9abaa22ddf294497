"""Who grew what an organisation delivered: the table `origens` divides the value of the item, to the centavo."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from fractions import Fraction

from tests.oracle.exact import Row, centavos, fraction, grams, largest_remainder, text
from tests.oracle.model import Part


def expand(line: Part, origins: Sequence[Row], is_person: bool) -> list[Part]:
    """One part per grower, plus one without a grower for what the list leaves open.

    A natural person grew what it sold. The list speaks of the item as invoiced; what came back comes off every grower
    alike. Value goes by `valor` when every row has one, else by quantity, with the
    largest remainder and ties by CPF; quantity goes by quantity, else by value.
    """
    if is_person:
        return [dataclasses.replace(line, person=line.supplier, accepted=0)]
    rows = sorted(_rows_of(line, origins), key=lambda row: text(row, "cpf"))
    value_weights = _value_weights(line, rows)
    mass_weights = _quantity_weights(line, rows) or value_weights
    if not rows or value_weights is None or mass_weights is None:
        return [dataclasses.replace(line)]
    people = [text(row, "cpf") for row in rows]
    places = [text(row, "municipio") for row in rows]
    return _parts(line, people, places, value_weights, mass_weights)


def _rows_of(line: Part, origins: Sequence[Row]) -> list[Row]:
    """The rows of the item; a row that names no item speaks of the only one of its note."""
    rows = [row for row in origins if line.key and text(row, "chave") == line.key]
    return [row for row in rows if row.get("item") is None or int(row["item"]) == line.item]


def _value_weights(line: Part, rows: list[Row]) -> list[Fraction] | None:
    """The weight of each row's value and, last, of what the rows leave open."""
    if rows and all(row.get("valor") is not None for row in rows):
        weights = [Fraction(centavos(row["valor"])) for row in rows]
        return [*weights, max(Fraction(0), line.gross[0] - sum(weights, Fraction(0)))]
    return _quantity_weights(line, rows)


def _quantity_weights(line: Part, rows: list[Row]) -> list[Fraction] | None:
    masses = [grams(row.get("quantidade"), text(row, "unidade_medida"), line.product) for row in rows]
    if line.grams is not None and all(mass is not None for mass in masses):
        weights = [Fraction(mass or 0) for mass in masses]
        whole = Fraction(line.gross[1] or 0)
    elif all(row.get("quantidade") is not None and text(row, "unidade_medida") == line.unit for row in rows):
        weights = [fraction(row.get("quantidade")) for row in rows]
        whole = line.quantity
    else:
        return None
    return [*weights, max(Fraction(0), whole - sum(weights, Fraction(0)))]


def _parts(
    line: Part, people: list[str], places: list[str], value_weights: list[Fraction], mass_weights: list[Fraction]
) -> list[Part]:
    known = {place for place in places if place}
    common = known.pop() if len(known) == 1 else None  # one place for all who are listed is the delivery's
    names = [*people, "~"]  # what is left open comes after every CPF
    values = largest_remainder(line.value, value_weights, names)
    masses = [None] * len(names) if line.grams is None else largest_remainder(line.grams, mass_weights, names)
    shares = zip([*people, ""], [*places, ""], values, masses, value_weights, mass_weights, strict=True)
    return [
        dataclasses.replace(
            line,
            person=person,
            municipality=line.municipality or place or common,
            value=value,
            grams=mass,
            quantity=line.quantity * weight / sum(mass_weights),
            risks=set(),
        )
        for person, place, value, mass, value_weight, weight in shares
        if person or value_weight or weight
    ]
