"""The calculation trace: what was computed, by which formula, from which inputs, under which article.

    Statement, Line, Finding, …       frozen data (`model`)
    parse, evaluate, pretty           formulas of lines (`formula`)
    content_hash, provenance_hash     the two hashes of a statement (`hashes`)

`canonical` writes what a statement says, `causes` groups findings, `catalogue` holds every text. Names are loaded when
first used, so that a text can be read without Arrow.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastro.statement.formula import evaluate, parse
    from lastro.statement.formula_pretty import pretty
    from lastro.statement.hashes import content_hash, provenance_hash
    from lastro.statement.model import (
        Finding,
        LawUsed,
        Line,
        MemoryColumn,
        ReadingUsed,
        Severity,
        Source,
        Statement,
        Unit,
    )

__all__ = [
    "Finding",
    "LawUsed",
    "Line",
    "MemoryColumn",
    "ReadingUsed",
    "Severity",
    "Source",
    "Statement",
    "Unit",
    "content_hash",
    "evaluate",
    "parse",
    "pretty",
    "provenance_hash",
]

_HOMES = {
    "formula": ("evaluate", "parse"),
    "formula_pretty": ("pretty",),
    "hashes": ("content_hash", "provenance_hash"),
}


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    home = next((module for module, names in _HOMES.items() if name in names), "model")
    return getattr(import_module(f"{__name__}.{home}"), name)
