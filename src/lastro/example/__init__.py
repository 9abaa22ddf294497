"""The example company: an invented Centre-West biodiesel plant and its year, as files that a real plant would have.

    manifest = write_example(Path("demo"), lastro.law.load())     # workspace with 5,000 notes and every table
    write_bulk_notes(Path("bench"), count=20_000, seed=1)          # purchase notes only, for measurements

Everything is invented and deterministic: the same arguments give the same bytes. See `manifest` for what is seeded.
"""

from lastro.example.bulk import write_bulk_notes
from lastro.example.manifest import ExampleManifest, Seeded
from lastro.example.workspace import write_example

__all__ = ["ExampleManifest", "Seeded", "write_bulk_notes", "write_example"]
