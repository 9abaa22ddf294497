"""What `write_example` says it wrote: counts, every kind of document, and every seeded defect with its place.

The manifest is returned, never written into the folder: the product must find the defects by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Seeded:
    """One defect put in on purpose.

    A line of a note is (`key`, `item`); a row of a table is (`table`, `row`), `row` being the number that the
    spreadsheet shows; `subject` is the farmer, contract, technician, month or file when neither says enough. `cause`
    is a short English slug of what is wrong, `variant` the variant of the finding that tells of it.
    """

    cause: str
    variant: str
    key: str = ""
    item: int = 0
    table: str = ""
    row: int = 0
    subject: str = ""


@dataclass(frozen=True)
class ExampleManifest:
    """Counts and seeds of one written example.

    `notes` counts distinct access keys of accepted form; `files` the files below `nfe/` (a zip is one). `kinds` maps a
    kind of document or operation to its keys; `defects` a finding code to what must be found under it; `rows` a table
    to its data rows; `nonstandard` lists the loose files, by their path below `nfe/`, that no schema
    allows, on purpose.
    """

    directory: Path
    plant_cnpj: str
    year: int
    notes: int
    files: int
    kinds: Mapping[str, tuple[str, ...]]
    defects: Mapping[str, tuple[Seeded, ...]]
    rows: Mapping[str, int]
    nonstandard: tuple[str, ...] = ()
