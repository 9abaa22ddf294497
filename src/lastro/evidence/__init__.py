"""Reading what people have into typed tables, with a finding for everything that was not taken.

    open_workspace(root, book)                              the folder and its lastro.toml (`workspace`)
    load_evidence(ws, book)                                 tables, notes, findings, accounts (`load`)
    purchase_lines(evidence, book, session, plant)          what a plant bought, from rows and notes (`purchases`)
    sales_lines(evidence, book, session, plant)             what it sold (`sales`)

`columns` says what tables may hold, `tables` and `nfe` read files, `store` keeps what was read. Names are loaded when
first used, so that the folder can be opened without Arrow.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lastro.evidence.evidence import Evidence, ImportCount
    from lastro.evidence.load import load_evidence
    from lastro.evidence.purchases import PurchaseLines, purchase_lines
    from lastro.evidence.sales import SalesLines, sales_lines
    from lastro.evidence.workspace import Config, Plant, Workspace, open_workspace

_HOMES = {
    "evidence": ("Evidence", "ImportCount"),
    "load": ("load_evidence",),
    "purchases": ("PurchaseLines", "purchase_lines"),
    "sales": ("SalesLines", "sales_lines"),
    "workspace": ("Config", "Plant", "Workspace", "open_workspace"),
}

__all__ = [
    "Config",
    "Evidence",
    "ImportCount",
    "Plant",
    "PurchaseLines",
    "SalesLines",
    "Workspace",
    "load_evidence",
    "open_workspace",
    "purchase_lines",
    "sales_lines",
]


def __getattr__(name: str) -> object:
    home = next((module for module, names in _HOMES.items() if name in names), None)
    if home is None:
        raise AttributeError(f"module {__name__} has no attribute {name}")
    return getattr(import_module(f"{__name__}.{home}"), name)
