"""Statements for farmers, each a document of its own, against the same without invoices."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from benchmarks.measure import Chapter, compared, cpu
from lastro.render.pdf.glyphs import Json
from lastro.render.small import Printer
from lastro.render.small.tree import farmer_tree
from lastro.statement.small import AreaRoom, FarmerStatement, IncomeRoom, Party, Sale, SmallStatements

_SALES = 12
_A_MINUTE = 60


def measure(people: int = 300, times: int = 3) -> Chapter:
    """PDFs for so many invented farmers with a dozen invoices each."""
    trees, bare = [_tree(number) for number in range(people)], [_tree(number, 0) for number in range(people)]
    few = max(1, people // 10)
    kept = cpu(lambda: _printed(trees))
    figure = compared(
        f"PDF of a statement of {_SALES} invoices", "file", lambda: cpu(lambda: _printed(trees[:few])) / few,
        "without invoices", lambda: cpu(lambda: _printed(bare[:few])) / few, times,
    )  # fmt: skip
    about = (
        "Each statement is a tagged document of its own, from a compiler that is kept between them. "
        f"{people} statements took {kept:.1f} s, {int(_A_MINUTE * people / kept)} a minute."
    )
    return Chapter("Statements for farmers", about, [replace(figure, aim="hundreds a minute", met=kept < _A_MINUTE)])


def _printed(trees: list[Json]) -> None:
    printer = Printer()
    for tree in trees:
        printer.pdf(tree)


def _tree(number: int, sold: int = _SALES) -> Json:
    sales = tuple(
        Sale("purchase", date(2023, month, 1), "", 1, "soja", "grao", "2022/23", "", 10_000_000, 2_000_000, 2_000_000)
        for month in range(1, sold + 1)
    )
    found = FarmerStatement(
        farmer=Party(f"{number:011}", f"Agricultor {number}"),
        buyer=Party("99900001000150", "Usina"),
        year="2023",
        sales=sales,
        areas=(AreaRoom("soja", "2022/23", 741_000_000, 494_910_000),),
        income=IncomeRoom(50_000_000, 26_000_000),
    )
    return farmer_tree(found, SmallStatements((found,), (), "0" * 64, "2023-12-31"), "pt", unmask=False)
