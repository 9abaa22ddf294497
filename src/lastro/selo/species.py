"""Which raw materials are admitted and which are diversified (arts. 2 XVII, 3 § 4, 4 § 9 II, 4 § 11).

Art. 2 XVII was not seen: the list is the reading `selo.list_xvii`. Live animals count only for the species of art. 3
§ 4 and never multiply; animal raw material multiplies as oil, fat or tallow.
"""

from __future__ import annotations

from datetime import date

import pyarrow as pa

from lastro.core.errors import ParameterNotEstablished
from lastro.core.numbers import half_up
from lastro.law import Session

LIVE, CAKE, RESIDUE = "vivo", "torta", "residuo"  # no crop is harvested as these
_PPM = 1_000_000
SCHEMA = pa.schema(
    [("product", pa.string()), ("form", pa.string())]
    + [(name, pa.bool_()) for name in ("admitted", "diversified", "multiplies", "grown", "pressed", "corn")]
    + [("oil_yield_ppm", pa.int64())]
)


def species_table(session: Session, on: date, products: list[str], forms: list[str]) -> pa.Table:
    """One row per product and form: `admitted`, `diversified`, `multiplies` (art. 4 § 11), `grown` (has a yield).

    `products` and `forms` are the vocabularies of the workspace. Raises ParameterNotEstablished.
    """
    animals = session.names("selo.280.animal_species", on)
    live = session.names("selo.280.live_animals", on)
    fats = session.names("selo.280.fat_forms", on)
    listed_species = session.names(f"selo.280.list_xvii.{session.reading('selo.list_xvii')}", on)
    plain = session.names("selo.280.diversified_exclusions", on)
    corn = session.names("selo.280.corn_species", on)
    corn_forms = session.names("selo.280.corn_forms", on)
    oil_excluded = session.reading("selo.soy_oil") == "excluded"
    rows = []
    for product in products:
        for form in forms:
            animal, alive = product in animals, form == LIVE
            listed = product in listed_species
            admitted = (product in live if alive else form in fats) if animal else listed and not alive
            excluded = product in plain and (oil_excluded or form not in fats)
            rows.append(
                {
                    "product": product,
                    "form": form,
                    "admitted": admitted,
                    "diversified": admitted and listed and not alive and not excluded,
                    "multiplies": not animal or form in fats,
                    "grown": not animal and not alive and form not in fats and form != CAKE and product != RESIDUE,
                    "pressed": not animal and form in fats,
                    "corn": product in corn and form in (*corn_forms, ""),
                    "oil_yield_ppm": oil_yield(session, product, on) if not animal and form in fats else None,
                }
            )
    return pa.Table.from_pylist(rows, schema=SCHEMA)


def oil_yield(session: Session, product: str, on: date) -> int | None:
    """Oil in one part of grain, in millionths, when the user supplies it in law.yaml; the law data has none."""
    if session.reading("selo.form_conversion") == "not_limited":
        return None
    try:
        return half_up(session.number(f"selo.oil_yield.{product}", on) * _PPM)
    except (KeyError, ParameterNotEstablished):
        return None
