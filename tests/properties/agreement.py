"""How the two answers are compared: every part, what counts without a purchase, and every line that the oracle has."""

from __future__ import annotations

from fractions import Fraction

from tests.oracle import Result, assess, product
from tests.properties.workspaces import Example


def compare(example: Example, but: frozenset[str] = frozenset()) -> None:
    """Assert that both give the same centavo and weight for every part, and the same exact value for every line.

    `but` are lines that are not compared.
    """
    expected, found = assess(example.tables, example.config), product.assess(example.tables, example.config)
    assert _purchases(expected) == {name: _seen(found.parts[name]) for name in _purchases(expected)}
    assert _beside(expected) == _beside_of(found)
    wanted = {name: value for name, value in expected.lines.items() if name not in but}
    assert wanted == {name: found.lines.get(name) for name in wanted}


def _seen(part: product.Seen) -> tuple[int, Fraction]:
    """What counts and by what it is multiplied; the weight of what does not count says nothing."""
    return part.accepted, part.weight if part.accepted else Fraction(1)


def _purchases(result: Result) -> dict[tuple[str, str], tuple[int, Fraction]]:
    return {
        (part.line_id, part.person): (part.accepted, part.weight if part.accepted else Fraction(1))
        for part in result.parts
        if part.kind == "purchase"
    }


def _beside(result: Result) -> list[tuple[int, Fraction]]:
    """Expected production, losses and returns of other years, which have no note to be named by."""
    return sorted((part.accepted, part.weight) for part in result.parts if part.kind != "purchase" and part.accepted)


def _beside_of(found: product.Answer) -> list[tuple[int, Fraction]]:
    return sorted((part.accepted, part.weight) for part in found.beside if part.accepted)
