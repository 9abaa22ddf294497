"""Each kind of step against plain Python, and each macro on both signs."""

from __future__ import annotations

from fractions import Fraction

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lastro.core.numbers import half_up
from lastro.relation import Column, Derive, Expand, Join, Kind, Limit, Net, NotConserved, Sum, Union, duckdb_engine, run
from lastro.relation.engine import InexactColumn

WIDE = st.integers(min_value=-(2**55), max_value=2**55)


def refuse(step: Join, missed: list[dict[str, object]]) -> None:
    raise LookupError(f"{step.name}: {missed}")


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(WIDE, st.integers(-(10**6), 10**6), st.integers(1, 10**9)), min_size=50, max_size=50))
def test_muldiv_half_up_in_sql_agrees_with_python_on_both_signs(rows: list[tuple[int, int, int]]) -> None:
    rows = [(a, b, c) for a, b, c in rows if abs(half_up(Fraction(a * b, c))) < 2**63]
    columns = list(zip(*rows, strict=True))
    table = pa.table({name: pa.array(column, pa.int64()) for name, column in zip("abc", columns, strict=True)})
    with duckdb_engine() as engine:
        engine.register("t", table)
        for negate in (1, -1):
            got = engine.fetch(f"select muldiv_half_up(a, b, {negate} * c) as r from t")["r"].to_pylist()
            assert got == [half_up(Fraction(a * b, negate * c)) for a, b, c in rows]


def test_an_ordinary_large_line_does_not_overflow() -> None:
    with duckdb_engine() as engine:
        grams, centavos = 5_000_000_000, 1_250_000_000
        got = engine.fetch(f"select muldiv_half_up({centavos}, {grams - 1}, {grams}) as r")["r"][0].as_py()
        assert got == half_up(Fraction(centavos * (grams - 1), grams))


def test_a_step_that_makes_a_double_is_refused() -> None:
    with duckdb_engine() as engine:
        engine.register("t", pa.table({"a": [1]}))
        with pytest.raises(InexactColumn):
            engine.keep("u", "select a / 2 as half from t")


def test_columns_may_use_the_columns_declared_before_them() -> None:
    columns = [
        Column("twice", Kind.INTEGER, "2 * a", "dobro", "twice"),
        Column("four_times", Kind.INTEGER, "2 * twice", "quádruplo", "four times"),
        Column("named", Kind.TEXT, "case when four_times > 4 then 'twice' else 'a' end", "nome", "name"),
    ]
    with duckdb_engine() as engine:
        engine.register("t", pa.table({"a": [1, 2]}))
        run(engine, [Derive("u", "t", columns)], refuse)
        assert engine.fetch("select * from u order by a").to_pylist() == [
            {"a": 1, "twice": 2, "four_times": 4, "named": "a"},
            {"a": 2, "twice": 4, "four_times": 8, "named": "twice"},
        ]


def test_a_required_join_tells_the_first_row_without_match() -> None:
    with duckdb_engine() as engine:
        engine.register("t", pa.table({"a": [1, 2]}))
        engine.register("r", pa.table({"b": [1], "valid_from": [0]}))
        step = Join("u", "t", "r", "l.a = r.b", [Column("b", Kind.INTEGER, "r.b", "b", "b")], required=True)
        with pytest.raises(LookupError, match="2"):
            run(engine, [step], refuse)


def test_a_join_that_doubles_a_row_stops_the_run() -> None:
    with duckdb_engine() as engine:
        engine.register("t", pa.table({"a": [1]}))
        engine.register("r", pa.table({"b": [1, 1]}))
        with pytest.raises(NotConserved, match="lost_rows = 1"):
            run(engine, [Join("u", "t", "r", "l.a = r.b", [])], refuse)


amounts = st.integers(0, 10**12)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(amounts, st.lists(st.integers(0, 1000), max_size=4), st.integers(0, 1500)), min_size=20))
def test_expanding_splits_by_weight_with_the_largest_remainder(rows: list[tuple[int, list[int], int]]) -> None:
    lines = {"id": [], "amount": [], "whole": []}
    parts: dict[str, list[object]] = {"owner": [], "part": [], "weight": []}
    expected: dict[tuple[str, str], int] = {}
    for number, (amount, weights, whole) in enumerate(rows):
        owner = f"L{number:03}"
        for name, value in zip(lines, (owner, amount, whole), strict=True):
            lines[name].append(value)
        for position, weight in enumerate(weights):
            for name, value in zip(parts, (owner, f"P{position}", weight), strict=True):
                parts[name].append(value)
        expected |= {(owner, part): share for part, share in split(amount, weights, whole).items()}
    with duckdb_engine() as engine:
        engine.register("t", pa.table(lines))
        schema = pa.schema([("owner", pa.string()), ("part", pa.string()), ("weight", pa.int64())])
        engine.register("p", pa.table(parts, schema=schema))
        run(engine, [Expand("u", "t", "p", "id", {"amount": ("weight", "whole")})], refuse)
        got = {(row["id"], row["part"]): row["part_amount"] for row in engine.fetch("select * from u").to_pylist()}
    assert got == expected


def split(amount: int, weights: list[int], whole: int) -> dict[str, int]:
    """Largest remainder, written the slow way."""
    if not weights:
        return {"": amount}
    named = {f"P{i}": w for i, w in enumerate(weights)}
    total = max(whole, sum(weights))
    if total > sum(weights):
        named[""] = total - sum(weights)
    if total == 0:
        return {name: (amount if name == "P0" else 0) for name in named}
    floors = {name: amount * w // total for name, w in named.items()}
    by_rest = sorted(named, key=lambda n: (-(amount * named[n] % total), n == "", n))
    for name in by_rest[: amount - sum(floors.values())]:
        floors[name] += 1
    return floors


def test_returns_are_taken_off_first_in_first_out() -> None:
    lines = pa.table({"id": ["a", "b", "c"], "key": ["k", "k", "z"], "centavos": [100, 50, 70]})
    returns = pa.table({"scope": ["k", "nobody"], "centavos": [120, 5]})
    step = Net("u", "t", "r", "key", ["id"], {"net_centavos": ("centavos", "centavos")})
    with duckdb_engine() as engine:
        engine.register("t", lines)
        engine.register("r", returns)
        run(engine, [step], refuse)
        assert engine.fetch("select id, net_centavos from u order by id").to_pylist() == [
            {"id": "a", "net_centavos": 0},
            {"id": "b", "net_centavos": 30},
            {"id": "c", "net_centavos": 70},
        ]
        left = {row["scope"]: row["net_centavos"] for row in engine.fetch(step.unabsorbed()).to_pylist()}
        assert left == {"k": 0, "nobody": 5}


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(st.sampled_from("xyz"), st.integers(0, 100)), min_size=1, max_size=60), st.integers(0, 300))
def test_a_limit_equals_going_through_the_rows_one_by_one(rows: list[tuple[str, int]], room: int) -> None:
    left = dict.fromkeys("xyz", room)
    expected = []
    for holder, request in rows:
        accepted = min(request, left[holder])
        left[holder] -= accepted
        expected.append(accepted)
    table = pa.table(
        {
            "position": list(range(len(rows))),
            "holder": [h for h, _ in rows],
            "request": [r for _, r in rows],
            "room": [room] * len(rows),
        }
    )
    accepted_column = Column("accepted", Kind.INTEGER, "", "aceito", "accepted")
    with duckdb_engine() as engine:
        engine.register("t", table)
        run(
            engine,
            [Limit("u", "t", ["holder"], ["position"], "request", "room", accepted_column, ["position"])],
            refuse,
        )
        assert engine.fetch("select accepted from u order by position")["accepted"].to_pylist() == expected


def test_sums_come_back_as_64_bit_integers() -> None:
    with duckdb_engine() as engine:
        engine.register("t", pa.table({"g": ["a", "a", None], "v": [2**60, 1, 5]}))
        engine.register("t2", pa.table({"g": ["a"], "v": [2**60]}))
        run(
            engine,
            [Union("w", ["g", "v"], {"t": ["g", "v"], "t2": ["g", "2 * v"]}), Sum("u", "w", ["g"], ["v"])],
            refuse,
        )
        table = engine.fetch("select * from u")
        assert table.schema.field("v").type == pa.int64()
        assert table["v"].to_pylist() == [2**61 + 2**60 + 1, 5]
