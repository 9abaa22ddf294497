"""What is feedstock for biodiesel, and diversified feedstock, under Portaria MDA 28/2024 (art. 31 § 1 f).

The decree gives option a no list: which species count is the reading `selo.28.feedstock`. Animals are feedstock as oil,
fat or tallow; alive they are another product (option b), and so is the cake that is left when a seed is pressed.
"""

from __future__ import annotations

from datetime import date

import pyarrow as pa

from lastro.law import Session
from lastro.selo.species import CAKE, LIVE, RESIDUE, SCHEMA, oil_yield


def species_table(session: Session, on: date, products: list[str], forms: list[str]) -> pa.Table:
    """One row per product and form, in the columns of `species.SCHEMA`. Raises ParameterNotEstablished."""
    animals = session.names("selo.28.animal_species", on)
    fats = session.names("selo.28.fat_forms", on)
    feedstock = session.names(f"selo.28.feedstock.{session.reading('selo.28.feedstock')}", on)
    crops = {*session.names("selo.28.feedstock.oilseeds_and_fats", on)} - {*animals, RESIDUE}
    plain = session.names("selo.28.diversified_exclusions", on)
    rows = []
    for product in products:
        for form in forms:
            animal, fat = product in animals, form in fats
            admitted = product in feedstock and form not in (LIVE, CAKE) and (fat or not animal)
            rows.append(
                {
                    "product": product,
                    "form": form,
                    "admitted": admitted,
                    "diversified": admitted and product not in plain,
                    "multiplies": True,
                    "grown": product in crops and not fat and form not in (LIVE, CAKE),
                    "pressed": product in crops and fat,
                    "corn": False,
                    "oil_yield_ppm": oil_yield(session, product, on) if product in crops and fat else None,
                }
            )
    return pa.Table.from_pylist(rows, schema=SCHEMA)
