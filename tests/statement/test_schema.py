"""What is published about statements is what the product writes."""

from __future__ import annotations

from pathlib import Path

from lastro.statement.schema import guide_text, line_ids, schema, schema_text
from tests.statement.json_schema import faults

DOCS = Path(__file__).parents[2] / "docs"


def test_the_published_schema_is_current() -> None:
    assert (DOCS / "statement.schema.json").read_text(encoding="utf-8") == schema_text(), (
        "python -m lastro.statement.schema docs"
    )


def test_the_published_list_of_line_ids_is_current() -> None:
    assert (DOCS / "statement.md").read_text(encoding="utf-8") == guide_text(), "python -m lastro.statement.schema docs"


def test_the_ids_that_people_quote_are_listed() -> None:
    quoted = """selo.numerator selo.denominator selo.weighted_percentage selo.weighted_percentage_after_risk
        selo.effective_percentage selo.minimum_percentage selo.margin selo.regional_share selo.item.I
        selo.item.I.counted selo.item.I.weighted selo.item.II selo.item.III selo.item.IV selo.item.V
        selo.cap.corn.kept selo.cap.corn_and_inputs.kept selo.cap.research.kept selo.cap.spending.kept"""
    assert set(quoted.split()) <= set(line_ids())


def test_the_validator_sees_each_kind_of_fault() -> None:
    whole = schema()
    assert any("lacks lines" in fault for fault in faults({}, whole))
    line = {"$ref": "#/$defs/line"}
    assert any("value: not" in fault for fault in faults({"value": 1}, line, whole))
    assert any("colour is not in" in fault for fault in faults({"colour": "x"}, line, whole))
    assert any("not among" in fault for fault in faults({"unit": "USD"}, line, whole))
    assert any("not like" in fault for fault in faults({"exact": "0.5"}, line, whole))
