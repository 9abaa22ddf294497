"""A year whose minimum nobody knows shows on paper, too, how far every minimum from 40 to 60 percent would be."""

from __future__ import annotations

from lastro.render.pdf.results import tried_blocks
from tests.render.assessed import assessed


def test_each_minimum_from_40_to_60_has_its_margin_in_points_and_reais() -> None:
    heading, table = tried_blocks(assessed("a plant under Portaria 28 in millions"), "en")
    rows = [row["cells"] for row in table["rows"]]  # type: ignore[index,union-attr,call-overload]
    assert heading["kind"] == "heading"  # type: ignore[call-overload,index]
    assert len(rows) == 21
    assert [cell.replace("\xa0", " ") for cell in rows[0]] == ["40 %", "+1.8000", "R$ 18,000,000.00"]


def test_with_a_minimum_there_is_nothing_to_try() -> None:
    assert tried_blocks(assessed("with the minimum of the grant letter"), "pt") == []
