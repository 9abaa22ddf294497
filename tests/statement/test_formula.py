"""Formulas are read, evaluated exactly, and refuse what they do not understand."""

from __future__ import annotations

from fractions import Fraction

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lastro.statement.formula import Node, SumCall, evaluate, names, parse, sum_calls, text_of
from lastro.statement.formula_nodes import Choice, Extreme, FormulaFault, Name, Negative, Number, Operation, Rounded
from lastro.statement.formula_pretty import pretty
from lastro.statement.formula_sums import sums_over

LINES = {"selo.numerator": Fraction(60840, 100), "selo.denominator": Fraction(1000), "a": Fraction(7), "b": Fraction(2)}


def value(text: str, totals: pa.Table | None = None) -> Fraction:
    table = totals if totals is not None else pa.table({"accepted_centavos": pa.array([], pa.int64())})
    kinds = {"accepted_centavos": "centavos", "weighted": "milli_centavos", "grams": "grams"}
    return evaluate(parse(text), LINES.__getitem__, sums_over(table, kinds))


def totals() -> pa.Table:
    return pa.table(
        {
            "cap_group": ["main", "corn", "input", None],
            "weight": pa.array([104000, 1000, 1000, 5200], pa.int64()),
            "accepted_centavos": pa.array([10_050, 2_000, 300, 4], pa.int64()),
            "weighted": pa.array([1_045_200_000, 2_000_000, 300_000, 20_800], pa.int64()),
        }
    )


@pytest.mark.parametrize(
    "text, expected",
    [
        ("1 + 2 * 3", Fraction(7)),
        ("(1 + 2) * 3", Fraction(9)),
        ("10 - 4 - 3", Fraction(3)),
        ("12 / 3 / 2", Fraction(2)),
        ("3/7", Fraction(3, 7)),
        ("0.3 * 10", Fraction(3)),
        ("-a + b", Fraction(-5)),
        ("2 * -b", Fraction(-4)),
        ("a-b", Fraction(5)),
        ("min(a, b, 9)", Fraction(2)),
        ("max(a, b * 4)", Fraction(8)),
        ("if(a >= b, 1, 2)", Fraction(1)),
        ("round(a / 3, 2)", Fraction(233, 100)),
        ("round(-a / 4 * b, 0)", Fraction(-4)),
        ("if(b > a, 1, 2)", Fraction(2)),
        ("if(b <= 2, a, b)", Fraction(7)),
        ("if(b < 2, a, b)", Fraction(2)),
        ("100 * selo.numerator / selo.denominator", Fraction(6084, 100)),
    ],
)
def test_a_formula_evaluates_exactly(text: str, expected: Fraction) -> None:
    assert value(text) == expected


@pytest.mark.parametrize(
    "text, expected",
    [
        ("sum(accepted_centavos)", Fraction(12_354, 100)),
        ("sum(accepted_centavos, cap_group=corn)", Fraction(20)),
        ("sum(accepted_centavos, cap_group=corn|input)", Fraction(23)),
        ("sum(accepted_centavos, cap_group=main, weight=104000)", Fraction(10_050, 100)),
        ("sum(accepted_centavos, cap_group=main, weight=1000)", Fraction(0)),
        ("sum(accepted_centavos, cap_group='')", Fraction(4, 100)),
        ("sum(weighted, cap_group=main)", Fraction(10452)),
    ],
)
def test_a_sum_selects_rows_and_answers_in_reais(text: str, expected: Fraction) -> None:
    assert value(text, totals()) == expected


def test_a_sum_past_64_bits_does_not_wrap() -> None:
    table = pa.table({"accepted_centavos": pa.array([2**62, 2**62, 2**62], pa.int64())})
    assert value("sum(accepted_centavos)", table) == Fraction(3 * 2**62, 100)


def test_dividing_by_zero_is_a_named_error() -> None:
    with pytest.raises(FormulaFault) as fault:
        value("a / (b - 2)")
    assert fault.value.code == "formula.division_by_zero"


def test_the_branch_not_taken_is_not_evaluated() -> None:
    assert value("if(b > 2, a / (b - 2), 0)") == 0


@pytest.mark.parametrize("column", ["nothing", "cap_group"])
def test_a_column_without_unit_cannot_be_summed(column: str) -> None:
    with pytest.raises(FormulaFault) as fault:
        value(f"sum({column})", totals())
    assert fault.value.code == "formula.no_kind"


def test_a_filter_on_an_unknown_column_is_a_named_error() -> None:
    with pytest.raises(FormulaFault) as fault:
        value("sum(accepted_centavos, colour=blue)", totals())
    assert fault.value.code == "formula.unknown_column"


@pytest.mark.parametrize(
    "text, position, expected",
    [
        ("", 1, "name"),
        ("1 +", 4, "name"),
        ("(1", 3, ")"),
        ("1 2", 2, "end"),
        ("square(a)", 8, "function"),
        ("round(a)", 8, ","),
        ("round(a, 0.5)", 13, "places"),
        ("if(a = b, 1, 2)", 5, "comparison"),
        ("a >= b", 2, "end"),
        ("sum(a, b=)", 10, "value"),
        ("sum(1)", 5, "name"),
        ("1.2.3", 1, "name"),
        ("min()", 5, "name"),
        ("a; b", 2, "end"),
    ],
)
def test_a_formula_that_cannot_be_read_names_the_place(text: str, position: int, expected: str) -> None:
    with pytest.raises(FormulaFault) as fault:
        parse(text)
    assert fault.value.code == "formula.syntax"
    assert (fault.value.arguments["position"], fault.value.arguments["expected"]) == (str(position), expected)


def test_names_and_sums_are_listed_once_in_reading_order() -> None:
    node = parse("b + a * b + sum(x) - sum(x, y=1) + sum(x)")
    assert names(node) == ("b", "a")
    assert sum_calls(node) == (SumCall("x"), SumCall("x", (("y", ("1",)),)))


def test_a_formula_reads_well_in_both_languages() -> None:
    node = parse("a - (b - 1) + min(0.3 * a, sum(kg, region=NE|N)) * (1 + a)")
    assert pretty(node, "pt") == "a − (b − 1) + o menor de (0,3 × a; soma de kg [region = NE | N]) × (1 + a)"
    assert pretty(node, "en") == "a − (b − 1) + the least of (0.3 × a; sum of kg [region = NE | N]) × (1 + a)"
    assert pretty(parse("if(a >= 3/7, a, -b)"), "en", str.upper) == "(A if A ≥ 3 ÷ 7; otherwise −B)"


leaves = st.one_of(
    st.fractions(min_value=0, max_value=99).map(Number),
    st.sampled_from(["a", "selo.item.I"]).map(Name),
    st.just(SumCall("x", (("y", ("1", "z w")),))),
)


def compound(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    return st.one_of(
        inner.map(Negative),
        st.builds(Rounded, inner, st.integers(min_value=0, max_value=4)),
        st.builds(Operation, st.sampled_from("+-*/"), inner, inner),
        st.builds(Extreme, st.sampled_from(["min", "max"]), st.lists(inner, min_size=1, max_size=3).map(tuple)),
        st.builds(Choice, inner, st.sampled_from([">=", ">", "<=", "<"]), inner, inner, inner),
    )


@given(st.recursive(leaves, compound, max_leaves=12))
def test_the_text_of_a_formula_means_the_same(node: Node) -> None:
    def outcome(of: Node) -> Fraction | str:
        try:
            return evaluate(of, {"a": Fraction(3), "selo.item.I": Fraction(-1, 2)}.__getitem__, lambda _: Fraction(5))
        except FormulaFault as fault:
            return fault.code

    assert outcome(parse(text_of(node))) == outcome(node)
