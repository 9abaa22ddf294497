"""What is feedstock before 2022, and which of it earns the factor of feedstock other than soy.

No list was seen: oilseeds, and animals as oil, fat or tallow. How animal feedstock counts is `selo.cost.animals`.
"""

from __future__ import annotations

from datetime import date

import pyarrow as pa

from lastro.law import Session
from lastro.selo.species import CAKE, LIVE, RESIDUE, SCHEMA, oil_yield


def species_table(session: Session, on: date, products: list[str], forms: list[str]) -> pa.Table:
    """One row per product and form, in the columns of `species.SCHEMA`. Raises ParameterNotEstablished."""
    animals = session.names("selo.cost.animal_feedstock", on)
    fats = session.names("selo.cost.fat_forms", on)
    crops = session.names("selo.cost.vegetable_feedstock", on)
    plain = session.names("selo.cost.plain_crops", on)
    reading = session.reading("selo.cost.animals")
    rows = []
    for product in products:
        for form in forms:
            animal, fat = product in animals, form in fats
            of_animal = animal and fat and reading != "left_out"
            vegetable = product in crops and form != LIVE
            rows.append(
                {
                    "product": product,
                    "form": form,
                    "admitted": vegetable or of_animal,
                    "diversified": (vegetable and product not in plain) or (of_animal and reading == "other_crops"),
                    "multiplies": vegetable,
                    "grown": vegetable and not fat and form != CAKE and product != RESIDUE,
                    "pressed": vegetable and fat,
                    "corn": False,
                    "oil_yield_ppm": oil_yield(session, product, on) if vegetable and fat else None,
                }
            )
    return pa.Table.from_pylist(rows, schema=SCHEMA)
